"""The pages of the rules. Every number on them is the engine's, its measured sheets' or the player's own key map's."""

from collections.abc import Callable
from typing import Final, Protocol

import pygame

from game.engine.rules import (
    BANDS,
    CAP,
    FREE_SPINS,
    FREE_SPINS_TRIGGER,
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
from game.platform.input import Action
from game.ui.keys import ACTIONS, key_for, key_name, keys_of
from game.ui.names import symbol_title
from game.ui.odds import Odds, odds
from game.ui.scenes.safe_play import safe_play_words
from game.ui.services import Services
from game.ui.theme import Theme

TEXT: Final = 35
"""Size of the pages' words, canvas pixels; smaller where they would not fit."""
EXAMPLE_HEARTS: Final = (10, 5, 25)
EXAMPLE_WIN: Final = 40
"""Hearts of three winning free spins, and the coins of the third: how a total multiplier is explained."""
BAND_NAMES: Final = (f"{BANDS[0]}–{BANDS[1] - 1}", f"{BANDS[1]}–{BANDS[2] - 1}", f"{BANDS[2]}–30")
ALSO: Final = {Action.FULLSCREEN: ("Alt+Enter",), Action.FOCUS_NEXT: ("Shift+Tab",)}
"""Keys that cannot be changed, beside the player's own."""
MODES: Final = ((Mode.BASE, "Normal play"), (Mode.ANTE, "Double Chance"), (Mode.BUY, "Buy free spins"))


class Owner(Protocol):
    """The panel the pages are shown in."""

    services: Services


class Page:
    """One page."""

    title = ""

    def __init__(self, owner: Owner) -> None:
        self.owner = owner

    @property
    def services(self) -> Services:
        """What every scene may use."""
        return self.owner.services

    @property
    def theme(self) -> Theme:
        """What it is drawn with."""
        return self.services.theme

    def tr(self, text: str) -> str:
        """A text in the player's language."""
        return self.services.tr(text)

    def money(self, coins: int) -> str:
        """Coins at the current bet."""
        return self.services.money(self.services.table.bet.amount(coins))

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        """Draw it into ``area``."""


class Pays(Page):
    """What each symbol pays."""

    title = "Symbols"

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme = self.theme
        width, height = area.width // 5, (area.height - 54) // 2
        shown: list[tuple[str, list[tuple[str, int]]]] = [
            (symbol, list(zip(reversed(BAND_NAMES), reversed(pays), strict=True))) for symbol, pays in PAYS.items()
        ]
        most = max(SCATTER_PAYS)
        scatters = [(f"{n}" if n < most else f"{n}+", pay) for n, pay in sorted(SCATTER_PAYS.items(), reverse=True)]
        shown.append(("scatter", scatters))
        for index, (symbol, rows) in enumerate(shown):
            card = pygame.Rect(area.left + index % 5 * width, area.top + index // 5 * height, width - 14, height - 12)
            theme.stretched(canvas, "card", card)
            theme.scaled.get(theme.assets.symbols[symbol], 0.72, 0.72).draw_centred(canvas, card.centerx, card.top + 66)
            name = pygame.Rect(card.left + 16, card.top + 124, card.width - 32, 36)
            theme.text(canvas, symbol_title(self.tr, symbol), name, size=25, style="strong", colour="gold")
            for row, (band, pay) in enumerate(rows):
                line = pygame.Rect(card.left + 16, card.top + 166 + row * 41, 64, 40)
                theme.text(canvas, band, line, size=24, style="strong", colour="muted", align="left")
                right = pygame.Rect(line.right + 6, line.top, card.right - 16 - line.right - 6, 40)
                theme.text(canvas, self.money(pay), right, size=28, style="display", align="right")
        note = self.tr(
            "Pays at your current bet, for {least} or more of a symbol anywhere. All wins are added together."
        )
        foot = pygame.Rect(area.left, area.bottom - 50, area.width, 44)
        theme.text(canvas, note.format(least=BANDS[0]), foot, size=27, colour="muted")


class Hearts(Page):
    """What hearts do."""

    title = "Hearts"

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme = self.theme
        x, y = area.left + 110, area.top + 84
        for index, value in enumerate(HEART_VALUES):
            cx, cy = x + index % 8 * (area.width - 220) // 7, y + index // 8 * 160
            theme.scaled.get(theme.assets.symbols[f"heart_{heart_colour(value)}"], 0.72, 0.72).draw_centred(
                canvas, cx, cy
            )
            theme.scaled.get(theme.assets.symbols[f"value/x{value}"], 0.72, 0.72).draw_centred(canvas, cx, cy)
        text = self.tr(
            "Each heart has one of {count} values. Hearts stay on the board while other symbols "
            "tumble.\n"
            "When the tumbling ends, all heart values are added together and multiply the whole win. "
            "No win, nothing to multiply.\n"
            "In free spins, hearts on a winning spin are added to a total multiplier that lasts all "
            "round. It multiplies each win that has a heart on its final board."
        ).format(count=len(HEART_VALUES))
        example = self.tr(
            "Example: hearts of ×{first}, ×{second} and ×{third} in three winning spins make "
            "×{total}, so the third spin's {win} pays {pays}."
        ).format(
            first=EXAMPLE_HEARTS[0],
            second=EXAMPLE_HEARTS[1],
            third=EXAMPLE_HEARTS[2],
            total=sum(EXAMPLE_HEARTS),
            win=self.money(EXAMPLE_WIN),
            pays=self.money(EXAMPLE_WIN * sum(EXAMPLE_HEARTS)),
        )
        box = pygame.Rect(area.left + 20, area.top + 336, area.width - 40, area.height - 336)
        theme.points(canvas, f"{text}\n{example}", box, size=TEXT)


class FreeSpinsPage(Page):
    """How free spins come and go, and the cap."""

    title = "Free spins and the maximum win"

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme = self.theme
        theme.assets.symbols["scatter"].draw_centred(canvas, area.left + 110, area.top + 130)
        text = self.tr(
            "{trigger} or more scatters on the final board of a spin start {spins} free spins on "
            "special reels.\n"
            "{again} or more on the final board of a free spin add {more} more, with no limit.\n"
            "4, 5 or 6+ scatters pay {four}, {five} or {six}; hearts don't multiply this.\n"
            "The free spins' winnings are paid as one amount when they end."
        ).format(
            trigger=FREE_SPINS_TRIGGER,
            spins=FREE_SPINS,
            again=RETRIGGER_TRIGGER,
            more=RETRIGGER_SPINS,
            four=self.money(SCATTER_PAYS[4]),
            five=self.money(SCATTER_PAYS[5]),
            six=self.money(SCATTER_PAYS[6]),
        )
        number = self.services.language.number
        more = self.tr(
            "A round pays at most {cap}: {times}× the base bet ({ante}× with Double Chance). The "
            "round ends as soon as it is reached; remaining free spins are lost.\n"
            "A malfunction voids all pays and plays: the round is void and its bet is returned. A "
            "power cut doesn't void a round: it is finished next time you start."
        ).format(cap=self.money(CAP), times=number(CAP // STAKES[Mode.BASE]), ante=number(CAP // STAKES[Mode.ANTE]))
        box = pygame.Rect(area.left + 230, area.top + 10, area.width - 250, area.height - 10)
        theme.points(canvas, f"{text}\n{more}", box, size=TEXT)


class Ways(Page):
    """The three ways to play."""

    title = "Three ways to play"

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme = self.theme
        words = {
            Mode.BASE: self.tr("The base bet."),
            Mode.ANTE: self.tr(
                "Costs 25% more. More scatters on the reels: free spins come twice as often. Other "
                "pays stay at the base bet. You can't buy free spins."
            ),
            Mode.BUY: self.tr(
                "Costs 100 base bets. The spin shows at least four scatters, so it always starts free spins."
            ),
        }
        y = area.top + 10
        for mode, name in MODES:
            card = pygame.Rect(area.left, y, area.width, 150)
            theme.stretched(canvas, "card", card)
            left = pygame.Rect(card.left + 30, y + 14, 380, 60)
            theme.text(canvas, self.tr(name), left, size=34, style="display", align="left")
            price = left.move(0, 62)
            theme.text(canvas, self.money(STAKES[mode]), price, size=32, style="display", colour="gold", align="left")
            theme.paragraph(canvas, words[mode], pygame.Rect(card.left + 430, y + 24, card.width - 460, 110), size=31)
            y += 166
        text = self.tr(
            "The average return is {rtp} in each of the three ways to play. Your choice changes what "
            "a round costs and how often free spins come, never the average return. Volatility: "
            "medium."
        ).format(rtp=self.services.language.percent(RETURN_TO_PLAYER))
        theme.paragraph(
            canvas, text, pygame.Rect(area.left + 20, y + 10, area.width - 40, area.bottom - y - 10), size=33
        )


class OddsPage(Page):
    """Return, hit frequency and odds of each mode, from the measured sheets."""

    title = "Return and odds"

    def rows(self) -> list[tuple[str, list[str]]]:
        """The table: a name and a value for each mode."""
        language, known = self.services.language, [odds(mode) for mode, _ in MODES]

        def each(write: Callable[[Odds], str]) -> list[str]:
            return ["–" if found is None else write(found) for found in known]

        def one_in(value: float | None) -> str:
            if value is None:
                return self.tr("every round")
            return self.tr("1 in {count}").format(count=language.number(value))

        return [
            (self.tr("A round costs"), [self.money(STAKES[mode]) for mode, _ in MODES]),
            (self.tr("Stated return"), [language.percent(RETURN_TO_PLAYER)] * len(MODES)),
            (self.tr("Return in simulation"), each(lambda o: language.percent(o.returned))),
            (self.tr("Rounds that pay anything"), each(lambda o: language.percent(o.hit_frequency, 1))),
            (self.tr("Free spins"), each(lambda o: one_in(o.free_spins_one_in))),
            (self.tr("Maximum win"), each(lambda o: one_in(o.cap_one_in))),
            (self.tr("Standard deviation (× bet)"), each(lambda o: f"{language.number(o.deviation, 1)}×")),
        ]

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme = self.theme
        first, width = 430, (area.width - 430) // len(MODES)
        for column, (_, name) in enumerate(MODES):
            box = pygame.Rect(area.left + first + column * width, area.top, width - 16, 52)
            theme.text(canvas, self.tr(name), box, size=27, style="strong", colour="muted", align="right")
        y = area.top + 58
        for name, values in self.rows():
            row = pygame.Rect(area.left, y, area.width, 58)
            theme.stretched(canvas, "card", row)
            left = pygame.Rect(row.left + 24, y, first - 30, 58)
            theme.text(canvas, name, left, size=27, align="left")
            for column, value in enumerate(values):
                box = pygame.Rect(area.left + first + column * width, y, width - 24, 58)
                theme.text(canvas, value, box, size=29, style="display", align="right")
            y += 64
        known = odds(Mode.BASE)
        text = self.tr(
            "Volatility: medium. This is an average over millions of rounds. In one session you can "
            "be far above or, more often, below it."
        )
        if known is not None:
            counted = self.tr("Measured over {rounds} simulated rounds.").format(
                rounds=self.services.language.number(known.rounds)
            )
            text = f"{counted} {text}"
        theme.paragraph(canvas, text, pygame.Rect(area.left + 12, y + 10, area.width - 24, area.bottom - y), size=27)


class HowTo(Page):
    """How to play, step by step."""

    title = "How to play"

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        text = self.tr(
            "1. Choose a bet with − and +, or press BET to set coin value and level. Start small.\n"
            "2. Press the big button or {key} to spin. Press again to stop the reels; hold to keep "
            "spinning.\n"
            "3. The line above the board shows what just paid; the list on the left adds it up. "
            "Between rounds, press WIN to see how a win was worked out, or click any symbol to see "
            "what it pays.\n"
            "4. The result of a round is decided and saved before the first symbol falls, and "
            "nothing you press changes it. The win is paid when the round ends.\n"
            "5. History keeps every round with its seed. You can watch it again, verify it, or "
            "replay it in any copy of this version.\n"
            "6. Autoplay needs a loss limit and stops before reaching it. Set your own limits in the "
            "menu."
        ).format(key=key_for(self.services, Action.SPIN))
        self.theme.points(canvas, text, area.inflate(-40, -10), size=TEXT)


class Keys(Page):
    """The keys as they are now."""

    title = "Keys"

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme, settings = self.theme, self.services.settings
        rows = (len(ACTIONS) + 1) // 2
        pitch = min(62, area.height // rows)
        for index, (action, words) in enumerate(ACTIONS.items()):
            column, row = index // rows, index % rows
            rect = pygame.Rect(
                area.left + column * (area.width // 2), area.top + row * pitch, area.width // 2 - 16, pitch - 6
            )
            theme.stretched(canvas, "card", rect)
            keys = [*(self.tr(key_name(key)) for key in keys_of(settings, action)), *ALSO.get(action, ())]
            names = " / ".join(keys) or self.tr("no key")
            left = pygame.Rect(rect.left + 20, rect.top, 330, rect.height)
            theme.text(canvas, names, left, size=26, style="strong", colour="gold", align="left")
            right = pygame.Rect(rect.left + 360, rect.top, rect.width - 380, rect.height)
            theme.text(canvas, self.tr(words), right, size=26, align="left")
        text = self.tr(
            "Gamepad   ·   D-pad or left stick: move, adjust   ·   A: select   ·   B: back   ·   X: "
            "Double Chance   ·   Y: buy   ·   Bumpers: bet   ·   Start: autoplay   ·   Back: rules"
        )
        foot = pygame.Rect(
            area.left + 8, area.top + rows * pitch + 14, area.width - 32, area.height - rows * pitch - 14
        )
        theme.paragraph(canvas, text, foot, size=26, colour="muted")


class Safe(Page):
    """How to play safely."""

    title = "Safe play"

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        safe_play_words(self.services, canvas, area.inflate(-20, -10))
