"""A screen with a window manager, and someone at it with a mouse and keys: for the tests of the real window."""

import json
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np
import pygame

from game.ledger import LedgerError, audit
from game.ui import layout
from tests.bench.screen import Screen, screen

ROOT = Path(__file__).resolve().parents[1]
SIZE = (1920, 1080)
PATIENCE = 90
"""Seconds until something that must happen counts as not happening; on a machine at rest all of it is quick."""
AGAIN = 0.7
"""Seconds until a press is taken for lost."""
LOOK = 0.1
"""Seconds between two looks."""
STILL = {"intro": False, "speed": "turbo", "coin": 10, "level": 1, "reduced_motion": True, "fullscreen": False}
"""Settings of a table on which little moves unless a round is played."""
COLOURS = 1000
"""More than a plain picture has."""
PARTS = (64, 36)
NEAR, NEARLY_ALL = 12, 0.9
"""How two pictures of the table are compared: in parts, by colour, and how many must agree; a notice may come or go."""
OTHER = """
import pygame
pygame.display.init()
pygame.display.set_mode((400, 300)).fill("red")
pygame.display.flip()
while True:
    event = pygame.event.wait()
    if event.type == pygame.KEYDOWN:
        print(pygame.key.name(event.key), flush=True)
"""
"""Another program with a window, which says what keys it is given."""


def until(condition: Callable[[], Any], patience: float = PATIENCE) -> Any:
    """Look until it holds; what it gave."""
    end = time.monotonic() + patience
    while not (given := condition()):
        assert time.monotonic() < end, f"not in {patience} s"
        time.sleep(LOOK)
    return given


