"""The engine's command line: ``python -m game.engine play | simulate | find | calibrate``."""

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from game.engine.command_line import CommandLine
from game.engine.model import CURRENT, UnknownModel, load_model, released_versions
from game.engine.rng import derived_seeds, new_seed, parse_seed
from game.engine.round import play
from game.engine.rules import RETURN_TO_PLAYER, Mode, parse_mode
from game.engine.tags import TAGS

SCHEDULER: Final = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\]):(\d{1,5})")
"""What the address of a scheduler looks like."""
MOST_WORKERS: Final = 1024
MOST_EFFORT: Final = 1000
LEAST_RETURN, MOST_RETURN = 0.8, 0.99
TOOLS: Final = ("numba", "numpy", "llvmlite", "matplotlib", "tqdm", "dask", "distributed")
"""Packages of the extras."""


class MissingTools(RuntimeError):
    """An extra that a command needs is not installed."""


def whole_number(text: str) -> int:
    """A count from 1 up; raises ``ArgumentTypeError``."""
    if not (text.isascii() and text.isdigit()) or len(text) > 18 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1 up")
    return int(text)


def mode_option(text: str) -> Mode:
    """A mode by name; raises ``ArgumentTypeError``."""
    try:
        return parse_mode(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def seed_option(text: str) -> int:
    """A seed; raises ``ArgumentTypeError``."""
    try:
        return parse_seed(text)
    except ValueError as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def workers_option(text: str) -> int:
    """A number of workers; raises ``ArgumentTypeError``."""
    workers = whole_number(text)
    if workers > MOST_WORKERS:
        raise argparse.ArgumentTypeError(f"{workers} workers are more than the {MOST_WORKERS} that can be kept busy")
    return workers


def effort_option(text: str) -> int:
    """How hard the estimator works; raises ``ArgumentTypeError``."""
    effort = whole_number(text)
    if effort > MOST_EFFORT:
        raise argparse.ArgumentTypeError(f"an effort of {effort} is more than {MOST_EFFORT}")
    return effort


def address_option(text: str) -> str:
    """A scheduler's address, with its protocol; raises ``ArgumentTypeError``."""
    match = SCHEDULER.fullmatch(text)
    if not match or not 0 < int(match[1]) < 2**16:
        raise argparse.ArgumentTypeError(f"malformed address {text[:60]!r}: HOST:PORT or tcp://HOST:PORT is needed")
    return text if "://" in text else f"tcp://{text}"


def tag_option(text: str) -> str:
    """A tag of the list; raises ``ArgumentTypeError``."""
    if text not in TAGS:
        raise argparse.ArgumentTypeError(f"unknown tag {text[:40]!r}: choose {', '.join(TAGS)}")
    return text


def model_option(text: str) -> str:
    """A released model's version; raises ``ArgumentTypeError``."""
    try:
        return load_model(text).version
    except UnknownModel as fault:
        raise argparse.ArgumentTypeError(str(fault)) from None


def file_option(text: str) -> Path:
    """A file to be written, in a folder that is there; raises ``ArgumentTypeError``."""
    path = Path(text)
    if path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"cannot write {text[:200]!r}: not a file in a folder that can be written to")
    return path


