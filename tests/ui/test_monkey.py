"""Random and hostile input: nothing raises, no scene gets stuck, the ledger stays exact.

The monkey works at the window: it posts what SDL would report (keys, mouse, wheel, touch, focus, gamepads, sound
devices), changes the window's size, and has skins, languages, settings and the mixer changed under the game. Ten
updates pass for each drawn frame. The seed is printed; ``MONKEY_SEED`` repeats it.
"""

import os
import random

import pygame
import pytest

from game import paths
from game.language import languages
from game.ledger import LedgerBusy, LedgerUnreachable, LimitKind, audit
from game.ledger.journal import Journal
from game.platform.input import Action, Press, Release
from game.program import Program
from game.ui.panel import Panel
from game.ui.scenes.ledger_error import LedgerErrorPanel
from tests.ui.driver import FRAME

SKINS = ("princess", "christmas")
UPDATES_A_DRAW = 10
SHORT, LONG = 60, 3600
"""Seconds of the game's time, in each skin."""
LOOK_EVERY = 60
"""Seconds between two looks whether every scene can be left and the ledger is exact."""
KEYS = (
    *(pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_UP, pygame.K_DOWN, pygame.K_LEFT, pygame.K_RIGHT),
    *(pygame.K_TAB, pygame.K_ESCAPE, pygame.K_BACKSPACE, pygame.K_F11, pygame.K_F12, pygame.K_HOME, pygame.K_DELETE),
    *(getattr(pygame, f"K_{letter}") for letter in "abcdefghijklmnopqrstuvwxyz0159"),
)
MODS = (0, 0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_ALT, pygame.KMOD_CTRL)
SIZES = ((960, 540), (1280, 720), (1920, 1080), (1000, 1000), (720, 1280), (2560, 1080), (1600, 900), (641, 481))
TYPED = ("1", "999999999999", ".", ",", "-5", "é", "\x00", "5", "\U0001f60e", "漢", "0" * 300)


