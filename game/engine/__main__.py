"""The engine's command line: ``python -m game.engine play | simulate | find | calibrate``."""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import NoReturn

from game.engine.rng import derived_seeds, new_seed, parse_seed
from game.engine.round import play
from game.engine.rules import Mode, parse_mode


class CommandLine(argparse.ArgumentParser):
    """A parser whose errors are one clear line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


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
    return parser


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
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
