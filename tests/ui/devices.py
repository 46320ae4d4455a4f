"""Keyboard, gamepad and finger as the window reports them: real events through the program's own input."""

import pygame

from game.platform.input import PointerMoved, PointerPressed, PointerReleased
from game.ui.scan import SECONDS
from game.ui.widgets.controls import Control
from tests.ui.driver import FRAME, NotThere, Player


class Device:
    """Something that moves a focus, acts and goes back."""

    def __init__(self, player: Player) -> None:
        self.player = player
        pygame.event.clear()

    def send(self, *events: pygame.event.Event) -> None:
        """Let the window report events, and the program take them as it does in its loop."""
        for event in events:
            pygame.event.post(event)
        for command in self.player.program.input.commands():
            self.player.give(command)
        self.player.wait(FRAME)

    def next(self) -> None:
        raise NotImplementedError

    def previous(self) -> None:
        raise NotImplementedError

    def act(self) -> None:
        raise NotImplementedError

    def back(self) -> None:
        raise NotImplementedError

    def more(self) -> None:
        raise NotImplementedError

    def less(self) -> None:
        raise NotImplementedError

    def focus(self, name: str) -> None:
        """Go round until a control has the focus."""
        group = self.player.group
        for _ in range(len(group.controls) + 1):
            if group.focused is not None and group.focused.name == name:
                return
            self.next()
        shown = [control.name for control in group.shown if control.is_enabled()]
        raise NotThere(f"{type(self).__name__} does not reach {name!r} in {self.player.scenes[-1]}: {shown}")

    def press(self, *names: str) -> None:
        """Reach controls one after another and press them."""
        for name in names:
            self.focus(name)
            self.act()


class Keyboard(Device):
    """Tab and arrows to go, Enter to act, Esc to go back."""

    def key(self, key: int, mod: int = 0) -> None:
        at = {"key": key, "mod": mod, "unicode": "", "scancode": 0}
        self.send(pygame.event.Event(pygame.KEYDOWN, at), pygame.event.Event(pygame.KEYUP, at))

    def type(self, text: str) -> None:
        for letter in text:
            self.key(pygame.key.key_code(letter))
            self.send(pygame.event.Event(pygame.TEXTINPUT, {"text": letter}))

    def next(self) -> None:
        self.key(pygame.K_TAB)

    def previous(self) -> None:
        self.key(pygame.K_TAB, pygame.KMOD_SHIFT)

    def act(self) -> None:
        self.key(pygame.K_RETURN)

    def back(self) -> None:
        self.key(pygame.K_ESCAPE)

    def more(self) -> None:
        self.key(pygame.K_RIGHT)

    def less(self) -> None:
        self.key(pygame.K_LEFT)


class Gamepad(Device):
    """The cross to go, A to act, B to go back."""

    def button(self, number: int) -> None:
        at = {"button": number, "instance_id": 0, "joy": 0}
        self.send(pygame.event.Event(pygame.JOYBUTTONDOWN, at), pygame.event.Event(pygame.JOYBUTTONUP, at))

    def cross(self, x: int, y: int) -> None:
        for value in ((x, y), (0, 0)):
            self.send(pygame.event.Event(pygame.JOYHATMOTION, {"value": value, "hat": 0, "instance_id": 0}))

    def next(self) -> None:
        self.cross(1, 0)

    def previous(self) -> None:
        self.cross(-1, 0)

    def act(self) -> None:
        self.button(0)

    def back(self) -> None:
        self.button(1)

    def more(self) -> None:
        self.cross(0, 1)

    def less(self) -> None:
        self.cross(0, -1)


class Stick(Gamepad):
    """The left stick in the cross's place."""

    def cross(self, x: int, y: int) -> None:
        axis, value = (0, x) if x else (1, -y)
        for pushed in (0.2 * value, 0.5 * value, 0.97 * value, 0.99 * value, 0.1 * value):
            self.send(pygame.event.Event(pygame.JOYAXISMOTION, {"axis": axis, "value": pushed, "instance_id": 0}))


