"""One-switch scanning: a highlight goes from one thing to the next, and one key, button or click chooses it."""

from collections.abc import Callable, Hashable
from types import MappingProxyType
from typing import Final

import pygame

from game.platform.input import (
    Action,
    Command,
    KeyNamed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Press,
    Release,
    key_map,
)
from game.ui.celebrations.screen import Screen
from game.ui.panel import Panel
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.table.cells import Cells
from game.ui.table.scene import TableScene
from game.ui.widgets.controls import Control, ControlGroup, IconButton, Slider
from game.ui.widgets.field import Choice, Field
from game.ui.widgets.rows import Rows, ignore
from game.ui.widgets.scroll import ScrollBar
from game.ui.widgets.timeline import Timeline

SECONDS: Final = MappingProxyType({"off": 0.0, "slow": 2.5, "medium": 1.5, "fast": 0.8})
"""How long the highlight stays, by the setting."""
DEAF: Final = 0.25
"""Seconds after a choice in which another press is taken for the same one."""
RING: Final = 7
"""Width of the highlight, canvas pixels."""
STEP: Final = pygame.Rect(0, 0, 180, 66)
"""One step of a control that has several."""
ROUND: Final = ("round", "spin")
"""Kinds of buttons that are round."""
SPIN: Final = ("SPIN", "Stop")
"""Where scanning begins at the table."""

Step = tuple[str, Callable[[], object]]
"""What may be done with a control: words, and the deed."""
Steps = tuple[Step, ...]


