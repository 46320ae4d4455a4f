"""Calibration as a tool: strips from a recipe, tables of a mean, and the game retuned to other returns."""

import random

import pytest

pytest.importorskip("numba", reason="the twin needs the extra 'maths'")

from game.engine.model import KINDS, SETS, Model, current_model
from game.engine.rules import PAYS, STAKES, Mode
from game.lab import strips
from game.lab.calibrate import PAID_SHAPE, Calibration, Effort, Targets
from game.lab.heart_tables import NoTable, heart_table, table_mean
from game.lab.measurements import Measurements
from game.lab.sheet import run_return
from game.lab.simulate import Run, count_run

QUICK = Effort(
    candidates=2,
    finalists=1,
    screening=2**21,
    free_candidates=1,
    tail_rounds=10_000,
    rounds=2**22,
    depth=4,
)
"""Enough to retune to a fifth of a point."""


@pytest.mark.parametrize("recipe", [strips.BASE_RECIPE, strips.FREE_RECIPE])
@pytest.mark.parametrize("seed", range(3))
def test_strips_keep_to_their_recipe(recipe, seed):
    reels = strips.random_reels(recipe, random.Random(seed))
    assert len(reels) == 6
    for reel, strip in enumerate(reels):
        assert len(strip) == 256
        assert set(strip) == set(KINDS)
        assert strip.count("scatter") == recipe.scatters[reel]
        assert strip.count("heart") == recipe.hearts[reel]
        counts = [strip.count(symbol) for symbol in PAYS]
        assert counts == sorted(counts)
        for kind, gap in (("scatter", strips.SCATTER_GAP), ("heart", strips.HEART_GAP)):
            stops = [stop for stop, cell in enumerate(strip) if cell == kind]
            if len(stops) > 1:
                assert (
                    min((after - stop) % 256 for stop, after in zip(stops, stops[1:] + stops[:1], strict=True)) >= gap
                )


def test_ante_reels_are_base_reels_with_more_scatters():
    base = strips.random_reels(strips.BASE_RECIPE, random.Random(1))
    ante = strips.with_more_scatters(base, strips.ANTE_SCATTERS, random.Random(2))
    for one, other, count in zip(base, ante, strips.ANTE_SCATTERS, strict=True):
        assert other.count("scatter") == count
        assert all(cell in (before, "scatter") for before, cell in zip(one, other, strict=True))
        assert max(sum(other[(stop + row) % 256] == "scatter" for row in range(5)) for stop in range(256)) == 1


@pytest.mark.parametrize("mean", [5.5, 6.6, 7.25, 9.0])
def test_heart_tables_have_their_mean_and_never_rise(mean):
    weights = heart_table(mean, PAID_SHAPE)
    assert sum(weights) == 65536
    assert min(weights) >= 1
    assert list(weights) == sorted(weights, reverse=True)
    assert table_mean(weights) == pytest.approx(mean, abs=1 / 65536)


@pytest.mark.parametrize("mean", [1.0, 2.0, 60.0])
def test_a_mean_out_of_reach_is_refused(mean):
    with pytest.raises(NoTable):
        heart_table(mean, PAID_SHAPE)


@pytest.mark.parametrize("rtp", [0.93])
def test_the_game_is_retuned_to_another_return(rtp):
    """The reels stay, three heart tables change, and fresh measurements agree with the new return."""
    reels = current_model().reels
    model = Calibration("9.9.9", Targets(rtp), QUICK, 11, lambda _: None).find(reels)
    assert model.reels == {name: tuple(reels[name]) for name in SETS}
    assert all(table_mean(model.heart_weights[name]) < table_mean(current_model().heart_weights[name]) for name in SETS)
    for mode, rounds in ((Mode.BASE, 2**22), (Mode.ANTE, 2**22), (Mode.BUY, 10_000)):
        found = run_return(count_run(Run(model, mode, 99, rounds, 4)))
        error = found.variance**0.5 / STAKES[mode]
        assert error < 0.0016
        assert found.total / STAKES[mode] == pytest.approx(rtp, abs=6 * error), mode


def test_a_search_that_is_stopped_goes_on_where_it_was(tmp_path):
    """Ctrl-C in any measurement ends the search without a model; the next one measures only what was not."""
    quick = Effort(1, 1, 2**16, 1, 1_000, 2**17, 1)
    reels = current_model().reels
    whole = Calibration("9.9.9", Targets(), quick, 8, lambda _: None)
    expected = whole.find(reels)
    file = tmp_path / "m.progress"
    measured = []

    def press(share):
        measured.append(share)
        if len(measured) in {4, 9}:
            raise KeyboardInterrupt

    stops = 0
    while True:
        search = Calibration("9.9.9", Targets(), quick, 8, lambda _: None, None, Measurements(file), press)
        try:
            found = search.find(reels)
            break
        except KeyboardInterrupt:
            stops += 1
            with file.open("a") as lines:
                lines.write('\n{"key": "cut sho')  # what a kill leaves
    assert stops == 2
    assert found == expected
    assert search.measured == whole.measured
    assert len(Measurements(file)) == whole.measured
    assert measured[-1] == pytest.approx(1.0)
    search.measurements.forget()
    assert not file.exists()


def test_half_a_measurement_is_none(monkeypatch):
    def cut(run, **_):
        run.interrupted = True
        return run

    monkeypatch.setattr("game.lab.calibrate.count_run", cut)
    with pytest.raises(KeyboardInterrupt):
        Calibration("9.9.9", Targets(), QUICK, 1, lambda _: None).find(current_model().reels)


def test_the_time_left_is_told():
    from game.lab.commands import TimeLeft

    now = 100.0
    left = TimeLeft(lambda: now)
    left.show(0.2)  # known from before
    now = 160.0
    left.show(0.3)
    assert left.text() == "30 % done, 0:07:00 left"


def test_a_search_from_nothing_gives_a_model():
    """All steps in small: the figures are rough, the model is whole."""
    lines = []
    quick = Effort(2, 1, 2**20, 1, 4_000, 2**21, 1)
    model = Calibration("9.9.9", Targets(), quick, 3, lines.append).find()
    assert isinstance(model, Model)
    assert any(line.startswith("base reels") for line in lines)
    assert any(line.startswith("ante reels") for line in lines)
    found = run_return(count_run(Run(model, Mode.BASE, 5, 2**22)))
    assert found.total / 20 == pytest.approx(0.965, abs=0.03)
    assert 1 / found.trigger == pytest.approx(400, rel=0.2)


def test_the_same_seed_finds_the_same_model():
    quick = Effort(1, 1, 2**16, 1, 500, 2**17, 1)
    first, again = (Calibration("9.9.9", Targets(), quick, 8, lambda _: None).find() for _ in range(2))
    assert first == again


def test_a_model_is_written_as_released_ones_are():
    from importlib import resources

    from game.engine.model import load_model, released_versions
    from game.lab.commands import model_text

    for version in released_versions():
        file = resources.files("game.engine").joinpath("models", f"{version}.json")
        assert model_text(load_model(version)) == file.read_text()
