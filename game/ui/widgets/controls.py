"""Controls: buttons, toggles, sliders and tabs, and the group that gives them mouse, touch, keys and focus."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, TypeVar

import pygame

from game.platform.input import (
    Action,
    AllSelected,
    Command,
    Erased,
    KeyNamed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Press,
    Scrolled,
    Typed,
)
from game.ui.boxes import Box, Words, always, words
from game.ui.layout import MIN_TARGET
from game.ui.theme import Theme

EDGE: Final = 20
"""Canvas pixels of a button's side that stay free of letters."""
WRAPPED: Final = 240
"""Width from which a button's label may be broken."""
TAB_EDGES: Final = 16
TAB_TEXT: Final = 25
SWITCH: Final = 128
"""Width of a toggle's picture with room before it."""
TOOLTIP_WIDTH: Final = 460
ROOM_FOR_TOOLTIPS: Final = pygame.Rect(8, 8, 1904, 1064)
LABEL_LINE: Final = 40


BESIDE: Final = 20
"""Canvas pixels between a label and what it names."""


class Control:
    """Something that can be pressed: it has a name, a tooltip, a focus ring and states."""

    boxed = False
    """Whether a box around it draws it."""
    usual = 70
    """Height it has at least where it finds its own place."""
    within: pygame.Rect | None = None
    """Where it can be seen and pressed, in a panel that scrolls; None where it does not."""
    typed_into = False
    """Whether it is filled in: Enter then means that it is, and moves on to the next control."""
    repeats = False
    """Whether it goes on being pressed while the pointer holds it."""
    holds = False
    """Whether the pointer that holds it moves something of its own, and never the panel."""

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        on_press: Callable[[], None] = lambda: None,
        *,
        tooltip: Words = "",
        enabled: Callable[[], bool] = always,
        visible: Callable[[], bool] = always,
    ) -> None:
        self.is_visible = visible
        self.rect = rect
        self.name = name
        """What tests and screen readers call it; never shown."""
        self.on_press = on_press
        self.on_refused: Callable[[], object] = lambda: None
        """What a press does while it is dimmed: it may say why."""
        self.tooltip = tooltip
        self.is_enabled = enabled
        self.hovered = self.held = self.focused = False

    @property
    def grows(self) -> bool:
        """Whether it takes height that is left over."""
        return False

    @property
    def there(self) -> bool:
        """Whether it takes any room now."""
        return self.is_visible()

    def least(self, theme: Theme) -> int:
        """The least width in which it shows all it has."""
        return MIN_TARGET

    def high(self, theme: Theme, width: int) -> int:
        """Its height in a width."""
        return self.usual

    def low(self, theme: Theme, width: int) -> int:
        """The height it can do with."""
        return self.high(theme, width)

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        """Stand there from now on."""
        self.rect = rect

    def walk(self) -> Iterator[Box]:
        """Itself: see :class:`game.ui.boxes.Box`."""
        yield self

    def at(self, x: float, y: float, *, closely: bool = False) -> bool:
        """Whether a press at a canvas point is its own: on it, or where a fingertip would be on it."""
        if self.within is not None and not self.within.collidepoint(x, y):
            return False
        return (self.rect if closely else self.target).collidepoint(x, y)

    @property
    def target(self) -> pygame.Rect:
        """Where a press counts: at least a fingertip."""
        grow_x = max(0, MIN_TARGET - self.rect.width)
        grow_y = max(0, MIN_TARGET - self.rect.height)
        return self.rect.inflate(grow_x, grow_y)

    @property
    def state(self) -> str:
        """Which of the five pictures to draw."""
        if not self.is_enabled():
            return "disabled"
        if self.held and self.hovered:
            return "pressed"
        if self.focused:
            return "focused"
        return "hover" if self.hovered else "normal"

    def press(self) -> None:
        """Do what it is for, if it is enabled."""
        if self.is_visible():
            (self.on_press if self.is_enabled() else self.on_refused)()

    def adjust(self, steps: int) -> bool:
        """Left and right while focused; False when the control has no use for them."""
        return False

    def steer(self, way: Action) -> bool:
        """An arrow key while focused; False when the control has no use for it."""
        return self.adjust(1 if way in (Action.RIGHT, Action.BET_UP) else -1)

    def grab(self, x: float, y: float) -> None:
        """The pointer went down on it at a canvas point."""
        self.drag(x, y)

    def drag(self, x: float, y: float) -> None:
        """The pointer is held and is at a canvas point."""

    def let_go(self) -> None:
        """The pointer that held it came up or is gone."""

    def take(self, command: Typed | Erased | AllSelected | KeyNamed | Scrolled) -> bool:
        """Text and keys while focused, the wheel while the pointer is on it; False when it has no use for them."""
        return False

    def keyboard(self, *, has: bool) -> None:
        """It has got or lost the keyboard."""

    def describe(self, theme: Theme) -> str:
        """The tooltip's text."""
        return words(theme, self.tooltip)

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        """Draw it in its state."""


