"""Keys: shortcuts of the desktop do nothing in the game, and other layouts play by the keys' places."""

import pygame
import pytest

from game.platform.input import (
    DEFAULT_KEYS,
    PLACES,
    Action,
    AllSelected,
    Erased,
    Input,
    KeyNamed,
    Press,
    Release,
    Typed,
)

CHORDS = [
    pygame.KMOD_LCTRL, pygame.KMOD_RCTRL, pygame.KMOD_LALT, pygame.KMOD_RALT, pygame.KMOD_LMETA, pygame.KMOD_RMETA,
    pygame.KMOD_LCTRL | pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL | pygame.KMOD_LALT,
]  # fmt: skip
HARMLESS = [pygame.KMOD_NONE, pygame.KMOD_NUM, pygame.KMOD_CAPS, pygame.KMOD_NUM | pygame.KMOD_CAPS, pygame.KMOD_LSHIFT]
LETTERS = {key: action for key, action in DEFAULT_KEYS.items() if len(key) == 1}
RUSSIAN = dict(zip("qwertyuiopasdfghjklzxcvbnm", "йцукенгшщзфывапролдячсмить", strict=True))
GREEK = dict(zip("ertyuiopasdfghjklzxcvbnm", "ερτυθιοπασδφγηξκλζχψωβνμ", strict=True))
PLACE = {letter: place for place, letter in PLACES.items()}


@pytest.fixture
def given():
    """Sends the window's events and returns the commands that come of them."""
    pygame.display.init()
    pygame.event.clear()
    made = Input(lambda point: point)

    def give(*events):
        for event in events:
            pygame.event.post(event)
        return list(made.commands())

    give.input = made
    return give


def key(kind, code, mod=0, place=0):
    return pygame.Event(kind, key=code, mod=mod, unicode="", scancode=place)


def down(code, mod=0, place=0):
    return key(pygame.KEYDOWN, code, mod, place)


def up(code, mod=0, place=0):
    return key(pygame.KEYUP, code, mod, place)


@pytest.mark.parametrize("mod", CHORDS)
@pytest.mark.parametrize("name", DEFAULT_KEYS)
def test_no_key_acts_while_ctrl_alt_or_super_is_held(given, name, mod):
    code = pygame.key.key_code(name)
    if name in ("return", "enter") and not mod & ~pygame.KMOD_ALT:
        assert given(down(code, mod))[-1] == Press(Action.FULLSCREEN)
        return
    if name == "a" and not mod & pygame.KMOD_ALT:
        assert given(down(code, mod), up(code, mod)) == [AllSelected()]
        return
    assert given(down(code, mod), up(code, mod)) == []


@pytest.mark.parametrize("mod", HARMLESS)
@pytest.mark.parametrize("name", [name for name in DEFAULT_KEYS if name != "tab"])
def test_every_key_acts_with_the_locks_on_and_with_shift(given, name, mod):
    code = pygame.key.key_code(name)
    assert given(down(code, mod), up(code, mod)) == [
        KeyNamed(name), Press(DEFAULT_KEYS[name]), Release(DEFAULT_KEYS[name])
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["left ctrl", "right alt", "left meta", "left shift"])
def test_a_modifier_alone_may_be_a_key_of_the_players(given, name):
    given.input.set_keys({name: "spin"})
    code = pygame.key.key_code(name)
    own = {"ctrl": pygame.KMOD_CTRL, "alt": pygame.KMOD_ALT, "meta": pygame.KMOD_META, "shift": pygame.KMOD_SHIFT}
    assert Press(Action.SPIN) in given(down(code, own[name.split()[1]]))


def test_a_key_held_before_the_chord_is_let_go(given):
    given(down(pygame.K_SPACE))
    assert given(up(pygame.K_SPACE, pygame.KMOD_LCTRL)) == [Release(Action.SPIN)]
    assert given(up(pygame.K_SPACE)) == [], "it is let go once"


@pytest.mark.parametrize("layout", [RUSSIAN, GREEK], ids=["Russian", "Greek"])
@pytest.mark.parametrize("letter", LETTERS)
def test_a_layout_without_latin_letters_plays_by_the_keys_places(given, layout, letter):
    code, place = ord(layout[letter]), PLACE[letter]
    assert given(down(code, 0, place), up(code, 0, place)) == [
        KeyNamed(letter), Press(LETTERS[letter]), Release(LETTERS[letter])
    ]  # fmt: skip
    assert given(down(code, pygame.KMOD_LCTRL, place), up(code, 0, place)) == []


def test_a_latin_layout_plays_by_its_letters(given):
    """On a French keyboard A lies where Q is on a US one."""
    assert Press(Action.AUTOPLAY) in given(down(pygame.K_a, 0, PLACE["q"]))
    assert given(down(pygame.K_q, 0, PLACE["a"])) == [KeyNamed("q")]


def test_a_key_let_go_in_another_layout_is_let_go(given):
    given(down(ord("ф"), 0, PLACE["a"]))
    assert given(up(pygame.K_a, 0, PLACE["a"])) == [Release(Action.AUTOPLAY)]


@pytest.mark.parametrize(
    ("held", "typed"),
    [(0, True), (pygame.KMOD_LSHIFT, True), (pygame.KMOD_RALT, True), (pygame.KMOD_LCTRL | pygame.KMOD_RALT, True),
     (pygame.KMOD_LALT, False), (pygame.KMOD_LMETA, False), (pygame.KMOD_RMETA, False), (pygame.KMOD_LCTRL, False)],
)  # fmt: skip
def test_a_shortcut_types_nothing_and_altgr_does(given, held, typed):
    pygame.key.set_mods(held)
    try:
        assert given(pygame.Event(pygame.TEXTINPUT, text="1")) == ([Typed("1")] if typed else [])
    finally:
        pygame.key.set_mods(0)


def test_a_shortcut_erases_nothing(given):
    assert Erased() in given(down(pygame.K_BACKSPACE))
    assert given(down(pygame.K_BACKSPACE, pygame.KMOD_LALT)) == []


@pytest.mark.parametrize(
    ("code", "command"),
    [
        (pygame.K_BACKSPACE, Erased()),
        (pygame.K_UP, Press(Action.BET_UP)),
        (pygame.K_RIGHT, Press(Action.RIGHT)),
    ],
)
def test_a_key_that_is_held_asks_again_until_it_is_let_go(given, code, command):
    now = 1000
    given.input.milliseconds = lambda: now
    assert command in given(down(code))
    now += 399
    assert given() == []
    for step in (1, 80, 80):
        now += step
        assert given() == [command]
    given(up(code))
    now += 1000
    assert given() == []


@pytest.mark.parametrize("code", [pygame.K_SPACE, pygame.K_b, pygame.K_TAB])
def test_no_other_key_asks_again(given, code):
    now = 1000
    given.input.milliseconds = lambda: now
    given(down(code))
    now += 5000
    assert given() == []
