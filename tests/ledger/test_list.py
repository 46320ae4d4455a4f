"""The history by kind and by size, page after page, and the rounds the player marked."""

import pytest

from game.engine import Mode, Seed, play
from game.ledger import Ledger, NoSuchRound, Show, VoidReason
from game.money import LADDER


@pytest.fixture
def ledger(folder, clock):
    """Forty rounds, one of them bought and one void."""
    with Ledger.open(folder, clock) as opened:
        for number in range(40):
            mode = Mode.BUY if number == 20 else Mode.BASE
            stored = opened.stake(play(mode, Seed(number)), LADDER[0])
            if number == 30:
                opened.void(stored.id, VoidReason.DAMAGED)
            else:
                opened.settle(stored.id)
        yield opened


def pages(ledger, show, size, **how):
    """Everything there is, asked for a page at a time."""
    found, page = [], None
    while page is None or page:
        page = ledger.list_rounds(show, size, after=found[-1] if found else None, **how)
        found += page
    return found


RIGHT = {
    Show.ALL: lambda stored: True,
    Show.WINS: lambda stored: stored.net > 0,
    Show.FREE_SPINS: lambda stored: stored.free_spins > 0,
    Show.STARRED: lambda stored: stored.id in (3, 21),
}


@pytest.mark.parametrize("show", Show)
@pytest.mark.parametrize("size", [1, 7, 100])
def test_pages_hold_every_round_of_a_kind_once_and_in_order(ledger, show, size):
    for number, starred in ((3, True), (5, True), (21, True), (5, False)):
        ledger.star(number, starred=starred)
    right = [stored for stored in ledger.history(100) if RIGHT[show](stored)]
    assert right
    assert pages(ledger, show, size) == right
    paid = sorted((stored for stored in right if stored.paid), key=lambda stored: (-stored.paid, stored.id))
    assert pages(ledger, show, size, largest=True) == paid + [stored for stored in right if not stored.paid]


def test_a_mark_is_kept_and_can_be_taken_away(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        ledger.settle(ledger.stake(play(Mode.BASE, Seed(1)), LADDER[0]).id)
        ledger.star(1, starred=True)
        ledger.star(1, starred=True)
        assert ledger._db.execute("SELECT count(*) FROM stars").fetchone() == (1,), "written once"
        with pytest.raises(NoSuchRound):
            ledger.star(2, starred=True)
    with Ledger.open(folder, clock) as ledger:
        assert ledger.is_starred(1)
        ledger.star(1, starred=False)
    with Ledger.open(folder, clock) as ledger:
        assert not ledger.is_starred(1)
        assert ledger.list_rounds(Show.STARRED) == []


def test_the_best_wins_are_those_that_paid_more_than_they_cost(ledger):
    won = [stored for stored in ledger.history(100) if stored.net > 0]
    assert ledger.best_wins(100) == sorted(won, key=lambda stored: (-stored.win, stored.id))
    best = ledger.best_wins(100, by_multiple=True)
    assert best == sorted(won, key=lambda stored: (-stored.win / stored.stake, stored.id))
