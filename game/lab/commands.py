"""What the command line runs of the twin: ``simulate``, ``find`` and ``calibrate``."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from itertools import islice
from time import perf_counter
from typing import Final

from game.engine.command_line import BAD_INPUT, INTERRUPTED, OUTPUT_LOST, print_error, write_output
from game.engine.model import Model, model_to_json
from game.engine.rng import new_seed
from game.lab.calibrate import Calibration, Effort, Targets
from game.lab.compact_json import dump_json
from game.lab.find import find_rounds
from game.lab.heart_tables import NoTable
from game.lab.measurements import Measurements
from game.lab.par import sheet_text
from game.lab.sheet import build_sheet
from game.lab.simulate import ROUNDS, Run, WorkersLost, count_run, local_pool
from game.lab.strips import NoStrip
from game.lab.whole_file import whole_file

PROGRAM: Final = "python -m game.engine"
MAX_SHARDS_HERE = 6
"""Runs of no more shards than this are counted here: starting other processes would take longer."""


def run_simulate(options: argparse.Namespace) -> int:
    """Count a run and print its sheet."""
    if options.html:
        from game.lab.par_html import sheet_html  # noqa: PLC0415  # matplotlib is only needed here
    seed = new_seed() if options.seed is None else options.seed
    run = Run(options.model, options.mode, seed, options.rounds, options.effort)
    started, text = perf_counter(), ""
    try:
        with whole_file(options.html) if options.html else nullcontext() as write_page:
            with progress_bar(run.rounds) as progress:
                _count(run, options, progress)
            if not run.done[ROUNDS]:
                print_error(f"{PROGRAM} simulate: interrupted before anything was counted")
                return INTERRUPTED
            sheet = build_sheet(run, perf_counter() - started)
            text = dump_json(sheet) if options.json else sheet_text(sheet)
            if write_page:
                write_page(sheet_html(sheet))
    except (OSError, WorkersLost) as error:
        print_error(f"{PROGRAM} simulate: {error}")
        if not text:
            return BAD_INPUT
        write_output(text)
        return OUTPUT_LOST
    write_output(text)
    return INTERRUPTED if run.interrupted else 0


def _count(run: Run, options: argparse.Namespace, progress: Callable[[int], object]) -> None:
    """Count a run where the options say."""
    if options.cluster:
        from game.lab.cluster import connect  # noqa: PLC0415  # dask is only needed here

        with connect(options.cluster) as (executor, workers):
            count_run(run, workers=workers, executor=executor, progress=progress)
    else:
        shards = sum(1 for _ in islice(run.shards(), MAX_SHARDS_HERE + 1))
        workers = options.workers or os.cpu_count() or 1
        count_run(run, workers=workers if shards > MAX_SHARDS_HERE else 1, progress=progress)


@contextmanager
def progress_bar(rounds: int) -> Iterator[Callable[[int], object]]:
    """A bar with rate and time left on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from tqdm import tqdm  # noqa: PLC0415  # only a terminal needs it

    with tqdm(total=rounds, unit=" rounds", unit_scale=True, smoothing=0.05, leave=False) as bar:
        yield bar.update


def run_find(options: argparse.Namespace) -> int:
    """Print seeds of rounds that show a tag."""
    found = find_rounds(options.mode, options.want, options.seed, options.model)
    for seed in islice(found, options.count):
        write_output(f"{seed}\n")
    return 0


def run_calibrate(options: argparse.Namespace) -> int:
    """Find a model and write it down."""
    given = {
        "rounds": options.rounds,
        "depth": options.effort,
        "candidates": options.candidates,
        "workers": options.workers or os.cpu_count() or 1,
    }
    effort = Effort(**{name: value for name, value in given.items() if value is not None})
    reels = options.reels_of.reels if options.reels_of else None
    measurements = Measurements(options.out.with_name(f"{options.out.name}.progress"))
    if len(measurements):
        print_error(f"going on with {len(measurements)} measurements of {measurements.file}")
    pool = None if effort.workers == 1 else local_pool(effort.workers)
    left = TimeLeft(perf_counter)
    search = Calibration(
        options.version, Targets(options.rtp), effort, options.seed, left.report, pool, measurements, left.show
    )
    try:
        with whole_file(options.out) as write:
            model = search.find(reels)
            write(model_text(model))
    except (NoTable, NoStrip) as error:
        print_error(f"{PROGRAM} calibrate: no model: {error}")
        return 1
    except KeyboardInterrupt:
        print_error(f"{PROGRAM} calibrate: interrupted; the same command goes on from {measurements.file}")
        return INTERRUPTED
    except (OSError, WorkersLost) as error:
        print_error(f"{PROGRAM} calibrate: {error}")
        return BAD_INPUT
    finally:
        if pool:
            pool.shutdown(wait=False, cancel_futures=True)
    measurements.forget()
    print_error(f"wrote {model.identity}; prove it with: {PROGRAM} simulate --model {model.version} --mode ...")
    return 0


class TimeLeft:
    """Lines of progress on standard error, with the time left; on a terminal one more that is kept up to date."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.started = clock()
        self.first: float | None = None
        """Share that was done from the start."""
        self.share = 0.0

    def show(self, share: float) -> None:
        """Take note of the share of the work done."""
        if self.first is None:
            self.first = share
        self.share = share
        if sys.stderr is not None and sys.stderr.isatty():
            sys.stderr.write(f"\r{self.text():<30}")
            sys.stderr.flush()

    def text(self) -> str:
        """How much is done and how long the rest will take."""
        done = self.share - (self.first or 0.0)
        if done <= 0:
            return f"{100 * self.share:.0f} % done"
        seconds = round((self.clock() - self.started) * (1 - self.share) / done)
        hours, minutes = divmod(seconds // 60, 60)
        return f"{100 * self.share:.0f} % done, {hours}:{minutes:02}:{seconds % 60:02} left"

    def report(self, line: str) -> None:
        """One line of what was found."""
        start = "\r" if sys.stderr is not None and sys.stderr.isatty() else ""
        print_error(f"{start}{line} ({self.text()})")


def model_text(model: Model) -> str:
    """A model's file: one rule and one strip a line."""
    data = model_to_json(model)
    tables = ",\n".join(f'  "{name}": {json.dumps(weights)}' for name, weights in data["heart_weights"].items())
    reels = ",\n".join(f'  "{name}": [\n{_strip_lines(strips)}\n  ]' for name, strips in data["reels"].items())
    keys = [key for key in data if key not in {"ruleset", "heart_weights", "reels"}]
    head = "".join(f' "{key}": {json.dumps(data[key])},\n' for key in keys)
    if "ruleset" in data:
        rules = ",\n".join(f'  "{key}": {json.dumps(value)}' for key, value in data["ruleset"].items())
        head += f' "ruleset": {{\n{rules}\n }},\n'
    return f'{{\n{head} "heart_weights": {{\n{tables}\n }},\n "reels": {{\n{reels}\n }}\n}}\n'


def _strip_lines(strips: list[list[int]]) -> str:
    return ",\n".join("   " + json.dumps(strip, separators=(",", ":")) for strip in strips)


COMMANDS: Final = {"simulate": run_simulate, "find": run_find, "calibrate": run_calibrate}
"""Name -> what runs it; returns the exit status."""
