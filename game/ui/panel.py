"""Panels: modal scenes over the stage with a title, controls and a close button."""

from collections.abc import Callable, Hashable
from typing import Any, Final

import pygame

from game.platform.input import Action, Command, Focused, KeyNamed, PointerPressed, Press
from game.ui import layout
from game.ui.answers import Answer
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.widgets.controls import Button, ControlGroup, IconButton
from game.ui.widgets.hud import Hud, clock_text

ROOM_FOR_SESSION: Final = 376
ROOM_FOR_CLOSE: Final = 116
"""Canvas pixels beside a title that belong to the session's figures and the close button."""
MIN_TITLE: Final = 28
MIN_WORDS: Final = 20
"""Canvas pixels; 17 would be the least that can be read at 720 lines."""
CREST: Final = 0.7
"""Scale of the crest; larger, it would be cut off over the highest panels."""
CREST_POINT: Final = (160, 56)
"""The point of the crest's picture that lies on the panel's edge."""
COMES_IN: Final = 0.14
"""Seconds a panel takes to come in."""

ABOVE_BODY: Final = 122
AROUND_BODY: Final = 178
"""Height of a panel's frame and title, above its body and in all."""
MIN_BODY: Final = 220
ENTER: Final = ("return", "enter")
"""Keys that confirm."""


def height_for(rows: int, row: int, most: int) -> int:
    """Height of a panel that shows so many rows, no higher than ``most``."""
    return min(most, AROUND_BODY + max(MIN_BODY, rows * row + 8))


class Panel(Scene):
    """A panel in the middle of the canvas; subclasses add controls and draw the body."""

    opaque = False
    title = ""
    size: tuple[int, int] = (1200, 760)
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
        if self.dismissable:
            corner = pygame.Rect(self.rect.right - 100, self.rect.top + 34, 64, 64)
            self.close_button = self.controls.add(
                IconButton(corner, "Close", self.close, icon="close", kind="square", tooltip="Close")
            )
        self.build()

    def build(self) -> None:
        """Add the controls."""

    @property
    def body(self) -> pygame.Rect:
        """Where the panel's content goes: below the title, inside the frame."""
        return pygame.Rect(
            self.rect.left + 64, self.rect.top + ABOVE_BODY, self.rect.width - 128, self.rect.height - AROUND_BODY
        )

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
        if self.controls.handle(command):
            return
        match command:
            case Press(Action.BACK) if self.dismissable:
                self.close()
            case PointerPressed(x, y) if self.dismissable and not self.rect.collidepoint(x, y):
                self.close()
            case Press(Action.SPIN):
                self.confirm()
            case Press(Action.BET_UP):
                self.controls.handle(Press(Action.FOCUS_PREVIOUS))
            case Press(Action.BET_DOWN):
                self.controls.handle(Press(Action.FOCUS_NEXT))
            case Focused(gained=False):
                self.controls.let_go()
            case _:
                self.handle_more(command)

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
            title = self._title(theme.size(54))
            canvas.blit(title, title.get_rect(center=(self.rect.centerx, self.rect.top + 72)))
        self.draw_body(canvas)
        self.controls.draw(canvas, theme)
        self.controls.draw_tooltip(canvas, theme)

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

    def _title(self, size: int) -> pygame.Surface:
        """The title in letters that leave the corners free."""
        theme, text = self.services.theme, self.services.tr(self.title)
        room = self.rect.width - 2 * (ROOM_FOR_SESSION if self._hides_clock else ROOM_FOR_CLOSE)
        while size > MIN_TITLE and theme.lettering_width(text, size) + size // 2 > room:
            size -= 2
        return theme.lettering(text, size)

    def _draw_session(self, canvas: pygame.Surface) -> None:
        """Keep time and net in the light; a panel that lies over their place shows them in its own corner."""
        services = self.services
        session, tr = services.table.ledger.session(), services.tr
        if not self._hides_clock:
            below = services.stack.scenes[: services.stack.scenes.index(self)] if self in services.stack.scenes else []
            if any(isinstance(scene, Panel) and scene._hides_clock for scene in below):  # noqa: SLF001
                net = services.money(session.net, signed=True)
                text = f"{tr('SESSION')} {clock_text(session.elapsed)}   ·   {tr('NET')} {net}"
                line = pygame.Rect(self.rect.left, self.rect.bottom + 8, self.rect.width, 40)
                services.theme.text(canvas, text, line, size=26, style="strong")
                return
            hud = Hud(services)
            hud.draw_tablet(canvas, layout.CLOCK)
            hud.draw_clock(canvas)
            return
        rows = ((tr("SESSION"), clock_text(session.elapsed)), (tr("NET"), services.money(session.net, signed=True)))
        for row, (name, value) in enumerate(rows):
            box = pygame.Rect(self.rect.left + 64, self.rect.top + 34 + row * 34, 290, 34)
            services.theme.text(canvas, name, box, size=22, style="strong", colour="muted", align="left")
            services.theme.text(canvas, value, box, size=24, style="strong", align="right")

    def draw_words(self, canvas: pygame.Surface, text: str, area: pygame.Rect, size: int = 32) -> None:
        """Paragraphs in the middle of an area with room between them, smaller where they would not fit."""
        theme, pixels = self.services.theme, self.services.theme.size(size)
        while True:
            blocks = [theme.fonts.paragraph(block, "body", pixels, area.width) for block in text.split("\n")]
            step = theme.fonts.font("body", pixels).get_linesize()
            height = step * sum(map(len, blocks)) + step // 3 * (len(blocks) - 1)
            if height <= area.height or pixels <= MIN_WORDS:
                break
            pixels -= 1
        y = area.centery - height // 2
        for block in blocks:
            for words in block:
                line = theme.fonts.line(words, "body", pixels, theme.colour("text"))
                canvas.blit(line, (area.centerx - line.get_width() // 2, y))
                y += step
            y += step // 3

    def draw_body(self, canvas: pygame.Surface) -> None:
        """Draw the content."""

    def add_button(
        self, rect: pygame.Rect, name: str, on_press: Callable[[], None], *, kind: str = "button", **more: Any
    ) -> Button:
        """A labelled button; presses sound."""

        def pressed() -> None:
            self.services.audio.play("button")
            on_press()

        return self.controls.add(Button(rect, name, pressed, kind=kind, **more))


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

    def build(self) -> None:
        y, height = self.rect.bottom - 148, 92
        if self.no:
            left = pygame.Rect(self.rect.centerx - 372, y, 352, height)
            right = pygame.Rect(self.rect.centerx + 20, y, 352, height)
            kind = "button" if self.default_yes else "button_primary"
            self.add_button(left, self.no, self.decline, kind=kind)
        else:
            right = pygame.Rect(self.rect.centerx - 176, y, 352, height)
        kind = "button_primary" if self.default_yes else "button"
        self.add_button(right, self.yes, self.accept, kind=kind)

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

    def draw_body(self, canvas: pygame.Surface) -> None:
        area = pygame.Rect(self.body.left, self.body.top, self.body.width, self.body.height - 112)
        self.draw_words(canvas, self.text, area)
