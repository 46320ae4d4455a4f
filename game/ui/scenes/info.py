"""The rules and pays, printed from the engine's own numbers at the current bet."""

from typing import Final

import pygame

from game.engine.board import HEART_CELLS
from game.engine.rules import (
    BANDS,
    CAP,
    FREE_SPINS,
    FREE_SPINS_TRIGGER,
    HEART_COLOURS,
    HEART_VALUES,
    PAYS,
    RETRIGGER_SPINS,
    RETRIGGER_TRIGGER,
    RETURN_TO_PLAYER,
    SCATTER_PAYS,
    STAKES,
    Mode,
    heart_colour,
)
from game.platform.input import Action, Command, Press
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.controls import IconButton

BAND_NAMES: Final = (f"{BANDS[0]}–{BANDS[1] - 1}", f"{BANDS[1]}–{BANDS[2] - 1}", f"{BANDS[2]}–30")


class Info(Panel):
    """Pages of rules."""

    title = "Rules and pays"
    size = (1480, 940)

    def __init__(self, services: Services, page: int = 0) -> None:
        self.page = page
        self.pages = (self._pays, self._hearts, self._free_spins, self._modes, self._keys)
        super().__init__(services)

    def build(self) -> None:
        y = self.rect.bottom - 112
        back = pygame.Rect(self.rect.centerx - 160, y, 80, 80)
        on = pygame.Rect(self.rect.centerx + 80, y, 80, 80)
        self.controls.add(IconButton(back, "Previous page", lambda: self.turn(-1), icon="previous"))
        self.controls.add(IconButton(on, "Next page", lambda: self.turn(1), icon="next"))

    def turn(self, step: int) -> None:
        """Go to another page."""
        self.page = (self.page + step) % len(self.pages)
        self.services.audio.play("button")

    def confirm(self) -> None:
        self.turn(1)

    def handle_more(self, command: Command) -> None:
        match command:
            case Press(Action.LEFT):
                self.turn(-1)
            case Press(Action.RIGHT):
                self.turn(1)
            case Press(Action.INFO):
                self.close()
            case _:
                pass

    def draw_body(self, canvas: pygame.Surface) -> None:
        number = pygame.Rect(self.rect.centerx - 80, self.rect.bottom - 112, 160, 80)
        self.services.look.text(canvas, f"{self.page + 1} / {len(self.pages)}", number, size=30, style="strong")
        area = pygame.Rect(self.body.left, self.body.top, self.body.width, self.body.height - 70)
        self.pages[self.page](canvas, area)

    def _money(self, coins: int) -> str:
        return self.services.money(self.services.table.bet.amount(coins))

    def _pays(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        look, tr = self.services.look, self.services.tr
        width, height = area.width // 5, (area.height - 60) // 2
        shown: list[tuple[str, list[tuple[str, int]]]] = [
            (symbol, list(zip(reversed(BAND_NAMES), reversed(pays), strict=True))) for symbol, pays in PAYS.items()
        ]
        shown.append(
            (
                "scatter",
                [
                    (f"{n}" if n < max(SCATTER_PAYS) else f"{n}+", p)
                    for n, p in sorted(SCATTER_PAYS.items(), reverse=True)
                ],
            )
        )
        for index, (symbol, rows) in enumerate(shown):
            card = pygame.Rect(area.left + index % 5 * width, area.top + index // 5 * height, width - 14, height - 12)
            look.stretched(canvas, "card", card)
            look.scaled.get(look.art.symbols[symbol], 0.84, 0.84).draw_centred(canvas, card.centerx, card.top + 88)
            for row, (band, pay) in enumerate(rows):
                line = pygame.Rect(card.left + 18, card.top + 166 + row * 42, card.width - 36, 40)
                look.text(canvas, band, line, size=26, style="strong", colour="muted", align="left")
                look.text(canvas, self._money(pay), line, size=28, style="display", align="right")
        note = tr(
            "Amounts at the current bet. {least} or more of a symbol anywhere on the board pay; all wins are added."
        )
        foot = pygame.Rect(area.left, area.bottom - 52, area.width, 44)
        look.text(canvas, note.format(least=BANDS[0]), foot, size=27, colour="muted")

    def _hearts(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        look, tr = self.services.look, self.services.tr
        x, y = area.left + 110, area.top + 110
        for index, value in enumerate(HEART_VALUES):
            cx, cy = x + index % 8 * (area.width - 200) // 7, y + index // 8 * 170
            look.scaled.get(look.art.symbols[f"heart_{heart_colour(value)}"], 0.72, 0.72).draw_centred(canvas, cx, cy)
            look.scaled.get(look.art.symbols[f"value/x{value}"], 0.72, 0.72).draw_centred(canvas, cx, cy)
        text = tr(
            "A heart lands with one of {count} values and keeps it. Hearts stay on the board while symbols tumble.\n"
            "When nothing pays any more, the values of all hearts on the board are added, and the win of the whole "
            "sequence is multiplied by the sum. Without a win there is nothing to multiply.\n"
            "In the free spins the values go into a total multiplier that keeps growing to the end of the round; "
            "it multiplies every spin that wins with a heart on its last board."
        ).format(count=len(HEART_VALUES))
        look.paragraph(
            canvas, text, pygame.Rect(area.left + 20, area.top + 390, area.width - 40, area.height - 390), size=31
        )

    def _free_spins(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        look, tr = self.services.look, self.services.tr
        look.art.symbols["scatter"].draw_centred(canvas, area.left + 120, area.top + 110)
        text = tr(
            "{trigger} or more scatters on the last board of a spin open {spins} free spins on special reels.\n"
            "{again} or more on the last board of a free spin add {more}, without limit.\n"
            "Scatters pay {four}, {five} or {six} for 4, 5 or 6 and more; their pay is not multiplied.\n"
            "The win of the free spins is credited as one amount when they are over."
        ).format(
            trigger=FREE_SPINS_TRIGGER,
            spins=FREE_SPINS,
            again=RETRIGGER_TRIGGER,
            more=RETRIGGER_SPINS,
            four=self._money(SCATTER_PAYS[4]),
            five=self._money(SCATTER_PAYS[5]),
            six=self._money(SCATTER_PAYS[6]),
        )
        box = pygame.Rect(area.left + 250, area.top + 30, area.width - 270, 330)
        bottom = look.paragraph(canvas, text, box, size=31)
        text = tr(
            "A round pays at most {cap}: {times}× the base bet ({ante}× with double chance). When it is reached the "
            "round ends there, and free spins left are not played."
        ).format(cap=self._money(CAP), times=f"{CAP // STAKES[Mode.BASE]:,}", ante=f"{CAP // STAKES[Mode.ANTE]:,}")
        look.paragraph(canvas, text, pygame.Rect(area.left + 20, bottom + 40, area.width - 40, 200), size=31)

    def _modes(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        look, tr = self.services.look, self.services.tr
        rows = (
            (tr("Normal play"), Mode.BASE, tr("The base bet.")),
            (
                tr("Double chance"),
                Mode.ANTE,
                tr(
                    "Costs a quarter more. Free spins come twice as often; pays are those of the base bet. Buying is off."
                ),
            ),
            (tr("Buy free spins"), Mode.BUY, tr("Costs 100 base bets. The spin shows at least four scatters.")),
        )
        y = area.top + 10
        for name, mode, words in rows:
            card = pygame.Rect(area.left, y, area.width, 150)
            look.stretched(canvas, "card", card)
            look.text(
                canvas, name, pygame.Rect(card.left + 30, y + 14, 380, 60), size=34, style="display", align="left"
            )
            price = self._money(STAKES[mode])
            look.text(
                canvas,
                price,
                pygame.Rect(card.left + 30, y + 78, 380, 50),
                size=32,
                style="display",
                colour="gold",
                align="left",
            )
            look.paragraph(canvas, words, pygame.Rect(card.left + 430, y + 24, card.width - 460, 110), size=29)
            y += 166
        text = tr(
            "Return to player {rtp} in each of the three ways to play. The choice changes what a round costs and how "
            "often free spins come, never the return. Volatility: medium."
        ).format(rtp=f"{100 * RETURN_TO_PLAYER:.2f} %")
        look.paragraph(
            canvas, text, pygame.Rect(area.left + 20, y + 14, area.width - 40, area.bottom - y - 14), size=31
        )

    def _keys(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        look, tr = self.services.look, self.services.tr
        keys = (
            ("Space, Enter", tr("Spin, stop, continue")),
            ("↑ ↓", tr("Bet up, bet down")),
            ("B", tr("Buy free spins")),
            ("X", tr("Double chance")),
            ("T", tr("Theme")),
            ("M", tr("Sound on or off")),
            ("S", tr("Speed")),
            ("I", tr("These pages")),
            ("Tab", tr("Next control")),
            ("Esc", tr("Back, menu")),
            ("F11, Alt+Enter", tr("Full screen")),
            ("F12", tr("Screenshot")),
        )
        for index, (key, words) in enumerate(keys):
            row = pygame.Rect(
                area.left + index % 2 * (area.width // 2), area.top + 20 + index // 2 * 84, area.width // 2 - 20, 70
            )
            look.stretched(canvas, "card", row)
            look.text(
                canvas,
                key,
                pygame.Rect(row.left + 20, row.top, 220, 70),
                size=27,
                style="strong",
                colour="gold",
                align="left",
            )
            look.text(canvas, words, pygame.Rect(row.left + 250, row.top, row.width - 270, 70), size=27, align="left")
        text = tr(
            "This is play money: nothing can be bought, won or lost but the fun. Set yourself a time before you start."
        )
        look.paragraph(
            canvas, text, pygame.Rect(area.left + 20, area.bottom - 80, area.width - 40, 80), size=29, align="centre"
        )


class SymbolCard(Panel):
    """What one symbol does and pays at the current bet."""

    size = (700, 640)

    def __init__(self, services: Services, cell: str) -> None:
        self.cell = cell
        super().__init__(services)

    def confirm(self) -> None:
        self.close()

    def draw_body(self, canvas: pygame.Surface) -> None:
        look, tr, bet = self.services.look, self.services.tr, self.services.table.bet
        name = f"heart_{heart_colour(HEART_CELLS[self.cell])}" if self.cell in HEART_CELLS else self.cell
        centre = (self.rect.centerx, self.rect.top + 170)
        look.art.symbols[name].draw_centred(canvas, *centre)
        area = pygame.Rect(self.body.left + 20, self.rect.top + 300, self.body.width - 40, 280)
        if self.cell in HEART_CELLS:
            look.art.symbols[f"value/{self.cell}"].draw_centred(canvas, *centre)
            low, high = HEART_COLOURS[heart_colour(HEART_CELLS[self.cell])]
            text = tr(
                "A heart of this colour is worth x{low} to x{high}. All hearts on the last board of a win are added and multiply it."
            )
            look.paragraph(canvas, text.format(low=low, high=high), area, size=32, align="centre")
            return
        rows = zip(BAND_NAMES, PAYS[self.cell], strict=True) if self.cell in PAYS else SCATTER_PAYS.items()
        for row, (band, pay) in enumerate(rows):
            line = pygame.Rect(area.left + 60, area.top + row * 76, area.width - 120, 68)
            look.text(canvas, str(band), line, size=36, style="strong", colour="muted", align="left")
            look.text(
                canvas,
                self.services.money(bet.amount(pay)),
                line,
                size=40,
                style="display",
                colour="gold",
                align="right",
            )
