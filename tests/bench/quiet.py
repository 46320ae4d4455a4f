"""Share of one core the real game takes while nobody plays, beside a full redraw at 60 a second on the same screen.

Needs Linux with Xvfb; with openbox and xdotool there also for a window without the keyboard and a minimised one.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.bench.figures import show
from tests.bench.screen import Screen, screen

ROOT = Path(__file__).resolve().parents[2]
SPRITES = ROOT / "sprites"
SECONDS = 8
SETTLED = 8
BREATHING = "breathing"
"""A skin in which only the character moves."""
FULL_REDRAW = """
import pygame
pygame.display.init()
window = pygame.display.set_mode((1920, 1080))
picture = pygame.image.load({picture!r}).convert()
clock = pygame.time.Clock()
while True:
    pygame.event.get()
    window.blit(picture, (0, 0))
    pygame.display.flip()
    clock.tick(60)
"""
OTHER_WINDOW = "import pygame, time; pygame.display.init(); pygame.display.set_mode((300, 200)); time.sleep(600)"
BOARDS = (
    ("the character breathes, nothing else moves", f'{{"intro": false, "theme": "{BREATHING}"}}', "20 %"),
    ("full ambience, Princess", '{"intro": false}', "35 %"),
    ("full ambience, Christmas", '{"intro": false, "theme": "christmas"}', "35 %"),
    ("reduced motion", '{"intro": false, "reduced_motion": true}', "20 %"),
)


@contextmanager
def running(command: list[str], env: dict[str, str]) -> Iterator[subprocess.Popen]:
    process = subprocess.Popen(command, env=env | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def cpu_share(process: subprocess.Popen) -> float:
    """Percent of a core over some seconds."""

    def used() -> float:
        fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before, begun = used(), time.monotonic()
    time.sleep(SECONDS)
    return 100 * (used() - before) / (time.monotonic() - begun)


def breathing_skin(profile: Path) -> None:
    """The first skin without its drifting layers and petals."""
    folder = shutil.copytree(SPRITES / "princess", profile / "skins" / BREATHING)
    (folder / "place.json").unlink()
    manifest = folder / "skin.toml"
    text = manifest.read_text(encoding="utf-8").replace('name = "princess"', f'name = "{BREATHING}"')
    manifest.write_text(text.replace('kind = "petals"', 'kind = "none"'), encoding="utf-8")


def share(settings: str, env: dict[str, str], then: Callable[[subprocess.Popen], None] = lambda _: None) -> float:
    """Of the game with these settings, once it is settled and ``then`` was done to it."""
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder)
        (profile / "settings.json").write_text(settings, encoding="utf-8")
        if BREATHING in settings:
            breathing_skin(profile)
        command = [sys.executable, "-m", "game", "--profile", folder, "--size", "1920x1080"]
        with running(command, env) as game:
            time.sleep(SETTLED)
            then(game)
            return cpu_share(game)


def tool(seen: Screen, *words: str) -> list[str]:
    """The words that xdotool answers."""
    command = ["xdotool", *words]
    return subprocess.run(command, env=seen.env, check=True, timeout=20, capture_output=True, text=True).stdout.split()


def windows(process: subprocess.Popen, seen: Screen) -> list[str]:
    """The windows of a program that can be seen."""
    return tool(seen, "search", "--onlyvisible", "--pid", str(process.pid))


def away(seen: Screen) -> Iterator[tuple[str, float]]:
    """Shares while the player looks elsewhere."""
    with running(["openbox", "--sm-disable"], seen.env):
        time.sleep(1)
        with running([sys.executable, "-c", OTHER_WINDOW], seen.env) as other:

            def look_elsewhere(_game: subprocess.Popen) -> None:
                for window in windows(other, seen):
                    tool(seen, "windowactivate", window)
                time.sleep(1)
                if tool(seen, "getactivewindow", "getwindowpid") != [str(other.pid)]:
                    raise RuntimeError("the other window did not get the keyboard")

            def minimise(game: subprocess.Popen) -> None:
                for window in windows(game, seen):
                    tool(seen, "windowminimize", window)
                time.sleep(2)

            yield "without the keyboard", share('{"intro": false}', seen.env, look_elsewhere)
        yield "minimised", share('{"intro": false}', seen.env, minimise)


def main() -> None:
    rows = []
    with screen() as seen:
        env = seen.env | {"SDL_FRAMEBUFFER_ACCELERATION": "0"}
        picture = str(SPRITES / "princess" / "background.webp")
        with running([sys.executable, "-c", FULL_REDRAW.format(picture=picture)], env) as plain:
            time.sleep(3)
            full = cpu_share(plain)

        def row(name: str, measured: float, bar: str) -> None:
            rows.append((name, f"{measured:.1f} %", bar, f"full redraw {full:.1f} %", f"{measured / full:.2f}"))

        for name, settings, bar in BOARDS:
            row(name, share(settings, env), bar)
        if shutil.which("openbox") and shutil.which("xdotool"):
            for name, measured in away(seen):
                row(name, measured, "3 %")
    show("CPU of one core, quiet board at 1920x1080", rows)


if __name__ == "__main__":
    main()
