"""The lab's part of the command line: what ``simulate``, ``find`` and ``calibrate`` take.

Nothing here needs an extra; a command's home is imported when it runs.
"""

import argparse
import re
from collections.abc import Callable
from typing import Any, Final

from game.engine.command_line import (
    BAD_INPUT,
    CommandLine,
    file_option,
    mode_option,
    model_option,
    print_error,
    seed_option,
    whole_number,
)
from game.engine.model import CURRENT, released_versions
from game.engine.rules import RETURN_TO_PLAYER, Mode
from game.lab.tags import TAG_FORMS, TAGS, Tag, UnknownTag, parse_tag

SCHEDULER: Final = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?(?:[\w.-]+|\[[0-9a-fA-F:]+\]):(\d{1,5})")
"""What the address of a scheduler looks like."""
MAX_WORKERS: Final = 1024
MAX_EFFORT: Final = 1000
MIN_RETURN, MAX_RETURN = 0.8, 0.99
EXTRA_PACKAGES: Final = ("numba", "numpy", "llvmlite", "matplotlib", "tqdm", "dask", "distributed")
"""Packages of the extras."""


def add_commands(commands: Any) -> None:
    """Add the lab's commands to the subparsers of a command line."""
    add_simulate(commands.add_parser("simulate", help="simulate millions of rounds and print a PAR sheet"))
    add_calibrate(commands.add_parser("calibrate", help="find a model that meets its targets"))
    tags = f"Tags: {', '.join(TAGS)}; any number may stand in {' and '.join(TAG_FORMS)}."
    add_find(commands.add_parser("find", help="print seeds of rounds that have a given feature", epilog=tags))


def add_simulate(parser: CommandLine) -> None:
    """The options of ``simulate``."""
    parser.add_argument("--mode", type=mode_option, required=True, help=", ".join(Mode))
    parser.add_argument("--rounds", type=whole_number, required=True, help="how many rounds, such as 1e9")
    parser.add_argument(
        "--seed", type=seed_option, help="the run's seed (default: a random one from the operating system)"
    )
    parser.add_argument("--model", type=model_option, default=CURRENT, help=f"a released model (default: {CURRENT})")
    parser.add_argument("--workers", type=workers_option, help="number of local processes (default: one per core)")
    parser.add_argument("--effort", type=effort_option, default=1, help="sample size, as a multiple of the default")
    parser.add_argument("--cluster", type=address_option, help="simulate on a dask.distributed scheduler, HOST:PORT")
    parser.add_argument("--json", action="store_true", help="print the sheet as one JSON object")
    parser.add_argument("--html", type=file_option, metavar="FILE", help="also write the sheet, with plots, to FILE")
    parser.set_defaults(run=with_extra("simulate"))


def add_find(parser: CommandLine) -> None:
    """The options of ``find``."""
    parser.add_argument("--mode", type=mode_option, required=True, help=", ".join(Mode))
    parser.add_argument("--want", type=tag_option, required=True, metavar="TAG", help=", ".join(TAGS))
    parser.add_argument("--count", type=whole_number, default=1, help="how many seeds to print (default: 1)")
    parser.add_argument("--seed", type=seed_option, default="0", help="which batch to search (default: 0)")
    parser.add_argument("--model", type=model_option, default=CURRENT, help=f"a released model (default: {CURRENT})")
    parser.set_defaults(run=with_extra("find"))


def add_calibrate(parser: CommandLine) -> None:
    """The options of ``calibrate``."""
    parser.add_argument("--version", type=version_option, required=True, help="the new model's version, such as 1.2.0")
    parser.add_argument("--out", type=file_option, required=True, metavar="FILE", help="where to write the model")
    parser.add_argument(
        "--rtp", type=return_option, default=RETURN_TO_PLAYER, help="target return of every mode, such as .955"
    )
    parser.add_argument(
        "--reels-of", type=model_option, help="keep the reels of a released model (default: search for new ones)"
    )
    parser.add_argument("--seed", type=seed_option, default="1", help="seed of the search and of every measurement")
    parser.add_argument("--rounds", type=whole_number, help="base-game rounds measured before the hearts are solved")
    parser.add_argument("--effort", type=effort_option, help="sample size, as a multiple of the default")
    parser.add_argument("--candidates", type=whole_number, help="how many reel sets to try in the search")
    parser.add_argument("--workers", type=workers_option, help="number of local processes (default: one per core)")
    parser.set_defaults(run=with_extra("calibrate"))


def workers_option(text: str) -> int:
    """A number of workers; raises ``ArgumentTypeError``."""
    workers = whole_number(text)
    if workers > MAX_WORKERS:
        raise argparse.ArgumentTypeError(f"{workers} workers are more than the {MAX_WORKERS} that can be kept busy")
    return workers


def effort_option(text: str) -> int:
    """How hard the estimator works; raises ``ArgumentTypeError``."""
    effort = whole_number(text)
    if effort > MAX_EFFORT:
        raise argparse.ArgumentTypeError(f"an effort of {effort} is more than {MAX_EFFORT}")
    return effort


def address_option(text: str) -> str:
    """A scheduler's address, with its protocol; raises ``ArgumentTypeError``."""
    match = SCHEDULER.fullmatch(text)
    if not match or not 0 < int(match[1]) < 2**16:
        raise argparse.ArgumentTypeError(f"malformed address {text[:60]!r}: HOST:PORT or tcp://HOST:PORT is needed")
    return text if "://" in text else f"tcp://{text}"


def tag_option(text: str) -> Tag:
    """A tag of the list, or one with another number; raises ``ArgumentTypeError``."""
    try:
        return parse_tag(text)
    except UnknownTag as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def version_option(text: str) -> str:
    """A version not yet released; raises ``ArgumentTypeError``."""
    if not re.fullmatch(r"[0-9]{1,4}\.[0-9]{1,4}\.[0-9]{1,4}", text):
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a version such as 1.2.0")
    if text in released_versions():
        raise argparse.ArgumentTypeError(f"version {text} is released, and a released model never changes")
    return text


def return_option(text: str) -> float:
    """A return as a share; raises ``ArgumentTypeError``."""
    if not re.fullmatch(r"0?\.[0-9]{1,9}", text) or not MIN_RETURN <= float(text) <= MAX_RETURN:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a return from {MIN_RETURN} to {MAX_RETURN}")
    return float(text)


def with_extra(command: str) -> Callable[[argparse.Namespace], int]:
    """A command of :mod:`game.lab.commands`, which is imported when it runs; without the extra, a clear line."""

    def run(options: argparse.Namespace) -> int:
        try:
            from game.lab import commands  # noqa: PLC0415  # numba takes a second to import and may not be there

            status: int = commands.COMMANDS[command](options)
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] not in EXTRA_PACKAGES:
                raise
            extra = "cluster" if error.name in {"dask", "distributed"} else "maths"
            print_error(
                f"python -m game.engine {command}: {error.name} is not installed: "
                f"pip install 'celestial-hearts[{extra}]'"
            )
            return BAD_INPUT
        return status

    return run
