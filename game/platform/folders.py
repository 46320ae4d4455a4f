"""Opening a folder in the system's file manager."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

from game.platform.threads import start_thread

MANAGERS: Final = {"win32": "explorer", "darwin": "open"}
"""Program that shows a folder, by system; elsewhere ``xdg-open``."""


def open_folder(folder: Path) -> bool:
    """Ask the system to show a folder; False where there is nothing to ask."""
    # What a frozen program sets for its own libraries would be taken by the file manager for its own.
    given = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"}
    silent = subprocess.DEVNULL
    try:
        asked = subprocess.Popen(  # noqa: S603  a folder of the game's own
            [MANAGERS.get(sys.platform, "xdg-open"), str(folder)],
            stdin=silent,
            stdout=silent,
            stderr=silent,
            env=given,
            start_new_session=True,
        )
    except OSError:
        return False
    start_thread(asked.wait)
    return True
