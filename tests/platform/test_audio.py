"""Sound: no device, a device that comes late, leaves and comes back, every channel busy; never an exception."""

import errno
import time
import wave

import numpy as np
import pygame
import pytest

from game import paths
from game.platform import audio as audio_module
from game.platform.audio import CHANNELS, LOOK_EVERY, PRESSING, RATE, Audio
from game.platform.input import Input, SoundDevice


@pytest.fixture
def mixer(monkeypatch):
    """Puts the mixer on a driver by its name; ``dummy`` is there, ``nothing`` is not."""
    pygame.mixer.quit()
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    yield lambda name: monkeypatch.setenv("SDL_AUDIODRIVER", name)
    pygame.mixer.quit()


@pytest.fixture
def audio(mixer):
    opened = Audio(paths.sounds_folder())
    yield opened
    opened.close()


def load(audio):
    """Load a skin and wait until its effects are decoded."""
    audio.load("princess")
    end = time.monotonic() + 60
    while "spin" not in audio._effects or audio._reading.locked():
        assert time.monotonic() < end, "the effects were not decoded"
        time.sleep(0.01)


def use_everything(audio):
    """Every call there is."""
    audio.play("spin")
    audio.play("no such effect")
    audio.music(paths.sounds_folder() / "princess" / "music.ogg")
    audio.music(paths.sounds_folder() / "nowhere.ogg")
    audio.duck(True)
    audio.update(0.1)
    audio.set_quiet(True)
    audio.set_levels(on=True, music=0.5, effects=0.5)
    audio.music(None)


def one_sided(path):
    """A second of a tone that only the left side plays."""
    tone = (12_000 * np.sin(np.arange(RATE) * 0.06)).astype("<i2")
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(np.stack([tone, 0 * tone], axis=1).tobytes())
    return tone


def test_mono_plays_on_both_sides_what_only_one_has(mixer, tmp_path):
    (tmp_path / "shared").mkdir()
    tone = one_sided(tmp_path / "shared" / "spin.ogg")
    audio = Audio(tmp_path)
    load(audio)
    assert pygame.sndarray.array(audio._effects["spin"])[:, 1].max() == 0
    audio.music(paths.sounds_folder() / "princess" / "music.ogg")
    audio.set_mono(True)
    load(audio)
    heard = pygame.sndarray.array(audio._effects["spin"])
    assert heard.ndim == 1, "one channel, which the device plays on both sides"
    assert np.allclose(heard[: len(tone)], tone / 2, atol=2)
    assert pygame.mixer.music.get_busy()
    audio.play("spin")
    assert pygame.mixer.get_busy()
    audio.set_mono(False)
    load(audio)
    assert pygame.sndarray.array(audio._effects["spin"]).shape[1] == 2
    audio.close()


def test_without_a_device_it_is_silent_and_says_why(mixer):
    mixer("nothing")
    audio = Audio(paths.sounds_folder())
    assert audio.silent_because
    use_everything(audio)
    load(audio)
    use_everything(audio)
    audio.close()


def test_a_device_that_comes_late_is_heard(mixer):
    mixer("nothing")
    audio = Audio(paths.sounds_folder())
    load(audio)
    theme = paths.sounds_folder() / "princess" / "music.ogg"
    audio.music(theme)
    mixer("dummy")
    audio.update(LOOK_EVERY)
    audio.device_came()
    assert audio.silent_because is None
    assert pygame.mixer.music.get_busy()
    audio.play("spin")
    assert pygame.mixer.get_busy()
    audio.close()


def test_a_device_that_leaves_and_comes_back_is_heard_again(audio):
    load(audio)
    audio.music(paths.sounds_folder() / "christmas" / "music.ogg")
    audio.device_left()
    use_everything(audio)
    audio.music(paths.sounds_folder() / "princess" / "music.ogg")
    audio.device_came()
    assert audio.silent_because is None
    assert pygame.mixer.music.get_busy()
    audio.play("spin")
    assert pygame.mixer.get_busy()


@pytest.fixture
def openings(monkeypatch):
    """When the mixer was opened, in seconds of the game's own time."""
    opened, init = [], pygame.mixer.init
    monkeypatch.setattr(pygame.mixer, "init", lambda **how: (opened.append(how), init(**how)))
    return opened


