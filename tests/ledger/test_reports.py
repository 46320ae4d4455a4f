"""History, days, statistics and the spreadsheet, against plain sums over the rounds played."""

import csv
import os
import stat
from collections import Counter
from contextlib import closing
from datetime import datetime
from itertools import pairwise
from pathlib import Path

import pytest

from game.engine import Mode, Seed, play
from game.ledger import Ledger, State, reports, storage
from game.ledger.reports import CSV_HEADER
from game.money import DEFAULT, LADDER
from tests.tools.long_ledger import make

PLAYED = [(play(mode, Seed(seed)), LADDER[seed % 4]) for seed in range(8) for mode in (Mode.BASE, Mode.ANTE, Mode.BUY)]


@pytest.fixture
def ledger(folder, clock):
    """24 paid rounds over four days, then a void and an open one."""
    with Ledger.open(folder, clock) as opened:
        for index, (played, bet) in enumerate(PLAYED):
            if opened.can_refill:
                opened.refill()
            opened.settle(opened.stake(played, bet).id)
            clock.forward(hours=4 if index % 2 else 5)
        opened.void(opened.stake(PLAYED[0][0], DEFAULT).id, 'A, reason; with "marks"')
        opened.stake(PLAYED[0][0], DEFAULT)
        yield opened


def test_history_pages_back_newest_first(ledger):
    whole = ledger.history(1000)
    assert [stored.id for stored in whole] == list(range(26, 0, -1))
    pages, before = [], None
    while page := ledger.history(7, before):
        pages += page
        before = page[-1].id
    assert pages == whole
    assert [(stored.state, stored.net) for stored in whole[:2]] == [(State.OPEN, 0), (State.VOID, 0)]


def test_history_of_one_day(ledger):
    day = ledger.day_totals()[1]
    found = ledger.history(1000, day=day.day)
    assert len(found) == day.rounds + day.void
    assert {stored.day for stored in found} == {day.day}
    assert sum(stored.net for stored in found) == day.net


def test_days_add_up_to_everything(ledger):
    days = ledger.day_totals()
    assert [day.day for day in days] == sorted({stored.day for stored in ledger.history(1000)}, reverse=True)
    assert sum(day.rounds for day in days) == len(PLAYED)
    assert sum(day.void for day in days) == 1
    assert sum(day.stake for day in days) == sum(bet.price(played.mode) for played, bet in PLAYED)
    assert sum(day.win for day in days) == sum(bet.amount(played.win) for played, bet in PLAYED)


def test_statistics_are_those_of_the_rounds_played(ledger):
    found = ledger.statistics()
    for mode in Mode:
        rounds = [(played, bet) for played, bet in PLAYED if played.mode is mode]
        stakes = [bet.price(mode) for _, bet in rounds]
        part = found.by_mode[mode]
        assert (part.rounds, part.stake) == (len(rounds), sum(stakes))
        assert part.win == sum(bet.amount(played.win) for played, bet in rounds)
        assert part.hits == sum(played.win > 0 for played, _ in rounds)
        assert part.stake_squares == sum(stake * stake for stake in stakes)
        assert part.return_rate == part.win / part.stake
    assert found.by_mode[Mode.BUY].free_spins_rounds == 8
    assert found.total.rounds == len(PLAYED)
    won = [(played, bet) for played, bet in PLAYED if played.win > played.stake]
    assert found.biggest_win is not None
    assert found.biggest_win.win == max(bet.amount(played.win) for played, bet in won)
    best = found.best_multiple
    assert best is not None
    assert best.win / best.stake == max(played.win / played.stake for played, _ in won)
    assert found.refills == ledger._row("SELECT count(*) FROM entries WHERE note = 'refill'")[0]


def test_what_paid_less_than_it_cost_is_no_biggest_win(folder, clock):
    paid = next(played for played in (play(Mode.BASE, Seed(seed)) for seed in range(100)) if 0 < played.win < 20)
    with Ledger.open(folder / "new", clock) as fresh:
        fresh.settle(fresh.stake(paid, DEFAULT).id)
        found = fresh.statistics()
        assert found.total.win > 0
        assert (found.biggest_win, found.best_multiple) == (None, None)


def test_statistics_before_the_first_round(folder, clock):
    with Ledger.open(folder / "new", clock) as fresh:
        found = fresh.statistics()
        assert found.total.return_rate is None
        assert found.total.hit_rate is None
        assert found.biggest_win is None
        assert fresh.return_curve() == []
        assert fresh.day_totals() == []