class Monkey:
    """Someone who does anything, in any order."""

    def __init__(self, player, seed):
        self.player, self.rng = player, random.Random(seed)
        self.hidden = False
        self.acts = 0
        self.done = {}
        """How often each kind of act was done."""

    def act(self):
        acts = (
            *(self.press_a_control,) * 5,
            *(self.press_a_key,) * 4,
            *(self.go_and_spin,) * 8,
            *(self.click_anywhere, self.drag) * 2,
            *(self.hold_and_release, self.type_something, self.turn_the_wheel, self.touch),
            *(self.lose_or_gain_focus, self.hide_or_show, self.resize, self.play_with_a_gamepad),
            *(self.change_skin, self.change_language, self.change_a_setting, self.change_the_sound_device),
            *(self.ask_to_close, self.lose_the_saved_game),
        )
        act = self.rng.choice(acts)
        self.done[act.__name__] = self.done.get(act.__name__, 0) + 1
        self.acts += 1
        act()
        self.hear()

    def hear(self):
        """Let the program read what was posted, as its loop does."""
        for command in list(self.player.program.input.commands()):
            self.player.give(command)
        self.player.services.closing = False

    def post(self, kind, **facts):
        pygame.event.post(pygame.event.Event(kind, **facts))

    def point(self):
        """A place in the window, or a little outside."""
        width, height = pygame.display.get_window_size()
        return self.rng.randint(-20, width + 20), self.rng.randint(-20, height + 20)

    def key(self, kind, key, mod=0):
        self.post(kind, key=key, mod=mod, unicode="", scancode=0)

    def mouse(self, kind, at, button=1):
        if kind == pygame.MOUSEMOTION:
            self.post(kind, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False)
        else:
            self.post(kind, pos=at, button=button, touch=False)

    # -- acts

    def press_a_control(self):
        group = getattr(self.player.scene, "controls", None)
        shown = group.shown if group is not None else []
        if shown:
            display = self.player.services.display
            x, y = self.rng.choice(shown).rect.center
            area = display.area
            at = round(area.x + x * area.width / 1920), round(area.y + y * area.height / 1080)
            for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                self.mouse(kind, at)

    def go_and_spin(self):
        """What a player wants most: out of whatever panel it is, and the next round."""
        leave = isinstance(self.player.scene, Panel) and self.rng.random() < 0.8
        key = pygame.K_ESCAPE if leave else pygame.K_SPACE
        self.key(pygame.KEYDOWN, key)
        self.key(pygame.KEYUP, key)

    def press_a_key(self):
        key, mod = self.rng.choice(KEYS), self.rng.choice(MODS)
        self.key(pygame.KEYDOWN, key, mod)
        if self.rng.random() < 0.9:
            self.key(pygame.KEYUP, key, mod)

    def hold_and_release(self):
        self.key(self.rng.choice((pygame.KEYDOWN, pygame.KEYUP)), self.rng.choice(KEYS))

    def click_anywhere(self):
        at, button = self.point(), self.rng.choice((1, 1, 1, 2, 3, 8))
        self.mouse(pygame.MOUSEBUTTONDOWN, at, button)
        self.mouse(pygame.MOUSEBUTTONUP, at, button)

    def drag(self):
        self.mouse(pygame.MOUSEBUTTONDOWN, self.point())
        for _ in range(3):
            self.mouse(pygame.MOUSEMOTION, self.point())
        if self.rng.random() < 0.8:
            self.mouse(pygame.MOUSEBUTTONUP, self.point())

    def type_something(self):
        self.post(pygame.TEXTINPUT, text=self.rng.choice(TYPED))

    def turn_the_wheel(self):
        self.post(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-99, -1, 1, 99)), flipped=False)

    def touch(self):
        at = self.point()
        self.post(pygame.FINGERDOWN, x=0.5, y=0.5, dx=0, dy=0, finger_id=1, touch_id=1)
        self.post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=True)
        self.post(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=True)
        self.post(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=True)

    def lose_or_gain_focus(self):
        self.post(self.rng.choice((pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED)))

    def hide_or_show(self):
        self.hidden = not self.hidden and self.rng.random() < 0.3
        self.post(pygame.WINDOWMINIMIZED if self.hidden else pygame.WINDOWRESTORED)

    def resize(self):
        if not self.player.services.display.fullscreen:
            size = self.rng.choice(SIZES) if self.rng.random() < 0.95 else (1, 1)
            pygame.display.set_mode(size, pygame.RESIZABLE)
            self.post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
            self.post(pygame.WINDOWDISPLAYCHANGED, display_index=1)

    def play_with_a_gamepad(self):
        rng = self.rng
        match rng.randrange(5):
            case 0:
                self.post(pygame.JOYDEVICEADDED, device_index=rng.randrange(3))
            case 1:
                self.post(pygame.JOYDEVICEREMOVED, instance_id=rng.randrange(3))
            case 2:
                self.post(pygame.JOYHATMOTION, instance_id=0, hat=0, value=(rng.randint(-1, 1), rng.randint(-1, 1)))
            case 3:
                self.post(pygame.JOYAXISMOTION, instance_id=0, axis=rng.randrange(4), value=rng.uniform(-1, 1))
            case _:
                kind = rng.choice((pygame.JOYBUTTONDOWN, pygame.JOYBUTTONUP))
                self.post(kind, instance_id=0, button=rng.randrange(14))

    def change_skin(self):
        services = self.player.services
        if services.loading is None and len(services.stack.scenes) == 1:
            services.load_skin(services.next_theme())

    def change_language(self):
        language = self.rng.choice(languages(paths.locale_folder()))
        self.player.services.settings.language = language
        self.player.services.language.use(language)

    def change_a_setting(self):
        settings = self.player.services.settings
        name = self.rng.choice(("reduced_motion", "reduce_flashing", "responsible"))
        setattr(settings, name, not getattr(settings, name))
        settings.speed = self.rng.choice(("normal", "quick", "turbo"))

    def change_the_sound_device(self):
        match self.rng.randrange(4):
            case 0:
                self.post(pygame.AUDIODEVICEREMOVED, which=1, iscapture=0)
            case 1:
                self.post(pygame.AUDIODEVICEADDED, which=0, iscapture=self.rng.randrange(2))
            case 2:
                pygame.mixer.quit()
            case _:
                for channel in range(pygame.mixer.get_num_channels() if pygame.mixer.get_init() else 0):
                    pygame.mixer.Channel(channel).stop()

    def ask_to_close(self):
        self.post(pygame.QUIT)

    def lose_the_saved_game(self):
        """Something in the way of the ledger, told by its scene."""
        services = self.player.services
        if not isinstance(self.player.scene, LedgerErrorPanel) and self.rng.random() < 0.2:
            error = self.rng.choice((LedgerBusy("It is in use."), LedgerUnreachable("The disk is gone.")))
            services.stack.push(LedgerErrorPanel(services, error))
            services.stack.apply()


