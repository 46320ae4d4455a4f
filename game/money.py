"""Money: bets, the ladder of total bets, and amounts as the player reads them.

Amounts are whole minor units (cents, sen) in ``int``; no float comes near them. A bet is a coin value and a level:
one of the engine's coins is worth ``coin * level`` minor units. Which currency the amounts are shown in is a display
setting only: 2.00 is 2.00 in each.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from game.engine.rules import BASE_BET, STAKES, Mode

COIN_VALUES: Final = (1, 2, 3, 5, 10, 20, 30, 50, 100, 200, 300)
"""Minor units that one coin may be worth at level 1."""
LEVELS: Final = tuple(range(1, 11))
"""What the coin value may be multiplied by."""

FREE_CREDIT: Final = 200_000
"""Minor units of play money in a new profile's first deposit and in every free refill."""


BANKROLLS: Final = (FREE_CREDIT, 2_000_000, 20_000_000, 1_000_000_000)
"""Minor units of play money that a player may choose to begin with and to be filled up to."""


class BadBet(ValueError):
    """A coin value or level that the game does not offer."""


class NoSuchBet(BadBet):
    """A total that no coin value and level come to."""

    def __init__(self, total: int, near: list[int]) -> None:
        super().__init__(f"no bet comes to {total}; the nearest are {near}")
        self.near = near
        """Totals of the one or two nearest bets, minor units."""


class BadAmount(ValueError):
    """A text that is no amount of money."""


class UnknownCurrency(ValueError):
    """A currency that the game cannot show."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A coin value and a level; raises :class:`BadBet` unless the game offers both."""

    coin: int
    """Minor units, one of :data:`COIN_VALUES`."""
    level: int
    """One of :data:`LEVELS`."""

    def __post_init__(self) -> None:
        for name, value, offered in (("coin value", self.coin, COIN_VALUES), ("level", self.level, LEVELS)):
            if type(value) is not int or value not in offered:
                raise BadBet(f"{name} {value!r} is not offered: choose {', '.join(map(str, offered))}")

    @property
    def base(self) -> int:
        """The total of a base bet, in minor units."""
        return self.amount(BASE_BET)

    def amount(self, coins: int) -> int:
        """What ``coins`` of the engine's coins are worth at this bet, in minor units."""
        return coins * self.coin * self.level

    def price(self, mode: Mode) -> int:
        """What a round of ``mode`` costs at this bet, in minor units."""
        return self.amount(STAKES[mode])

    def up(self) -> "Bet":
        """The next rung of :data:`LADDER` above this bet's total; at the top, the top rung."""
        return LADDER[min(bisect_right(_TOTALS, self.base), len(LADDER) - 1)]

    def down(self) -> "Bet":
        """The next rung of :data:`LADDER` below this bet's total; at the bottom, the bottom rung."""
        return LADDER[max(bisect_left(_TOTALS, self.base) - 1, 0)]


def _ladder() -> tuple[Bet, ...]:
    bets = [Bet(coin, level) for coin in COIN_VALUES for level in reversed(LEVELS)]
    simplest = {bet.base: bet for bet in bets}
    return tuple(simplest[base] for base in sorted(simplest))


def bet_of(total: int) -> Bet:
    """The rung of :data:`LADDER` that costs exactly ``total`` minor units; raises :class:`NoSuchBet`."""
    at = bisect_left(_TOTALS, total)
    if at < len(_TOTALS) and _TOTALS[at] == total:
        return LADDER[at]
    near = [LADDER[index].base for index in (at - 1, at) if 0 <= index < len(LADDER)]
    raise NoSuchBet(total, near)


LADDER: Final = _ladder()
"""One bet for each distinct total, smallest first. Where several pairs give a total, the rung is the one with the
lowest level, so the dearest coin: 2.00 is a coin of 0.10 at level 1."""
_TOTALS: Final = [bet.base for bet in LADDER]

FIRST_OFFER: Final = LADDER[0]
"""What a first-time player is offered: the bottom of the range."""
DEFAULT: Final = Bet(10, 1)
MAX: Final = LADDER[-1]


@dataclass(frozen=True, slots=True)
class Currency:
    """How amounts are written."""

    code: str
    """What the settings call it."""
    name: str
    """What the settings panel calls it."""
    symbol: str
    before: bool = True
    """Whether the symbol stands before the number."""
    group: str = ","
    """Between thousands."""
    point: str = "."
    """Before the minor units."""


def _by_code(*currencies: Currency) -> Mapping[str, Currency]:
    return MappingProxyType({currency.code: currency for currency in currencies})


