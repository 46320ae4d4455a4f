"""The command line: what the game may be asked for, read once and checked."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from game import __version__
from game.engine import BadSeed, Mode, Model, Seed, UnknownMode, parse_mode, parse_seed
from game.engine.command_line import CommandLine
from game.engine.model import CURRENT, UnknownModel, find_model, load_model
from game.money import PLAIN, BadAmount, Bet, NoSuchBet, bet_of, format_money, parse_money
from game.present.tempo import Speed

MIN_SIZE: Final = (160, 90)
MAX_SIDE: Final = 16384
"""Pixels of a window."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asked for."""

    theme: str | None
    fullscreen: bool | None
    size: tuple[int, int] | None
    mute: bool
    profile: Path | None
    demo: int | None
    seed: Seed | None
    mode: Mode | None
    speed: str | None
    narrate: bool
    screenshot: Path | None
    replay: Seed | None
    model: Model | None
    bet: Bet | None
    """What a replay was asked to show its round with."""
    selftest: bool
    audit: bool
    fairness: bool

    @property
    def automatic(self) -> bool:
        """Whether the game plays by itself."""
        return self.demo is not None or self.selftest


def parse(arguments: Sequence[str] | None) -> Options:
    """Read the command line; bad input ends the program with one line and status 2."""
    parser = CommandLine(
        prog="celestial-hearts",
        description="A play-money tumble slot with honest odds. Simulated gambling, for adults (18+).",
    )
    parser.add_argument("--version", action="version", version=f"Celestial Hearts {__version__}")
    parser.add_argument("--theme", help="theme to show: princess, christmas or one of your own")
    screen = parser.add_mutually_exclusive_group()
    screen.add_argument(
        "--fullscreen", action="store_const", const=True, dest="fullscreen", help="start in full screen"
    )
    screen.add_argument("--windowed", action="store_const", const=False, dest="fullscreen", help="start in a window")
    parser.add_argument("--size", help="window size, such as 1280x720")
    parser.add_argument("--mute", action="store_true", help="start without sound")
    parser.add_argument("--profile", type=Path, metavar="DIR", help="folder for saved games")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--demo", metavar="N", help="play N rounds automatically, then exit")
    parser.add_argument("--seed", help="repeat the same demo; your own rounds stay random")
    parser.add_argument("--mode", help="base, ante or buy, for --demo and --replay")
    parser.add_argument("--speed", choices=[str(speed) for speed in Speed], help="animation speed")
    parser.add_argument("--narrate", action="store_true", help="print what happens line by line, for screen readers")
    parser.add_argument("--screenshot", type=Path, metavar="FILE", help="save the demo's last frame as a PNG")
    what.add_argument("--replay", metavar="SEED", help="replay the round of this seed; doesn't affect the balance")
    parser.add_argument("--model", metavar="VERSION", help=f"model the replayed round was played with (now {CURRENT})")
    parser.add_argument("--bet", metavar="AMOUNT", help="base bet the replayed round was played at, such as 2.00")
    what.add_argument("--selftest", action="store_true", help="check that everything works, then exit")
    what.add_argument(
        "--audit",
        action="store_true",
        help="check the ledger, print its totals in minor units (cents) as JSON, then exit",
    )
    what.add_argument("--fairness", action="store_true", help="run the tests of every fairness clause, then exit")
    given = parser.parse_args(arguments)
    if given.seed is not None and given.demo is None and given.replay is None and not given.selftest:
        parser.error("--seed repeats a demo, so it goes with --demo, --replay or --selftest")
    if given.mode is not None and given.demo is None and given.replay is None:
        parser.error("--mode goes with --demo or --replay")
    for name in ("model", "bet"):
        if getattr(given, name) is not None and given.replay is None:
            parser.error(f"--{name} goes with --replay")
    if given.profile is not None and given.selftest:
        parser.error("--selftest plays in a folder of its own, so it does not go with --profile")
    try:
        return Options(
            theme=given.theme,
            fullscreen=given.fullscreen,
            size=_size(given.size),
            mute=given.mute,
            profile=given.profile,
            demo=None if given.demo is None else _count(given.demo),
            seed=None if given.seed is None else parse_seed(given.seed),
            mode=None if given.mode is None else parse_mode(given.mode),
            speed=given.speed,
            narrate=given.narrate,
            screenshot=given.screenshot,
            replay=None if given.replay is None else parse_seed(given.replay),
            model=None if given.model is None else _model(given.model),
            bet=None if given.bet is None else _bet(given.bet),
            selftest=given.selftest,
            audit=given.audit,
            fairness=given.fairness,
        )
    except (BadSeed, UnknownMode, UnknownModel, ValueError) as error:
        parser.error(str(error))


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) < 1:
        raise ValueError(f"--demo needs a whole number of rounds from 1 up, not {text[:40]!r}")
    return int(text)


def _model(text: str) -> Model:
    return find_model(text[:40]) if "+" in text else load_model(text[:40])


def _bet(text: str) -> Bet:
    try:
        return bet_of(parse_money(text))
    except NoSuchBet as error:
        near = " and ".join(format_money(total, PLAIN) for total in error.near)
        raise ValueError(f"no bet comes to {text[:40]}: the nearest are {near}") from error
    except BadAmount:
        raise ValueError(f"--bet needs an amount such as 2.00, not {text[:40]!r}") from None


def _size(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    numbers = re.fullmatch(r"([0-9]{1,6})[xX]([0-9]{1,6})", text)
    if numbers is None:
        raise ValueError(f"--size needs something like 1280x720, not {text[:40]!r}")
    width, height = int(numbers[1]), int(numbers[2])
    if not (MIN_SIZE[0] <= width <= MAX_SIDE and MIN_SIZE[1] <= height <= MAX_SIDE):
        raise ValueError(
            f"--size goes from {MIN_SIZE[0]}x{MIN_SIZE[1]} to {MAX_SIDE}x{MAX_SIDE}, so {width}x{height} does not do"
        )
    return width, height
