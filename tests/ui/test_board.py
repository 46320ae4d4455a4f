"""The board's pieces: large ones stay within the rails, wins are decoded while the board can show them."""

import random
from itertools import pairwise

import pygame
import pytest

from game.engine.rules import HEART_COLOURS, PAYS, REELS, ROWS, SCATTER
from game.present.stage import Piece, Stage
from game.skins import OWN_SKINS
from game.ui import layout
from game.ui.theme import WIN_PARTS
from game.ui.widgets.board import SWEEP_EVERY, WINS_KEPT, BoardWidget, sprite_name
from tests.ui.driver import playing

CELLS = (*PAYS, SCATTER, *(f"x{high}" for _, high in HEART_COLOURS.values()))


@pytest.fixture(params=OWN_SKINS)
def board(request, tmp_path):
    with playing(tmp_path, "--theme", request.param) as player:
        stage = Stage()
        stage.pieces = [[Piece("sun", reel, row) for row in range(ROWS)] for reel in range(REELS)]
        yield BoardWidget(player.services.theme, stage, random.Random(1))


def test_no_rail_cuts_a_symbol_that_rests(board):
    symbols = board.theme.assets.symbols
    for cell in CELLS:
        sprite = symbols[sprite_name(cell)]
        for reel in range(REELS):
            for row in range(ROWS):
                place = sprite.place_centred(*board._on_canvas(Piece(cell, reel, row), sprite))
                assert layout.BOARD.contains(place), (cell, reel, row)


def test_a_winning_symbol_stays_within_the_rails_and_is_drawn_at_the_size_of_its_frames(board):
    symbols = board.theme.assets.symbols
    for cell in CELLS:
        piece = Piece(cell, 0, 0, win=0.0)
        for step in range(21):
            piece.win = step / 20
            frame = board._win_frame(sprite_name(cell), piece)
            assert frame in symbols.animation(f"{sprite_name(cell)}/win")
            assert layout.BOARD.contains(frame.place_centred(*board._on_canvas(piece, frame))), (cell, step)


def test_a_falling_symbol_moves_without_a_jump(board):
    sprite = board.theme.assets.symbols["heart_orange"]
    for row in range(ROWS):
        falling = [board._on_canvas(Piece("x500", 0, row, y=float(-y)), sprite)[1] for y in range(900, -1, -1)]
        assert all(0 <= later - earlier <= 1.001 for earlier, later in pairwise(falling))


def test_wins_are_decoded_while_the_board_can_show_them(board):
    symbols, stage = board.theme.assets.symbols, board.stage
    board.theme.assets.release(*WIN_PARTS.values())  # what other tests decoded

    def decoded():
        return {name for name, part in WIN_PARTS.items() if symbols._groups[part]._value is not None}

    for name in PAYS:
        for piece in stage.all_pieces():
            piece.cell = name if piece.reel < 2 else "scatter" if piece.reel == 2 else "x2"
        board.update(0.1)
        for wanted in (name, "scatter", "heart_green"):
            assert symbols.animation(f"{wanted}/win")
        assert {name, "scatter", "heart_green"} <= decoded()
        assert len(decoded()) <= WINS_KEPT
    board.still = True
    assert board._win_frame("sun", Piece("sun", 0, 0, win=0.5)) is None


def test_a_heart_flaps_as_it_lands(board):
    piece = board.stage.pieces[0][0]
    piece.cell, piece.y = "x2", -30.0
    board.update(0.1)
    piece.y = 0.0
    board.update(0.0)
    frames = board.theme.assets.symbols.animation("heart_green/idle")
    assert board._idle_frame("heart_green", piece) is frames[0]
    board.update(0.16)
    assert board._idle_frame("heart_green", piece) is frames[2]


def test_a_light_sweeps_over_a_resting_board(board):
    board._next_shimmer = 1e9
    lit = {}
    for frame in range(round(1.5 * SWEEP_EVERY * 60)):
        board.update(1 / 60)
        for piece in board.stage.all_pieces():
            if board._idle_frame("sun", piece) is not None:
                lit.setdefault((piece.reel, piece.row), frame)
    assert len(lit) == REELS * ROWS
    assert lit[0, ROWS - 1] < lit[2, 2] < lit[REELS - 1, 0]


def test_the_scatter_lies_over_its_neighbours(board):
    canvas = pygame.Surface(layout.CANVAS.size)
    board.stage.pieces[1][1].cell, board.stage.pieces[0][1].cell = SCATTER, "x500"
    board.still = True
    board.draw(canvas)
    drawn = canvas.copy()
    board.stage.pieces[0][1].cell = "sun"
    board.draw(canvas)
    sprite = board.theme.assets.symbols["scatter"]
    x, y = board._on_canvas(board.stage.pieces[1][1], sprite)
    ribbon = round(x - 55), round(y + 68)  # the end of its ribbon, which the heart's wing reaches
    assert drawn.get_at(ribbon) == canvas.get_at(ribbon)
