"""The four pieces: each module's ``compose`` returns a piece ready for the studio."""

from __future__ import annotations

from collections.abc import Callable

from sounds.source.music import christmas, christmas_free, princess, princess_free
from sounds.source.score import Piece

PIECES: dict[str, Callable[[], Piece]] = {
    "princess/music": princess.compose,
    "princess/music_free": princess_free.compose,
    "christmas/music": christmas.compose,
    "christmas/music_free": christmas_free.compose,
}
