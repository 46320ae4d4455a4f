"""Starting over keeps what was, keeps the limits, and never passes one."""

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from game.engine import Mode, Seed, play
from game.ledger import Ledger, LedgerError, LimitKind, LimitReached, ResetRefused, audit, start_over
from game.ledger.storage import BACKUPS_NAME, LEDGER_NAME
from game.money import DEFAULT

from .conftest import Clock


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
    clock.forward(hours=2)
    fresh, _ = start_over(ledger)
    fresh.close()


@pytest.mark.parametrize("kind", [LimitKind.LOSS, LimitKind.TIME])
def test_not_on_a_day_that_a_daily_limit_counts(opened, kind):
    ledger, clock = opened
    ledger.set_limit(kind, 1000)
    ledger.settle(a_round(ledger).id)
    with pytest.raises(ResetRefused, match="start over"):
        start_over(ledger)
    clock.forward(days=1)
    fresh, _ = start_over(ledger)
    assert fresh.limit(kind).value == 1000
    fresh.close()


def test_a_budget_that_was_reached_is_not_given_back(opened):
    ledger, clock = opened
    ledger.set_limit(LimitKind.BUDGET, DEFAULT.base)
    ledger.settle(ledger.stake(next(r for r in map(base_round, range(100)) if not r.win), DEFAULT).id)
    with pytest.raises(LimitReached):
        ledger.check(Mode.BASE, DEFAULT)
    with pytest.raises(ResetRefused, match="after 1 day without play"):
        start_over(ledger)
    clock.forward(days=1)
    fresh, _ = start_over(ledger)
    fresh.close()


def base_round(seed):
    return play(Mode.BASE, Seed(seed))


@pytest.mark.parametrize(("kind", "days"), [(LimitKind.LOSS, "1 day "), (LimitKind.TIME_MONTH, "30 days ")])
def test_how_long_it_takes_is_said(opened, kind, days):
    ledger, _ = opened
    ledger.set_limit(kind, 1000)
    ledger.settle(a_round(ledger).id)
    with pytest.raises(ResetRefused, match=days):
        start_over(ledger)


def test_a_raise_that_waits_is_not_brought_forward(opened):
    ledger, _ = opened
    ledger.set_limit(LimitKind.BUDGET, 1000)
    waiting = ledger.set_limit(LimitKind.BUDGET, 9000)
    fresh, _ = start_over(ledger)
    assert fresh.limit(LimitKind.BUDGET) == waiting
    assert (waiting.value, waiting.pending) == (1000, 9000)
    fresh.close()


def moves_that_fail_at(number, monkeypatch):
    """Let the ``number``-th rename fail as a disk does."""
    replace, left = Path.replace, number

    def fails_once(self, target):
        nonlocal left
        left -= 1
        if left == 0:
            raise OSError(5, "Input/output error")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", fails_once)


def limits_that_cannot_be_written(_, monkeypatch):
    def fails(ledger, target):
        raise LedgerError("The disk is full.")

    monkeypatch.setattr(Ledger, "copy_limits", fails)


@pytest.mark.parametrize(
    ("spoil", "at"),
    [*((moves_that_fail_at, number) for number in range(1, 8)), (limits_that_cannot_be_written, 0)],
)
def test_a_disk_that_fails_leaves_the_old_ledger_open_and_whole(tmp_path, monkeypatch, spoil, at):
    """Without a backup to come back from: what is lost here is lost."""
    with Ledger.open(tmp_path, Clock()) as ledger:
        ledger.set_limit(LimitKind.BUDGET, 5000)
        ledger.settle(a_round(ledger).id)
    shutil.rmtree(tmp_path / BACKUPS_NAME)
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


def dies_at(call, monkeypatch):
    """End the process, as far as the files can tell, before its ``call``-th rename; returns how many there were."""
    replace, count = Path.replace, 0

    def dies(self, target):
        nonlocal count
        count += 1
        if count >= call:
            raise KeyboardInterrupt
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", dies)
    return lambda: count


def test_killed_at_any_rename_it_is_the_old_game_or_the_new_one_with_all_limits(tmp_path, monkeypatch):
    found = set()
    for call in range(1, 20):
        folder = tmp_path / str(call)
        with Ledger.open(folder, Clock()) as ledger:
            ledger.settle(a_round(ledger).id)
            for kind in (LimitKind.BUDGET, LimitKind.REALITY_CHECK):
                ledger.set_limit(kind, 5000)
        ledger = Ledger.open(folder, Clock())
        with monkeypatch.context() as patch:
            counted = dies_at(call, patch)
            try:
                start_over(ledger)[0].close()
            except KeyboardInterrupt:
                ledger.close()
        with Ledger.open(folder, Clock()) as again:
            rounds = len(again.history())
            kept = [aside for aside in folder.glob("before-*") if (aside / LEDGER_NAME).exists()]
            assert rounds + len(kept) == 1
            assert len(list(folder.glob("before-*"))) == len(kept)
            assert bool(list((folder / BACKUPS_NAME).glob("*"))) == bool(rounds)
            assert again.limit(LimitKind.BUDGET).value == again.limit(LimitKind.REALITY_CHECK).value == 5000
            assert again.notes == []
        assert audit(folder)["agrees"]
        found.add(rounds)
        if counted() < call:
            break
    assert found == {0, 1}
    assert counted() < call


def test_a_start_over_whose_files_can_be_neither_moved_nor_deleted_leaves_the_ledger_open(tmp_path, monkeypatch):
    def refused(self, *_, **__):
        raise PermissionError(13, "in use by another process")

    with Ledger.open(tmp_path, Clock()) as ledger:
        ledger.settle(a_round(ledger).id)
        with monkeypatch.context() as patch:
            for name in ("rename", "replace", "unlink"):
                patch.setattr(Path, name, refused)
            with pytest.raises(LedgerError):
                start_over(ledger)
        assert len(ledger.history()) == 1
        ledger.settle(a_round(ledger, 2).id)
