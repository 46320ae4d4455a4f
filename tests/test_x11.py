"""The real program in a real window, played with mouse and keys by xdotool."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.money import Bet
from game.ui import layout

pytestmark = pytest.mark.x11
ROOT = Path(__file__).resolve().parents[1]
SIZE = (1280, 720)
PATIENCE = 90


@pytest.fixture
def screen() -> Iterator[str]:
    """A virtual screen; its name for DISPLAY."""
    reader, writer = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writer), "-screen", "0", "1920x1080x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writer],
        stderr=subprocess.DEVNULL,
    )
    os.close(writer)
    with os.fdopen(reader) as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


class Desk:
    """Someone at the screen."""

    def __init__(self, screen: str, profile: Path, *options: str) -> None:
        self.profile = profile
        self.env = os.environ | {"DISPLAY": screen, "SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT)}
        self.env.pop("SDL_VIDEODRIVER", None)
        command = [sys.executable, "-m", "game", "--profile", str(profile), "--size", "1280x720", *options]
        self.game = subprocess.Popen(command, env=self.env, cwd=profile, stderr=subprocess.PIPE, text=True)
        self.until(lambda: self.tool("search", "--pid", str(self.game.pid)).strip() != "")
        self.window = self.tool("search", "--pid", str(self.game.pid)).split()[-1]

    def tool(self, *words: str) -> str:
        done = subprocess.run(["xdotool", *words], env=self.env, capture_output=True, text=True, check=False)
        return done.stdout

    def key(self, *names: str) -> None:
        self.tool("key", "--window", self.window, *names)
        time.sleep(0.4)

    def click(self, rect: "layout.Rect") -> None:
        x, y = (round(value * SIZE[0] / 1920) for value in rect.center)
        self.tool("mousemove", "--window", self.window, str(x), str(y))
        time.sleep(0.2)
        self.tool("click", "1")
        time.sleep(0.4)

    def audit(self) -> dict[str, int]:
        done = subprocess.run(
            [sys.executable, "-m", "game", "--audit", "--profile", str(self.profile)],
            env=self.env,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        return json.loads(done.stdout) if done.stdout else {}

    def settings(self) -> dict[str, object]:
        return json.loads((self.profile / "settings.json").read_text())

    def until(self, condition, patience=PATIENCE) -> None:
        end = time.monotonic() + patience
        while not condition():
            assert self.game.poll() is None, f"the game ended: {self.game.stderr.read()}"
            assert time.monotonic() < end, f"not in {patience} s"
            time.sleep(0.25)

    def settled(self, rounds: int) -> bool:
        totals = self.audit()
        return totals.get("rounds") == rounds and totals.get("open") == 0

    def close(self) -> None:
        self.game.terminate()
        self.game.wait(30)
        self.game.stderr.close()


def test_play_buy_switch_theme_and_replay(screen, tmp_path):
    (tmp_path / "settings.json").write_text(json.dumps({"intro": False, "speed": "turbo", "coin": 10, "level": 1}))
    desk = Desk(screen, tmp_path)
    try:
        desk.until(lambda: desk.audit().get("deposits", 0) > 0)
        time.sleep(4)
        # the spin button by mouse, then by key
        desk.until(lambda: (desk.click(layout.SPIN), desk.audit()["rounds"] >= 1)[1])
        desk.until(lambda: desk.audit()["open"] == 0)
        played = desk.audit()["rounds"]
        desk.until(lambda: (desk.key("space"), desk.audit()["rounds"] > played)[1])
        desk.until(lambda: desk.audit()["open"] == 0)
        # bet down by key, back up by the button
        before = desk.settings()["coin"]
        desk.key("Down")
        desk.until(lambda: Bet(10, 1).down() == Bet(desk.settings()["coin"], desk.settings()["level"]))
        desk.click(layout.PLUS)
        desk.until(lambda: desk.settings()["coin"] == before)
        # buy: ask, confirm, and press on through every screen
        played, stakes = desk.audit()["rounds"], desk.audit()["stakes"]
        desk.key("b")
        desk.key("space")
        desk.until(lambda: desk.audit()["rounds"] == played + 1)
        assert desk.audit()["stakes"] - stakes == 20_000

        def over() -> bool:
            desk.key("space", "space", "space")
            return desk.audit()["open"] == 0

        desk.until(over, 240)
        played = desk.audit()["rounds"]
        # theme by key, live
        desk.until(lambda: (desk.key("t"), time.sleep(3), desk.settings()["theme"] == "christmas")[2])
        # history, its newest round's card, the replay, and back
        before = desk.audit()
        desk.key("h")
        time.sleep(1)
        desk.key("Tab", "Tab", "Tab", "Tab")
        desk.key("Return")
        desk.key("Return")
        time.sleep(2)
        desk.key("Escape")
        desk.key("Escape")
        assert desk.audit() == before
        assert desk.settled(before["rounds"])
        assert desk.audit()["agrees"]
    finally:
        desk.close()