def lead_on(player):
    """Every scene can be left, every round ends: come to the table at rest by pressing, whatever is on screen."""
    services = player.services
    services.settings.responsible = False
    for _ in range(400):
        if player.scenes == ["TableScene"] and player.scene.is_idle() and services.loading is None:
            return
        player.give(Release(Action.SPIN))
        answer = {"RealityCheck": "Keep playing", "SessionEnd": "New session", "LedgerErrorPanel": "Try again"}
        top = player.scenes[-1]
        if top in answer:
            for control in player.group.shown:
                if control.name == answer[top]:
                    player.click(*control.rect.center)
        elif top == "Question" and not player.scene.dismissable:
            player.key(Action.SPIN)
        else:
            player.give(Press(Action.BACK))
            player.give(Release(Action.BACK))
        player.wait(1)
    raise AssertionError(f"stuck in {player.scenes}")


def check_ledger(player):
    ledger = player.services.table.ledger
    assert player.services.table.balance == ledger.balance
    assert ledger.open_round() is None
    found = audit(player.services.profile.folder)
    assert found["agrees"], found
    assert found["void"] == 0
    return found["rounds"]


def free_the_player(player):
    """Limits the monkey set itself must not end the game for the rest of the hour."""
    ledger = player.services.table.ledger
    db = ledger._db
    (trigger,) = db.execute("SELECT sql FROM sqlite_master WHERE name = 'limits_no_delete'").fetchone()
    db.execute("DROP TRIGGER limits_no_delete")
    db.execute("DELETE FROM limits")
    db.execute(trigger)
    ledger._journal.close()
    ledger._journal = Journal.begin(ledger.folder, db)
    assert ledger.limit(LimitKind.LOSS).value is None
    player.services.display.set_fullscreen(False)
    if ledger.can_refill:
        player.services.table.refill()


def play_for(player, seconds, seed):
    """Act at random for so long; returns the rounds played."""
    monkey, program = Monkey(player, seed), player.program
    updates = round(seconds / FRAME)
    rounds = 0
    for number in range(updates // UPDATES_A_DRAW):
        for _ in range(monkey.rng.randrange(3)):
            monkey.act()
        for _ in range(UPDATES_A_DRAW):
            player.wait(FRAME)
        if not monkey.hidden:
            program.draw()
        if number % round(LOOK_EVERY / FRAME / UPDATES_A_DRAW) == 0:
            lead_on(player)
            rounds = check_ledger(player)
            free_the_player(player)
    monkey.hidden = False
    lead_on(player)
    rounds = check_ledger(player)
    assert all(monkey.done.get(name, 0) for name in ("press_a_control", "press_a_key", "drag"))
    print(f"seed {seed}: {seconds} s of the game, {monkey.acts} acts, {rounds} rounds, ledger exact")
    return rounds


def seed_of_the_day():
    seed = int(os.environ.get("MONKEY_SEED", "1"))
    print(f"\nMONKEY_SEED={seed}")
    return seed


@pytest.mark.parametrize("skin", SKINS)
def test_a_minute_of_anything(sit_down, skin):
    player = sit_down("--theme", skin, speed="turbo")
    assert isinstance(player.program, Program)
    play_for(player, SHORT, seed_of_the_day())


@pytest.mark.long
@pytest.mark.parametrize("skin", SKINS)
def test_an_hour_of_anything(sit_down, skin):
    play_for(sit_down("--theme", skin, speed="turbo"), LONG, seed_of_the_day())
