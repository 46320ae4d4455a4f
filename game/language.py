"""The words of the game: one gettext catalogue a language, English in the code; numbers and dates as written there."""

import gettext
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final

from game import files

DOMAIN: Final = "celestial_hearts"
ENGLISH: Final = "en"
FORMAT_FILE: Final = "format.toml"
MAX_CATALOGUE: Final = 16 * 1024 * 1024
"""Bytes."""
MAX_FORMAT: Final = 64 * 1024
"""Bytes."""
MONTHS: Final = 12


@dataclass(frozen=True, slots=True)
class LocaleFormat:
    """How a language writes numbers and dates; English where nothing else is said."""

    name: str = "English"
    """The language's own name."""
    group: str = ","
    """Between thousands."""
    point: str = "."
    percent: str = "%"
    """Behind a percentage, with its space."""
    date: str = "{day} {month} {year}"
    country: str = ""
    """ISO 3166 code of the country whose help lines a player of this language may look for; empty for several."""
    months: tuple[str, ...] = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

    @property
    def is_english(self) -> bool:
        """Whether numbers look as they do in English."""
        return (self.group, self.point) == (",", ".")


def read_format(folder: Path, code: str) -> LocaleFormat:
    """How ``code`` writes numbers and dates: what its ``format.toml`` says, English where there is none.

    Raises :class:`OSError` where the file cannot be read and :class:`ValueError` where it says something else.
    """
    path = folder / code / FORMAT_FILE
    try:
        data = tomllib.loads(files.read_text(path, MAX_FORMAT))
    except FileNotFoundError:
        return LocaleFormat() if code == ENGLISH else LocaleFormat(code)
    unknown = data.keys() - {entry.name for entry in fields(LocaleFormat)}
    if unknown:
        raise ValueError(f"unknown {', '.join(sorted(unknown))}")
    months = data.pop("months", list(LocaleFormat().months))
    if not isinstance(months, list) or len(months) != MONTHS or not all(isinstance(month, str) for month in months):
        raise ValueError("months must be a list of 12 names")
    wrong = [key for key, value in data.items() if not isinstance(value, str)]
    if wrong:
        raise ValueError(f"{wrong[0]} must be a text")
    written = LocaleFormat(**{"name": code} | data, months=tuple(months))
    if _fields(written.date) != {"day", "month", "year"}:
        raise ValueError("date must have {day}, {month} and {year}")
    return written


def language_name(folder: Path, code: str) -> str:
    """The language's own name, or its code where that cannot be read."""
    try:
        return read_format(folder, code).name
    except (OSError, ValueError):
        return code


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
        self.format = LocaleFormat()
        """How this language writes numbers and dates."""
        try:
            self.format = read_format(self.folder, code)
        except (OSError, ValueError) as error:
            self.error = f"{self.folder / code / FORMAT_FILE}: {error}"
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
            self.error = f"{path}: {wrong} texts" if wrong else self.error
            self._catalogue = catalogue

    def tr(self, text: str) -> str:
        """The text in this language."""
        return self._catalogue.gettext(text) if text else ""

    def ntr(self, singular: str, plural: str, count: int) -> str:
        """The text in this language for ``count`` of what it counts, still to be formatted."""
        return self._catalogue.ngettext(singular, plural, count)

    def number(self, value: float, decimals: int = 0) -> str:
        """A number as this language writes it."""
        plain = f"{value:,.{decimals}f}"
        return plain.translate(
            {ord(","): self.format.group.replace(" ", "\N{NO-BREAK SPACE}"), ord("."): self.format.point}
        )

    def percent(self, share: float, decimals: int = 2) -> str:
        """A share as a percentage."""
        return self.number(100 * share, decimals) + self.format.percent

    def day(self, moment: datetime) -> str:
        """A date such as ``30 Nov 2026``."""
        return self.format.date.format(day=moment.day, month=self.format.months[moment.month - 1], year=moment.year)

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