class Button(Control):
    """A stretchable button with a label and an optional icon."""

    usual = 88

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        on_press: Callable[[], None],
        *,
        label: Words = "",
        icon: str = "",
        kind: str = "button",
        size: int = 32,
        tooltip: Words = "",
        enabled: Callable[[], bool] = always,
        visible: Callable[[], bool] = always,
    ) -> None:
        super().__init__(rect, name, on_press, tooltip=tooltip, enabled=enabled, visible=visible)
        self.label: Words = label or name
        self.icon, self.kind, self.size = icon, kind, size

    @property
    def _beside(self) -> int:
        """Width that belongs to no letter."""
        return 2 * EDGE + (52 if self.icon else 0)

    def least(self, theme: Theme) -> int:
        label, pixels = words(theme, self.label), theme.size(self.size)
        fonts = theme.fonts
        return self._beside + min(
            fonts.width(label, "strong", pixels), max(WRAPPED, fonts.widest_word(label, "strong", pixels))
        )

    def high(self, theme: Theme, width: int) -> int:
        label, room = words(theme, self.label), width - self._beside
        return max(self.usual, 24 + theme.height_of(label, room, size=self.size, style="strong"))

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        state = self.state
        theme.stretched(canvas, f"{self.kind}/{state}", self.rect)
        box = self.rect.inflate(-2 * EDGE, -16)
        if state == "pressed":
            box = box.move(0, 3)
        if self.icon:
            theme.assets.ui[f"icon/{self.icon}"].draw_centred(canvas, box.left + 22, box.centery)
            box = pygame.Rect(box.left + 52, box.top, box.width - 52, box.height)
        colour = "text" if state != "disabled" else "muted"
        label = words(theme, self.label)
        if theme.height_of(label, box.width, size=self.size, style="strong") <= box.height:
            theme.words(canvas, label, box, size=self.size, style="strong", colour=colour, align="centre")
        else:
            theme.text(canvas, label, box, size=self.size, style="strong", colour=colour)


class IconButton(Control):
    """A fixed-size button with an icon that may change."""

    def repeating(self) -> "IconButton":
        """Itself, pressed again and again while it is held."""
        self.repeats = True
        return self

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        on_press: Callable[[], None],
        *,
        icon: str | Callable[[], str],
        kind: str = "round",
        tooltip: Words = "",
        enabled: Callable[[], bool] = always,
        visible: Callable[[], bool] = always,
    ) -> None:
        super().__init__(rect, name, on_press, tooltip=tooltip or name, enabled=enabled, visible=visible)
        self.icon, self.kind = icon, kind

    def least(self, theme: Theme) -> int:
        return max(MIN_TARGET, theme.assets.ui[f"{self.kind}/normal"].size[0] - 14)

    def high(self, theme: Theme, width: int) -> int:
        return self.least(theme)

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        state = self.state
        theme.piece(canvas, f"{self.kind}/{state}", self.rect)
        icon = self.icon() if callable(self.icon) else self.icon
        down = 2 if state == "pressed" else 0
        sprite = theme.assets.ui[icon if "/" in icon else f"icon/{icon}"]
        if state == "disabled":
            sprite = theme.scaled.get(sprite, 0.92, 0.92)
        sprite.draw_centred(canvas, self.rect.centerx, self.rect.centery + down)


