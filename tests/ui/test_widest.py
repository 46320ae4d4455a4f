"""The widest amounts there are, at the largest bet and in larger text: nothing leaves its plate."""

import re

import pytest

from game import paths
from game.engine import Mode, Seed, play
from game.language import languages
from game.money import MAX
from game.platform.input import Action
from game.present.requests import AskBigWin, AskCap, AskIntro, AskSummary
from game.table import Played
from game.ui.celebrations.big_win import BigWin
from game.ui.celebrations.cap import Cap
from game.ui.celebrations.free_spins import FreeSpinsIntro, FreeSpinsSummary

COINS = 100_000
"""The cap: 3,000,000.00 at a bet of 600.00."""
SCREENS = {
    "BigWin": (BigWin, AskBigWin(win=COINS, tier=5)),
    "Cap": (Cap, AskCap(win=COINS, forfeited=99)),
    "Summary": (FreeSpinsSummary, AskSummary(win=COINS, spins=115, total_multiplier=99_999)),
    "Intro": (FreeSpinsIntro, AskIntro(spins=15, scatters=6)),
}


@pytest.fixture(params=languages(paths.locale_folder()))
def rich(request, sit_down):
    """A player of the largest bet, with a fortune, and the highest win on the meter."""
    player = sit_down(language=request.param, text_size=200, currency="SEK")
    player.services.table.set_bet(MAX)
    player.services.table.balance = 999_999_999_99
    playback = player.scene.playback
    playback.played = Played(play(Mode.BASE, Seed(1)), MAX, None)
    playback.stage.win = COINS
    return player


def test_the_table(rich):
    assert rich.small_texts(0) == []
    assert any(re.sub(r"\D", "", text) == "300000000" for text in rich.texts())


@pytest.mark.parametrize("name", SCREENS)
def test_the_screens(rich, name):
    screen, asked = SCREENS[name]
    services = rich.services
    services.stack.push(screen(services, services.stack.scenes[0].playback, asked))
    services.stack.apply()
    for press in (False, True, False):
        rich.wait(2)
        assert rich.small_texts(0) == []
        if press:
            rich.key(Action.SPIN)  # the count is at its end: no amount is wider
