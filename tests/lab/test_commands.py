"""The engine's commands that need the extra, as a person types them."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="the twin needs the extra 'maths'")

from game.engine import play
from game.engine.rng import derived_seeds
from game.engine.rules import Mode
from game.lab.tags import TAGS, longest_tumble

ROOT = Path(__file__).parents[2]


def command(*words, **options):
    line = [sys.executable, "-m", "game.engine", *words]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False, **options)


def test_simulate_prints_a_sheet():
    done = command("simulate", "--mode", "base", "--rounds", "200000", "--seed", "7", "--json")
    assert done.returncode == 0
    assert done.stderr == ""
    sheet = json.loads(done.stdout)
    assert (sheet["mode"], sheet["rounds"], sheet["seed"]) == ("base", 200_000, "7")
    assert sheet["coins_staked"] == 4_000_000
    assert sheet["coins_won"] == pytest.approx(4_000_000, rel=0.3)


def test_simulate_prints_text_and_writes_a_page(tmp_path):
    page = tmp_path / "sheet.html"
    done = command("simulate", "--mode", "buy", "--rounds", "2000", "--seed", "7", "--html", str(page))
    assert done.returncode == 0
    assert "RETURN TO PLAYER" in done.stdout
    assert page.read_text().startswith("<!doctype html>")


def test_an_older_model_can_be_counted():
    done = command("simulate", "--mode", "base", "--rounds", "1000", "--model", "0.1.0", "--seed", "1", "--json")
    assert json.loads(done.stdout)["model"].startswith("0.1.0+")
    assert "--model 0.1.0" in json.loads(done.stdout)["command"]


@pytest.mark.parametrize("tag", TAGS)
def test_find_prints_seeds_that_show_the_tag(tag):
    count = 2
    done = command("find", "--mode", "buy", "--want", tag, "--count", str(count))
    assert done.returncode == 0
    seeds = [int(line) for line in done.stdout.split()]
    assert len(seeds) == count
    assert all(TAGS[tag](play(Mode.BUY, seed)) for seed in seeds)


@pytest.mark.parametrize(
    ("tag", "shows"),
    [("tumbles>=5", lambda played: longest_tumble(played) >= 5), ("big-win>=37", lambda played: played.win >= 740)],
)
def test_find_takes_any_number(tag, shows):
    done = command("find", "--mode", "ante", "--want", tag, "--count", "5")
    seeds = [int(line) for line in done.stdout.split()]
    assert len(seeds) == 5
    assert all(shows(play(Mode.ANTE, seed)) for seed in seeds)
    batch = iter(derived_seeds(0, 10**6))
    before = itertools.takewhile(lambda seed: seed != seeds[-1], batch)
    shown = [seed for seed in before if shows(play(Mode.ANTE, seed))]
    assert shown == seeds[:-1]  # none is passed over


def test_counts_are_written_as_people_write_them():
    sheets = [
        json.loads(command("simulate", "--mode", "base", "--rounds", words, "--seed", "1", "--json").stdout)
        for words in ("2e4", "20_000", "2.0E+4", "20000")
    ]
    for sheet in sheets:
        sheet.pop("seconds")
        sheet.pop("rounds_per_second")
    assert sheets[0] == sheets[1] == sheets[2] == sheets[3]
    assert sheets[0]["rounds"] == 20_000


def test_a_model_is_chosen_by_version_or_identity():
    lines = [
        command("play", "--mode", "base", "--seed", "5", "--model", name).stdout
        for name in ("1.0.0", "1.0.0+009812059425", "1.1.0")
    ]
    assert lines[0] == lines[1]
    assert [json.loads(line)["model"][:6] for line in lines] == ["1.0.0+", "1.0.0+", "1.1.0+"]
    assert json.loads(lines[0])["events"] == json.loads(lines[2])["events"]


def test_find_finds_a_capped_base_round():
    done = command("find", "--mode", "base", "--want", "cap")
    played = play(Mode.BASE, int(done.stdout))
    assert played.win == 100_000
    assert type(played.events[-2]).__name__ == "CapReached"


@pytest.mark.parametrize(
    "words",
    [
        "simulate --mode base",
        "simulate --mode bonus --rounds 5",
        "simulate --mode base --rounds 0",
        "simulate --mode base --rounds -5",
        "simulate --mode base --rounds 1.5",
        "simulate --mode base --rounds 1e-6",
        "simulate --mode base --rounds 1.23e1",
        "simulate --mode base --rounds 1__000",
        "simulate --mode base --rounds 5 --seed -1",
        "simulate --mode base --rounds 5 --workers 0",
        "simulate --mode base --rounds 5 --workers 99999",
        "simulate --mode base --rounds 5 --effort 0",
        "simulate --mode base --rounds 5 --cluster nowhere",
        "simulate --mode base --rounds 5 --cluster 127.0.0.1:99999",
        "simulate --mode base --rounds 5 --cluster http://127.0.0.1:80",
        "simulate --mode base --rounds 5 --model 7.7.7",
        "simulate --mode base --rounds 5 --html /no/such/folder/sheet.html",
        "find --mode base --want luck",
        "find --mode base --want tumbles>=0",
        "find --mode base --want tumbles>=100",
        "find --mode base --want big-win>=5001",
        "find --mode base --want cap>=2",
        "play --mode base --seed 1 --model 9.9.9",
        "play --mode base --seed 1 --model 1.0.0+000000000000",
        "find --mode base --want cap --count 0",
        "calibrate --version 0.1.0 --out x.json",
        "calibrate --version one --out x.json",
        "calibrate --version 9.9.9 --out x.json --rtp 1.2",
        "calibrate --version 9.9.9 --out x.json --rtp 95.5",
    ],
)
def test_bad_input_is_one_clear_line(words):
    done = command(*words.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


def test_an_unreachable_scheduler_is_one_clear_line():
    pytest.importorskip("distributed", reason="a cluster needs the extra 'cluster'")
    started = time.monotonic()
    done = command("simulate", "--mode", "base", "--rounds", "5", "--cluster", "127.0.0.1:9")
    assert time.monotonic() - started < 60
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith("no scheduler answers at tcp://127.0.0.1:9 within 5 seconds")
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("missing", "extra"), [("numba", "maths"), ("distributed", "cluster"), ("matplotlib", "maths")]
)
def test_without_the_extra_one_line_says_what_to_install(missing, extra, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(f"import sys\nsys.modules[{missing!r}] = None\n")
    words = ["simulate", "--mode", "base", "--rounds", "5"]
    words += ["--cluster", "127.0.0.1:9"] if missing == "distributed" else ["--html", str(tmp_path / "sheet.html")]
    done = command(*words, env=os.environ | {"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert f"celestial-hearts[{extra}]" in done.stderr


def heed_ctrl_c() -> None:
    """As at a terminal: a shell that starts something in the background has it ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal that Windows does not have")
