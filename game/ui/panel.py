"""Panels: modal scenes over the stage with a title, controls and a close button."""

from collections.abc import Callable, Hashable
from typing import Any, Final

import pygame

from game.platform.input import (
    Action,
    Command,
    Focused,
    KeyNamed,
    PointerMoved,
    PointerPressed,
    PointerReleased,
    Press,
    Scrolled,
)
from game.platform.sprites import clipped
from game.ui import layout
from game.ui.answers import Answer
from game.ui.boxes import NOWHERE, Box, Column, Grid, Room, Row, Text
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.widgets.controls import Button, Control, ControlGroup, IconButton
from game.ui.widgets.hud import Hud, clock_text
from game.ui.widgets.scroll import BAR, BESIDE_BAR, STEP, ScrollBar

ROOM_FOR_SESSION: Final = 376
ROOM_FOR_CLOSE: Final = 116
"""Canvas pixels beside a title that belong to the session's figures and the close button."""
SESSION_WIDTH: Final = 290
MIN_TITLE: Final = 28
MOST: Final = (1800, 1030)
"""The largest panel, canvas pixels."""
TOP: Final = 30
"""Canvas pixels above it, in which its crest stands."""
MAX_FIXED: Final = 400
"""Height of what stays in sight above and below the boxes; beyond that it scrolls with them."""
SIDE: Final = 64
"""Canvas pixels between a panel's edge and its body."""
FOOT_GAP: Final = 20
PAGE: Final = 0.85
"""Share of what is in sight that a page key moves it by."""
SLIP: Final = 12
"""Canvas pixels a finger may move before it pulls."""
CREST: Final = 0.7
"""Scale of the crest; larger, it would be cut off over the highest panels."""
CREST_POINT: Final = (160, 56)
"""The point of the crest's picture that lies on the panel's edge."""
COMES_IN: Final = 0.14
"""Seconds a panel takes to come in."""

ABOVE_BODY: Final = 122
AROUND_BODY: Final = 178
"""Height of a panel's frame and title, above its body and in all."""
ENTER: Final = ("return", "enter")
"""Keys that confirm."""


