"""Where people find help with gambling, country by country."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class HelpLine:
    """One line, and for whom it is likely to be the nearest."""

    country: str
    """ISO 3166 code."""
    place: str
    """The country, as it is called there."""
    name: str
    number: str
    currency: str = ""
    """Where only this country uses it."""

    def __str__(self) -> str:
        return f"{self.name} ({self.place}) {self.number}"


HELP_LINES: Final = (
    HelpLine("AU", "Australia", "Gambling Help", "1800 858 858", "AUD"),
    HelpLine("BR", "Brasil", "CVV", "188", "BRL"),
    HelpLine("CA", "Canada (Ontario)", "ConnexOntario", "1-866-531-2600", "CAD"),
    HelpLine("CN", "中国", "全国统一心理援助热线", "12356"),
    HelpLine("DE", "Deutschland", "Beratung zur Glücksspielsucht", "0800 137 27 00"),
    HelpLine("ES", "España", "FEJAR", "900 200 225"),
    HelpLine("FR", "France", "Joueurs Info Service", "09 74 75 13 13"),
    HelpLine("ID", "Indonesia", "SEJIWA", "119 ext. 8"),
    HelpLine("JP", "日本", "こころの健康相談統一ダイヤル", "0570-064-556"),
    HelpLine("MY", "Malaysia", "Befrienders", "03-7627 2929", "MYR"),
    HelpLine("NZ", "New Zealand", "Gambling Helpline", "0800 654 655", "NZD"),
    HelpLine("CH", "Schweiz · Suisse", "SOS Spielsucht · SOS Jeu", "0800 040 080", "CHF"),
    HelpLine("SG", "Singapore", "National Problem Gambling Helpline", "1800 6 668 668", "SGD"),
    HelpLine("ZA", "South Africa", "National Responsible Gambling Programme", "0800 006 008", "ZAR"),
    HelpLine("SE", "Sverige", "Stödlinjen", "020-81 91 00", "SEK"),
    HelpLine("GB", "United Kingdom", "National Gambling Helpline", "0808 8020 133", "GBP"),
    HelpLine("US", "United States", "1-800-GAMBLER", "1-800-426-2537", "USD"),
)
"""By the name of the country as it is called there."""
EVERYWHERE: Final = "gamblingtherapy.org"


def nearest(currency: str, country: str) -> Sequence[HelpLine]:
    """The lines of the country a language stands for and of the one a currency belongs to, at most one of each."""
    return [
        *(line for line in HELP_LINES if line.country == country),
        *(line for line in HELP_LINES if currency and line.currency == currency and line.country != country),
    ]
