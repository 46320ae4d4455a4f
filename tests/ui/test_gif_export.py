"""A replay saved as a GIF: a file every viewer reads, no sound, no money, nothing left when it is called off."""

import errno
import inspect
import re
import threading

import numpy as np
import pygame
import pytest

from game.engine import Mode, Seed, play
from game.engine.events import FreeSpinsWon
from game.platform.audio import Audio
from game.platform.gif import Gif, indices
from game.present.best_spins import best_spins
from game.present.chapters import end_of_spin
from game.ui.scenes import gif_export


def frames_in(path):
    """Number of frames and the file's end, by walking its blocks."""
    data = path.read_bytes()
    assert data[:6] == b"GIF89a"
    at, frames = 13 + 3 * 256, 0
    while data[at] != 0x3B:
        if data[at] == 0x21:
            at += 2
        else:
            assert data[at] == 0x2C
            frames += 1
            at += 11
        while data[at]:
            at += data[at] + 1
        at += 1
    assert at == len(data) - 1
    return frames


def test_a_gif_holds_its_frames_in_dithered_colours(tmp_path):
    pygame.display.init()
    pygame.display.set_mode((64, 64))
    rng = np.random.default_rng(1)
    picture = pygame.surfarray.make_surface(rng.integers(0, 256, (64, 48, 3), dtype=np.uint8))
    flat = pygame.Surface((64, 48))
    flat.fill((200, 40, 90))
    with Gif(tmp_path / "a.gif", (64, 48)) as gif:
        for _ in range(3):
            gif.add(flat, 0.1)
        gif.add(picture, 0.1)
    assert frames_in(tmp_path / "a.gif") == 4
    shown = pygame.surfarray.array3d(pygame.image.load(tmp_path / "a.gif").convert())
    assert np.abs(shown.reshape(-1, 3).mean(axis=0) - (200, 40, 90)).max() < 8
    assert indices(np.zeros((4, 4, 3), np.uint8)).max() == 0
    pygame.display.quit()


def test_a_replay_is_filmed_and_the_history_comes_back(player):
    table = player.services.table
    table.start(Mode.BASE)
    table.settle()
    before, toasts = table.balance, player.services.toasts
    player.press("History")
    player.click(*player.control("List of rounds").row_rect(0).center)
    player.press("Save as GIF")
    player.until(lambda: player.scenes[-1] == "GifExport", 2)
    player.until(lambda: player.scenes == ["TableScene", "History"], 60)
    path = player.services.profile.folder / "films" / "round-1.gif"
    assert frames_in(path) >= 10
    assert any(str(path) in toast.text for toast in toasts)
    assert table.balance == before
    assert not player.services.closing


def test_a_film_called_off_leaves_no_file(player):
    table = player.services.table
    table.start(Mode.BUY)
    table.settle()
    player.press("History")
    player.click(*player.control("List of rounds").row_rect(0).center)
    player.press("Save as GIF")
    player.until(lambda: player.scenes[-1] == "GifExport", 2)
    player.wait(0.2)
    player.press("Cancel")
    player.until(lambda: player.scenes == ["TableScene", "History"], 2)
    assert list((player.services.profile.folder / "films").iterdir()) == []


def seconds_of(path):
    """How long it takes to be shown."""
    data, at, hundredths = path.read_bytes(), 13 + 3 * 256, 0
    while data[at] != 0x3B:
        if data[at : at + 2] == b"\x21\xf9":
            hundredths += int.from_bytes(data[at + 4 : at + 6], "little")
        at += 2 if data[at] == 0x21 else 11
        while data[at]:
            at += data[at] + 1
        at += 1
    return hundredths / 100


def export(player, monkeypatch=None, **bounds):
    """Save the last round as a GIF; the picture on screen when the table nobody sees was drawn last, and the file."""
    for name, value in bounds.items():
        monkeypatch.setattr(gif_export, name, value)
    player.press("History")
    player.click(*player.control("List of rounds").row_rect(0).center)
    player.press("Save as GIF")
    player.until(lambda: player.scenes[-1] == "GifExport", 2)
    panel = player.scene
    player.until(lambda: player.scenes == ["TableScene", "History"], 400)
    return panel, next(iter((player.services.profile.folder / "films").iterdir()), None)


def play_a_round(player):
    """One with many tumbles."""
    rounds = [play(Mode.BASE, Seed(seed)) for seed in range(300)]
    lasting = max((each for each in rounds if not any(isinstance(e, FreeSpinsWon) for e in each.events)), key=tumbles)
    player.services.table.next_seed = lambda: lasting.seed
    player.services.table.start(Mode.BASE)
    player.services.table.settle()


def tumbles(played):
    return len(played.events)


def test_a_long_round_is_shown_faster_and_ends_on_its_result(player, monkeypatch):
    play_a_round(player)
    panel, path = export(player, monkeypatch, MAX_SECONDS=2.0, END=0.5)
    assert panel.length > 3.0
    assert panel.passed >= panel.length - 0.2, "recorded to its end"
    assert seconds_of(path) < 2.0 + 0.5 + gif_export.LAST_STAYS + 1.0
    assert any(f"{panel.haste} times as fast" in toast.text for toast in player.services.toasts)


