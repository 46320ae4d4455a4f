"""A replay saved as a GIF: a file every viewer reads, no sound, no money, nothing left when it is called off."""

import inspect

import numpy as np
import pygame

from game.engine import Mode
from game.platform.audio import Audio
from game.platform.gif import Gif, indices
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


def test_a_long_round_is_filmed_up_to_the_longest(player, monkeypatch):
    monkeypatch.setattr(gif_export, "MAX_SECONDS", 3.0)
    table = player.services.table
    table.start(Mode.BUY)
    table.settle()
    player.press("History")
    player.click(*player.control("List of rounds").row_rect(0).center)
    player.press("Save as GIF")
    player.until(lambda: player.scenes == ["TableScene", "History"], 60)
    assert frames_in(player.services.profile.folder / "films" / "round-1.gif") == 30


def test_silence_hears_everything_and_leaves_the_mixer_alone(tmp_path):
    """Whatever is said to it, the mixer of those who hear plays on."""
    hearing = Audio(tmp_path)
    null_audio = gif_export.NullAudio()
    given = {"name": "spin", "skin": "princess", "path": None, "under": True, "dt": 0.1, "quiet": True}
    given |= {"on": True, "music": 1.0, "effects": 1.0}
    said = [name for name, method in inspect.getmembers(null_audio, inspect.ismethod) if not name.startswith("_")]
    assert {"play", "let_go", "music", "duck", "update", "close"} <= set(said)
    for name in said:
        method = getattr(null_audio, name)
        method(**{each: given[each] for each in inspect.signature(method).parameters})
    assert hearing.ready
    hearing.close()
