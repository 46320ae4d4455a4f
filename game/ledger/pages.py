"""Reading the rows of a damaged SQLite file page by page, without the parts that a sound file is read by.

A row of a table lies whole in a leaf page: its length, its id, then a header of types and the values. Whatever else
of the file is gone (header, list of tables, the tree above the leaves), the rows can still be found there. The form
is that of https://sqlite.org/fileformat2.html. Every page is tried as a leaf, so that a flipped page type hides
nothing; what was no row is left to the caller to recognise by its values.
"""

from collections.abc import Iterator
from typing import Final, TypeAlias

Value: TypeAlias = int | str | bytes | float | None
Row: TypeAlias = tuple[Value, ...]
"""The row's id in place of its first value, which SQLite stores as NULL, then the other values."""

HEADER: Final = 100
"""Bytes of the file's header, at the start of its first page."""
LEAF_HEADER: Final = 8
"""Bytes of a leaf page's header; its array of two-byte pointers to rows follows."""
MAX_COLUMNS: Final = 64
_INTEGER_SIZES: Final = (0, 1, 2, 3, 4, 6, 8)
"""Bytes of an integer by its type number; 0 is NULL."""
_FLOAT, _ZERO, _ONE, _FIRST_BLOB, _FIRST_TEXT = 7, 8, 9, 12, 13


class _NoRow(ValueError):
    """The bytes are not a row."""


def rows(contents: bytes, page_size: int) -> Iterator[Row]:
    """Everything in the file that reads as a row of some table."""
    for start in range(0, len(contents), page_size):
        page = contents[start : start + page_size]
        yield from _rows_of_page(page, HEADER if start == 0 else 0)


def _rows_of_page(page: bytes, header_at: int) -> Iterator[Row]:
    count = int.from_bytes(page[header_at + 3 : header_at + 5], "big")
    first = header_at + LEAF_HEADER
    for number in range((len(page) - first) // 2):
        at = int.from_bytes(page[first + 2 * number : first + 2 * number + 2], "big")
        if first <= at < len(page):
            try:
                yield _row(page, at)
            except (_NoRow, IndexError):
                continue
        elif number >= count:
            return


def _row(page: bytes, at: int) -> Row:
    length, at = _varint(page, at)
    id_, at = _varint(page, at)
    end = at + length
    if not length > 0 or end > len(page):
        raise _NoRow
    header, values_at = _varint(page, at)
    types_end = at + header
    at, values_at = values_at, types_end
    values: list[Value] = []
    while at < types_end:
        type_, at = _varint(page, at)
        value, values_at = _value(page, values_at, type_)
        values.append(value)
        if len(values) > MAX_COLUMNS or values_at > end:
            raise _NoRow
    if values_at != end or not values:
        raise _NoRow
    return (id_, *values[1:])


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """A number of one to nine bytes, and where it ends."""
    number = 0
    for size in range(8):
        byte = page[at + size]
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            return number, at + size + 1
    return number << 8 | page[at + 8], at + 9


def _value(page: bytes, at: int, type_: int) -> tuple[Value, int]:
    if type_ < _FLOAT:
        size = _INTEGER_SIZES[type_]
        return (int.from_bytes(page[at : at + size], "big", signed=True) if type_ else None), at + size
    if type_ == _FLOAT:
        return 0.0, at + 8
    if type_ in (_ZERO, _ONE):
        return type_ - _ZERO, at
    if type_ < _FIRST_BLOB:
        raise _NoRow
    size = (type_ - _FIRST_BLOB) // 2
    raw = page[at : at + size]
    return (raw.decode(errors="replace") if type_ % 2 else raw), at + size
