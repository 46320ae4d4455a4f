"""What every command line of the project does with bad input."""

import argparse
from typing import NoReturn


class CommandLine(argparse.ArgumentParser):
    """A parser whose errors are one clear line and exit status 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")
