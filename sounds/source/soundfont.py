"""Plays notes through fluidsynth and the FluidR3 GM soundfont, dry, into arrays."""

from __future__ import annotations

import hashlib
import os
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import mido
import numpy as np
import soundfile

RATE = 44100
LEAD = 0.25  # seconds of silence before the first beat, so that an early hand is not cut
TICKS = 10000  # a beat; at 120 beats a minute one tick is 0.05 ms
SECOND = TICKS * 2

Played = tuple[float, float, int, float]  # start s, length s, pitch, velocity


def soundfont() -> Path:
    """Where the soundfont lies: ``SOUNDFONT``, or the place Debian's ``fluid-soundfont-gm`` puts it."""
    path = Path(os.environ.get("SOUNDFONT", "/usr/share/sounds/sf2/FluidR3_GM.sf2"))
    if not path.exists():
        raise FileNotFoundError(f"no soundfont at {path}: install fluid-soundfont-gm or set SOUNDFONT")
    return path


def play(
    voices: Sequence[tuple[int, Sequence[Played]]],
    tail: float = 5.0,
    expression: Sequence[tuple[float, float]] = (),
) -> np.ndarray:
    """Renders (program, notes) voices together as (samples, 2), starting ``LEAD`` seconds before beat 0.

    Program -1 is the drum kit. ``expression`` is a list of (seconds, 0-1) for every voice.
    """
    events: list[tuple[float, int, mido.Message]] = []
    channels = [c for c in range(16) if c != 9]
    for program, notes in voices:
        channel = 9 if program < 0 else channels.pop(0)
        if program >= 0:
            events.append((0.0, 0, mido.Message("program_change", channel=channel, program=program)))
        for when, value in expression:
            level = round(float(np.clip(value, 0, 1)) * 127)
            message = mido.Message("control_change", channel=channel, control=11, value=level)
            events.append((max(0.0, when + LEAD), 0, message))
        for start, length, note, velocity in notes:
            on, strength = start + LEAD, round(velocity)
            events.append((on, 2, mido.Message("note_on", channel=channel, note=note, velocity=strength)))
            events.append((on + length, 1, mido.Message("note_off", channel=channel, note=note)))
    events.sort(key=lambda event: (event[0], event[1]))
    track = mido.MidiTrack([mido.MetaMessage("set_tempo", tempo=500000)])
    now = 0
    for when, _, message in events:
        tick = round(when * SECOND)
        track.append(message.copy(time=tick - now))
        now = tick
    track.append(mido.Message("control_change", channel=0, control=7, value=100, time=int(tail * SECOND)))
    song = mido.MidiFile(ticks_per_beat=TICKS)
    song.tracks.append(track)
    return _rendered(song)


def _rendered(song: mido.MidiFile) -> np.ndarray:
    """Runs fluidsynth, or reads what it once made of the same notes from the folder ``SOUND_CACHE``."""
    with tempfile.TemporaryDirectory() as folder:
        midi, wave = Path(folder, "notes.mid"), Path(folder, "notes.wav")
        song.save(midi)
        kept = None
        if "SOUND_CACHE" in os.environ:
            kept = Path(os.environ["SOUND_CACHE"], hashlib.sha256(midi.read_bytes()).hexdigest() + ".npy")
            if kept.exists():
                return np.load(kept).astype(float)
        options = [
            "synth.reverb.active=0",
            "synth.chorus.active=0",
            "synth.polyphony=512",
            "synth.cpu-cores=1",
            "synth.lock-memory=0",
            "synth.dynamic-sample-loading=1",
        ]
        command = ["fluidsynth", "-ni", "-g", "0.6", "-r", str(RATE), "-O", "float", "-T", "wav"]
        command += [word for option in options for word in ("-o", option)]
        command += ["-F", str(wave), str(soundfont()), str(midi)]
        subprocess.run(command, check=True, capture_output=True)
        sound, _ = soundfile.read(wave, always_2d=True)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        np.save(kept, sound.astype(np.float32))
    return sound