class CountButton(IconButton):
    """A round button that shows a number in its icon's place while there is one."""

    def __init__(self, *args: Any, count: Callable[[], int | None], **more: Any) -> None:
        super().__init__(*args, **more)
        self.count = count

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        count = self.count()
        if count is None:
            super().draw(canvas, theme)
            return
        theme.piece(canvas, f"{self.kind}/{self.state}", self.rect)
        theme.text(canvas, str(count), self.rect.inflate(-20, -20), size=32, style="strong", colour="gold")


class Toggle(Control):
    """On or off; the picture says which by place and mark, not only by colour."""

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        value: Callable[[], bool],
        on_change: Callable[[bool], None],
        *,
        label: Words = "",
        tooltip: Words = "",
        enabled: Callable[[], bool] = always,
        visible: Callable[[], bool] = always,
    ) -> None:
        super().__init__(rect, name, self._flip, tooltip=tooltip, enabled=enabled, visible=visible)
        self.value, self.on_change, self.label = value, on_change, label

    def least(self, theme: Theme) -> int:
        return SWITCH + theme.fonts.widest_word(words(theme, self.label), "body", theme.size(28))

    def high(self, theme: Theme, width: int) -> int:
        return max(self.usual, theme.height_of(words(theme, self.label), width - SWITCH, size=28))

    def _flip(self) -> None:
        self.on_change(not self.value())

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        state = "hover" if self.state == "pressed" else self.state
        sprite = theme.assets.ui[f"toggle/{'on' if self.value() else 'off'}/{state}"]
        right = pygame.Rect(self.rect.right - sprite.size[0], 0, *sprite.size)
        right.centery = self.rect.centery
        sprite.draw_centred(canvas, *right.center)
        if self.label:
            box = pygame.Rect(self.rect.left, self.rect.top, self.rect.width - SWITCH, self.rect.height)
            theme.words(canvas, words(theme, self.label), box, size=28)


