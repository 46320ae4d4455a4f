"""The engine's command line: ``python -m game.engine play | simulate | find | calibrate``.

``play`` is the engine's own. The others belong to :mod:`game.lab`, of which the engine knows only where it lists its
commands.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from game.engine.command_line import (
    CommandLine,
    mode_option,
    model_option,
    run_guarded,
    seed_option,
    whole_number,
    write_output,
)
from game.engine.model import CURRENT, current_model
from game.engine.rng import derived_seeds, new_seed
from game.engine.round import play
from game.engine.rules import Mode

PROGRAM: Final = "python -m game.engine"
LINES_AT_A_TIME: Final = 50
MORE_COMMANDS: Final = "game.lab.arguments"
"""The module that adds the commands which need more than the engine."""


def build_parser() -> CommandLine:
    """The parser of all commands."""
    parser = CommandLine(prog=PROGRAM, description="Play, simulate and search rounds without a window.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=CommandLine)
    playing = commands.add_parser("play", help="play rounds and print them as JSON lines")
    playing.add_argument("--mode", type=mode_option, required=True, help=", ".join(Mode))
    playing.add_argument(
        "--seed", type=seed_option, help="the round's seed (default: a random one from the operating system)"
    )
    playing.add_argument("--count", type=whole_number, help="play this many rounds, with seeds derived from --seed")
    playing.add_argument("--model", type=model_option, help=f"a released model (default: {CURRENT})")
    playing.add_argument("--json", action="store_true", help="print one JSON object per round (the default)")
    playing.set_defaults(run=run_play)
    import_module(MORE_COMMANDS).add_commands(commands)
    return parser


def run_play(options: argparse.Namespace) -> int:
    """Print the rounds asked for, one JSON object a line."""
    seed = new_seed() if options.seed is None else options.seed
    seeds = [seed] if options.count is None else derived_seeds(seed, options.count)
    model = options.model or current_model()
    lines: list[str] = []
    for each in seeds:
        lines.append(json.dumps(play(options.mode, each, model).to_json(), separators=(",", ":")) + "\n")
        if len(lines) >= LINES_AT_A_TIME:
            write_output("".join(lines))
            lines.clear()
    write_output("".join(lines))
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns its exit status."""

    def run() -> int:
        options = build_parser().parse_args(arguments)
        status: int = options.run(options)
        return status

    return run_guarded(PROGRAM, run)


if __name__ == "__main__":
    sys.exit(main())
