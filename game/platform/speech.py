"""The computer's own voice, spoken to in a thread of its own: the newest utterance replaces the one before."""

import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from game.platform.threads import start_thread

LOOK_EVERY: Final = 0.05
"""Seconds between two looks at whether a voice has finished."""
MAX_LETTERS: Final = 2000
"""Longer utterances are cut."""
SAPI: Final = (
    "[Console]::InputEncoding = [Text.Encoding]::UTF8; Add-Type -AssemblyName System.Speech; "
    "(New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak([Console]::In.ReadToEnd())"
)


@dataclass(frozen=True, slots=True)
class Speaker:
    """A program that says what it reads, and ends when it has said it."""

    command: tuple[str, ...]
    """The utterance comes on its standard input; where ``as_argument``, behind the command."""
    as_argument: bool = False
    hush: tuple[str, ...] = ()
    """Silences what goes on being said when the program is stopped."""


SPEAKERS: Final = {
    "win32": Speaker(("powershell", "-NoProfile", "-NonInteractive", "-Command", SAPI)),
    "darwin": Speaker(("say", "-f", "-")),
    "linux": Speaker(("spd-say", "--wait", "--"), as_argument=True, hush=("spd-say", "--cancel")),
}
"""Platform -> its voice."""


def find_speaker(platform: str = sys.platform) -> Speaker | None:
    """The platform's voice; None where it is not installed."""
    speaker = SPEAKERS.get(platform, SPEAKERS["linux"])
    return speaker if shutil.which(speaker.command[0]) is not None else None


class Voice:
    """Says one thing at a time, never waits, and falls silent where there is no voice."""

    def __init__(self, find: Callable[[], Speaker | None] = find_speaker) -> None:
        self._find = find
        self._speaker: Speaker | None = None
        self._news = threading.Condition()
        self._next: str | None = None
        self._closed = False
        self._thread: threading.Thread | None = None
        self.broken = False
        """It could not say what it was given."""

    def open(self) -> bool:
        """Make ready to speak; False where there is no voice."""
        if self._thread is None:
            self._speaker, self.broken = self._find(), False
            self._thread = start_thread(self._work) if self._speaker is not None else None
        return self._thread is not None

    def say(self, text: str) -> None:
        """Say ``text`` now instead of what is being said; an empty one only falls silent."""
        with self._news:
            self._next = text[:MAX_LETTERS]
            self._news.notify()

    def close(self) -> None:
        """Fall silent for good."""
        with self._news:
            self._closed = True
            self._news.notify()
        if self._thread is not None:
            self._thread.join()

    def _is_news(self) -> bool:
        return self._closed or self._next is not None

    def _work(self) -> None:
        while True:
            with self._news:
                self._news.wait_for(self._is_news)
                text, self._next = self._next, None
            if self._closed:
                return
            if text and self._speaker is not None:
                try:
                    self._speak(self._speaker, text)
                except OSError:
                    self.broken = True

    def _speak(self, speaker: Speaker, text: str) -> None:
        """Say a text to its end, or until there is another one."""
        process = subprocess.Popen(  # noqa: S603  the platform's voice, and the text is no part of a shell's line
            [*speaker.command, text] if speaker.as_argument else speaker.command,
            stdin=subprocess.DEVNULL if speaker.as_argument else subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        if process.stdin is not None:
            process.stdin.write(text.encode())
            process.stdin.close()
        while process.poll() is None:
            with self._news:
                if self._news.wait_for(self._is_news, LOOK_EVERY):
                    break
        if process.poll() is None:
            process.kill()
            process.wait()
            if speaker.hush:
                subprocess.run(speaker.hush, check=False, capture_output=True)  # noqa: S603
        elif process.returncode:
            self.broken = True
