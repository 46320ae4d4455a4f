"""What every command line of the project does with its input and its output.

Bad input is one clear line and status 2. Output that cannot be written (a full disk, a reader that has gone, a stream
that was closed) is one line and a status of its own, whatever was being printed.
"""

import argparse
import errno
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, NoReturn

from game.engine.model import Model, UnknownModel, find_model, load_model
from game.engine.rng import Seed, parse_seed
from game.engine.rules import Mode, parse_mode

BAD_INPUT: Final = 2
"""Exit status for input that cannot be used."""
OUTPUT_LOST: Final = 74
"""Exit status for output that cannot be written (``EX_IOERR`` of ``sysexits.h``)."""
INTERRUPTED: Final = 130
"""Exit status of a command that Ctrl-C ended."""
MAX_COUNT: Final = 10**18 - 1

_OF_OUTPUT: Final = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EPIPE)
"""What writing to a stream that is not buffered fails with."""
_PLAIN_NUMBER: Final = re.compile(r"[0-9]{1,18}(_[0-9]{1,18})*")
_EXPONENT: Final = re.compile(r"[0-9]{1,18}(\.[0-9]{1,18})?[eE]\+?[0-9]{1,2}")


class CommandLine(argparse.ArgumentParser):
    """A parser whose errors are one clear line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"{self.prog}: {message}\n")

    def _print_message(self, message: str, file: Any = None) -> None:
        """Let the help or the version say when it cannot be written; argparse would pass that over."""
        if file is not None and file is sys.stdout:
            file.write(message)
        elif sys.stderr is not None:
            with suppress(OSError):
                sys.stderr.write(message)


def print_error(message: str) -> None:
    """One line on standard error, if there is one."""
    if sys.stderr is not None:
        sys.stderr.write(f"{message}\n")


def write_output(text: str) -> None:
    """Write to standard output at once; raises ``OSError``, which :func:`run_guarded` reports."""
    sys.stdout.write(text)
    sys.stdout.flush()


def run_guarded(program: str, command: Callable[[], int]) -> int:
    """Run a command that prints to standard output; returns its exit status, :data:`OUTPUT_LOST` if that is lost."""
    if sys.stdout is None:
        print_error(f"{program}: cannot write the output: standard output is closed")
        return OUTPUT_LOST
    try:
        try:
            status = command()
        finally:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        if not _is_lost(error):
            raise
        reason = "its reader has gone" if isinstance(error, BrokenPipeError) else error.strerror
        print_error(f"{program}: cannot write the output: {reason}")
        return OUTPUT_LOST
    return status


def _is_lost(error: OSError) -> bool:
    """Whether standard output fails; if so it leads nowhere from now on, so that leaving prints no second error."""
    unbuffered = error.filename is None and error.errno in _OF_OUTPUT
    try:
        sys.stdout.flush()
        if unbuffered:
            raise error
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)
        return True
    return isinstance(error, BrokenPipeError)


def whole_number(text: str) -> int:
    """A count from 1 up, written as 1000000, 1_000_000 or 1e6; raises ``ArgumentTypeError``."""
    number = 0
    if _PLAIN_NUMBER.fullmatch(text):
        number = int(text)
    elif _EXPONENT.fullmatch(text):
        exact = Decimal(text)
        number = int(exact) if exact == int(exact) else 0
    if not 1 <= number <= MAX_COUNT:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1 up")
    return number


def mode_option(text: str) -> Mode:
    """A mode by name; raises ``ArgumentTypeError``."""
    try:
        return parse_mode(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def seed_option(text: str) -> Seed:
    """A seed; raises ``ArgumentTypeError``."""
    try:
        return parse_seed(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def model_option(text: str) -> Model:
    """A released model by its version or identity; raises ``ArgumentTypeError``."""
    try:
        return find_model(text) if "+" in text else load_model(text)
    except UnknownModel as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def file_option(text: str) -> Path:
    """A file to be written, in a folder that is there; raises ``ArgumentTypeError``."""
    path = Path(text)
    try:
        refused = path.is_dir() or not path.parent.is_dir() or not os.access(path.parent, os.W_OK)
        refused = refused or (path.exists() and not os.access(path, os.W_OK))
    except (OSError, ValueError):
        refused = True
    if refused:
        raise argparse.ArgumentTypeError(f"cannot write {text[:200]!r}: not a file in a folder that can be written to")
    return path
