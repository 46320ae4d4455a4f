"""Reads the game aloud: looks at what is on screen once a frame and says what is new, in one utterance.

It draws nothing and changes nothing; without a listener it does not even look.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Final, TextIO, assert_never

import pygame

from game.present.requests import AskBigWin, AskCap, AskFreeSpins, AskIntro, AskSummary, Request
from game.ui.boxes import Drawn, Text, words
from game.ui.panel import Panel
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.table.cells import Cells
from game.ui.table.scene import TableScene
from game.ui.widgets.controls import Area, Control, Slider, Tab, Toggle
from game.ui.widgets.field import Choice, Field
from game.ui.widgets.rows import Rows

if TYPE_CHECKING:
    from game.platform.speech import Voice

MAX_SUMMARY: Final = 600
"""Letters of a panel's contents that are read when it opens."""
METERS: Final = {"Credit": 0, "Bet": 1, "Explain this win": 2, "Session": 3}
"""Control of the table -> which of the figures it shows."""


def figures(services: Services) -> tuple[str, str, str, str]:
    """Credit, bet, win and net in words."""
    tr, table, scene = services.tr, services.table, services.stack.scenes[:1]
    won = scene[0].playback if scene and isinstance(scene[0], TableScene) else None
    win = won.coins(won.stage.win) if won is not None else services.money(0)
    name = tr("PAID") if won is not None and won.stage.win and not won.joyful else tr("WIN")
    return (
        f"{tr('CREDIT')} {services.money(table.balance)}",
        f"{tr('BET')} {services.money(table.price())}",
        f"{name} {win}",
        f"{tr('NET')} {services.money(table.ledger.session().net, signed=True)}",
    )


def sentences(texts: Iterable[str]) -> str:
    """Texts one after another, with a stop between them where they have none."""
    said = [text for text in (text.strip() for text in texts) if text]
    return " ".join(text if text[-1] in ".?!…:。" else f"{text}." for text in said)