class Finger(Device):
    """Taps and drags. What SDL makes of them for programs that know only mice comes as well, and is not to count."""

    def _event(self, kind: int, x: float, y: float, finger: int = 1) -> list[pygame.event.Event]:
        width, height = pygame.display.get_window_size()
        area = self.player.services.display.area
        wx, wy = area.x + x * area.width / 1920, area.y + y * area.height / 1080
        at = {"touch_id": 7, "finger_id": finger, "x": wx / width, "y": wy / height, "dx": 0.0, "dy": 0.0}
        made = {
            pygame.FINGERDOWN: (pygame.MOUSEBUTTONDOWN, {"button": 1}),
            pygame.FINGERUP: (pygame.MOUSEBUTTONUP, {"button": 1}),
            pygame.FINGERMOTION: (pygame.MOUSEMOTION, {"rel": (0, 0), "buttons": (1, 0, 0)}),
        }[kind]
        mouse = pygame.event.Event(made[0], made[1] | {"pos": (round(wx), round(wy)), "touch": True})
        return [pygame.event.Event(kind, at), mouse]

    def tap(self, x: float, y: float, finger: int = 1) -> None:
        self.send(*self._event(pygame.FINGERDOWN, x, y, finger))
        self.send(*self._event(pygame.FINGERUP, x, y, finger))

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.send(*self._event(pygame.FINGERDOWN, *start))
        for step in range(1, 6):
            x, y = (a + (b - a) * step / 5 for a, b in zip(start, end, strict=True))
            self.send(*self._event(pygame.FINGERMOTION, x, y))
        self.send(*self._event(pygame.FINGERUP, *end))

    def press(self, *names: str) -> None:
        for name in names:
            self.tap(*self.player.control(name).rect.center)


class Mouse(Device):
    """Points and clicks."""

    def click(self, x: float, y: float) -> None:
        area = self.player.services.display.area
        pos = (round(area.x + x * area.width / 1920), round(area.y + y * area.height / 1080))
        move = pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0), touch=False)
        down, up = (
            pygame.event.Event(kind, pos=pos, button=1, touch=False)
            for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
        )
        self.send(move, down, up)

    def press(self, *names: str) -> None:
        for name in names:
            self.click(*self.player.control(name).rect.center)

    def act(self) -> None:
        self.click(960, 500)


class Switch(Device):
    """One switch: it waits for the highlight and presses."""

    def press_switch(self):
        raise NotImplementedError

    def act(self):
        while self.player.program.scanner._deaf > 0:
            self.player.wait(FRAME)
        self.press_switch()

    def next(self):
        """Wait until the highlight has moved on."""
        before = self.seen()
        for _ in range(round(SECONDS["slow"] / FRAME) + 2):
            self.player.wait(FRAME)
            if self.seen() != before:
                return
        raise AssertionError(f"the highlight stays on {before}")

    def seen(self):
        """What is highlighted."""
        group = self.player.program.scanner.group
        return group and group.focused, self.player.program.scanner.at

    def step(self, name):
        """Choose a step of the control that is open."""
        scanner = self.player.program.scanner
        for _ in range(len(scanner.steps) + 1):
            if scanner.steps[scanner.at][0] == name:
                self.act()
                return
            self.next()
        raise AssertionError(name)


class Space(Switch):
    def press_switch(self):
        Keyboard(self.player).key(pygame.K_SPACE)


class Click(Switch):
    def press_switch(self):
        for command in (PointerMoved(5, 5), PointerPressed(5, 5), PointerReleased(5, 5)):
            self.player.give(command)
        self.player.wait(FRAME)


class PadButton(Switch):
    def press_switch(self):
        Gamepad(self.player).button(0)


def spied(control: Control, method: str, calls: list[str]) -> None:
    """Note a control's calls instead of carrying them out."""

    def noted(*arguments: object) -> bool:
        calls.append(control.name)
        return True

    setattr(control, method, noted)
