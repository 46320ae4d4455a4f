"""The table: stakes are taken once, and a fault after the commit does not lose the round."""

from datetime import UTC, datetime

import pytest

from game.engine import Mode, Seed
from game.ledger import DiskFull, InsufficientBalance, Ledger, audit
from game.money import MAX, Bet
from game.settings import Settings
from game.table import Table


@pytest.fixture
def ledger(tmp_path):
    with Ledger.open(tmp_path, lambda: datetime(2026, 11, 30, tzinfo=UTC)) as opened:
        yield opened


@pytest.fixture
def table(ledger):
    seeds = iter(range(1, 1000))
    return Table(ledger, Settings(coin=10, level=1), lambda: Seed(next(seeds)))


@pytest.mark.parametrize("mode", Mode)
def test_a_round_costs_its_stake_and_pays_its_win(table, mode):
    before = table.balance
    played = table.start(mode)
    assert table.balance == before - Bet(10, 1).price(mode)
    table.settle()
    assert table.balance == before - Bet(10, 1).price(mode) + Bet(10, 1).amount(played.round.win)


def test_a_round_that_cannot_be_paid_takes_nothing(table):
    table.set_bet(MAX)
    with pytest.raises(InsufficientBalance):
        table.start(Mode.BUY)
    assert table.open is None
    assert table.balance == table.ledger.balance == 200_000


def test_a_fault_after_the_commit_does_not_lose_the_round(table, ledger, monkeypatch, tmp_path):
    stake = ledger.stake

    def fails_late(*what):
        stake(*what)
        raise DiskFull("The disk is full.")

    monkeypatch.setattr(ledger, "stake", fails_late)
    played = table.start(Mode.BASE)
    assert played.stored is not None
    table.settle()
    ledger.close()
    assert audit(tmp_path)["agrees"]
    assert audit(tmp_path)["open"] == 0


def test_a_fault_before_the_commit_takes_nothing(table, ledger, monkeypatch):
    def fails(*_):
        raise DiskFull("The disk is full.")

    monkeypatch.setattr(ledger, "stake", fails)
    with pytest.raises(DiskFull):
        table.start(Mode.BASE)
    assert table.open is None
    assert table.balance == ledger.balance == 200_000
