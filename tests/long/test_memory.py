"""Memory stays flat: fifty changes of the theme, and thousands of rounds of the real game."""

import os
import subprocess
import sys
import textwrap
import time
from pathlib import Path
from statistics import median

import pytest

from game.ledger import audit

ROOT = Path(__file__).resolve().parents[2]
GROWTH = 0.05
"""Share by which memory may grow after the first while."""
ROUNDS, WARM_ROUNDS = 5000, 500
SWITCHES, WARM_SWITCHES = 50, 6

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads a process's memory from /proc")

SWITCHING = """
    import sys
    from pathlib import Path
    from game.app import prepare_sdl, tune_process
    prepare_sdl()
    tune_process()
    from tests.ui.driver import playing
    from tests.long.test_memory import memory_of
    import os
    with playing(Path(sys.argv[1]), speed="turbo") as player:
        services = player.services
        for number in range(int(sys.argv[2]) + int(sys.argv[3])):
            services.load_skin(services.next_theme())
            services.loading.wait()
            player.until(lambda: services.loading is None, 60)
            player.draw()
            if number % 10 == 0:
                player.press("SPIN")
                player.until(lambda: player.scenes == ["TableScene"] and player.scene.is_idle(), 600)
            if services.theme.skin.name == "princess":
                print(memory_of(os.getpid()), flush=True)
"""


def memory_of(process: int) -> int:
    """Resident bytes."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def environment() -> dict[str, str]:
    drivers = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    return os.environ | drivers | {"PYTHONPATH": str(ROOT)}


def told(megabytes: list[float], what: str) -> str:
    return f"{what}: MB " + ", ".join(f"{size:.0f}" for size in megabytes)


@pytest.mark.long
def test_changing_the_theme_fifty_times_keeps_no_memory(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SWITCHING), str(tmp_path), str(WARM_SWITCHES), str(SWITCHES)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    sizes = [int(line) / 1e6 for line in done.stdout.split()]
    settled = sizes[WARM_SWITCHES // 2 :]
    print("\n" + told(settled, f"{SWITCHES} themes"))
    assert len(settled) >= SWITCHES // 2 - 1
    assert max(settled[-3:]) <= (1 + GROWTH) * max(settled[:3])


@pytest.mark.long
@pytest.mark.parametrize("theme", ["princess", "christmas"])
def test_thousands_of_rounds_keep_no_memory(tmp_path, theme):
    """What it mostly takes in each tenth of the run: free spins and great wins come and go meanwhile."""
    command = ["--demo", str(ROUNDS), "--theme", theme, "--speed", "turbo", "--profile", str(tmp_path), "--seed", "1"]
    tenths: list[float] = []
    with subprocess.Popen([sys.executable, "-m", "game", *command], cwd=ROOT, env=environment()) as playing:
        seen, until = list[float](), WARM_ROUNDS
        while playing.poll() is None:
            try:
                seen.append(memory_of(playing.pid) / 1e6)
            except (OSError, IndexError):
                break
            if (tmp_path / "ledger.sqlite").exists() and rounds_in(tmp_path) >= until:
                tenths.append(median(seen))
                seen, until = [], until + ROUNDS // 10
            time.sleep(0.5)
    assert playing.returncode == 0
    print("\n" + told(tenths, f"{ROUNDS} rounds ({theme})"))
    assert audit(tmp_path)["rounds"] == ROUNDS
    assert len(tenths) >= 8
    assert max(tenths[-2:]) <= (1 + GROWTH) * max(tenths[:2])


def rounds_in(profile: Path) -> int:
    from contextlib import closing

    from game.ledger import storage

    with closing(storage.connect(profile / storage.LEDGER_NAME, query="mode=ro")) as db:
        return int(db.execute("SELECT coalesce(max(id), 0) FROM rounds").fetchone()[0])
