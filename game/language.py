"""The words of the game: one gettext catalogue a language, English in the code; numbers and dates as written there."""

import gettext
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from io import BytesIO
from pathlib import Path
from string import Formatter
from types import MappingProxyType
from typing import Final

from game import files

DOMAIN: Final = "celestial_hearts"
ENGLISH: Final = "en"
MAX_CATALOGUE: Final = 16 * 1024 * 1024
"""Bytes."""


@dataclass(frozen=True, slots=True)
class LocaleFormat:
    """How a language writes numbers and dates."""

    name: str
    """The language's own name."""
    group: str = ","
    """Between thousands."""
    point: str = "."
    percent: str = "%"
    """Behind a percentage, with its space."""
    months: tuple[str, ...] = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


LOCALES: Final[Mapping[str, LocaleFormat]] = MappingProxyType(
    {
        ENGLISH: LocaleFormat("English"),
        "ms": LocaleFormat(
            "Bahasa Melayu",
            months=("Jan", "Feb", "Mac", "Apr", "Mei", "Jun", "Jul", "Ogos", "Sep", "Okt", "Nov", "Dis"),
        ),
        "af": LocaleFormat(
            "Afrikaans",
            group="\N{NO-BREAK SPACE}",
            point=",",
            percent="\N{NO-BREAK SPACE}%",
            months=("Jan", "Feb", "Mrt", "Apr", "Mei", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Des"),
        ),
    }
)


class Language:
    """The catalogue in use."""

    def __init__(self, folder: Path, code: str = ENGLISH) -> None:
        """Use ``code``; English where there is no such catalogue."""
        self.folder = folder
        self.error: str | None = None
        """Why the catalogue could not be read, or not all of it; its texts are English then."""
        self.use(code)

    def use(self, code: str) -> None:
        """Change the language; what is damaged of its catalogue is English, and :attr:`error` says so."""
        self.code, self.error, self._catalogue = code, None, gettext.NullTranslations()
        path = self.folder / code / "LC_MESSAGES" / f"{DOMAIN}.mo"
        try:
            catalogue = gettext.GNUTranslations(BytesIO(files.read_bytes(path, MAX_CATALOGUE)))
        except FileNotFoundError:
            return
        except OSError as error:
            self.error = f"{path}: {files.reason(error)}"
        except Exception as error:  # noqa: BLE001  a damaged catalogue raises anything: struct.error, LookupError ...
            self.error = f"{path}: {type(error).__name__}: {error}"
        else:
            wrong = _drop_unusable(catalogue)
            self.error = f"{path}: {wrong} texts" if wrong else None
            self._catalogue = catalogue

    @property
    def format(self) -> LocaleFormat:
        """How this language writes numbers and dates."""
        return LOCALES.get(self.code, LOCALES[ENGLISH])

    def tr(self, text: str) -> str:
        """The text in this language."""
        return self._catalogue.gettext(text) if text else ""

    def ntr(self, singular: str, plural: str, count: int) -> str:
        """The text in this language for ``count`` of what it counts, still to be formatted."""
        return self._catalogue.ngettext(singular, plural, count)

    def number(self, value: float, decimals: int = 0) -> str:
        """A number as this language writes it."""
        plain = f"{value:,.{decimals}f}"
        return plain.translate({ord(","): self.format.group, ord("."): self.format.point})

    def percent(self, share: float, decimals: int = 2) -> str:
        """A share as a percentage."""
        return self.number(100 * share, decimals) + self.format.percent

    def day(self, moment: datetime) -> str:
        """A date such as ``30 Nov 2026``."""
        return f"{moment.day} {self.format.months[moment.month - 1]} {moment.year}"

    def moment(self, moment: datetime, *, seconds: bool = False) -> str:
        """A date with the time of day, in the moment's own zone."""
        return f"{self.day(moment)}, {moment:%H:%M:%S}" if seconds else f"{self.day(moment)}, {moment:%H:%M}"


def _drop_unusable(catalogue: gettext.GNUTranslations) -> int:
    """Leave out translations that could not be filled in as their texts are; how many they were."""
    texts: dict[str | tuple[str, int], str] = vars(catalogue)["_catalog"]
    wrong = [text for text, translated in texts.items() if text and not _fits(text, translated)]
    for text in wrong:
        del texts[text]
    return len(wrong)


def _fits(text: str | tuple[str, int], translated: str) -> bool:
    """Whether the fields of a translation are among those of its text."""
    try:
        return _fields(translated) <= _fields(text if isinstance(text, str) else text[0]) | {"count"}
    except ValueError:
        return False


def _fields(text: str) -> set[str]:
    return {
        f"{name}!{conversion}:{spec}" if spec or conversion else name
        for _, name, spec, conversion in Formatter().parse(text)
        if name is not None
    }


def languages(folder: Path) -> Sequence[str]:
    """Codes of all languages there are, English first."""
    found = sorted(path.parent.parent.name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return [ENGLISH, *(code for code in found if code != ENGLISH)]
