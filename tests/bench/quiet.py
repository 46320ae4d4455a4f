"""Share of one core the real game takes on a quiet board and when unfocused, beside a full redraw at 60 a second.

Needs Linux with an X display; starts Xvfb when there is none.
"""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.figures import show

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 8
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


def cpu_share(process: subprocess.Popen) -> float:
    """Percent of a core over some seconds."""

    def used() -> float:
        fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before, begun = used(), time.monotonic()
    time.sleep(SECONDS)
    return 100 * (used() - before) / (time.monotonic() - begun)


def main() -> None:
    server = None
    env = os.environ | {"SDL_AUDIODRIVER": "dummy", "PYTHONPATH": str(ROOT), "SDL_FRAMEBUFFER_ACCELERATION": "0"}
    if not env.get("DISPLAY"):
        env["DISPLAY"] = ":93"
        server = subprocess.Popen(["Xvfb", ":93", "-screen", "0", "1920x1080x24"], stderr=subprocess.DEVNULL)
        time.sleep(1)
    rows = []
    try:
        picture = str(ROOT / "sprites" / "princess" / "background.webp")
        plain = subprocess.Popen([sys.executable, "-c", FULL_REDRAW.format(picture=picture)], env=env)
        time.sleep(3)
        full = cpu_share(plain)
        plain.kill()
        for name, chosen, bar in (
            ("quiet board, reduced motion", '{"intro": false, "reduced_motion": true}', "20 %"),
            ("quiet board, full ambience", '{"intro": false}', "35 %"),
            ("the same, Christmas", '{"intro": false, "theme": "christmas"}', "35 %"),
            ("unfocused", "unfocused", "3 %"),
        ):
            with tempfile.TemporaryDirectory() as folder:
                text = chosen if chosen.startswith("{") else '{"intro": false}'
                (Path(folder) / "settings.json").write_text(text)
                command = [sys.executable, "-m", "game", "--profile", folder, "--size", "1920x1080"]
                game = subprocess.Popen(command, env=env, cwd=ROOT)
                time.sleep(8)
                other = None
                if chosen == "unfocused":
                    other = subprocess.Popen(["xdotool", "search", "--pid", str(game.pid), "windowunmap"], env=env)
                    time.sleep(2)
                share = cpu_share(game)
                rows.append((name, f"{share:.1f} %", bar, f"full redraw {full:.1f} %", f"{share / full:.2f}"))
                game.kill()
                game.wait()
                if other is not None:
                    other.wait()
    finally:
        if server is not None:
            server.terminate()
            server.wait()
    show("CPU of one core at 1920x1080", rows)


if __name__ == "__main__":
    main()