class Panel(Scene):
    """A panel in the middle of the canvas; subclasses say which boxes stand in it.

    Boxes grow with the text; where they become higher than the panel may be, they scroll.
    """

    opaque = False
    title = ""
    size: tuple[int, int] = (1200, 760)
    """Its width, which grows with the text, and its least height."""
    beside_title = ROOM_FOR_CLOSE
    """Canvas pixels right of its title that belong to something else."""
    dismissable = True
    """Esc, the close button and a press outside leave it."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.rect = pygame.Rect((0, 0), self.size)
        self.rect.center = (layout.CANVAS.centerx, min(layout.CANVAS.centery, layout.CANVAS.centery - 10))
        self.controls = ControlGroup()
        self.clock = 0.0
        self.commands = 0
        """How many commands it was given: without a new one it looks as it did."""
        self._key = ""
        """The key that was named last."""
        self.scrolled = 0
        """Canvas pixels of the boxes above what is in sight."""
        self._inside = 0
        """Their height."""
        self._fixed: list[Box] = []
        self._placed: Box = Room()
        """The boxes that stay in sight, and those that scroll."""
        self._pulled: tuple[float, int] | None = None
        """Where the pointer went down on the boxes, and how far they were scrolled then."""
        if self.dismissable:
            corner = pygame.Rect(self.rect.right - 100, self.rect.top + 34, 64, 64)
            self.close_button = self.controls.add(
                IconButton(corner, "Close", self.close, icon="close", kind="square", tooltip="Close")
            )
        self.build()
        self.head, self.boxes, self.foot = self.tabs(), self.contents(), self.buttons()
        for box in (self.head, self.boxes, self.foot):
            if box is None:
                continue
            box.boxed = True
            for control in box.walk():
                if isinstance(control, Control):
                    self.controls.add(control)
        self.bar = self.controls.add(
            ScrollBar("Scroll bar", lambda: (self.scrolled, self.view.height, self._inside), self.scroll_to)
        )
        self.view = self.body
        self.arrange()

    def build(self) -> None:
        """Add the controls beside the title, which :meth:`arrange` finds places for."""

    def contents(self) -> Box:
        """The boxes that stand in it."""
        return Room()

    def tabs(self) -> Box | None:
        """The boxes below its title, which stay in sight."""
        return None

    def buttons(self) -> Box | None:
        """The boxes at its foot, which stay in sight."""
        return None

    @property
    def body(self) -> pygame.Rect:
        """Where the panel's content goes: below the title, inside the frame."""
        above = self._grown(ABOVE_BODY)
        return pygame.Rect(
            self.rect.left + SIDE,
            self.rect.top + above,
            self.rect.width - 2 * SIDE,
            self.rect.height - above - (AROUND_BODY - ABOVE_BODY),
        )

    def _grown(self, pixels: int) -> int:
        """A length of the panel's head: half as much larger as the text, so that it leaves room."""
        return (pixels + self.services.theme.size(pixels)) // 2

    @property
    def inner_width(self) -> int:
        """Width of its boxes."""
        return min(MOST[0], self.services.theme.size(self.size[0])) - 2 * SIDE

    def arrange(self) -> None:
        """Find the places of all boxes, as the texts are now."""
        theme, boxes, inner = self.services.theme, self.boxes, self.inner_width
        if not theme.loaded:
            return
        around = self._grown(ABOVE_BODY) + AROUND_BODY - ABOVE_BODY
        fixed = [box for box in (self.head, self.foot) if box is not None and box.there]
        self._fixed = fixed if sum(box.high(theme, inner) for box in fixed) < MAX_FIXED else []
        if fixed and not self._fixed:
            boxes = Column(*(box for box in (self.head, boxes, self.foot) if box is not None), gap=FOOT_GAP)
        above, below = (
            box.high(theme, inner) + FOOT_GAP if box in self._fixed and box is not None else 0
            for box in (self.head, self.foot)
        )
        height = max(self.size[1], min(MOST[1], around + above + below + boxes.high(theme, inner)))
        self.rect = pygame.Rect(0, 0, inner + 2 * SIDE, height)
        self.rect.center = (layout.CANVAS.centerx, layout.CANVAS.centery - 10)
        self.rect.top = max(TOP, self.rect.top)
        body = self.body
        self.view = pygame.Rect(body.left, body.top + above, inner, body.height - above - below)
        self._inside = boxes.low(theme, inner)
        scrolls = self._inside > self.view.height
        if scrolls:
            inner -= BAR + BESIDE_BAR
            self._inside = boxes.low(theme, inner)
        else:
            self._inside = self.view.height
        self.scrolled = max(0, min(self.scrolled, self._inside - self.view.height))
        boxes.place(theme, pygame.Rect(self.view.left, self.view.top - self.scrolled, inner, self._inside))
        if above and self.head is not None:
            self.head.place(theme, pygame.Rect(body.left, body.top, body.width, above - FOOT_GAP))
        if below and self.foot is not None:
            self.foot.place(theme, pygame.Rect(body.left, self.view.bottom + FOOT_GAP, body.width, below - FOOT_GAP))
        for control in self.controls.controls:
            control.within = None
        for box in boxes.walk() if scrolls else ():
            if isinstance(box, Control):
                box.within = self.view
        self._placed = boxes
        self.bar.rect = pygame.Rect(self.view.right - BAR, self.view.top, BAR, self.view.height)
        if self.dismissable:
            self.close_button.rect.topleft = (self.rect.right - 100, self.rect.top + 34)

    def scroll_to(self, first: float) -> None:
        """Let that many canvas pixels of the boxes lie above what is in sight, as far as there are."""
        self.scrolled = max(0, min(round(first), self._inside - self.view.height))
        self.arrange()

    def reveal(self, rect: pygame.Rect) -> None:
        """Scroll until a place among the boxes is in sight."""
        if rect.top < self.view.top or rect.height > self.view.height:
            self.scroll_to(self.scrolled + rect.top - self.view.top)
        elif rect.bottom > self.view.bottom:
            self.scroll_to(self.scrolled + rect.bottom - self.view.bottom)

    @property
    def scrolls(self) -> bool:
        """Whether there is more than is in sight."""
        return self._inside > self.view.height

    def enter(self) -> None:
        self.services.audio.play("panel_open")

    def close(self, answer: Answer | None = None, then: Callable[[], object] | None = None) -> None:
        """Leave; ``answer`` is for the table, ``then`` is called once the panel is gone."""
        self.services.audio.play("panel_close")
        self.services.stack.pop(answer, then)

    def resume(self, answer: Answer | None) -> None:
        """A panel above left; what it asks of the table is handed down."""
        if answer is not None:
            self.services.stack.pop(answer)

    def static_key(self) -> Hashable | None:
        services = self.services
        if self.clock <= COMES_IN or services.toasts or services.loading is not None:
            return None
        session = services.table.ledger.session()
        shown = (session.elapsed.seconds, session.net, self.controls.tooltip_shown)
        return self.commands, shown, id(services.theme.assets)

    def handle(self, command: Command) -> None:
        self.commands += 1
        if self._is_space(command) and not self.takes_space:
            return
        if self._pull(command):
            return
        focused = self.controls.focused
        handled = self.controls.handle(command)
        now = self.controls.focused
        if now is not None and now is not focused and now.within is not None:
            self.reveal(now.rect)
        if handled:
            return
        match command:
            case Press(Action.BACK) if self.dismissable:
                self.close()
            case PointerPressed(x, y) if self.dismissable and not self.rect.collidepoint(x, y):
                self.close()
            case Press(Action.SPIN):
                self.confirm()
            case Scrolled(steps=steps) if self.scrolls:
                self.scroll_to(self.scrolled - steps * STEP)
            case KeyNamed("page up" | "page down" as key) if self.scrolls:
                self.scroll_to(self.scrolled + self.view.height * (PAGE if key == "page down" else -PAGE))
            case Press(Action.BET_UP | Action.BET_DOWN as way) if self.scrolls and self.controls.focused is None:
                self.scroll_to(self.scrolled + STEP * (1 if way is Action.BET_DOWN else -1))
            case Press(Action.BET_UP):
                self.handle(Press(Action.FOCUS_PREVIOUS))
            case Press(Action.BET_DOWN):
                self.handle(Press(Action.FOCUS_NEXT))
            case Focused(gained=False):
                self.controls.let_go()
            case _:
                self.handle_more(command)

    def _pull(self, command: Command) -> bool:
        """Let a finger or the pointer pull the boxes up and down."""
        match command:
            case PointerPressed(x, y) if self.scrolls and self.view.collidepoint(x, y) and not self.bar.at(x, y):
                self._pulled = (y, self.scrolled)
            case PointerMoved(_, y) if self._pulled is not None and abs(y - self._pulled[0]) > SLIP:
                if not any(control.held and control.holds for control in self.controls.controls):
                    self.controls.let_go()
                    self.scroll_to(self._pulled[1] - (y - self._pulled[0]))
                    return True
            case PointerReleased():
                self._pulled = None
            case _:
                pass
        return False

    @property
    def takes_space(self) -> bool:
        """Whether the key that spins may press what has the keyboard; where something would be confirmed it may not."""
        return True

    def _is_space(self, command: Command) -> bool:
        """Whether this is the key that spins, rather than Enter or a gamepad's button."""
        if isinstance(command, KeyNamed):
            self._key = command.key
        if command != Press(Action.SPIN):
            return False
        key, self._key = self._key, ""
        return key not in ("", *ENTER)

    def handle_more(self, command: Command) -> None:
        """Commands that only one panel knows."""

    def confirm(self) -> None:
        """Space or Enter without a focused control."""

    def update(self, dt: float) -> None:
        self.clock += dt
        self.controls.update(dt)
        self.services.finish_loading()
        self.arrange()

    def pause(self) -> None:
        self.controls.let_go()

    def draw(self, canvas: pygame.Surface) -> None:
        theme = self.services.theme
        share = 1.0 if self.services.settings.reduced_motion else min(1.0, self.clock / COMES_IN)
        level = round(255 * (1 - 0.6 * share))
        canvas.fill((level, level, level), layout.CANVAS, pygame.BLEND_RGB_MULT)
        theme.stretched(canvas, "panel", self.rect)
        self._draw_crest(canvas)
        self._draw_session(canvas)
        if self.title:
            self._draw_title(canvas, theme.size(54))
        with clipped(canvas, self.view.inflate(2 * SIDE, 8) if self.scrolls else canvas.get_rect()):
            self._placed.draw(canvas, theme)
        for box in self._fixed:
            box.draw(canvas, theme)
        self.controls.draw(canvas, theme)
        self.controls.draw_tooltip(canvas, theme, (self._session_place,))

    def _draw_crest(self, canvas: pygame.Surface) -> None:
        """The ornament on the middle of the upper edge."""
        theme = self.services.theme
        if "panel_crest" in theme.assets.ui:
            crest = theme.scaled.get(theme.assets.ui["panel_crest"], CREST, CREST)
            x, y = (round(at * CREST) for at in CREST_POINT)
            crest.draw(canvas, self.rect.centerx - x, self.rect.top - y)

    @property
    def _hides_clock(self) -> bool:
        """Whether it lies over the place of the session's time and net."""
        return self.rect.colliderect(layout.CLOCK)

    def _draw_title(self, canvas: pygame.Surface, size: int) -> None:
        """The title in letters that leave the corners free, in the middle where it can be."""
        theme, text = self.services.theme, self.services.tr(self.title)
        left = self._grown(ROOM_FOR_SESSION) if self._hides_clock else ROOM_FOR_CLOSE
        room = self.rect.width - left - self.beside_title
        while size > MIN_TITLE and theme.lettering_width(text, size) + size // 2 > room:
            size -= 2
        half = theme.lettering_width(text, size) // 2
        x = max(self.rect.left + left + half, min(self.rect.centerx, self.rect.right - self.beside_title - half))
        title = theme.lettering(text, size)
        if theme.high_contrast:
            title = theme.fonts.line(text, "display", size, theme.colour("text"))
        canvas.blit(title, title.get_rect(center=(x, self.rect.top + self._grown(72))))

    @property
    def _session_place(self) -> pygame.Rect:
        """Where the session's time and net stand."""
        if not self._hides_clock:
            return layout.CLOCK
        corner = self.rect.left + SIDE, self.rect.top + 34
        return pygame.Rect(corner, (self._grown(SESSION_WIDTH), 2 * self._grown(34)))

    def _draw_session(self, canvas: pygame.Surface) -> None:
        """Keep time and net in the light; a panel that lies over their place shows them in its own corner."""
        services = self.services
        session, tr = services.table.ledger.session(), services.tr
        if not self._hides_clock:
            below = services.stack.scenes[: services.stack.scenes.index(self)] if self in services.stack.scenes else []
            if any(isinstance(scene, Panel) and scene._hides_clock for scene in below):  # noqa: SLF001
                net = services.money(session.net, signed=True)
                text = f"{tr('SESSION')} {clock_text(session.elapsed)}   ·   {tr('NET')} {net}"
                line = pygame.Rect(self.rect.left, self.rect.bottom + 12, self.rect.width, self._grown(60))
                Hud(services).draw_tablet(canvas, line)
                services.theme.text(canvas, text, line.inflate(-48, 0), size=26, style="strong")
                return
            hud = Hud(services)
            hud.draw_tablet(canvas, layout.CLOCK)
            hud.draw_clock(canvas)
            return
        rows = ((tr("SESSION"), clock_text(session.elapsed)), (tr("NET"), services.money(session.net, signed=True)))
        for row, (name, value) in enumerate(rows):
            box = self._session_place
            box.height //= 2
            box.top += row * box.height
            services.theme.text(canvas, name, box, size=24, style="strong", colour="muted", align="left")
            services.theme.text(canvas, value, box, size=24, style="strong", align="right")

    def button(self, name: str, on_press: Callable[[], None], *, kind: str = "button", **more: Any) -> Button:
        """A labelled button for a box; presses sound."""

        def pressed() -> None:
            self.services.audio.play("button")
            on_press()

        return Button(NOWHERE, name, pressed, kind=kind, **more)

    def answers(self, *answers: tuple[str, Callable[[], None]], size: int = 32) -> Box:
        """Buttons beside one another, of which the last stands out."""
        last = len(answers) - 1
        kinds = ("button_primary" if number == last else "button" for number in range(len(answers)))
        buttons = [
            self.button(name, action, kind=kind, size=size) for (name, action), kind in zip(answers, kinds, strict=True)
        ]
        return Grid(*buttons, columns=len(buttons), gap=20)