def test_a_round_that_would_become_too_large_leaves_frames_out_and_keeps_its_time_and_its_end(player, monkeypatch):
    play_a_round(player)
    panel, path = export(player, monkeypatch, MAX_BYTES=700_000, END=0.5)
    assert path.stat().st_size < 1_300_000
    assert seconds_of(path) == pytest.approx(panel.length + gif_export.LAST_STAYS, abs=0.5)
    last = pygame.image.load_animation(path)[-1][0] if hasattr(pygame.image, "load_animation") else None
    if last is not None:
        shown, expected = (
            pygame.surfarray.array3d(pygame.transform.smoothscale(picture.convert(), (60, 34))).astype(int)
            for picture in (last, panel.canvas)
        )
        assert np.abs(shown - expected).mean() < 6


def test_what_is_recorded_is_told_as_a_share(player):
    play_a_round(player)
    player.press("History")
    player.click(*player.control("List of rounds").row_rect(0).center)
    player.press("Save as GIF")
    player.until(lambda: player.scenes[-1] == "GifExport", 2)
    while player.scene.passed < 0.5:
        player.wait(1 / 60)
    assert any(re.search(r"[1-9][0-9]?%", text) for text in player.texts())
    player.press("Cancel")


@pytest.mark.parametrize("call", ["fsync", "write"])
def test_a_disk_that_is_full_leaves_no_file_and_one_sentence_and_play_goes_on(player, monkeypatch, call):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    play_a_round(player)
    if call == "fsync":
        monkeypatch.setattr("game.files.os.fsync", full)
    else:
        monkeypatch.setattr(Gif, "_write_held", full)
    _, path = export(player)
    assert path is None
    assert [toast.text for toast in player.services.toasts if "No space left" in toast.text]
    monkeypatch.undo()
    player.press("Close")
    player.until(lambda: player.scenes == ["TableScene"] and player.scene.is_idle(), 20)


def test_an_unchanged_frame_takes_next_to_nothing(tmp_path):
    pygame.display.init()
    picture = pygame.Surface((480, 270))
    with Gif(tmp_path / "a.gif", (480, 270)) as gif:
        gif.add(picture, 0.1)
        gif.add(picture, 0.1)
        before = gif.written
        gif.add(picture, 0.1)
        assert gif.written - before < 40
    assert frames_in(tmp_path / "a.gif") == 3


def test_silence_hears_everything_and_leaves_the_mixer_alone(tmp_path):
    """Whatever is said to it, the mixer of those who hear plays on."""
    hearing = Audio(tmp_path)
    null_audio = gif_export.NullAudio()
    given = {"name": "spin", "skin": "princess", "path": None, "under": True, "dt": 0.1, "quiet": True}
    given |= {"on": True, "music": 1.0, "effects": 1.0, "mono": True}
    said = [name for name, method in inspect.getmembers(null_audio, inspect.ismethod) if not name.startswith("_")]
    assert {"play", "let_go", "music", "duck", "update", "close"} <= set(said)
    for name in said:
        method = getattr(null_audio, name)
        method(**{each: given[each] for each in inspect.signature(method).parameters})
    assert hearing.ready
    hearing.close()


def bought(player):
    """A bought round whose best spin is one of the free spins; the spin's number."""
    played = next(each for seed in range(99) if best_spins((each := play(Mode.BUY, Seed(seed))).events, 1))
    player.services.table.next_seed = lambda: played.seed
    player.services.table.start(Mode.BUY)
    player.services.table.settle()
    player.press("History")
    player.click(*player.control("List of rounds").row_rect(0).center)
    player.press("Save as GIF")
    player.until(lambda: player.scenes[-1] == "GifExport", 2)
    return played, best_spins(played.events, 1)[0].spin


def test_of_a_round_with_free_spins_the_best_one_is_offered_and_recorded_to_its_end(player):
    played, best = bought(player)
    panel = player.scene
    assert (panel.first, panel.last) == (best, best)
    assert player.reads(f"Free spin {best}")
    player.press("Save")
    player.until(lambda: player.scenes == ["TableScene", "History"], 200)
    assert panel.shown() >= end_of_spin(played.events, best)
    assert seconds_of(panel.path) < 30, "one spin, not the round"
    assert player.services.toasts[-1].folder == panel.path.parent


def test_any_stretch_or_the_whole_round_can_be_chosen(player):
    _, best = bought(player)
    panel = player.scene
    player.press("To")
    assert (panel.first, panel.last) == (best, (best + 1) % (panel.spins + 1))
    player.press("Whole round")
    assert (panel.first, panel.last) == (0, 15)
    player.press("Cancel")
    player.until(lambda: player.scenes == ["TableScene", "History"], 2)
    assert list((player.services.profile.folder / "films").iterdir()) == []


def test_frames_are_packed_by_the_background(player, monkeypatch):
    threads = set()
    add = Gif.add_pixels

    def noting(gif, pixels, seconds):
        threads.add(threading.current_thread())
        add(gif, pixels, seconds)

    monkeypatch.setattr(Gif, "add_pixels", noting)
    play_a_round(player)
    _, path = export(player)
    assert path is not None
    assert threads
    assert threading.main_thread() not in threads
