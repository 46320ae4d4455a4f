"""The computer's voice: one utterance at a time, the newest wins, and nobody waits for it."""

import sys
import time

import pytest

from game.platform.speech import SPEAKERS, Speaker, Voice, find_speaker

SLOW = (
    "import sys, time; t = sys.stdin.read(); open(sys.argv[1], 'a').write(t + chr(10)); "
    "time.sleep(60 if t == 'slow' else 0)"
)


def speaking(path, code=SLOW, **more):
    return Speaker((sys.executable, "-c", code, str(path)), **more)


def heard(path):
    return path.read_text().splitlines() if path.exists() else []


def until(condition):
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.fixture
def said(tmp_path):
    return tmp_path / "said"


def test_it_says_what_it_is_given(said):
    voice = Voice(lambda: speaking(said))
    assert voice.open()
    voice.say("Credit −2.00")
    until(lambda: heard(said) == ["Credit −2.00"])
    voice.close()
    assert not voice.broken


def test_the_newest_replaces_what_is_being_said_and_what_waits(said):
    hushed = said.with_name("hushed")
    hush = (sys.executable, "-c", f"open({str(hushed)!r}, 'a').write('hush')")
    voice = Voice(lambda: speaking(said, hush=hush))
    voice.open()
    voice.say("slow")
    until(lambda: heard(said) == ["slow"])
    begun = time.monotonic()
    for number in range(50):
        voice.say(f"older {number}")
    voice.say("newest")
    assert time.monotonic() - begun < 1  # whoever speaks does not wait
    until(lambda: heard(said)[-1:] == ["newest"])
    assert len(heard(said)) <= 3
    assert hushed.exists()
    voice.close()


def test_closing_silences_it(said):
    voice = Voice(lambda: speaking(said))
    voice.open()
    voice.say("slow")
    until(lambda: heard(said) == ["slow"])
    begun = time.monotonic()
    voice.close()
    assert time.monotonic() - begun < 10


def test_without_a_voice_there_is_none():
    voice = Voice(lambda: None)
    assert not voice.open()
    voice.say("nobody hears this")
    voice.close()


@pytest.mark.parametrize("command", [("/no/such/program",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_a_voice_that_fails_is_known_to_be_broken(command):
    voice = Voice(lambda: Speaker(command, as_argument=True))
    voice.open()
    voice.say("anything")
    until(lambda: voice.broken)
    voice.close()


def test_every_platform_has_its_own(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    assert {platform: find_speaker(platform).command[0] for platform in SPEAKERS} == {
        "win32": "powershell", "darwin": "say", "linux": "spd-say",
    }  # fmt: skip
    assert find_speaker("freebsd14") is SPEAKERS["linux"]
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert find_speaker() is None