@pytest.mark.parametrize("points", [1, 5, 24, 1000])
def test_the_return_curve_ends_at_the_whole(ledger, points):
    curve = ledger.return_curve(points)
    total = ledger.statistics().total
    assert curve[-1] == (total.rounds, total.stake, total.win)
    assert len(curve) <= points + 1
    assert all(a[0] < b[0] and a[1] < b[1] and a[2] <= b[2] for a, b in pairwise(curve))


def test_the_spreadsheet_holds_every_round(ledger, tmp_path):
    path = tmp_path / "rounds ♥.csv"
    with ledger.reader() as reader:
        assert list(reader.export_csv(path)) == [(0, 26), (26, 26), (26, 26)]
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == CSV_HEADER
    for row, stored in zip(rows, reversed(ledger.history(1000)), strict=True):
        money = [stored.stake, stored.paid, stored.net, stored.credit_before, stored.credit_after]
        assert int(row["round"]) == stored.id
        assert datetime.fromisoformat(row["time"]) == stored.at
        assert (row["mode"], row["state"], row["model"]) == (stored.mode, stored.state, stored.model)
        assert (row["coin"], row["level"]) == (f"{stored.coin / 100:.2f}", str(stored.level))
        columns = ("stake", "win", "net", "credit before", "credit after")
        assert [row[name] for name in columns] == [f"{minor / 100:.2f}" for minor in money]
        assert int(row["free spins"]) == stored.free_spins
        assert row["seed"] == f'="{stored.seed}"'
        assert row["reason"] == stored.explanation
    assert [file.name for file in tmp_path.glob("*.csv*")] == [path.name]


def test_a_spreadsheet_has_its_name_once_all_of_it_is_on_the_disk(ledger, tmp_path, monkeypatch):
    path, calls = tmp_path / "rounds.csv", []
    fsync, replace = os.fsync, Path.replace

    def synced(handle):
        if stat.S_ISREG(os.fstat(handle).st_mode):
            calls.append(("fsync", os.fstat(handle).st_size))
        fsync(handle)

    def renamed(source, target):
        calls.append(("rename", source.stat().st_size))
        return replace(source, target)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(Path, "replace", renamed)
    monkeypatch.setattr(reports, "PROGRESS_EVERY", 10)
    with ledger.reader() as reader:
        for _ in reader.export_csv(path):
            assert path.exists() is (calls != [])
    assert calls == [("fsync", path.stat().st_size), ("rename", path.stat().st_size)]


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_nothing_is_left_of_a_spreadsheet_that_is_stopped(ledger, tmp_path, monkeypatch, steps):
    monkeypatch.setattr(reports, "PROGRESS_EVERY", 10)
    (tmp_path / "rounds.csv").write_text("the last one")
    with ledger.reader() as reader, closing(reader.export_csv(tmp_path / "rounds.csv")) as export:
        for _ in range(steps):
            next(export)
    assert [(path.name, path.read_text()) for path in tmp_path.glob("*.csv*")] == [("rounds.csv", "the last one")]


def test_a_spreadsheet_that_cannot_be_written_leaves_nothing(ledger, tmp_path):
    with ledger.reader() as reader, pytest.raises(FileNotFoundError):
        list(reader.export_csv(tmp_path / "nowhere" / "rounds.csv"))


def test_what_is_asked_of_a_long_history_does_not_go_through_it(tmp_path, monkeypatch):
    """SQLite itself counts its steps: eight times the rounds take no more of them, but for the days' own rows."""
    monkeypatch.setattr(storage, "PART", 1000)  # what an opening after a kill looks at
    asked = (
        reports.statistics,
        reports.day_totals,
        lambda db: reports.best_wins(db, 20, by_multiple=True),
        lambda db: reports.history(db, 64, None, None),
        lambda db: storage.damage(db, thorough=False),
    )
    taken = []
    for rounds in (2_500, 20_500):
        make(tmp_path / str(rounds), rounds)
        with closing(storage.connect(tmp_path / str(rounds) / storage.LEDGER_NAME)) as db:
            steps = Counter[str]()
            for ask in asked:
                db.set_progress_handler(lambda steps=steps: steps.update(hundreds=1), 100)
                ask(db)
                db.set_progress_handler(None, 0)
            taken.append(steps["hundreds"])
    assert taken[1] < 2 * taken[0]
