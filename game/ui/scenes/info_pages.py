"""The pages of the rules. Every number on them is the engine's, its measured sheets' or the player's own key map's."""

from collections.abc import Callable
from typing import Any, Final

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
from game.ui.boxes import Box, Card, Column, Grid, Picture, Room, Row, Text
from game.ui.keys import ACTIONS, buttons_of, key_for, key_name, keys_of
from game.ui.names import symbol_name, symbol_title
from game.ui.odds import Odds, average_cost, odds
from game.ui.scenes.safe_play import safe_play_words
from game.ui.services import Services
from game.ui.theme import Theme
from game.ui.widgets.facts import facts_box

TEXT: Final = 30
"""Size of the pages' words, canvas pixels."""
COLUMNS: Final = (0.66, 0.33, 0.33, 0.33)
"""Shares of the table of odds."""
TABLE_UP_TO: Final = 125
"""Percent of the usual text size at which it is still a table."""
EXAMPLE_HEARTS: Final = (10, 5, 25)
EXAMPLE_WIN: Final = 40
"""Hearts of three winning free spins, and the coins of the third: how a total multiplier is explained."""
BAND_NAMES: Final = (f"{BANDS[0]}–{BANDS[1] - 1}", f"{BANDS[1]}–{BANDS[2] - 1}", f"{BANDS[2]}–30")
ALSO: Final = {Action.FULLSCREEN: ("Alt+Enter",), Action.FOCUS_NEXT: ("Shift+Tab",)}
"""Keys that cannot be changed, beside the player's own."""
MODES: Final = ((Mode.BASE, "Normal play"), (Mode.ANTE, "Double Chance"), (Mode.BUY, "Buy free spins"))


class Page:
    """One page."""

    title = ""

    def __init__(self, services: Services) -> None:
        self.services = services

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

    def symbol(self, *names: str, scale: float = 1.0, height: int = 0) -> Picture:
        """A symbol's picture, with what lies over it."""
        sprites = [self.theme.assets.symbols[name] for name in names]
        return Picture(*(lambda sprite=sprite: sprite for sprite in sprites), scale=scale, height=height)

    def box(self) -> Box:
        """What stands on it, in the player's language now."""
        return Room()


class Pays(Page):
    """What each symbol pays."""

    title = "Symbols"

    def box(self) -> Box:
        shown: list[tuple[str, list[tuple[str, int]]]] = [
            (symbol, list(zip(reversed(BAND_NAMES), reversed(pays), strict=True))) for symbol, pays in PAYS.items()
        ]
        most = max(SCATTER_PAYS)
        scatters = [(f"{n}" if n < most else f"{n}+", pay) for n, pay in sorted(SCATTER_PAYS.items(), reverse=True)]
        shown.append(("scatter", scatters))
        note = self.tr(
            "Pays at your current bet, for {least} or more of a symbol anywhere. All wins are added together. Winning "
            "symbols disappear and the rest tumble, with no limit, until nothing pays."
        ).format(least=BANDS[0])
        cards = Grid(*(self._card(symbol, rows) for symbol, rows in shown), columns=5, gap=14)
        return Column(cards, said(note, 26, colour="muted", align="centre"))

    def _card(self, symbol: str, rows: list[tuple[str, int]]) -> Box:
        name = said(symbol_title(self.services, symbol), 25, style="strong", colour="gold", align="centre")
        pays = (
            Row(
                said(band, 24, style="strong", colour="muted", whole=True),
                said(self.money(pay), 28, style="strong", align="right", whole=True),
                shares=(0, 1),
            )
            for band, pay in rows
        )
        return Card(Column(self.symbol(symbol, scale=0.6, height=96), name, *pays, gap=0), pad=(10, 6))


class Hearts(Page):
    """What hearts do."""

    title = "Hearts"

    def box(self) -> Box:
        hearts = (
            self.symbol(f"heart_{heart_colour(value)}", f"value/x{value}", scale=0.54, height=90)
            for value in HEART_VALUES
        )
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
        return Column(Grid(*hearts, columns=8, gap=8), said(f"{text}\n{example}\n{note}", TEXT), gap=16)