@contextmanager
def managed_screen(home: Path) -> Iterator[Screen]:
    """A screen with openbox as it comes, whatever the user of this machine made of it."""
    with screen(*SIZE) as seen:
        seen.env |= {"HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        ready = home / "ready"  # a window that comes before openbox has begun to look is never shown
        manager = subprocess.Popen(
            ["openbox", "--sm-disable", "--startup", f"touch {shlex.quote(str(ready))}"],
            env=seen.env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            until(ready.exists)
            yield seen
        finally:
            manager.terminate()
            manager.wait()


def run(seen: Screen, *command: str) -> str:
    """What a tool says; nothing where it fails."""
    return subprocess.run(command, env=seen.env, capture_output=True, text=True, check=False).stdout


def resolution(seen: Screen, width: int, height: int) -> None:
    """Show the screen on a monitor of another size, no larger than it was at first."""
    name = f"{width}x{height}"
    if name not in run(seen, "xrandr"):
        run(seen, "xrandr", "--newmode", name, "80", *map(str, (width, width + 8, width + 16, width + 24)),
            *map(str, (height, height + 1, height + 2, height + 3)))  # fmt: skip
        run(seen, "xrandr", "--addmode", "screen", name)
    run(seen, "xrandr", "--output", "screen", "--mode", name)
    assert run(seen, "xdotool", "getdisplaygeometry").split() == [str(width), str(height)]


class Window:
    """A program's window, and the hands that use it."""

    def __init__(self, seen: Screen, command: list[str], **options: Any) -> None:
        self.seen = seen
        env = seen.env | {"PYTHONPATH": str(ROOT)}
        self.program = subprocess.Popen(command, env=env, text=True, **options)
        self.id = until(self._shown)[-1]

    def _shown(self) -> list[str]:
        return self.tool("search", "--onlyvisible", "--pid", str(self.program.pid)).split()

    def tool(self, *words: str) -> str:
        """What xdotool says; nothing where it finds nothing."""
        assert self.program.poll() is None, f"the program ended with {self.program.returncode}"
        return run(self.seen, "xdotool", *words)

    @property
    def has_keys(self) -> bool:
        """Whether it is in front and given the keys that are pressed."""
        return self.tool("getactivewindow").strip() == self.id == self.tool("getwindowfocus").strip()

    @property
    def is_shown(self) -> bool:
        """Whether it is anywhere on the screen."""
        return self.id in self._shown()

    def activate(self) -> None:
        """Bring it to the front."""
        self.tool("windowactivate", self.id)
        until(lambda: self.has_keys)

    def switch_to(self) -> None:
        """Bring it to the front with Alt and Tab, as hands do."""
        self.tool("keydown", "alt", "key", "Tab", "keyup", "alt")
        until(lambda: self.has_keys)

    def box(self) -> pygame.Rect:
        """Where its inside lies on the screen. Moves the mouse to its corner: xdotool tells places off by the frame."""
        told = self.tool("mousemove", "--window", self.id, "0", "0", "getmouselocation", "--shell")
        corner = dict(line.split("=") for line in told.split())
        size = dict(line.split("=") for line in self.tool("getwindowgeometry", "--shell", self.id).split())
        return pygame.Rect(int(corner["X"]), int(corner["Y"]), int(size["WIDTH"]), int(size["HEIGHT"]))

    def table_is_there(self) -> bool:
        """Whether the table's bar with its buttons has taken the place of the loading screen, which is plain there."""
        box = self.box()
        shown = self.seen.picture()[box.top : box.bottom, box.left : box.right]
        bar = shown[box.height * 7 // 8 :].reshape(-1, 3)
        return len(bar) > 0 and len(np.unique(bar, axis=0)) > COLOURS

    def close(self) -> None:
        self.program.kill()
        self.program.wait()
        if self.program.stdout is not None:
            self.program.stdout.close()


SEEDED = "import sys; from game import app; from game.engine import Seed; sys.exit(app.main(seed=Seed(7)))"
"""The game with the same rounds each time, which no option makes of rounds played by hand."""


class Game(Window):
    """The real game, and all that can be known of it from outside."""

    def __init__(
        self, seen: Screen, profile: Path, *options: str, program: Sequence[str] = ("-c", SEEDED), **settings: Any
    ) -> None:
        self.profile = profile
        (profile / "settings.json").write_text(json.dumps(STILL | settings))
        command = [sys.executable, *program, "--profile", str(profile), *options]
        with (profile / "said").open("w") as said:
            super().__init__(seen, command, cwd=profile, stderr=said)
        until(self.table_is_there)

    # -- what is known ----------------------------------------------------------------------------------------

    def totals(self) -> dict[str, Any]:
        """The ledger's totals."""
        try:
            return audit(self.profile)
        except LedgerError:
            return {}

    def said(self) -> str:
        """What it wrote where a terminal would show it."""
        return (self.profile / "said").read_text()

    def settings(self) -> dict[str, Any]:
        """What the game last saved of the player's choices."""
        return json.loads((self.profile / "settings.json").read_text())

    def settled(self) -> int:
        """Rounds played; nothing is open and all money adds up."""
        until(lambda: self.totals()["open"] == 0)
        assert self.totals()["agrees"]
        return self.totals()["rounds"]

    def stays_at_rest(self) -> None:
        """For a while nothing is played by itself."""
        totals = self.totals()
        for _ in range(8):
            time.sleep(LOOK)
            assert self.totals() == totals

    # -- what is done -----------------------------------------------------------------------------------------

    def place(self, point: tuple[float, float]) -> tuple[int, int]:
        """Where in the window a point of the canvas must be: the picture is as large as it fits, and centred."""
        size = self.box().size
        scale = min(size[0] / 1920, size[1] / 1080)
        return tuple(round((size[way] - SIZE[way] * scale) / 2 + point[way] * scale) for way in (0, 1))

    def click(self, rect: pygame.Rect) -> None:
        """Click in the middle of something on the canvas."""
        x, y = self.place(rect.center)
        self.tool("mousemove", "--window", self.id, str(x), str(y), "click", "1")

    def key(self, name: str) -> None:
        """Press a key as hands do: the window in front is given it."""
        self.tool("key", name)

    def press(self, press: Callable[[], None], done: Callable[[], Any]) -> None:
        """Press until it did something: a press that comes too soon after the round before counts for nothing."""
        end = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < end, "the press did nothing"
            press()
            with suppress(AssertionError):
                until(done, AGAIN)

    def plays(self, press: Callable[[], None]) -> None:
        """A press plays a round."""
        played = self.settled()
        self.press(press, lambda: self.totals()["rounds"] > played)
        self.settled()

    def plays_by_mouse_and_key(self) -> None:
        """The buttons are where they are seen, and the spin key spins."""
        self.plays_by_mouse()
        self.plays(lambda: self.key("space"))

    def plays_by_mouse(self) -> None:
        """The buttons are where they are seen."""
        self.plays(lambda: self.click(layout.SPIN))
        for button in (layout.PLUS, layout.MINUS):
            bet = self.bet()
            self.press(lambda button=button: self.click(button), lambda before=bet: self.bet() != before)

    def bet(self) -> tuple[int, int]:
        """Coin and level as last saved."""
        saved = self.settings()
        return saved["coin"], saved["level"]

    # -- what is seen -----------------------------------------------------------------------------------------

    def canvas(self) -> pygame.Surface:
        """What the game means to show."""
        folder = self.profile / "screenshots"
        for old in folder.glob("*.png"):
            old.unlink()
        self.key("F12")
        until(lambda: [file for file in folder.glob("*.png") if file.read_bytes().endswith(b"IEND\xaeB`\x82")])
        return pygame.image.load(next(folder.glob("*.png")))

    def shows_it_all(self) -> None:
        """The window shows the whole canvas, as large as it fits and centred."""
        until(lambda: alike(self._meant(self.canvas()), self._shown_inside()))

    def _meant(self, canvas: pygame.Surface) -> pygame.Surface:
        """What must be in the window."""
        inside = pygame.Surface(self.box().size)
        scale = min(inside.get_width() / SIZE[0], inside.get_height() / SIZE[1])
        fitted = pygame.transform.smoothscale(canvas, (round(SIZE[0] * scale), round(SIZE[1] * scale)))
        place = fitted.get_rect(center=inside.get_rect().center)
        inside.blit(self._shown_inside(), (0, 0))  # the margins are out of focus
        inside.blit(fitted, place)
        return inside

    def _shown_inside(self) -> pygame.Surface:
        """What is in the window; black where it hangs over the edge of the screen."""
        box = self.box()
        inside = pygame.Surface(box.size)
        inside.blit(pygame.surfarray.make_surface(self.seen.picture().swapaxes(0, 1)), (-box.left, -box.top))
        return inside


def alike(one: pygame.Surface, other: pygame.Surface) -> bool:
    """Whether two pictures of a size show the same: each part is of about the same colour."""
    small = [pygame.surfarray.array3d(pygame.transform.smoothscale(each, PARTS)).astype(int) for each in (one, other)]
    return np.mean(np.abs(small[0] - small[1]).max(axis=2) <= NEAR) >= NEARLY_ALL
