"""Starting over keeps what was, keeps the limits, and never passes one."""

from datetime import timedelta
from pathlib import Path

import pytest

from game.engine import Mode, Seed, play
from game.ledger import Ledger, LedgerError, LimitKind, ResetRefused, audit, start_over
from game.ledger.reset import ARCHIVED_FILES
from game.money import DEFAULT


class Clock:
    def __init__(self):
        from datetime import UTC, datetime

        self.now = datetime(2026, 11, 30, 12, tzinfo=UTC)

    def __call__(self):
        return self.now


@pytest.fixture
def opened(tmp_path):
    clock = Clock()
    ledger = Ledger.open(tmp_path / "profile", clock)
    yield ledger, clock
    ledger.close()


def a_round(ledger, seed=1):
    return ledger.stake(play(Mode.BASE, Seed(seed)), DEFAULT)


def test_a_fresh_ledger_takes_the_old_one_s_place(opened):
    ledger, _ = opened
    ledger.settle(a_round(ledger).id)
    ledger.set_limit(LimitKind.BUDGET, 5000)
    ledger.set_limit(LimitKind.REALITY_CHECK, 30)
    fresh, aside = start_over(ledger)
    try:
        assert fresh.balance == 200_000
        assert fresh.history() == []
        assert fresh.limit(LimitKind.BUDGET).value == 5000
        assert fresh.limit(LimitKind.REALITY_CHECK).value == 30
        assert fresh.limit(LimitKind.LOSS).value is None
        fresh.settle(a_round(fresh).id)
    finally:
        fresh.close()
    with Ledger.open(aside, Clock()) as old:
        assert len(old.history()) == 1


def test_not_while_a_round_is_open(opened):
    ledger, _ = opened
    a_round(ledger)
    with pytest.raises(ResetRefused):
        start_over(ledger)
    assert ledger.open_round() is not None


def test_not_during_a_break(opened):
    ledger, clock = opened
    ledger.take_break(clock.now + timedelta(hours=1))
    with pytest.raises(ResetRefused):
        start_over(ledger)
    clock.now += timedelta(hours=2)
    fresh, _ = start_over(ledger)
    fresh.close()


@pytest.mark.parametrize("kind", [LimitKind.LOSS, LimitKind.TIME])
def test_not_on_a_day_that_a_daily_limit_counts(opened, kind):
    ledger, clock = opened
    ledger.set_limit(kind, 1000)
    ledger.settle(a_round(ledger).id)
    with pytest.raises(ResetRefused, match="tomorrow"):
        start_over(ledger)
    clock.now += timedelta(days=1)
    fresh, _ = start_over(ledger)
    assert fresh.limit(kind).value == 1000
    fresh.close()


def test_a_raise_that_waits_is_not_brought_forward(opened):
    ledger, _ = opened
    ledger.set_limit(LimitKind.BUDGET, 1000)
    ledger.set_limit(LimitKind.BUDGET, 9000)
    fresh, _ = start_over(ledger)
    assert fresh.limit(LimitKind.BUDGET).value == 1000
    assert fresh.limit(LimitKind.BUDGET).pending_from is None
    fresh.close()


def moves_that_fail_at(number, monkeypatch):
    """Let the ``number``-th rename fail as a disk does."""
    rename, left = Path.rename, number

    def fails_once(self, target):
        nonlocal left
        left -= 1
        if left == 0:
            raise OSError(5, "Input/output error")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", fails_once)


def limit_that_cannot_be_written(_, monkeypatch):
    def fails(ledger, kind, value):
        raise LedgerError("The disk is full.")

    monkeypatch.setattr(Ledger, "set_limit", fails)


@pytest.mark.parametrize(
    ("spoil", "at"), [(moves_that_fail_at, 1), (moves_that_fail_at, 2), (limit_that_cannot_be_written, 0)]
)
def test_a_disk_that_fails_leaves_the_old_ledger_open_and_whole(tmp_path, monkeypatch, spoil, at):
    with Ledger.open(tmp_path, Clock()) as ledger:
        ledger.set_limit(LimitKind.BUDGET, 5000)
        ledger.settle(a_round(ledger).id)
    assert all((tmp_path / name).exists() for name in (ARCHIVED_FILES[0], ARCHIVED_FILES[-1]))
    with Ledger.open(tmp_path, Clock()) as ledger:
        with monkeypatch.context() as patch:
            spoil(at, patch)
            with pytest.raises(LedgerError):
                start_over(ledger)
        assert len(ledger.history()) == 1
        assert ledger.limit(LimitKind.BUDGET).value == 5000
        ledger.settle(a_round(ledger, 2).id)
    assert audit(tmp_path)["agrees"]
    assert audit(tmp_path)["rounds"] == 2