class FreeSpinsPage(Page):
    """How free spins come and go, and the cap."""

    title = "Free spins"

    def box(self) -> Box:
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
        return Row(
            Column(self.symbol("scatter"), Room(grows=True)), said(f"{text}\n{more}", TEXT), shares=(0.18, 1), gap=20
        )


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
                cost=cost_words(services, mode),
            )
        return text

    def box(self) -> Box:
        text = self.tr(
            "The average return is {rtp} in each of them: of every {bet} bet the game keeps "
            "{kept} in the long run. Your choice changes what a round costs and how often free "
            "spins come, never the average return."
        ).format(
            rtp=self.services.language.percent(RETURN_TO_PLAYER),
            bet=self.services.money(100_00),
            kept=self.services.money(average_cost(100_00)),
        )
        return Column(*(self._way(mode, name) for mode, name in MODES), said(text, 30))

    def _way(self, mode: Mode, name: str) -> Box:
        price = said(self.money(STAKES[mode]), 32, style="strong", colour="gold")
        left = Column(Text(name, 34, style="strong"), price)
        return Card(Row(left, said(self.words(mode), 28), shares=(0.42, 1), gap=30), pad=(30, 12))


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
            (self.tr("Average cost of a round"), [cost_words(self.services, mode) for mode, _ in MODES]),
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

    def box(self) -> Box:
        table = self._by_mode() if self.theme.text_size > TABLE_UP_TO else self._table()
        return Column(*table, said(self.words(), 26), gap=0)

    def _table(self) -> list[Box]:
        """A line for each figure, a column for each way to play."""
        heads = [Text(name, 25, style="strong", colour="muted", align="right") for _, name in MODES]
        lines: list[Box] = [Card(Row(Room(), *heads, shares=COLUMNS), "", (24, 0))]
        for index, (name, values) in enumerate(self.rows()):
            cells = (said(value, 26, style="strong", align="right") for value in values)
            lines.append(Card(Row(said(name, 25), *cells, shares=COLUMNS), "" if index % 2 else "card", (24, 1)))
        return lines

    def _by_mode(self) -> list[Box]:
        """All figures of each way to play."""
        rows, lines = self.rows(), list[Box]()
        for column, (_, mode) in enumerate(MODES):
            lines.append(Text(mode, 34, style="strong", colour="gold"))
            lines.append(facts_box(lambda column=column: [(name, values[column], "text") for name, values in rows]))  # type: ignore[misc]
        return lines


def cost_words(services: Services, mode: Mode) -> str:
    """What a round costs on average in the long run at the current bet: its price less what it gives back."""
    return services.money(average_cost(services.table.bet.price(mode)))


class HowTo(Page):
    """How to play, step by step."""

    title = "How to play"

    def box(self) -> Box:
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
        return said(text, TEXT)


class Keys(Page):
    """The keys as they are now."""

    title = "Keys"

    def box(self) -> Box:
        cards = Grid(*(self._card(action) for action in ACTIONS), columns=2, gap=16, apart=4)
        pressed = {action: " / ".join(buttons_of(self.services, action)) for action in ACTIONS}
        pad = [f"{buttons}: {self.tr(ACTIONS[action])}" for action, buttons in pressed.items() if buttons]
        text = "   ·   ".join([self.tr("Gamepad   ·   D-pad or left stick: move, adjust"), *pad])
        return Column(cards, said(text, 26, colour="muted"))

    def _card(self, action: Action) -> Box:
        keys = [*(self.tr(key_name(key)) for key in keys_of(self.services.settings, action)), *ALSO.get(action, ())]
        names = said(" / ".join(keys) or self.tr("no key"), 26, style="strong", colour="gold")
        return Card(Row(names, Text(ACTIONS[action], 26), shares=(0.42, 0.5)), pad=(20, 6))


class Safe(Page):
    """How to play safely."""

    title = "Safe play"

    def box(self) -> Box:
        return said(safe_play_words(self.services), TEXT)


def said(text: str, size: int, **more: Any) -> Text:
    """A text that is in the player's language already."""
    return Text(lambda: text, size, **more)