class Question(Panel):
    """A sentence or two and one or two answers; whoever opens it says what follows each.

    What Enter answers stands out; the key that spins never answers yes.
    """

    size = (980, 520)

    def __init__(
        self,
        services: Services,
        title: str,
        text: str,
        *,
        yes: str = "OK",
        no: str = "",
        on_yes: Callable[[], object] | None = None,
        on_no: Callable[[], object] | None = None,
        must_answer: bool = False,
        default_yes: bool = False,
    ) -> None:
        self.title, self.text, self.yes, self.no = title, text, yes, no
        self.default_yes = default_yes or must_answer or not no
        self.on_yes, self.on_no = on_yes, on_no
        self.dismissable = not must_answer
        super().__init__(services)

    def contents(self) -> Box:
        return Text(lambda: self.text, 32, align="centre", grows=True)

    def buttons(self) -> Box:
        kinds = ("button", "button_primary") if self.default_yes else ("button_primary", "button")
        yes = self.button(self.yes, self.accept, kind=kinds[1])
        if not self.no:
            return Row(Room(), yes, Room(), shares=(1, 1, 1))
        return Grid(self.button(self.no, self.decline, kind=kinds[0]), yes, columns=2, gap=40)

    @property
    def takes_space(self) -> bool:
        focused = self.controls.focused
        return not self.no or (focused is not None and focused.name != self.yes)

    def accept(self) -> None:
        """Answer yes."""
        self.close(then=self.on_yes)

    def decline(self) -> None:
        """Answer no."""
        self.close(then=self.on_no)

    def confirm(self) -> None:
        if self.default_yes:
            self.accept()
        else:
            self.decline()
