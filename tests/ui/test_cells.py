"""The board by keys: every cell is reached, and says what its symbol is and pays."""

import pytest

from game.engine.rules import PAYS, REELS, ROWS
from game.platform.input import Action
from game.ui import layout
from game.ui.names import symbol_title
from tests.ui.devices import Gamepad, Keyboard


@pytest.fixture
def board(player):
    player.focus("Board")
    return player


def under(player):
    cells = player.group.cells
    return player.scene.playback.stage.pieces[cells.reel][cells.row].cell


def test_every_cell_is_reached_and_told(board):
    seen = set()
    for _ in range(REELS):
        for _ in range(ROWS):
            cells = board.group.cells
            seen.add((cells.reel, cells.row))
            board.wait(0.6)
            cell, words = under(board), board.texts()
            assert any(symbol_title(board.services, cell) in text for text in words)
            if cell in PAYS:
                pay = board.services.money(board.services.table.bet.amount(PAYS[cell][0]))
                assert any(pay in text for text in words)
            board.key(Action.BET_DOWN)
        board.key(Action.RIGHT)
    assert len(seen) == REELS * ROWS


@pytest.mark.parametrize("kind", [Keyboard, Gamepad])
def test_a_press_opens_the_card_and_esc_leaves_tooltip_card_and_board(player, kind):
    device = kind(player)
    device.focus("Board")
    player.key(Action.RIGHT)
    device.act()
    assert player.scenes[-1] == "SymbolCard"
    device.back()
    player.wait(0.6)
    assert player.group.tooltip_shown == "Board"
    device.back()
    assert player.group.tooltip_shown == ""
    assert player.group.focused is not None
    device.back()
    assert player.group.focused is None
    assert player.scenes == ["TableScene"]


def test_the_mouse_opens_the_symbol_it_presses_and_hurries_a_round(player):
    x, y = layout.BOARD.left + 2.5 * 148, layout.BOARD.top + 3.5 * 148
    cell = player.scene.playback.stage.pieces[2][3].cell
    player.click(x, y)
    assert player.scenes[-1] == "SymbolCard"
    assert player.scene.cell == cell
    player.key(Action.BACK)
    player.wait(1)
    assert player.group.tooltip_shown == ""  # the pointer rests on the board and asks for nothing
    player.press("SPIN")
    player.wait(0.3)
    player.click(x, y)
    assert player.scene.playback.runner.leaf.rate > 1
