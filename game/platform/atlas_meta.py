"""What a sheet notes beside its frames, checked when it is read: a skin of the player's own may say anything."""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeAlias, TypeVar

from game.platform.pictures import LARGEST_SHEET
from game.platform.sprites import Atlas, BadAtlas

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height in an untrimmed frame."""
Read = TypeVar("Read")
LARGEST_LIGHT: Final = 512
"""Pixels of the largest star or lit window."""


def outset(ui: Atlas) -> Mapping[str, int]:
    """The clear margin of stretched pieces by their kind; raises :class:`BadAtlas`."""
    return _read(ui, "outset", lambda noted: {kind: _whole(value) for kind, value in noted.items()})


def text_places(screens: Atlas) -> Mapping[str, Mapping[str, Box]]:
    """Where words go on each ornament; raises :class:`BadAtlas`."""
    return _read(
        screens, "text", lambda noted: {name: {at: _box(box) for at, box in own.items()} for name, own in noted.items()}
    )


def check_place(place: Atlas) -> None:
    """See that what drifts, twinkles and shines can be drawn as it says; raises :class:`BadAtlas`."""

    def check_drift(noted: Mapping[str, Any]) -> None:
        for name, spec in noted.items():
            _check_drift(place, name, spec)

    def check_lights(noted: Mapping[str, Any], size: str) -> None:
        for points in noted.values():
            for point in points:
                _check_light(point, size)

    _read(place, "drift", check_drift)
    _read(place, "twinkle", partial(check_lights, size="size"))
    _read(place, "windows", partial(check_lights, size="radius"))


def _read(atlas: Atlas, key: str, read: Callable[[Any], Read]) -> Read:
    try:
        return read(atlas.meta.get(key, {}))
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError) as error:
        if isinstance(error, BadAtlas):
            raise
        raise BadAtlas(f"{atlas.path}: meta.{key}: {type(error).__name__}: {error}") from error


def _check_drift(place: Atlas, name: str, spec: Mapping[str, Any]) -> None:
    if place.get(name) is None:
        raise ValueError(f"there is no frame {name!r}")
    for key in ("x", "y", "amplitude_px"):
        _number(spec[key])
    _number(spec["period_ms"], most=math.inf)
    _number(spec.get("order", 0))


def _check_light(point: Mapping[str, Any], size: str) -> None:
    for key in ("x", "y", "phase"):
        _number(point[key])
    if not 0 < _number(point[size]) <= LARGEST_LIGHT:
        raise ValueError(f"a {size} that is not from 1 to {LARGEST_LIGHT}")


def _box(given: Any) -> Box:
    left, top, width, height = (_whole(value) for value in given)
    if width <= 0 or height <= 0:
        raise ValueError("a place without room")
    return left, top, width, height


def _whole(value: Any) -> int:
    return round(_number(value))


def _number(value: Any, most: float = LARGEST_SHEET) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ValueError(f"{str(value)[:40]!r} is not a number")
    if abs(value) > most:
        raise ValueError(f"{value} is further than {most} pixels")
    return float(value)