class Narrator:
    """Says what is new to the computer's voice, to a screen reader's stream of lines, or to both."""

    def __init__(self, services: Services, lines: TextIO | None = None, voice: "Voice | None" = None) -> None:
        self.services, self.lines, self.voice = services, lines, voice
        self._speaking = False
        """The voice was found and is spoken to."""
        self._scratch: pygame.Surface | None = None
        """Drawn on only to hear the texts; nothing shows on it."""
        self._scene: Scene | None = None
        self._focus: tuple[Control, str] | None = None
        """What had the keyboard, and its value."""
        self._credit: int | None = None
        self._spins_left: int | None = None
        self._playing = False
        self._request: Request | None = None

    # -- listeners --------------------------------------------------------------------------------------------

    @property
    def active(self) -> bool:
        """Whether anyone listens."""
        return self._speaking or self.lines is not None

    def _find_voice(self) -> None:
        """Begin or end to speak as the player chose; say so where there is no voice, or it fails."""
        services, on = self.services, self.services.settings.narration
        if on and not self._speaking:
            if self.voice is None:
                from game.platform.speech import Voice

                self.voice = Voice()
            self._speaking = self.voice.open()
            if not self._speaking:
                self._do_without()
            elif self.lines is None:
                self._scene = None  # begin with what is on screen
        elif self._speaking and self.voice is not None and (not on or self.voice.broken):
            self._speaking = False
            self.voice.say("")
            if on:
                self._do_without()
        if not self.active:
            services.log.take()

    def _do_without(self) -> None:
        self.services.settings.narration = False
        text = "Your computer has no voice the game can use, so narration is off."
        self.services.notify(self.services.tr(text))

    def say(self, text: str) -> None:
        """Say a text now."""
        text = " ".join(text.split())
        if not text:
            return
        if self._speaking and self.voice is not None:
            self.voice.say(text)
        if self.lines is not None:
            try:
                print(text, file=self.lines, flush=True)
            except (OSError, ValueError):  # whoever read the lines is gone
                self.lines = None

    def say_figures(self) -> None:
        """Repeat credit, bet, win and net; on screen where nobody listens."""
        text = sentences(figures(self.services))
        if self.active:
            self.say(text)
        else:
            self.services.notify(text)

    def close(self) -> None:
        """Fall silent for good."""
        if self.voice is not None:
            self.voice.close()

    # -- what is new ------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Say what has changed since the last frame."""
        self._find_voice()
        if self.active and self.services.theme.loaded:
            self.say(sentences(self._news()))

    def _news(self) -> Iterator[str]:
        services = self.services
        table = next((scene for scene in services.stack.scenes if isinstance(scene, TableScene)), None)
        top = services.stack.top
        if top is not self._scene:
            self._scene, self._focus = top, None
            yield self._opening(top)
        yield from services.log.take()
        if table is not None:
            yield from self._round(table)
        credit = services.table.balance
        if credit != self._credit:
            if self._credit is not None:
                yield figures(services)[0]
            self._credit = credit
        yield from self._focused(top)

    def _opening(self, scene: Scene | None) -> str:
        """A panel's title and what it says."""
        if not isinstance(scene, Panel):
            return ""
        return sentences((self.services.tr(scene.title), self._summary(scene)))

    def _summary(self, panel: Panel) -> str:
        """The texts of a panel's body; its controls' names where it has none."""
        texts: list[str] = []
        for box in chain.from_iterable(part.walk() for part in (panel.boxes, panel.foot) if part is not None):
            if isinstance(box, Text | Drawn) and box.there:
                texts += self._hear(partial(box.draw, theme=self.services.theme))
        texts = [text for text in texts if text.strip()]
        if not texts:
            shown = [control for control in panel.controls.shown if not isinstance(control, Tab)]
            texts = [self._label(control) for control in shown if control.name not in ("Close", "Scroll bar")]
        text = sentences(texts)
        return text if len(text) <= MAX_SUMMARY else text[:MAX_SUMMARY].rpartition(" ")[0] + " …"

    def _round(self, table: TableScene) -> Iterator[str]:
        """Screens over the stage, free spins left, and a round that paid nothing."""
        playback, services = table.playback, self.services
        request, stage = playback.request, playback.stage
        if request is not self._request:
            self._request = request
            if request is not None:
                yield self._screen(request, playback.coins)
        left = stage.spins_left if stage.free_spins else None
        if left != self._spins_left:
            self._spins_left = left
            if left is not None and request is None:
                yield services.ntr("{count} free spin left", "{count} free spins left", left)
        if self._playing and not playback.playing and not stage.banner and not stage.win:
            yield services.tr("Nothing won")
        self._playing = playback.playing

    def _screen(self, request: Request, money: Callable[[float], str]) -> str:
        """What a screen over the stage shows."""
        services = self.services
        match request:
            case AskFreeSpins():
                return ""
            case AskIntro(spins=spins):
                return services.ntr("{count} free spin", "{count} free spins", spins)
            case AskSummary(win=win):
                return f"{services.tr('Free spins')}: {money(win)}"
            case AskBigWin(win=win, tier=tier):
                return f"{services.tr(services.theme.skin.tiers[tier - 1])}: {money(win)}"
            case AskCap(win=win):
                return f"{services.tr('Top win reached')}: {money(win)}"
            case _:
                assert_never(request)

    def _focused(self, scene: Scene | None) -> Iterator[str]:
        """What has the keyboard now; only its value where that alone is new."""
        group = getattr(scene, "controls", None)
        control = group.focused if group is not None else None
        if control is None:
            self._focus = None
            return
        value = self._value(control)
        before, self._focus = self._focus, (control, value)
        if before is None or before[0] is not control:
            yield ", ".join(part for part in (self._label(control), self._kind(control), value) if part)
            told = control.describe(self.services.theme)
            if told and told not in (self._label(control), value):
                yield told
        elif before[1] != value:
            yield value
            if isinstance(control, Tab) and isinstance(scene, Panel):
                yield self._summary(scene)

    # -- controls in words ------------------------------------------------------------------------------------

    def _label(self, control: Control) -> str:
        """What a control is called: the words on it, or those of its tooltip."""
        theme = self.services.theme
        match control:
            case Toggle() | Slider() | Choice() | Field() | Tab():
                return words(theme, control.label or control.name)
            case Rows() | Cells():
                return theme.tr(control.name)
            case _:
                drawn = ", ".join(self._hear(lambda canvas: control.draw(canvas, theme)))
                return drawn or control.describe(theme) or theme.tr(control.name)

    def _kind(self, control: Control) -> str:
        tr = self.services.tr
        match control:
            case Toggle():
                return tr("switch")
            case Slider():
                return tr("slider")
            case Choice():
                return tr("choice")
            case Field():
                return tr("number field")
            case Tab():
                return tr("tab")
            case Rows():
                return tr("list")
            case Cells():
                return ""
            case _:
                return tr("button")

    def _value(self, control: Control) -> str:
        """A control's state or value."""
        services, tr = self.services, self.services.tr
        match control:
            case Toggle():
                return tr("on") if control.value() else tr("off")
            case Slider():
                return services.language.percent(control.value(), 0)
            case Choice():
                return control.shown(control.chosen())
            case Field():
                return ", ".join(
                    part for part in (control.text or words(services.theme, control.hint), control.reason) if part
                )
            case Tab():
                return tr("selected") if control.selected() else ""
            case Rows():
                if not 0 <= control.chosen < control.count():
                    return ""
                rect = control.row_rect(control.chosen)
                return ", ".join(self._hear(lambda canvas: control.draw_row(canvas, control.chosen, rect, True)))
            case Cells():
                return control.text()
            case Area() if control.name in METERS:
                return figures(services)[METERS[control.name]]
            case _:
                return ""

    def _hear(self, draw: Callable[[pygame.Surface], object]) -> list[str]:
        """The texts that ``draw`` writes."""
        if self._scratch is None:
            self._scratch = pygame.Surface(self.services.display.canvas.get_size())
            self._scratch.set_clip(pygame.Rect(0, 0, 0, 0))
        theme, heard = self.services.theme, list[str]()
        theme.heard = heard
        try:
            draw(self._scratch)
        finally:
            theme.heard = None
        return heard