CURRENCIES: Final = _by_code(
    Currency("MYR", "Malaysian ringgit", "RM"),
    Currency("ZAR", "South African rand", "R"),
    Currency("USD", "US dollar", "$"),
    Currency("EUR", "Euro", "€"),
    Currency("GBP", "British pound", "£"),
    Currency("AUD", "Australian dollar", "A$"),
    Currency("CAD", "Canadian dollar", "C$"),
    Currency("NZD", "New Zealand dollar", "NZ$"),
    Currency("SGD", "Singapore dollar", "S$"),
    Currency("BRL", "Brazilian real", "R$", group=".", point=","),
    Currency("CHF", "Swiss franc", "CHF ", group="'"),
    Currency("SEK", "Swedish krona", " kr", before=False, group=" ", point=","),
    Currency("NONE", "Plain numbers", ""),
)
"""Code -> currency, in the order they are offered. Only characters that the game's fonts draw."""
DEFAULT_CURRENCY: Final = CURRENCIES["MYR"]
PLAIN: Final = CURRENCIES["NONE"]
MINUS: Final = "\N{MINUS SIGN}"
NO_BREAK: Final = "\N{NO-BREAK SPACE}"
"""Stands in an amount in a space's place: it is not broken over two lines."""


EURO: Final = frozenset(
    [
        "AT",
        "BE",
        "CY",
        "DE",
        "EE",
        "ES",
        "FI",
        "FR",
        "GR",
        "HR",
        "IE",
        "IT",
        "LT",
        "LU",
        "LV",
        "MT",
        "NL",
        "PT",
        "SI",
        "SK",
    ]
)
"""Territories that pay in euros."""
TERRITORIES: Final = MappingProxyType({each.code[:2]: each for each in CURRENCIES.values() if each.symbol})
"""Territory -> its currency: the first two letters of a currency's code are its territory's."""


def local_currency(locale: str) -> Currency:
    """The currency of a locale such as ``de_CH.UTF-8``; plain numbers where the game has none of that territory.

    >>> local_currency("de_CH.UTF-8").code, local_currency("fr_FR").code, local_currency("C").code
    ('CHF', 'EUR', 'NONE')
    """
    territory = locale.partition("_")[2][:2]
    return CURRENCIES["EUR"] if territory in EURO else TERRITORIES.get(territory, PLAIN)


def currency(code: str) -> Currency:
    """The currency of that code; raises :class:`UnknownCurrency`."""
    try:
        return CURRENCIES[code]
    except (KeyError, TypeError):
        raise UnknownCurrency(f"unknown currency {code!r}: choose {', '.join(CURRENCIES)}") from None


def format_money(minor: int, shown_in: Currency = DEFAULT_CURRENCY, *, signed: bool = False) -> str:
    """``minor`` units as the player reads them: ``RM3,000,000.00``, ``−RM0.20``; ``signed`` adds a plus to gains."""
    sign = MINUS if minor < 0 else "+" if signed and minor > 0 else ""
    whole, cents = divmod(abs(minor), 100)
    number = f"{whole:,}".replace(",", shown_in.group) + f"{shown_in.point}{cents:02d}"
    shown = sign + (shown_in.symbol + number if shown_in.before else number + shown_in.symbol)
    return shown.replace(" ", NO_BREAK)


MAX_DIGITS: Final = 10
"""Digits before the point of an amount that is typed."""


_GROUPED: Final = r"[1-9][0-9]{0,2}(?P<group>[., \xa0'])[0-9]{3}(?:(?P=group)[0-9]{3})*"
_AMOUNT: Final = re.compile(rf"(?P<whole>{_GROUPED}|[0-9]+)(?:(?P<point>[.,])(?P<part>[0-9]{{0,2}}))?")


def parse_money(text: str) -> int:
    """Minor units of an amount as a player types it, with a point or a comma; raises :class:`BadAmount`.

    Groups of thousands follow no zero and have one separator, which is not the one before the minor units: ``0.500``
    and ``1.000.5`` are refused rather than guessed at.
    """
    match = _AMOUNT.fullmatch(text.strip())
    whole = re.sub(r"[^0-9]", "", match["whole"]) if match else ""
    mixed = match is not None and match["group"] is not None and match["group"] == match["point"]
    if match is None or mixed or len(whole) > MAX_DIGITS:
        raise BadAmount("Enter an amount such as 20 or 20.50.")
    return int(whole) * 100 + int((match["part"] or "").ljust(2, "0"))