@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_prints_the_sheet_so_far(workers):
    assert command("simulate", "--mode", "base", "--rounds", "1000000").returncode == 0  # compiled by now
    words = ["simulate", "--mode", "base", "--rounds", "100000000000", "--seed", "3", "--workers", workers, "--json"]
    running = subprocess.Popen(
        [sys.executable, "-m", "game.engine", *words],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509  does nothing but that
    )
    try:
        time.sleep(25)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=120)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "Traceback" not in err
    sheet = json.loads(out)
    assert sheet["interrupted"]
    assert 0 < sheet["rounds"] < 10**11
    assert sheet["coins_staked"] == 20 * sheet["rounds"]


def test_the_engine_needs_nothing_but_itself():
    """Playing imports neither numba nor numpy, and reading a measured sheet does not either."""
    code = "import sys, game.engine, game.lab.par; print(sorted({'numba', 'numpy', 'pygame'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


CLOSED = "import os, sys; os.close(1); os.execv(sys.executable, [sys.executable, '-m', 'game.engine', *sys.argv[1:]])"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("words", "way"),
    [
        ("play --mode base --seed 1", "full"),
        ("play --mode base --seed 1", "closed"),
        ("play --mode base --seed 1 --count 500", "broken"),
        ("play --help", "full"),
        ("find --mode base --want free-spins --count 3", "full"),
        ("find --mode base --want free-spins --count 3", "broken"),
        ("simulate --mode base --rounds 1000 --seed 1", "full"),
        ("simulate --mode base --rounds 1000 --seed 1", "closed"),
    ],
)
def test_output_that_is_lost_is_one_line_and_a_status_of_its_own(words, way):
    line = [sys.executable, "-m", "game.engine", *words.split()]
    if way == "closed":
        line = [sys.executable, "-c", CLOSED, *words.split()]
    if way == "full":
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(line, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    elif way == "closed":
        done = subprocess.run(line, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)
    else:
        read, write = os.pipe()
        os.close(read)
        done = subprocess.run(line, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
        os.close(write)
    assert done.returncode == 74
    assert done.stderr.count("\n") == 1
    assert "cannot write the output" in done.stderr


def test_without_a_writable_installation_the_twin_still_counts(tmp_path, monkeypatch):
    """Numba keeps machine code beside its source; where it cannot, the code is made for that run alone."""
    from game.lab import words

    file = tmp_path / "file"
    file.touch()
    assert not words.can_keep_code(file / "folder")
    assert words.can_keep_code(tmp_path / "folder" / "inner")
    monkeypatch.setattr(words.os, "access", lambda *_: False)
    assert not words.can_keep_code(tmp_path)


def calibrate(folder, *words):
    line = [sys.executable, "-m", "game.engine", "calibrate", "--version", "9.9.9", "--out", str(folder / "m.json")]
    return [*line, "--reels-of", "1.0.0", "--workers", "1", "--effort", "1", *words]


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal that Windows does not have")
def test_ctrl_c_during_calibrate_writes_no_model(tmp_path):
    running = subprocess.Popen(
        calibrate(tmp_path, "--rounds", "1e10"),
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=heed_ctrl_c,  # noqa: PLW1509  does nothing but that
    )
    try:
        first = running.stderr.readline()
        assert "% done" in first
        running.send_signal(signal.SIGINT)
        _, rest = running.communicate(timeout=120)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "Traceback" not in rest
    assert "goes on from" in rest
    assert [file.name for file in tmp_path.iterdir()] == ["m.json.progress"]


def test_a_page_that_cannot_be_written_leaves_the_older_one(tmp_path):
    """Under a limit on the size of files, as on a full disk: the sheet is printed, one line says what is missing."""
    resource = pytest.importorskip("resource")
    page = tmp_path / "sheet.html"
    page.write_text("older")
    code = (
        "import resource, signal, sys; from game.engine.__main__ import main\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "from game.lab import commands\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY))\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    assert resource
    words = ["simulate", "--mode", "base", "--rounds", "1000", "--seed", "1", "--html", str(page)]
    done = subprocess.run([sys.executable, "-c", code, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 74
    assert done.stderr.count("\n") == 1
    assert done.stdout.startswith("PAR SHEET")
    assert page.read_text() == "older"
    assert [file.name for file in tmp_path.iterdir()] == ["sheet.html"]


def test_a_name_that_is_too_long_is_refused_before_anything_is_counted(tmp_path):
    done = command("simulate", "--mode", "base", "--rounds", "1e12", "--html", str(tmp_path / ("x" * 300)))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