def play_on(audio, seconds):
    """What the program does in so many seconds."""
    pygame.display.init()
    events = Input(lambda point: point)
    for _ in range(60 * seconds):
        for command in events.commands():
            if isinstance(command, SoundDevice):
                (audio.device_came if command.there else audio.device_left)()
        audio.update(1 / 60)


@pytest.mark.parametrize("how", ["from the start", "pulled out", "sound off"])
def test_a_game_without_a_device_opens_the_mixer_no_more_than_now_and_then(mixer, openings, how):
    """SDL's silent driver announces itself as a new device whenever it is opened."""
    if how != "pulled out":
        mixer("nothing")
    audio = Audio(paths.sounds_folder())
    if how == "pulled out":
        mixer("nothing")
        audio.device_left()
        audio.device_came()
    if how == "sound off":
        audio.set_levels(on=False, music=1, effects=1)
    assert audio.silent_because
    before = len(openings)
    play_on(audio, 5)
    assert len(openings) == before
    seconds = 60
    for _ in range(seconds):
        pygame.event.post(pygame.Event(pygame.AUDIODEVICEADDED, which=0, iscapture=0))
        play_on(audio, 1)
    assert len(openings) - before <= 2 * seconds / LOOK_EVERY
    audio.close()


def test_a_device_is_looked_for_when_the_player_comes_back(mixer):
    mixer("nothing")
    audio = Audio(paths.sounds_folder())
    mixer("dummy")
    audio.look_for_device()
    assert audio.silent_because, "it was looked for a moment ago"
    audio.update(LOOK_EVERY)
    audio.look_for_device()
    assert audio.silent_because is None
    audio.close()


def test_another_device_does_not_disturb_the_one_in_use(audio):
    load(audio)
    audio.play("spin")
    audio.device_came()
    assert pygame.mixer.get_busy()


def test_the_mixer_may_be_gone(audio):
    load(audio)
    pygame.mixer.quit()
    assert not audio.ready
    use_everything(audio)
    audio.update(LOOK_EVERY)
    audio.device_came()
    assert audio.ready
    audio.play("spin")
    assert pygame.mixer.get_busy()


def test_with_every_channel_busy_only_what_presses_is_heard(audio):
    load(audio)
    longest = max(audio._effects, key=lambda name: audio._effects[name].get_length())
    for number in range(CHANNELS):
        pygame.mixer.Channel(number).play(audio._effects[longest])
    pressing = [name for name, level in audio._levels.items() if level.priority >= PRESSING and name in audio._effects]
    slight = [name for name, level in audio._levels.items() if level.priority < PRESSING and name in audio._effects]
    assert pressing
    assert slight
    for name in slight:
        audio.play(name)
        assert audio._effects[name].get_num_channels() == (CHANNELS if name == longest else 0)
    for name in pressing[:CHANNELS]:
        audio.play(name)
        assert audio._effects[name].get_num_channels() >= 1


def test_damaged_sounds_are_only_silent(mixer, tmp_path):
    for part in ("shared", "princess"):
        (tmp_path / part).mkdir()
        for name in ("spin", "button", "music"):
            (tmp_path / part / f"{name}.ogg").write_bytes(b"OggS" + b"\xff" * 200)
    (tmp_path / "sounds.json").write_text("[" * 5000)
    audio = Audio(tmp_path)
    audio.load("princess")
    with audio._reading:
        pass
    audio.music(tmp_path / "princess" / "music.ogg")
    for name in ("spin", "button"):
        audio.play(name)
    audio.update(1)
    audio.close()


def test_sounds_that_cannot_be_opened_are_only_silent(audio, monkeypatch):
    """As when the system has no file left to give."""

    def refused(*_):
        raise FileNotFoundError("No such file or directory")

    with monkeypatch.context() as patched:
        patched.setattr(pygame.mixer, "Sound", refused)
        patched.setattr(audio_module, "start_thread", lambda work: None)
        patched.setattr(pygame.mixer.music, "load", refused)
        audio.load("princess")
        audio.music(paths.sounds_folder() / "princess" / "music.ogg")
    audio.play("spin")
    audio.update(1)


def decoded(audio):
    """Wait for the thread that decodes."""
    while True:
        with audio._reading:
            if audio._skin in audio._own:
                return audio._effects
        pygame.time.wait(5)


def named(folder):
    return {file.stem for file in (paths.sounds_folder() / folder).glob("*.ogg") if not file.stem.startswith("music")}


def test_every_effect_of_a_skin_and_every_shared_one_can_be_heard(audio):
    audio.load("christmas")
    assert decoded(audio).keys() == named("shared") | named("christmas")