class Labelled(Control):
    """A label with what it names beside it, in a ``share`` of the width, or below it where both want more room."""

    usual = 66
    label: Words = ""
    share = 0.5

    def needs(self, theme: Theme) -> int:
        """Width that what is named needs."""
        return 0

    def _stacked(self, theme: Theme, width: int) -> bool:
        label = words(theme, self.label)
        beside = round(width * (1 - self.share)) - BESIDE
        return bool(label) and (
            self.needs(theme) > round(width * self.share)
            or theme.fonts.widest_word(label, "body", theme.size(28)) > beside
            or theme.height_of(label, beside, size=28) > 2 * theme.size(LABEL_LINE)
        )

    def _grown(self, theme: Theme) -> int:
        return max(self.usual, theme.size(28) + 30)

    def _line(self, theme: Theme, width: int) -> int:
        """Height of what is named, and of the label where that is beside it."""
        if not self.label or self._stacked(theme, width):
            return self._grown(theme)
        beside = round(width * (1 - self.share)) - BESIDE
        return max(self._grown(theme), theme.height_of(words(theme, self.label), beside, size=28))

    def high(self, theme: Theme, width: int) -> int:
        above = theme.height_of(words(theme, self.label), width, size=28) if self._stacked(theme, width) else 0
        return above + self._line(theme, width)

    def least(self, theme: Theme) -> int:
        return max(self.needs(theme), theme.fonts.widest_word(words(theme, self.label), "body", theme.size(28)))

    def place(self, theme: Theme, rect: pygame.Rect) -> None:
        super().place(theme, rect)
        line, self._box, self._name = self._line(theme, rect.width), rect.copy(), None
        if self._stacked(theme, rect.width):
            above = theme.height_of(words(theme, self.label), rect.width, size=28)
            self._name = pygame.Rect(rect.left, rect.top, rect.width, above)
            self._box = pygame.Rect(rect.left, rect.top + above, rect.width, line)
        elif self.label:
            width, height = round(rect.width * self.share), self._grown(theme)
            self._box = pygame.Rect(rect.right - width, rect.top + (line - height) // 2, width, height)
            self._name = pygame.Rect(rect.left, rect.top, rect.width - width - BESIDE, line)

    _box: pygame.Rect | None = None
    _name: pygame.Rect | None = None

    @property
    def box(self) -> pygame.Rect:
        """Where what is named stands."""
        if self._box is not None:
            return self._box
        width = round(self.rect.width * self.share) if self.label else self.rect.width
        return pygame.Rect(self.rect.right - width, self.rect.top, width, self.rect.height)

    def draw_label(self, canvas: pygame.Surface, theme: Theme, colour: str = "text") -> None:
        """The label, where there is one."""
        left = self._name or pygame.Rect(
            self.rect.left, self.rect.top, self.box.left - self.rect.left - BESIDE, self.rect.height
        )
        if self.label:
            theme.words(canvas, words(theme, self.label), left, size=28, colour=colour)


class Slider(Labelled):
    """A value from 0 to 1."""

    STEP: Final = 0.05
    share = 0.6
    holds = True

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        value: Callable[[], float],
        on_change: Callable[[float], None],
        on_done: Callable[[], None],
        *,
        label: Words = "",
        tooltip: Words = "",
    ) -> None:
        """``on_change`` follows the knob; ``on_done`` is called once it is let go."""
        super().__init__(rect, name, tooltip=tooltip)
        self.value, self.on_change, self.on_done, self.label = value, on_change, on_done, label

    @property
    def track(self) -> pygame.Rect:
        """The part the knob runs on."""
        return pygame.Rect(self.box.left + 28, self.box.centery - 14, self.box.width - 56, 28)

    def adjust(self, steps: int) -> bool:
        self.on_change(max(0.0, min(1.0, self.value() + steps * self.STEP)))
        self.on_done()
        return True

    def drag(self, x: float, y: float) -> None:
        self.on_change(max(0.0, min(1.0, (x - self.track.left) / self.track.width)))

    def let_go(self) -> None:
        self.on_done()

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        track, value = self.track, self.value()
        theme.stretched(canvas, "slider/track", track)
        if value > 0:
            filled = pygame.Rect(track.left, track.top, max(28, round(track.width * value)), track.height)
            theme.stretched(canvas, "slider/fill", filled)
        knob = theme.assets.ui["slider/knob_hover" if self.hovered or self.focused else "slider/knob"]
        knob.draw_centred(canvas, track.left + track.width * value, track.centery)
        self.draw_label(canvas, theme)
        if self.focused:
            theme.stretched(canvas, "focus", self.rect)


class Tab(Control):
    """One of several pages."""

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        selected: Callable[[], bool],
        on_press: Callable[[], None],
        label: Words = "",
    ) -> None:
        super().__init__(rect, name, on_press)
        self.selected, self.label = selected, label or name

    def least(self, theme: Theme) -> int:
        return TAB_EDGES + theme.fonts.width(words(theme, self.label), "strong", theme.size(TAB_TEXT))

    def high(self, theme: Theme, width: int) -> int:
        return max(
            self.usual, 20 + theme.height_of(words(theme, self.label), width - TAB_EDGES, size=TAB_TEXT, style="strong")
        )

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        state = self.state
        shown = "selected" if self.selected() else {"pressed": "hover", "disabled": "normal"}.get(state, state)
        theme.stretched(canvas, f"tab/{shown}", self.rect)
        box = self.rect.inflate(-TAB_EDGES, -10)
        theme.words(canvas, words(theme, self.label), box, size=TAB_TEXT, style="strong", align="centre")
        if self.focused:
            theme.stretched(canvas, "focus", self.rect)


