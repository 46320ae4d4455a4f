"""The raw renders: what is built for each, how it is framed and lit, and their cache."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from sprites.source.symbols import gems, hearts, medallions
from sprites.source.symbols.snow import Cap, lay
from sprites.source.symbols.studio import Picture, light_all, light_behind, open_studio, shoot

CACHE = Path(__file__).resolve().parent.parent / ".cache" / "symbols"
SIZE, SAMPLES = 336, 20


@dataclass(frozen=True)
class Shot:
    """One render: its builder, the width seen in scene units, its light, the snow and what it lies on."""

    build: Callable[[], None]
    span: float = 2.6
    light: float = 1.0
    behind: bool = False
    snow_on: str = ""
    caps: tuple[Cap, ...] = ()


def _ring_cap(depth: float, drips: tuple[tuple[float, float, float], ...], **settings: float) -> Cap:
    return Cap(((0, 0.80, 0.80, 0.55),), depth, drips=drips, inside=0.985, **settings)


SUN_SNOW = (
    _ring_cap(
        0.19,
        ((-0.55, 0.07, 0.055), (-0.22, 0.13, 0.06), (0.16, 0.06, 0.055), (0.47, 0.12, 0.055)),
        z=0.22,
        thickness=0.12,
    ),
)
STAR_SNOW = (
    Cap(
        ((-0.84, 0.42, 0.56, 0.34), (0.84, 0.42, 0.56, 0.34)),
        0.155,
        z=0.30,
        thickness=0.13,
        inside=1.3,
        drips=((-0.68, 0.10, 0.055), (0.76, 0.09, 0.055)),
    ),
    Cap(((0, 1.08, 0.24, 0.30),), 0.19, z=0.42, thickness=0.11),
)
MOON_SNOW = (
    Cap(
        ((-0.50, 1.25, 0.74, 0.75), (-0.80, 0.55, 0.40, 0.42)),
        0.24,
        z=0.36,
        thickness=0.16,
        drips=((-0.80, 0.10, 0.06), (-0.50, 0.07, 0.065), (-0.20, 0.12, 0.065)),
    ),
)
WING_SNOW = (
    Cap(
        ((-0.82, 0.85, 0.54, 0.56), (0.82, 0.85, 0.54, 0.56)),
        0.17,
        z=0.62,
        thickness=0.13,
        drips=((-0.80, 0.08, 0.055), (0.72, 0.06, 0.055), (0.94, 0.07, 0.05)),
    ),
)
HEART_SNOW = (
    Cap(
        ((-0.54, 0.55, 0.46, 0.40), (0.54, 0.55, 0.46, 0.40)),
        0.125,
        z=0.20,
        thickness=0.10,
        rise=0.03,
        drips=((-0.58, 0.05, 0.045), (0.46, 0.06, 0.045)),
    ),
)

SHOTS: dict[str, Shot] = {
    "sun": Shot(medallions.sun),
    "star": Shot(medallions.star),
    "moon": Shot(medallions.moon, span=2.5),
    "winged_heart": Shot(medallions.winged_heart, span=2.9),
    "sun_snow": Shot(medallions.sun, snow_on="sun", caps=SUN_SNOW),
    "star_snow": Shot(medallions.star, snow_on="star", caps=STAR_SNOW),
    "moon_snow": Shot(partial(medallions.moon, candles=True), span=2.5, light=0.76, snow_on="moon", caps=MOON_SNOW),
    "moon_candlelight": Shot(
        partial(medallions.moon, candles=True), span=2.5, light=0.0, snow_on="moon", caps=MOON_SNOW
    ),
    "winged_heart_snow": Shot(medallions.winged_heart, span=2.9, snow_on="winged_heart", caps=WING_SNOW),
    "scatter_ring": Shot(medallions.scatter_ring),
    "wing_left": Shot(partial(hearts.wings, -1), span=3.2),
    "wing_right": Shot(partial(hearts.wings, 1), span=3.2),
}
for _colour in gems.CUTS:
    SHOTS[f"gem_{_colour}"] = Shot(partial(gems.gem, _colour), span=2.36, light=1.15, behind=True)
    SHOTS[f"gem_{_colour}_facets"] = Shot(partial(gems.facet_map, _colour), span=2.36, light=0.0)
for _colour in hearts.STONES:
    SHOTS[f"heart_{_colour}"] = Shot(partial(hearts.body, _colour), span=3.2)
    SHOTS[f"heart_{_colour}_snow"] = Shot(
        partial(hearts.body, _colour), span=3.2, snow_on=f"heart_{_colour}", caps=HEART_SNOW
    )


def render(name: str, fresh: bool = False) -> Picture:
    """The raw render `name`, from the cache unless it is missing or `fresh` is asked for."""
    path = CACHE / f"{name}.npy"
    if path.exists() and not fresh:
        kept = np.load(path).astype(np.float32)
        if kept.shape[0] == SIZE:
            return kept
    shot = SHOTS[name]
    under = render(shot.snow_on)[..., 3] if shot.snow_on else None
    start, cpu = time.perf_counter(), time.process_time()
    open_studio(SIZE, SAMPLES, shot.span)
    if shot.light:
        light_all(shot.light)
    if shot.behind:
        light_behind()
    shot.build()
    if under is not None:
        lay(shot.caps, under, shot.span / 2)
    picture = shoot()
    CACHE.mkdir(parents=True, exist_ok=True)
    np.save(path, picture.astype(np.float16))
    print(f"  {name}: {time.perf_counter() - start:.1f} s, {time.process_time() - cpu:.1f} CPU s", flush=True)
    return picture
