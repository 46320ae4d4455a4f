"""Pictures of an archive, opened ahead."""

import threading
import time
import zipfile
from pathlib import Path

import pygame
import pytest

from game.platform import reel as module
from game.platform.reel import KEPT, Reel

SHEET = Path(__file__).parents[2] / "sprites" / "princess" / "character_clips.zip"


@pytest.fixture(scope="module")
def names():
    with zipfile.ZipFile(SHEET) as archive:
        return [name.removesuffix(".webp") for name in archive.namelist()]


@pytest.fixture
def archive(tmp_path, names):
    """A small archive of three real drawings, and a way to write others."""

    def write(entries, compression=zipfile.ZIP_STORED):
        path = tmp_path / "clips.zip"
        with zipfile.ZipFile(path, "w", compression) as file:
            for name, packed in entries.items():
                file.writestr(f"{name}.webp", packed)
        return path

    with zipfile.ZipFile(SHEET) as file:
        some = {f"{i}": file.read(f"{name}.webp") for i, name in enumerate(names[:3])}
    return write, some


def settled(reel):
    """Wait until its thread has ended."""
    end = time.monotonic() + 30
    while reel._working and time.monotonic() < end:
        time.sleep(0.005)
    assert not reel._working


def test_every_drawing_of_the_games_own_can_be_opened(names):
    reel = Reel(SHEET, names)
    for name in names[:: max(1, len(names) // 10)]:
        assert sum(piece.get_width() * piece.get_height() for piece, _, _ in reel.get(name)) > 100_000, name


def test_what_is_wanted_is_opened_ahead_and_asked_for_once(names, monkeypatch):
    reel, made = Reel(SHEET, names), []
    original = Reel._made
    monkeypatch.setattr(Reel, "_made", lambda self, name: made.append(name) or original(self, name))
    reel.ahead(names[:5])
    settled(reel)
    assert made == names[:5]
    assert [bool(reel.get(name)) for name in names[:5]] == [True] * 5
    assert made == names[:5]


def test_it_holds_only_so_many(names):
    reel = Reel(SHEET, names)
    for name in names[: KEPT + 4]:
        reel.get(name)
    most = 1.7 * 2**20
    assert 0 < reel.held <= KEPT * most
    reel.release()
    assert reel.held == 0


def test_it_waits_for_the_one_that_is_being_opened(names, monkeypatch):
    reel, begun, made = Reel(SHEET, names), threading.Event(), []
    original = Reel._made

    def slow(self, name):
        begun.set()
        time.sleep(0.2)
        made.append(name)
        return original(self, name)

    monkeypatch.setattr(Reel, "_made", slow)
    reel.ahead(names[:1])
    assert begun.wait(10)
    assert reel.get(names[0])
    assert made == names[:1]


def test_a_wait_that_takes_too_long_is_given_up(names, monkeypatch):
    reel, go = Reel(SHEET, names), threading.Event()
    original = Reel._made
    monkeypatch.setattr(Reel, "_made", lambda self, name: go.wait(10) and original(self, name))
    assert not reel.wait(names[:2], 0.01)
    go.set()
    assert reel.wait(names[:2], None)
    assert reel.wait(names[:2], 0)


def test_in_the_place_of_a_spoilt_one_stands_the_one_before(archive, caplog):
    write, some = archive
    spoilt = some["1"][:40] + bytes(len(some["1"]) - 40)
    reel = Reel(write(some | {"1": spoilt}), list(some))
    first = reel.get("0")
    assert reel.get("1") is first
    assert "1:" in caplog.text
    assert reel.get("2") is not first


@pytest.mark.parametrize("damage", ["missing", "compressed", "not a picture", "too large", "cut short", "flipped"])
def test_a_damaged_archive_is_refused(archive, monkeypatch, damage):
    write, some = archive
    path = write(some, zipfile.ZIP_DEFLATED if damage == "compressed" else zipfile.ZIP_STORED)
    wanted = list(some)
    match damage:
        case "missing":
            wanted.append("3")
        case "not a picture":
            path = write(some | {"1": bytes(100)})
        case "too large":
            monkeypatch.setattr(module, "LARGEST_PACKED", 1000)
        case "cut short":
            path.write_bytes(path.read_bytes()[:-200])
        case "flipped":
            whole = bytearray(path.read_bytes())
            whole[3000] ^= 255
            path.write_bytes(whole)
    with pytest.raises((OSError, ValueError, KeyError, zipfile.BadZipFile)):
        Reel(path, wanted)


def test_pictures_open_without_a_window(archive, monkeypatch):
    monkeypatch.setattr(pygame.display, "get_surface", lambda: None)
    write, some = archive
    assert Reel(write(some), list(some)).get("0")
