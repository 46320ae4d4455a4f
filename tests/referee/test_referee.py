"""The engine and its twin against an independent referee in C, seed by seed."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from game.engine import events as ev
from game.engine import play
from game.engine.model import KINDS, current_model, load_model, released_versions
from game.engine.rng import derived_seed, derived_seeds
from game.engine.rules import Mode

SOURCE = Path(__file__).with_name("referee.c")
ROUND = np.dtype([(name, np.int64) for name in ("win", "free_spins", "retriggers", "capped")] + [("digest", np.uint64)])
SHORT = {Mode.BASE: 4000, Mode.ANTE: 4000, Mode.BUY: 150}
ENDS = [0, 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1]


@pytest.fixture(scope="session")
def library(tmp_path_factory):
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("needs a C compiler")
    file = tmp_path_factory.mktemp("referee") / "referee.so"
    flags = ["-O2", "-std=c99", "-Wall", "-Wextra", "-Wno-sign-compare", "-Werror", "-shared", "-fPIC"]
    subprocess.run([compiler, *flags, "-o", file, SOURCE], check=True)
    return ctypes.CDLL(str(file))


def packed_set(model, name):
    """A reel set as the referee's struct: strips, then heart weights."""
    strips = np.array([[KINDS.index(kind) for kind in strip] for strip in model.reels[name]], np.uint8)
    return strips.tobytes() + np.array(model.heart_weights[name], np.int32).tobytes()


def judged(library, model, mode, seeds):
    """What the referee says of the rounds of those seeds."""
    rounds = np.zeros(len(seeds), ROUND)
    numbers = np.array(seeds, np.uint64)
    library.play_seeds(
        packed_set(model, mode.reel_set),
        packed_set(model, "free"),
        ctypes.c_int(mode is Mode.BUY),
        numbers.ctypes.data_as(ctypes.c_void_p),
        ctypes.c_int64(len(seeds)),
        rounds.ctypes.data_as(ctypes.c_void_p),
    )
    return rounds


def digest_of(played):
    """FNV-1a of every board of a round, cell by cell from the bottom of reel 0 on, and of every spin's win."""
    value = 0xCBF29CE484222325

    def note(number):
        nonlocal value
        for byte in int(number).to_bytes(8, "little"):
            value = (value ^ byte) * 0x100000001B3 % 2**64

    for event in played.events:
        if isinstance(event, ev.BoardDropped | ev.BoardTumbled):
            for column in event.board:
                for cell in reversed(column):
                    note(100 + int(cell[1:]) if cell[0] == "x" else KINDS.index(cell))
        elif isinstance(event, ev.SpinSettled):
            note(event.win)
    return value


@pytest.mark.parametrize("version", released_versions())
@pytest.mark.parametrize("mode", Mode)
def test_the_engine_plays_the_referees_rounds_cell_by_cell(library, version, mode):
    model = load_model(version)
    count = SHORT[mode] if version == released_versions()[-1] else SHORT[mode] // 10
    seeds = [*derived_seeds(20_261_201, count), *ENDS]
    for seed, said in zip(seeds, judged(library, model, mode, seeds), strict=True):
        played = play(mode, seed, model)
        kinds = [type(event) for event in played.events]
        spins = kinds.count(ev.SpinSettled) - 1
        ours = (played.win, spins, kinds.count(ev.FreeSpinsAdded), kinds.count(ev.CapReached), digest_of(played))
        assert ours == tuple(said.tolist()), (mode, seed)


def compare_with_the_twin(library, mode, batch, rounds):
    pytest.importorskip("numba", reason="the twin needs the extra 'maths'")
    from game.lab import twin
    from game.lab.packing import pack

    model, size = current_model(), 100_000
    packed, state = pack(model, mode), twin.new_state()
    for first in range(0, rounds, size):
        count = min(size, rounds - first)
        seeds = np.array([derived_seed(batch, first + step) for step in range(count)], np.uint64)
        wins, spins, flags = (np.zeros(count, np.int64) for _ in range(3))
        twin.trace_rounds(packed, seeds, state, wins, spins, flags)
        said = judged(library, model, mode, seeds)
        capped = (flags & twin.FLAGS["cap"] != 0).astype(np.int64)
        again = flags & twin.FLAGS["retrigger"] != 0
        wrong = (wins != said["win"]) | (spins != said["free_spins"]) | (capped != said["capped"])
        # the spin that reaches the cap forfeits what its scatters would add
        wrong |= again != (said["retriggers"] > 0)
        assert seeds[wrong].tolist() == []


@pytest.mark.parametrize("mode", Mode)
def test_the_twin_plays_the_referees_rounds(library, mode):
    compare_with_the_twin(library, mode, 20_261_202, 100 * SHORT[mode] if mode is not Mode.BUY else 5000)


@pytest.mark.long
@pytest.mark.parametrize(("mode", "rounds"), [(Mode.BASE, 10_000_000), (Mode.ANTE, 10_000_000), (Mode.BUY, 500_000)])
def test_the_twin_plays_ten_million_of_the_referees_rounds(library, mode, rounds):
    compare_with_the_twin(library, mode, 20_261_203, rounds)
