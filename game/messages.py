"""Sentences with values in them: English to whoever just reads them, and still able to be said in another language."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from gettext import ngettext
from re import escape, fullmatch, split
from typing import Final, Self

from game.money import PLAIN, format_money

Value = object
"""What may stand in a sentence: a number, a :class:`Minor`, a time with a zone, a name, or another sentence."""

FIELD: Final = r"\{(\w+)\}"


class Minor(int):
    """An amount of money in minor units, where it must be told from a plain number."""

    __slots__ = ()


class Message(str):
    """A string that remembers its catalogue text and the values in it."""

    __slots__ = ("plural", "template", "values")

    template: str
    """The catalogue's text, with a field for each value."""
    plural: str
    """The catalogue's text for a ``count`` other than one; empty where nothing is counted."""
    values: Mapping[str, Value]

    def __new__(cls, template: str, plural: str = "", **values: Value) -> Self:
        """``template`` with its fields filled in as English does it, or ``plural`` where ``count`` is not one."""
        text = plural if plural and values["count"] != 1 else template
        made = super().__new__(cls, text.format(**{name: _in_english(value) for name, value in values.items()}))
        made.template, made.plural, made.values = template, plural, values
        return made


def _in_english(value: Value) -> str:
    match value:
        case Minor():
            return format_money(value, PLAIN)
        case datetime():
            return f"{value:%d %B %Y, %H:%M}"
        case _:
            return str(value)


def message_of(error: BaseException) -> str:
    """What an error says, still a :class:`Message` if it was one (``str`` would make it a plain string)."""
    said = error.args[0] if error.args else ""
    return said if isinstance(said, str) else str(error)


def translate(
    told: str,
    tr: Callable[[str], str],
    shown: Callable[[Value], str],
    known: Iterable[str] = (),
    ntr: Callable[[str, str, int], str] = ngettext,
) -> str:
    """The sentence in the language of ``tr`` and, for plurals, ``ntr``, its values as ``shown`` writes them.

    A plain string, such as a reason kept in a file, is looked for among the ``known`` templates.
    """
    if not isinstance(told, Message):
        for template in known:
            names = split(FIELD, template)[1::2]
            pattern = "(.*)".join(escape(words) for words in split(FIELD, template)[0::2])
            found = fullmatch(pattern, told)
            if found is not None:
                return tr(template).format(**dict(zip(names, found.groups(), strict=True)))
        return tr(told)
    values = {
        name: translate(value, tr, shown, known, ntr) if isinstance(value, Message) else shown(value)
        for name, value in told.values.items()
    }
    count = told.values.get("count")
    if told.plural and isinstance(count, int):
        return ntr(told.template, told.plural, count).format(**values)
    return tr(told.template).format(**values)
