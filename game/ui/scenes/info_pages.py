"""The pages of the rules. Every number on them is the engine's, its measured sheets' or the player's own key map's."""

from collections.abc import Callable
from typing import Final, Protocol

import pygame

from game.engine.rules import (
    BANDS,
    BASE_BET,
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
from game.money import LADDER
from game.platform.input import Action
from game.ui.keys import ACTIONS, key_for, key_name, keys_of
from game.ui.names import symbol_name, symbol_title
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
        width, height = area.width // 5, (area.height - 78) // 2
        shown: list[tuple[str, list[tuple[str, int]]]] = [
            (symbol, list(zip(reversed(BAND_NAMES), reversed(pays), strict=True))) for symbol, pays in PAYS.items()
        ]
        most = max(SCATTER_PAYS)
        scatters = [(f"{n}" if n < most else f"{n}+", pay) for n, pay in sorted(SCATTER_PAYS.items(), reverse=True)]
        shown.append(("scatter", scatters))
        for index, (symbol, rows) in enumerate(shown):
            card = pygame.Rect(area.left + index % 5 * width, area.top + index // 5 * height, width - 14, height - 12)
            theme.stretched(canvas, "card", card)
            theme.scaled.get(theme.assets.symbols[symbol], 0.66, 0.66).draw_centred(canvas, card.centerx, card.top + 58)
            name = pygame.Rect(card.left + 6, card.top + 108, card.width - 12, 36)
            theme.text(canvas, symbol_title(self.services, symbol), name, size=25, style="strong", colour="gold")
            for row, (band, pay) in enumerate(rows):
                line = pygame.Rect(card.left + 16, card.top + 146 + row * 41, 64, 40)
                theme.text(canvas, band, line, size=24, style="strong", colour="muted", align="left")
                right = pygame.Rect(line.right + 6, line.top, card.right - 16 - line.right - 6, 40)
                theme.text(canvas, self.money(pay), right, size=28, style="strong", align="right")
        note = self.tr(
            "Pays at your current bet, for {least} or more of a symbol anywhere. All wins are added together. Winning "
            "symbols disappear and the rest tumble, with no limit, until nothing pays."
        )
        foot = pygame.Rect(area.left + 10, area.bottom - 72, area.width - 20, 72)
        theme.paragraph(canvas, note.format(least=BANDS[0]), foot, size=26, colour="muted", align="centre")


class Hearts(Page):
    """What hearts do."""

    title = "Hearts"

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme = self.theme
        x, y = area.left + 110, area.top + 74
        for index, value in enumerate(HEART_VALUES):
            cx, cy = x + index % 8 * (area.width - 220) // 7, y + index // 8 * 146
            theme.scaled.get(theme.assets.symbols[f"heart_{heart_colour(value)}"], 0.72, 0.72).draw_centred(
                canvas, cx, cy
            )
            theme.scaled.get(theme.assets.symbols[f"value/x{value}"], 0.72, 0.72).draw_centred(canvas, cx, cy)
        text = self.tr(
            "Each heart has one of {count} values. Hearts land on any reel, in spins and in "
            "tumbles, in the base game and in free spins, and stay on the board while other "
            "symbols tumble.\n"
            "When the tumbling ends, all heart values are added together and multiply the whole "
            "win. No win, nothing to multiply.\n"
            "In free spins, hearts on a winning spin are added to a total multiplier that lasts "
            "all round. It multiplies each win that has a heart on its final board; a win "
            "without a heart is paid as it is."
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
        note = self.tr("The {symbol} is a symbol that pays, not a multiplier heart.").format(
            symbol=symbol_name(self.services, "winged_heart")
        )
        box = pygame.Rect(area.left + 20, area.top + 306, area.width - 40, area.height - 306)
        theme.points(canvas, f"{text}\n{example}\n{note}", box, size=TEXT)


class FreeSpinsPage(Page):
    """How free spins come and go, and the cap."""

    title = "Free spins"

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme = self.theme
        theme.assets.symbols["scatter"].draw_centred(canvas, area.left + 110, area.top + 130)
        text = self.tr(
            "Scatters land on all reels and count in any position. {trigger} or more on the "
            "final board of a spin start {spins} free spins on special reels.\n"
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
    """The three ways to play: what each costs and changes."""

    title = "Ways to play"

    def words(self, mode: Mode) -> str:
        """What a way to play changes."""
        services, known = self.services, odds(mode)
        number, percent = services.language.number, services.language.percent
        if mode is Mode.BASE:
            return self.tr(
                "The base bet: coin value × level × {coins}. It can be from {least} to {most}; "
                "every pay is a multiple of it."
            ).format(coins=STAKES[mode], least=services.money(LADDER[0].base), most=services.money(LADDER[-1].base))
        if mode is Mode.ANTE:
            usual = odds(Mode.BASE)
            text = self.tr(
                "Coin value × level × {coins}, {more} more than the base bet. Other reels with "
                "more scatters: free spins come about twice as often, other wins are rarer and "
                "pay the same. You can't buy free spins."
            ).format(coins=STAKES[mode], more=percent(STAKES[mode] / BASE_BET - 1, 0))
            if known is not None and usual is not None:
                text += " " + self.tr("Free spins: 1 spin in {count} instead of 1 in {usual}.").format(
                    count=number(known.free_spins_one_in or 1), usual=number(usual.free_spins_one_in or 1)
                )
            return text
        text = self.tr(
            "{times} base bets, from the base game only. The spin shows at least {scatters} "
            "scatters, so it always starts {spins} free spins."
        ).format(times=number(STAKES[mode] // BASE_BET), scatters=FREE_SPINS_TRIGGER, spins=FREE_SPINS)
        if known is not None:
            text += " " + self.tr(
                "{share} in 100 pay more than they cost; half pay {median} or less; on average buying costs you {cost}."
            ).format(
                share=number(100 * known.pays_more),
                median=self.money(round(known.median * STAKES[mode])),
                cost=average_cost(services, mode),
            )
        return text

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme = self.theme
        y = area.top + 4
        for mode, name in MODES:
            card = pygame.Rect(area.left, y, area.width, 158)
            theme.stretched(canvas, "card", card)
            left = pygame.Rect(card.left + 30, y + 18, 370, 60)
            theme.text(canvas, self.tr(name), left, size=34, style="strong", align="left")
            price = left.move(0, 62)
            theme.text(canvas, self.money(STAKES[mode]), price, size=32, style="strong", colour="gold", align="left")
            words = pygame.Rect(card.left + 420, y + 16, card.width - 444, 130)
            theme.paragraph(canvas, self.words(mode), words, size=28)
            y += 170
        text = self.tr(
            "The average return is {rtp} in each of them: of every {bet} bet the game keeps "
            "{kept} in the long run. Your choice changes what a round costs and how often free "
            "spins come, never the average return."
        ).format(
            rtp=self.services.language.percent(RETURN_TO_PLAYER),
            bet=self.services.money(100_00),
            kept=self.services.money(round(100_00 * (1 - RETURN_TO_PLAYER))),
        )
        theme.paragraph(canvas, text, pygame.Rect(area.left + 20, y + 6, area.width - 40, area.bottom - y - 6), size=30)


class OddsPage(Page):
    """What a round costs and gives on average, and how often, from the measured sheets."""

    title = "Odds"

    def rows(self) -> list[tuple[str, list[str]]]:
        """The table: a name and a value for each mode."""
        language, known = self.services.language, [odds(mode) for mode, _ in MODES]

        def each(write: Callable[[Odds], str]) -> list[str]:
            return ["–" if found is None else write(found) for found in known]

        def one_in(value: float | None) -> str:
            if value is None:
                return self.tr("every round")
            return self.tr("1 in {count}").format(count=language.number(value))

        def returned(found: Odds) -> str:
            return f"{language.percent(found.returned, 3)} ± {language.number(100 * found.interval, 3)}"

        caps = [
            f"{language.number(CAP / STAKES[mode])}× · {'–' if found is None else one_in(found.cap_one_in)}"
            for (mode, _), found in zip(MODES, known, strict=True)
        ]
        return [
            (self.tr("A round costs"), [self.money(STAKES[mode]) for mode, _ in MODES]),
            (self.tr("Average cost of a round"), [average_cost(self.services, mode) for mode, _ in MODES]),
            (self.tr("Rounds that pay more than they cost"), each(lambda o: language.percent(o.pays_more, 1))),
            (self.tr("Half of all rounds pay at most"), each(lambda o: f"{language.number(o.median, 2)}×")),
            (self.tr("Rounds that pay something"), each(lambda o: language.percent(o.hit_frequency, 1))),
            (self.tr("Free spins"), each(lambda o: one_in(o.free_spins_one_in))),
            (self.tr("Maximum win"), caps),
            (self.tr("Stated return"), [language.percent(RETURN_TO_PLAYER)] * len(MODES)),
            (self.tr("Return in simulation"), each(returned)),
            (self.tr("Standard deviation (× bet)"), each(lambda o: f"{language.number(o.deviation, 1)}×")),
            (self.tr("Volatility index"), each(lambda o: language.number(o.volatility, 1))),
            (self.tr("Rounds simulated"), each(lambda o: language.number(o.rounds))),
        ]

    def words(self) -> str:
        """What the table means."""
        text = self.tr(
            "MEDIUM VOLATILITY: small wins mixed with occasional bigger ones. The return is an "
            "average over millions of rounds: in one session you can be far above or, more "
            "often, below it. All figures are measured by the game's own simulator and can be "
            "reproduced; no laboratory has tested them."
        )
        ahead = self.evening()
        return f"{text} {ahead}" if ahead else text

    def evening(self) -> str:
        """How a hundred spins go for the player in the middle."""
        known = odds(Mode.BASE)
        if known is None or known.evening is None:
            return ""
        language = self.services.language
        return self.tr(
            "After {count} spins at the base bet, half of all players have {share} of their bets "
            "back or less, and {ahead} in 100 are ahead."
        ).format(
            count=language.number(known.evening.rounds),
            share=language.percent(known.evening.median, 0),
            ahead=language.number(100 * known.evening.ahead),
        )

    def draw(self, canvas: pygame.Surface, area: pygame.Rect) -> None:
        theme = self.theme
        first = 550
        width = (area.width - first) // len(MODES)
        for column, (_, name) in enumerate(MODES):
            box = pygame.Rect(area.left + first + column * width, area.top, width - 16, 40)
            theme.text(canvas, self.tr(name), box, size=25, style="strong", colour="muted", align="right")
        y, pitch = area.top + 42, 43
        for index, (name, values) in enumerate(self.rows()):
            row = pygame.Rect(area.left, y, area.width, pitch)
            if index % 2 == 0:
                theme.stretched(canvas, "card", row)
            left = pygame.Rect(row.left + 24, y, first - 30, pitch)
            theme.text(canvas, name, left, size=25, align="left")
            for column, value in enumerate(values):
                box = pygame.Rect(area.left + first + column * width, y, width - 24, pitch)
                theme.text(canvas, value, box, size=26, style="strong", align="right")
            y += pitch
        words = pygame.Rect(area.left + 12, y + 8, area.width - 24, area.bottom - y - 8)
        theme.paragraph(canvas, self.words(), words, size=26)


def average_cost(services: Services, mode: Mode) -> str:
    """What a round costs on average in the long run at the current bet: its price less what it gives back."""
    return services.money(round(services.table.bet.price(mode) * (1 - RETURN_TO_PLAYER)))


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