def build_parser() -> CommandLine:
    """The parser of all the engine's commands."""
    parser = CommandLine(prog="python -m game.engine", description="Play, count and search rounds without a window.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=CommandLine)
    playing = commands.add_parser("play", help="play rounds and print them as JSON lines")
    playing.add_argument("--mode", type=mode_option, required=True, help=", ".join(Mode))
    playing.add_argument("--seed", type=seed_option, help="the round's seed; from the operating system unless given")
    playing.add_argument("--count", type=whole_number, help="play this many rounds, of seeds derived from --seed")
    playing.add_argument("--json", action="store_true", help="one JSON object a line for each round (the default)")
    playing.set_defaults(run=run_play)
    add_simulate(commands.add_parser("simulate", help="count rounds by the million and print their PAR sheet"))
    add_calibrate(commands.add_parser("calibrate", help="find a model that meets its targets"))
    add_find(commands.add_parser("find", help="print seeds of rounds that show something", epilog=tag_list()))
    return parser


def add_simulate(parser: argparse.ArgumentParser) -> None:
    """The options of ``simulate``."""
    parser.add_argument("--mode", type=mode_option, required=True, help=", ".join(Mode))
    parser.add_argument("--rounds", type=whole_number, required=True, help="how many rounds to count")
    parser.add_argument("--seed", type=seed_option, help="the run's seed; from the operating system unless given")
    parser.add_argument("--model", type=model_option, default=CURRENT, help=f"a released model, {CURRENT} unless given")
    parser.add_argument("--workers", type=workers_option, help="local processes, one a core unless given")
    parser.add_argument("--effort", type=effort_option, default=1, help="how many times the estimator's usual samples")
    parser.add_argument("--cluster", type=address_option, help="count on a dask.distributed scheduler, HOST:PORT")
    parser.add_argument("--json", action="store_true", help="print the sheet as one JSON object")
    parser.add_argument("--html", type=file_option, metavar="FILE", help="also write the sheet with plots to FILE")
    parser.set_defaults(run=with_tools("run_simulate"))


def tag_list() -> str:
    """The closed list of tags, for ``--help``."""
    return f"Tags: {', '.join(TAGS)}."


def add_find(parser: argparse.ArgumentParser) -> None:
    """The options of ``find``."""
    parser.add_argument("--mode", type=mode_option, required=True, help=", ".join(Mode))
    parser.add_argument("--want", type=tag_option, required=True, metavar="TAG", help=", ".join(TAGS))
    parser.add_argument("--count", type=whole_number, default=1, help="how many seeds to print, 1 unless given")
    parser.add_argument(
        "--seed", type=seed_option, default=0, help="which batch to look through, that of 0 unless given"
    )
    parser.add_argument("--model", type=model_option, default=CURRENT, help=f"a released model, {CURRENT} unless given")
    parser.set_defaults(run=with_tools("run_find"))


def add_calibrate(parser: argparse.ArgumentParser) -> None:
    """The options of ``calibrate``."""
    parser.add_argument("--version", type=version_option, required=True, help="what to call the model, such as 1.1.0")
    parser.add_argument("--out", type=file_option, required=True, metavar="FILE", help="where to write the model")
    parser.add_argument(
        "--rtp", type=return_option, default=RETURN_TO_PLAYER, help="return of every mode, such as .955"
    )
    parser.add_argument("--reels-of", type=model_option, help="keep the reels of a released model; searched otherwise")
    parser.add_argument("--seed", type=seed_option, default=1, help="seed of the search and all measuring")
    parser.add_argument("--rounds", type=whole_number, help="base rounds of the measurement that is solved")
    parser.add_argument("--effort", type=effort_option, help="how many times its estimator's usual samples")
    parser.add_argument("--candidates", type=whole_number, help="reel sets to draw in the search")
    parser.add_argument("--workers", type=workers_option, help="local processes, one a core unless given")
    parser.set_defaults(run=with_tools("run_calibrate"))


def version_option(text: str) -> str:
    """A version not yet released; raises ``ArgumentTypeError``."""
    if not re.fullmatch(r"\d{1,4}\.\d{1,4}\.\d{1,4}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a version such as 1.1.0")
    if text in released_versions():
        raise argparse.ArgumentTypeError(f"version {text} is released, and a released model never changes")
    return text


def return_option(text: str) -> float:
    """A return as a share; raises ``ArgumentTypeError``."""
    if not re.fullmatch(r"0?\.\d{1,9}", text) or not LEAST_RETURN <= float(text) <= MOST_RETURN:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a return from {LEAST_RETURN} to {MOST_RETURN}")
    return float(text)


def with_tools(name: str) -> Callable[[argparse.Namespace], int]:
    """A command of :mod:`game.engine.tools`, which is imported when it runs; without the extra, a clear line."""

    def run(options: argparse.Namespace) -> int:
        try:
            from game.engine import tools  # noqa: PLC0415  # numba takes a second to import and may not be there

            status: int = getattr(tools, name)(options)
        except ModuleNotFoundError as fault:
            if (fault.name or "").partition(".")[0] not in TOOLS:
                raise
            extra = "cluster" if fault.name in {"dask", "distributed"} else "maths"
            raise MissingTools(f"{fault.name} is not installed: pip install 'celestial-hearts[{extra}]'") from None
        return status

    return run


def run_play(options: argparse.Namespace) -> int:
    """Print the rounds asked for, one JSON object a line."""
    seed = new_seed() if options.seed is None else options.seed
    seeds = [seed] if options.count is None else derived_seeds(seed, options.count)
    for each in seeds:
        print(json.dumps(play(options.mode, each).to_json(), separators=(",", ":")))
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""
    options = build_parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
        return status
    except MissingTools as fault:
        print(f"python -m game.engine {options.command}: {fault}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