class Area(Control):
    """An invisible place that can be pressed, such as a meter; shows the focus ring and a hover light."""

    on_wheel: Callable[[int], None] | None = None
    """Called with the wheel's steps while the pointer is on it."""

    def take(self, command: Typed | Erased | AllSelected | KeyNamed | Scrolled) -> bool:
        if not isinstance(command, Scrolled) or self.on_wheel is None or not self.is_enabled():
            return False
        self.on_wheel(command.steps)
        return True

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        if self.focused:
            theme.stretched(canvas, "focus", self.rect)


AnyControl = TypeVar("AnyControl", bound=Control)


class ControlGroup:
    """The controls of one scene."""

    TOOLTIP_AFTER: Final = 0.5
    REPEAT_AFTER: Final = 0.4
    REPEAT_EVERY: Final = 0.1
    """Seconds until a held control that repeats is pressed again, and from then on."""

    def __init__(self, controls: Iterable[Control] = ()) -> None:
        self.controls = list(controls)
        self.pointer = (-1.0, -1.0)
        self._hover_time = 0.0
        self._held_for = 0.0
        """Seconds the held control has been held."""
        self._repeated = False
        """It was pressed meanwhile: letting it go is no press of its own."""

    def add(self, control: AnyControl) -> AnyControl:
        """Put a control last in the focus order."""
        self.controls.append(control)
        return control

    @property
    def shown(self) -> list[Control]:
        """The controls that are visible now."""
        return [control for control in self.controls if control.is_visible()]

    @property
    def focused(self) -> Control | None:
        """The control with the keyboard."""
        return next((control for control in self.shown if control.focused), None)

    def named(self, name: str) -> Control:
        """The control of that name; raises ``KeyError``."""
        for control in self.controls:
            if control.name == name:
                return control
        raise KeyError(name)

    def handle(self, command: Command) -> bool:
        """Give the controls a command; True when one of them took it."""
        match command:
            case PointerMoved(x, y):
                return self._move(x, y)
            case PointerPressed(x, y):
                return self._hold(x, y)
            case PointerReleased(x, y):
                return self._release(x, y)
            case Press(Action.BACK) if self._told is not None:
                self._hover_time = -math.inf
                return True
            case Press(Action.FOCUS_NEXT):
                return self._cycle(1)
            case Press(Action.FOCUS_PREVIOUS):
                return self._cycle(-1)
            case Typed() | Erased() | AllSelected() | KeyNamed():
                return self.focused is not None and self.focused.take(command)
            case Scrolled():
                return any(control.take(command) for control in self.shown if control.hovered or control.focused)
            case Press(Action.SPIN) if self.focused is not None:
                pressed = self.focused
                pressed.press()
                return self._cycle(1) if pressed.typed_into else True
            case Press(Action.LEFT | Action.RIGHT | Action.BET_DOWN | Action.BET_UP as way) if self.focused is not None:
                return self.focused.steer(way)
            case _:
                return False

    def update(self, dt: float) -> None:
        """Let the tooltip's delay run, and press what repeats while it is held."""
        held = next((control for control in self.shown if control.held and control.hovered and control.repeats), None)
        self._held_for = self._held_for + dt if held is not None else 0.0
        while held is not None and self._held_for >= self.REPEAT_AFTER:
            self._held_for -= self.REPEAT_EVERY
            self._repeated = True
            held.press()
        if any(control.hovered or control.focused for control in self.shown):
            self._hover_time += dt
        else:
            self._hover_time = 0.0

    @property
    def _told(self) -> Control | None:
        """The control under the pointer or the focus, once it tells what it does."""
        control = next((each for each in self.shown if each.hovered), self.focused)
        waited = control is not None and control.tooltip and self._hover_time >= self.TOOLTIP_AFTER
        return control if waited else None

    @property
    def tooltip_shown(self) -> str:
        """Name of the control whose tooltip is up, or nothing."""
        return self._told.name if self._told is not None else ""

    def clear_focus(self) -> None:
        """Give the keyboard back to the scene."""
        for control in self.controls:
            if control.focused:
                control.focused = False
                control.keyboard(has=False)

    def let_go(self) -> None:
        """Forget what is held or hovered, when the scene is covered or the window loses the pointer."""
        for control in self.controls:
            if control.held:
                control.let_go()
            control.held = control.hovered = False

    def _at(self, x: float, y: float) -> Control | None:
        for control in reversed(self.shown):
            if control.at(x, y, closely=True):
                return control
        return next((control for control in reversed(self.shown) if control.at(x, y)), None)

    def _move(self, x: float, y: float) -> bool:
        self.pointer = (x, y)
        under = self._at(x, y)
        for control in self.controls:
            if control.hovered != (control is under):
                control.hovered = control is under
                self._hover_time = 0.0
            if control.held:
                control.drag(x, y)
        return under is not None

    def _hold(self, x: float, y: float) -> bool:
        self.clear_focus()
        under = self._at(x, y)
        self._held_for, self._repeated = 0.0, False
        if under is not None:
            under.held = True
            under.grab(x, y)
        return under is not None

    def _release(self, x: float, y: float) -> bool:
        under = self._at(x, y)
        held = [control for control in self.controls if control.held]
        for control in held:
            control.held = False
            control.let_go()
            if control is under and not self._repeated:
                control.press()
        return bool(held)

    def _cycle(self, step: int) -> bool:
        able = [control for control in self.shown if control.is_enabled()]
        if not able:
            return False
        at = next((index for index, control in enumerate(able) if control.focused), -1 if step > 0 else 0)
        self.focus(able[(at + step) % len(able)])
        return True

    def focus(self, control: Control) -> None:
        """Give a control the keyboard."""
        self.clear_focus()
        control.focused = True
        control.keyboard(has=True)
        self._hover_time = 0.0

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        """Draw every visible control that no box draws."""
        for control in self.shown:
            if not control.boxed:
                control.draw(canvas, theme)

    def draw_tooltip(self, canvas: pygame.Surface, theme: Theme, clear: Sequence[pygame.Rect] = ()) -> None:
        """Draw the tooltip of the control under the pointer or the focus, on top of everything but ``clear``."""
        control = self._told
        text = control.describe(theme) if control is not None else ""
        if control is None or not text:
            return
        pixels, room = theme.size(24), min(1200, theme.size(TOOLTIP_WIDTH))
        lines = theme.fonts.paragraph(text, "body", pixels, room)
        width = max(theme.fonts.width(line, "body", pixels) for line in lines) + 40
        box = pygame.Rect(0, 0, width, theme.height_of(text, room, size=24) + 28)
        box = beside(box, control.rect, (*clear, control.rect))
        theme.stretched(canvas, "tooltip", box)
        theme.words(canvas, text, box.inflate(-36, -24), size=24, align="centre")


def beside(box: pygame.Rect, what: pygame.Rect, clear: Sequence[pygame.Rect]) -> pygame.Rect:
    """Where ``box`` stands by ``what``: above, below, right or left of it, where it covers least of ``clear``."""
    places = (
        box.move_to(midbottom=(what.centerx, what.top - 12)),
        box.move_to(midtop=(what.centerx, what.bottom + 12)),
        box.move_to(midleft=(what.right + 12, what.centery)),
        box.move_to(midright=(what.left - 12, what.centery)),
    )
    inside = [place.clamp(ROOM_FOR_TOOLTIPS) for place in places]
    return min(inside, key=lambda place: sum(_shared(place, other) for other in clear))


def _shared(one: pygame.Rect, other: pygame.Rect) -> int:
    common = one.clip(other)
    return common.width * common.height