class Scanner:
    """Moves the focus of whatever scene is on top."""

    def __init__(self, services: Services, say: Callable[[str], None]) -> None:
        self.services, self._say = services, say
        self._scene: tuple[Scene | None, bool] = (None, False)
        """The scene that is scanned, and whether a round is played on it."""
        self._since = 0.0
        """Seconds the highlight has stood."""
        self._deaf = 0.0
        self.steps: Steps = ()
        """What may be done with the control that was chosen, while one of them is to be."""
        self.at = 0
        """The step that is highlighted."""

    @property
    def on(self) -> bool:
        """Whether the player uses one switch."""
        return bool(SECONDS[self.services.settings.scanning]) and not self.services.demo

    @property
    def group(self) -> ControlGroup | None:
        """The controls of the scene on top; a screen over the stage has none."""
        group = getattr(self.services.stack.top, "controls", None)
        return group if isinstance(group, ControlGroup) else None

    def key(self) -> Hashable:
        """What its picture depends on."""
        return self.on, self.at, len(self.steps)

    # -- the switch -------------------------------------------------------------------------------------------

    def take(self, command: Command) -> bool:
        """Whether a command was the switch; the pointer moves nothing meanwhile."""
        top = self.services.stack.top
        if not self.on or (top is not None and top.takes_keys):
            return False
        match command:
            case Press(Action.SPIN) | PointerPressed():
                self._choose()
            case KeyNamed(key):
                return key_map(self.services.settings.keys).get(key) is Action.SPIN
            case Release(Action.SPIN) | PointerReleased() | PointerMoved():
                pass
            case _:
                self._since = 0.0  # someone helps with other keys
                return False
        return True

    def _choose(self) -> None:
        if self._deaf > 0:
            return
        self._since, self._deaf = 0.0, DEAF
        group, stack = self.group, self.services.stack
        focused = group.focused if group is not None else None
        if self.steps:
            self.steps[self.at][1]()
            self._touched()
        elif group is None or (focused is None and isinstance(stack.top, Screen)):
            stack.handle(Press(Action.SPIN))
        elif focused is not None:
            self.steps, self.at = self._steps_of(focused), 0
            if not self.steps:
                stack.handle(Press(Action.SPIN))
        stack.apply()

    def _steps_of(self, control: Control) -> Steps:
        """The steps of a control that a single press is not enough for."""
        done = ("Done", self._close)
        match control:
            case ScrollBar():
                return ("Down", lambda: control.adjust(-1)), ("Up", lambda: control.adjust(1)), done
            case Rows():
                down, up = ("Down", lambda: control.adjust(-1)), ("Up", lambda: control.adjust(1))
                choose = (("Choose", self._press),) if control.on_choose is not ignore else ()
                return (down, up, *choose, done)
            case Cells():
                right: Step = ("Right", lambda: control.steer(Action.RIGHT))
                return right, ("Down", lambda: control.steer(Action.BET_DOWN)), ("Choose", self._press), done
            case Choice() | Timeline():
                return ("Next", lambda: control.adjust(1)), ("Previous", lambda: control.adjust(-1)), done
            case Slider() | Field():
                return ("More", lambda: control.adjust(1)), ("Less", lambda: control.adjust(-1)), done
            case _:
                return ()

    def _close(self) -> None:
        self.steps, self.at = (), 0

    def _press(self) -> None:
        self._close()
        self.services.stack.handle(Press(Action.SPIN))

    def _touched(self) -> None:
        """A panel looks otherwise now."""
        top = self.services.stack.top
        if isinstance(top, Panel):
            top.commands += 1

    # -- moving on --------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Let the highlight move on when it has stood long enough."""
        if not self.on:
            self._scene = (None, False)
            self._close()
            return
        self._deaf = max(0.0, self._deaf - dt)
        top, group = self.services.stack.top, self.group
        scene = top, isinstance(top, TableScene) and top.playback.playing
        if scene != self._scene:
            self._scene, self._since = scene, 0.0
            self._close()
            if group is not None:
                group.clear_focus()
                self._touched()
        if group is None:
            return
        self._since += dt
        if self._since >= SECONDS[self.services.settings.scanning]:
            self._since = 0.0
            self._advance(group)

    def _advance(self, group: ControlGroup) -> None:
        if self.steps:
            self.at = (self.at + 1) % len(self.steps)
            self._say(self.services.tr(self.steps[self.at][0]))
            self._touched()
            return
        top = self.services.stack.top
        first = next((control for control in group.shown if control.name in SPIN and control.is_enabled()), None)
        able = [control for control in group.shown if control.is_enabled()]
        if isinstance(top, Screen) and able and able[-1].focused:
            group.clear_focus()  # the screen's own turn: to go on
        elif group.focused is None and first is not None:
            group.focus(first)
        else:
            (top if isinstance(top, Panel) else group).handle(Press(Action.FOCUS_NEXT))

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, canvas: pygame.Surface) -> None:
        """The highlight, and the steps of what was chosen."""
        group = self.group
        focused = group.focused if self.on and group is not None else None
        if focused is None:
            return
        theme = self.services.theme
        ring = focused.rect.inflate(18, 18).clamp(canvas.get_rect())
        round_one = isinstance(focused, IconButton) and focused.kind in ROUND
        radius = ring.width // 2 if round_one else 20
        pygame.draw.rect(canvas, theme.colour("veil"), ring.inflate(RING, RING), 2 * RING, border_radius=radius + 2)
        pygame.draw.rect(canvas, theme.colour("gold"), ring, RING, border_radius=radius)
        if not self.steps:
            return
        plate = pygame.Rect(0, 0, len(self.steps) * (STEP.width + 12) + 28, STEP.height + 28)
        plate.midtop = (ring.centerx, ring.bottom + 6)
        if plate.bottom > canvas.get_height() - 8:
            plate.bottom = ring.top - 6 if ring.top > plate.height + 12 else canvas.get_height() - 8
        plate.clamp_ip(canvas.get_rect())
        theme.stretched(canvas, "tooltip", plate)
        for number, (words, _) in enumerate(self.steps):
            place = STEP.move(plate.left + 20 + number * (STEP.width + 12), plate.top + 14)
            theme.stretched(canvas, "button/focused" if number == self.at else "button/normal", place)
            theme.text(canvas, self.services.tr(words), place.inflate(-30, -10), size=28, style="strong")
            if number == self.at:
                pygame.draw.rect(canvas, theme.colour("gold"), place.inflate(6, 6), RING, border_radius=16)
