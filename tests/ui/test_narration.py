"""Narration: what is read aloud, to whom, and that a game without a voice goes on without one."""

import io

import pygame
import pytest

from game import app
from game.engine import Mode
from game.platform.input import Action
from game.platform.speech import Voice
from game.ui.narrator import Narrator
from game.ui.scenes.settings import SettingsPanel
from tests.ui.driver import FRAME
from tests.ui.test_play import skip_screens


class Spoken(Voice):
    """A voice that writes down what it is given."""

    def __init__(self, *, there=True):
        super().__init__()
        self.there, self.said = there, []

    def open(self):
        return self.there

    def say(self, text):
        self.said.append(text)


@pytest.fixture
def listener(sit_down):
    """A player who is read to, and the lines so far."""
    player = sit_down("--narrate", speed="turbo")
    lines = io.StringIO()
    player.program.narrator.lines = lines
    player.wait(FRAME)

    def heard():
        text = lines.getvalue().splitlines()
        lines.truncate(0)
        lines.seek(0)
        return text

    heard()
    return player, heard


def test_focus_is_read_with_label_kind_state_and_tooltip(listener):
    player, heard = listener
    player.focus("Double Chance")
    (line,) = [line for line in heard() if "Double Chance" in line]
    assert line.startswith("Double Chance, switch, off. Free spins: 1 spin in")
    player.key(Action.SPIN)
    assert heard() == ["on."]
    player.focus("Bet")
    assert any("Choose your bet" in line and "button, BET" in line for line in heard())


def test_a_panel_is_read_when_it_opens_and_its_controls_as_they_change(listener):
    player, heard = listener
    player.press("BUY FREE SPINS")
    (line,) = heard()
    assert line.startswith(f"Buy free spins? Buy 15 free spins for {player.services.money(20_000)}?")
    assert "Credit afterwards" in line
    player.press("Cancel", "Menu")
    assert heard()[-1].startswith("Menu. Rules and pays. Introduction. History")
    player.press("Settings")
    player.focus("Accessibility")
    player.key(Action.SPIN)
    assert any(line.startswith("selected") and "Reduced motion" in line for line in heard())
    player.press("Display and sound")
    player.focus("Music volume")
    heard()
    player.key(Action.RIGHT)
    assert heard() == ["85%."]
    player.focus("Theme")
    assert any(line.startswith("Theme, choice, Princess") for line in heard())


def test_a_row_is_read_as_it_is_reached(listener):
    player, heard = listener
    for _ in range(2):
        player.services.table.start(Mode.BASE)
        player.services.table.settle()
    player.press("History")
    player.focus("List of rounds")
    first = heard()[-1]
    player.key(Action.LEFT)
    second = heard()[-1]
    assert first != second
    assert "BASE" in second.upper() or "·" in second or "," in second


def test_a_round_is_read_from_its_bet_to_what_it_paid(listener):
    player, heard = listener
    table, money, kinds = player.services.table, player.services.money, set()
    balance = table.balance
    for _ in range(16):
        player.press("SPIN")
        skip_screens(player)
        lines = heard()
        assert lines[0].startswith(f"CREDIT {money(balance - 200)}")
        ending = [line for line in lines if line.startswith(("WIN", "PAID", "Nothing won"))]
        assert ending, lines
        kind = ending[-1].split()[0].rstrip(".")
        assert (kind == "Nothing") is not bool(player.scene.playback.stage.win)
        kinds.add(kind)
        balance = table.balance
    assert kinds == {"WIN", "PAID", "Nothing"}


def test_free_spins_are_counted_down(listener):
    player, heard = listener
    player.press("BUY FREE SPINS", "Buy")
    player.until(lambda: player.in_free_spins, 60)
    player.wait(6)
    lines = heard()
    assert any("15 free spins" in line for line in lines)
    assert any("14 free spins left" in line for line in lines)


def test_a_key_repeats_the_figures_and_a_toast_is_read(listener):
    player, heard = listener
    player.key(Action.READ)
    credit, bet, none = (player.services.money(amount) for amount in (200_000, 200, 0))
    assert heard() == [f"CREDIT {credit}. BET {bet}. WIN {none}. NET {none}."]
    player.services.notify("Something was saved.")
    player.wait(FRAME)
    assert heard() == ["Something was saved."]


def test_the_figures_are_shown_where_nobody_listens(player):
    player.key_named("r")
    assert [toast.text for toast in player.services.toasts][-1].startswith(
        f"CREDIT {player.services.money(200_000)}. BET "
    )


def test_the_voice_is_spoken_to_once_it_is_switched_on_and_silent_afterwards(player):
    voice = Spoken()
    player.program.narrator.voice = voice
    player.press("Menu", "Settings", "Accessibility")
    assert voice.said == []
    player.press("Narration")
    assert voice.said[-1].startswith("Settings.")
    player.press("Narration")
    assert voice.said[-1] == ""
    spoken = len(voice.said)
    player.key(Action.BACK)
    player.key(Action.FOCUS_NEXT)
    assert len(voice.said) == spoken


@pytest.mark.parametrize("breaks", [False, True])
def test_a_missing_voice_is_said_once_and_done_without(player, breaks):
    voice = Spoken(there=breaks)
    player.program.narrator.voice = voice
    player.press("Menu", "Settings", "Accessibility", "Narration")
    voice.broken = breaks
    player.wait(FRAME)
    assert [toast.text for toast in player.services.toasts if "no voice" in toast.text]
    assert not player.services.settings.narration
    player.key(Action.BACK)
    player.key(Action.BACK)
    player.press("SPIN")
    assert player.scene.playback.playing


def test_lines_whose_reader_is_gone_stop_quietly(player):
    class Gone(io.StringIO):
        def write(self, text):
            raise BrokenPipeError

    narrator = Narrator(player.services, Gone())
    narrator.say("anything")
    assert narrator.lines is None


def test_drawing_to_listen_shows_nothing_and_changes_nothing(listener):
    player, _ = listener
    player.press("Menu")
    player.draw()
    before = pygame.image.tobytes(player.draw(), "RGB")
    assert player.program.narrator._summary(player.scene)
    assert player.program.narrator._summary(SettingsPanel(player.services))
    assert pygame.image.tobytes(player.draw(), "RGB") == before
    assert player.services.theme.heard is None


def test_narration_to_a_stream_is_one_line_an_utterance(tmp_path, capfd):
    assert app.main(["--demo", "2", "--seed", "3", "--mute", "--narrate", "--speed", "turbo"]) == 0
    lines = capfd.readouterr().out.splitlines()
    assert any(line.startswith("CREDIT") for line in lines)
    assert all(line.strip() for line in lines)
