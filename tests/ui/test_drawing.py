"""When a frame is drawn: not while nothing changes."""

import pygame
import pytest

from game.platform.input import Action, Focused
from tests.ui.driver import FRAME, playing
from tests.ui.pictures import same


def test_without_ambience_only_what_changed_is_drawn(tmp_path):
    with playing(tmp_path) as player:
        player.wait(0.5)
        shown = player.draw().copy()
        for _ in range(30):
            player.program.update(FRAME)  # the session's clock does not go on
        player.program.draw(ambience=False)
        assert same(player.services.display.canvas, shown)
        player.key(Action.BET_DOWN)
        player.program.draw(ambience=False)
        assert not same(player.services.display.canvas, shown)


def test_ambience_rests_every_other_frame_unless_she_acts_and_while_the_player_is_away(tmp_path):
    with playing(tmp_path) as player:
        player.wait(0.5)
        program, playback = player.program, player.scene.playback
        assert [program._ambience_due(frame) for frame in range(4)] == [True, False, True, False]
        playback.act("look_board")
        assert all(program._ambience_due(frame) for frame in range(4))
        player.give(Focused(gained=False))
        assert not any(program._ambience_due(frame) for frame in range(4))
        player.give(Focused(gained=True))
        player.wait(2.5)
        assert not program._ambience_due(1)


def notice_events(player):
    for command in player.program.input.commands():
        player.program.handle(command)


@pytest.mark.parametrize("panel", [None, "Rules and pays"], ids=["table", "panel"])
def test_a_window_that_comes_into_sight_is_shown_whole(panel, tmp_path):
    """While nothing moves, and nothing else tells the game that the screen has lost its picture."""
    with playing(tmp_path, reduced_motion=True) as player:
        if panel:
            player.press(panel)
        notice_events(player)
        player.wait(2)
        player.program.draw()
        window = pygame.display.get_surface()
        shown = window.copy()
        window.fill("red")  # another window lies over it
        player.program.draw()
        assert window.get_at((5, 5)) == pygame.Color("red"), "a resting picture was drawn whole"
        pygame.event.post(pygame.event.Event(pygame.WINDOWEXPOSED))
        notice_events(player)
        player.program.draw()
        assert same(window, shown)