def test_a_skin_s_own_effects_stand_over_the_shared_ones_and_go_with_it(audio):
    audio.load("christmas")
    own = decoded(audio)["theme_switch"]
    audio.load("princess")
    shared = decoded(audio)["theme_switch"]
    assert shared is not own
    audio.load("christmas")
    assert audio._effects["theme_switch"] is own, "kept: coming back decodes nothing"


def test_effects_fetched_for_a_skin_that_is_not_shown_are_not_heard(audio):
    audio.load("princess")
    shared = decoded(audio)["theme_switch"]
    audio.fetch("christmas")
    while "christmas" not in audio._own:
        pygame.time.wait(5)
    assert audio._effects["theme_switch"] is shared


def test_no_effect_is_decoded_twice_for_one_skin(audio, monkeypatch):
    """A skin is fetched when it begins to load, and again when it is shown."""
    seen, real = [], audio_module._decoded
    monkeypatch.setattr(audio_module, "_decoded", lambda path: (seen.append(path), real(path))[1])
    audio.fetch("christmas")
    audio.load("christmas")
    decoded(audio)
    audio.load("princess")
    audio.load("christmas")
    decoded(audio)
    with audio._reading:
        assert sorted(seen) == sorted(set(seen))


def test_without_a_thread_effects_are_decoded_where_they_are_asked_for(audio, monkeypatch):
    monkeypatch.setattr(audio_module, "start_thread", lambda work: None)
    audio.load("christmas")
    assert audio._effects.keys() == named("shared") | named("christmas")


def test_folders_that_the_system_refuses_to_open_are_asked_for_again(audio, monkeypatch):
    def refuse(_folder, _pattern):
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(audio_module, "start_thread", lambda work: None)
    with monkeypatch.context() as patch:
        patch.setattr("pathlib.Path.glob", refuse)
        audio.load("christmas")
    assert audio._effects == {}
    audio.load("christmas")
    assert audio._effects.keys() == named("shared") | named("christmas")


def test_what_is_not_decoded_yet_is_silent(audio, monkeypatch):
    monkeypatch.setattr(Audio, "fetch", lambda audio, skin: None)
    audio.load("princess")
    audio.play("spin")


def test_closing_while_effects_are_decoded_does_no_harm(audio):
    audio.load("christmas")
    audio.close()
    audio.play("spin")
    audio.load("princess")


def test_music_never_begins_to_load_while_a_fade_is_under_way(audio, monkeypatch):
    calls = []
    for name in ("stop", "load", "play", "fadeout"):
        monkeypatch.setattr(pygame.mixer.music, name, lambda *_, name=name, **__: calls.append(name))
    folder = paths.sounds_folder()
    audio.music(folder / "princess" / "music.ogg")
    audio.music(folder / "princess" / "none.ogg")
    audio.music(folder / "christmas" / "music.ogg")
    assert calls == ["stop", "load", "play", "fadeout", "stop", "load", "play"]


def channels_of(audio, name):
    sound = audio._effects[name]
    return sum(pygame.mixer.Channel(number).get_sound() is sound for number in range(CHANNELS))


@pytest.mark.parametrize("name", ["anticipation", "count_loop"])
def test_a_loop_is_begun_once_and_goes_on_until_it_is_let_go(audio, name):
    load(audio)
    audio.play(name)
    audio.let_go(name)
    assert channels_of(audio, name) == 0, "let go before it was heard"
    for _ in range(5):
        audio.play(name)
    assert channels_of(audio, name) == 1
    for _ in range(60):
        audio.update(0.02)
    assert audio._duck == pytest.approx(audio._levels[name].duck)
    time.sleep(0.2)
    audio.let_go(name)
    audio.let_go(name)
    end = time.monotonic() + 20
    while channels_of(audio, name):
        assert time.monotonic() < end, "it did not fade out"
        time.sleep(0.02)
    for _ in range(60):
        audio.update(0.02)
    assert audio._duck == 1.0
    audio.play(name)
    assert channels_of(audio, name) == 1


@pytest.mark.parametrize("end", ["off", "another device"])
def test_a_loop_ends_when_sound_does(audio, end):
    load(audio)
    audio.play("count_loop")
    if end == "off":
        audio.set_levels(on=False, music=1, effects=1)
    else:
        audio.open_again()
    assert not audio._holding
