"""Fields: an amount or number the player types or steps, and a choice among a few."""

from collections.abc import Callable, Sequence
from typing import Final

import pygame

from game.platform.input import AllSelected, Command, Erased, Typed
from game.settings import MAX_WORDS
from game.ui.boxes import Words, always, words
from game.ui.theme import Theme
from game.ui.widgets.controls import Labelled

MAX_LETTERS: Final = 13
END: Final = 66
"""Width of the minus and plus at a field's ends, canvas pixels."""
ENDS: Final = 140
"""Width of both ends of a choice."""
SHOWN_LETTERS: Final = 7
"""Digits a field leaves room for at their full size."""
NOTE_LINE: Final = 34


class Field(Labelled):
    """A number: typed, or stepped by its ends, the wheel and the arrow keys. A value refused says why below it.

    Without a ``step`` it has no ends; without ``letters`` it takes any.
    """

    typed_into = True

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        text: str,
        on_change: Callable[[str], str],
        *,
        step: Callable[[str, int], str] | None = None,
        label: Words = "",
        hint: Words = "",
        tooltip: Words = "",
        letters: str = "0123456789.,",
        share: float = 0.5,
        note: Words = "",
        enabled: Callable[[], bool] = always,
    ) -> None:
        super().__init__(rect, name, self._pressed, tooltip=tooltip, enabled=enabled)
        self.note = note
        """A quiet line below, in the reason's place while there is none."""
        self.text, self.on_change, self.step, self.label, self.hint = text, on_change, step, label, hint
        self.letters, self.share = letters, share
        self.most = MAX_LETTERS if step is not None else MAX_WORDS
        """Letters it takes."""
        self.reason = ""
        """Why the text is refused; empty while it is good."""
        self._pointer = 0.0
        self._typing = False
        """Something was typed since it got the keyboard: until then the whole number is replaced."""

    @property
    def selected(self) -> bool:
        """Whether the next letter replaces the whole number."""
        return self.focused and not self._typing and bool(self.text)

    def _below(self, theme: Theme) -> str:
        return self.reason or words(theme, self.note)

    def needs(self, theme: Theme) -> int:
        hint = theme.fonts.width(words(theme, self.hint), "body", theme.size(26))
        number = theme.fonts.width("0" * SHOWN_LETTERS, "strong", theme.size(32))
        return 2 * END + 20 + max(hint, number)

    def high(self, theme: Theme, width: int) -> int:
        return super().high(theme, width) + max(
            theme.size(NOTE_LINE), theme.height_of(self._below(theme), width, size=24)
        )

    def set(self, text: str) -> None:
        """Another text, as if typed."""
        self.text = text
        self.reason = self.on_change(text)

    def drag(self, x: float, y: float) -> None:
        self._pointer = x

    def _pressed(self) -> None:
        if not self.focused:
            self.focused = True
            if self.step is None:
                pass
            elif self.box.left <= self._pointer < self.box.left + END:
                self.adjust(-1)
            elif self._pointer > self.box.right - END:
                self.adjust(1)
        self._pointer = 0.0

    def adjust(self, steps: int) -> bool:
        if self.step is not None and self.is_enabled():
            self.set(self.step(self.text, steps))
        return True

    def take(self, command: Command) -> bool:
        if not self.is_enabled() or not self.focused:
            return False
        match command:
            case Typed(text):
                typed = "".join(letter for letter in text if self._takes(letter))
                kept = "" if self.selected else self.text
                if typed and len(kept) < self.most:
                    self._typing = True
                    self.set((kept + typed)[: self.most])
                return True
            case AllSelected():
                self._typing = False
                return True
            case Erased():
                text, self._typing = "" if self.selected else self.text[:-1], True
                self.set(text)
                return True
            case _:
                return False

    def _takes(self, letter: str) -> bool:
        return letter in self.letters if self.letters else letter.isprintable()

    def keyboard(self, *, has: bool) -> None:
        self._typing = False

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        box, able = self.box, self.is_enabled()
        self.draw_label(canvas, theme)
        theme.stretched(canvas, "plate", box)
        if self.step is not None:
            for icon, x in (("minus", box.left + END // 2), ("plus", box.right - END // 2)):
                sprite = theme.scaled.get(theme.assets.ui[f"icon/{icon}"], 0.7, 0.7)
                sprite.draw_centred(canvas, x, box.centery)
        inner = box.inflate(-2 * END - 8 if self.step is not None else -44, -12)
        if self.text or self.focused:
            colour = "warn" if self.reason else "text" if able else "muted"
            if self.selected:
                width = min(inner.width, theme.fonts.width(self.text, "display", theme.size(32)) + 16)
                mark = pygame.Rect(0, 0, width, min(inner.height, theme.size(46)))
                mark.center = inner.center
                pygame.draw.rect(canvas, theme.colour("accent"), mark, border_radius=8)
            shown = self.text + ("|" if self.focused else "")
            theme.text(canvas, shown, inner, size=32, style="strong", colour=colour)
        else:
            theme.text(canvas, words(theme, self.hint), inner, size=26, colour="muted")
        if self.focused:
            theme.stretched(canvas, "focus", box)
        below = self._below(theme)
        if below:
            bottom = max(self.rect.bottom, box.bottom + 34)
            line = pygame.Rect(self.rect.left, box.bottom, self.rect.width, bottom - box.bottom)
            theme.words(canvas, below, line, size=24, colour="warn" if self.reason else "muted", align="right")


class Choice(Labelled):
    """One of a few, stepped through by its two ends, the arrow keys, or a press for the next."""

    def __init__(
        self,
        rect: pygame.Rect,
        name: str,
        choices: Callable[[], Sequence[str]],
        chosen: Callable[[], str],
        on_change: Callable[[str], None],
        *,
        shown: Callable[[str], str] = str,
        label: Words = "",
        tooltip: Words = "",
        share: float = 0.5,
        enabled: Callable[[], bool] = always,
    ) -> None:
        super().__init__(rect, name, self._pressed, tooltip=tooltip, enabled=enabled)
        self.choices, self.chosen, self.on_change, self.shown, self.label = choices, chosen, on_change, shown, label
        self.share = share
        self._pointer = 0.0

    def needs(self, theme: Theme) -> int:
        shown = {self.shown(choice) for choice in self.choices()}
        return ENDS + max((theme.fonts.width(text, "strong", theme.size(28)) for text in shown), default=0)

    def drag(self, x: float, y: float) -> None:
        self._pointer = x

    def _pressed(self) -> None:
        back = self._pointer and self.box.left < self._pointer < self.box.left + self.box.width // 3
        self.adjust(-1 if back else 1)
        self._pointer = 0.0

    def adjust(self, steps: int) -> bool:
        choices = list(self.choices())
        if self.is_enabled() and choices:
            at = choices.index(self.chosen()) if self.chosen() in choices else 0
            self.on_change(choices[(at + steps) % len(choices)])
        return True

    def draw(self, canvas: pygame.Surface, theme: Theme) -> None:
        box, able = self.box, self.is_enabled()
        self.draw_label(canvas, theme, "text" if able else "muted")
        theme.stretched(canvas, "plate", box)
        for icon, x in (("previous", box.left + 34), ("next", box.right - 34)):
            sprite = theme.scaled.get(theme.assets.ui[f"icon/{icon}"], 0.6, 0.6)
            sprite.draw_centred(canvas, x, box.centery)
        inner = box.inflate(-ENDS, -12)
        theme.text(
            canvas, self.shown(self.chosen()), inner, size=28, style="strong", colour="gold" if able else "muted"
        )
        if self.focused:
            theme.stretched(canvas, "focus", box)
