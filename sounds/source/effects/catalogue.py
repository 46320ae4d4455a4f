"""Every effect by the name of its use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from sounds.source.effects import (
    character,
    christmas,
    fanfares,
    hearts,
    interface,
    moments,
    neutral,
    reels,
    rounds,
    voices,
    wins,
)


@dataclass(frozen=True)
class Effect:
    """One effect.

    ``draw`` makes it; ``loudness`` is the LUFS its loudest 400 ms is brought to; ``gain`` (0-1) is the volume
    the game plays it at, before the headroom that eight of them need; ``priority`` says which outranks which
    when channels run out (higher wins); ``duck`` (0-1) is what the music is turned down to meanwhile, 1 not
    at all; ``skins`` are versions beside the shared one.
    """

    draw: Callable[[], np.ndarray]
    gain: float
    priority: int
    duck: float = 1.0
    loop: bool = False
    loudness: float = -14.0
    skins: tuple[tuple[str, Callable[[], np.ndarray]], ...] = ()


TIER_GAIN = 0.43
TIER_STEP = 10 ** (1.5 / 20)
"""Gain of the first tier, and what each further one is louder by: 1.5 dB."""


def _catalogue() -> dict[str, Effect]:
    found: dict[str, Effect] = {}
    found["spin"] = Effect(reels.spin, 0.34, 40, loudness=-16, skins=(("christmas", christmas.spin),))
    for reel in range(6):
        found[f"drop_{reel}"] = Effect(partial(reels.drop, reel), 0.31, 50, loudness=-16)
    found["slam"] = Effect(reels.slam, 0.42, 52, loudness=-15)
    found["tumble"] = Effect(reels.tumble, 0.34, 45, loudness=-17)
    for depth in range(6):
        found[f"burst_{depth}"] = Effect(partial(reels.burst, depth), 0.4 + 0.02 * depth, 60 + depth, loudness=-15)
    for count in range(1, 7):
        own = (("christmas", partial(christmas.scatter, count)),)
        found[f"scatter_{count}"] = Effect(partial(reels.scatter, count), 0.5, 80 + count, 0.8, skins=own)
    found["anticipation"] = Effect(reels.anticipation, 0.4, 78, 0.6, loop=True, loudness=-17)
    for rank, colour in enumerate(hearts.COLOURS):
        found[f"heart_{colour}"] = Effect(partial(hearts.landing, colour), 0.44 + 0.03 * rank, 70 + rank, 0.85)
    found["heart_fly"] = Effect(hearts.fly, 0.36, 66, loudness=-16)
    found["heart_add"] = Effect(hearts.add, 0.42, 72)
    found["multiply"] = Effect(hearts.multiply, 0.56, 82, 0.55)
    found["win_small"] = Effect(partial(wins.win, 0), 0.4, 62, 0.85)
    found["win_medium"] = Effect(partial(wins.win, 1), 0.45, 64, 0.7)
    found["win_big"] = Effect(partial(wins.win, 2), 0.5, 68, 0.55)
    found["count_loop"] = Effect(wins.count_loop, 0.28, 55, 0.7, loop=True, loudness=-17)
    found["count_end"] = Effect(wins.count_end, 0.45, 74, 0.7)
    for number in range(1, 6):
        own = (("christmas", partial(christmas.tier, number)),)
        found[f"tier_{number}"] = Effect(
            partial(fanfares.tier, number), TIER_GAIN * TIER_STEP ** (number - 1), 90 + number, 0.25, skins=own
        )
    found["cap"] = Effect(fanfares.cap, 0.68, 99, 0.15, skins=(("christmas", christmas.cap),))
    found["intro"] = Effect(rounds.intro, 0.62, 88, 0.2, skins=(("christmas", christmas.intro),))
    found["retrigger"] = Effect(rounds.retrigger, 0.58, 86, 0.35, skins=(("christmas", christmas.retrigger),))
    found["summary"] = Effect(rounds.summary, 0.6, 89, 0.25, skins=(("christmas", christmas.summary),))
    _add_moments(found)
    _add_neutral(found)
    found["credit"] = Effect(wins.credit, 0.34, 48, loudness=-16)
    found["cast"] = Effect(character.cast, 0.38, 58, 0.9, loudness=-15)
    for saying in character.SAYINGS:
        found[f"chime_{saying}"] = Effect(partial(character.chime, saying), 0.34, 44, loudness=-16)
    found["button"] = Effect(interface.button, 0.36, 76, loudness=-17)
    found["button_off"] = Effect(interface.button_off, 0.3, 75, loudness=-19)
    found["toggle"] = Effect(interface.toggle, 0.34, 75, loudness=-18)
    found["error"] = Effect(interface.error, 0.4, 77, loudness=-16)
    found["panel_open"] = Effect(partial(interface.panel, True), 0.34, 56, loudness=-18)
    found["panel_close"] = Effect(partial(interface.panel, False), 0.32, 56, loudness=-18)
    found["theme_switch"] = Effect(
        interface.theme_switch, 0.46, 79, 0.5, loudness=-15, skins=(("christmas", christmas.theme_switch),)
    )
    found["reality_check"] = Effect(interface.reality_check, 0.5, 98, 0.3, loudness=-16)
    return found


def _add_moments(found: dict[str, Effect]) -> None:
    for number in range(1, 9):
        found[f"tumble_{number}"] = Effect(
            partial(moments.tumble, number), 0.36 + 0.01 * number, 61 + number // 3, 0.9, loudness=-16
        )
    found["heart_tear"] = Effect(moments.heart_tear, 0.36, 66, loudness=-17)
    for number in range(1, 7):
        found[f"heart_slam_{number}"] = Effect(
            partial(moments.heart_slam, number), 0.5 + 0.02 * number, 80 + number, 0.5
        )
    found["heart_ring"] = Effect(moments.heart_ring, 0.52, 83, 0.5)
    found["total_beat"] = Effect(moments.total_beat, 0.46, 72, 0.8)
    found["spark_tick"] = Effect(moments.spark_tick, 0.26, 46, loudness=-19)
    found["land_heavy"] = Effect(moments.land_heavy, 0.4, 53, loudness=-17)
    found["wave"] = Effect(moments.wave, 0.6, 87, 0.3, skins=(("christmas", partial(moments.wave, winter=True)),))
    found["shatter"] = Effect(moments.shatter, 0.46, 73, 0.6, loudness=-15)
    found["title_slam"] = Effect(moments.title_slam, 0.56, 84, 0.4)
    found["fly_to_meter"] = Effect(moments.fly_to_meter, 0.42, 71, 0.7, loudness=-15)
    found["count_big"] = Effect(
        moments.count_big,
        0.4,
        57,
        0.3,
        loop=True,
        loudness=-17,
        skins=(("christmas", partial(moments.count_big, winter=True)),),
    )
    for name, priority in (("cast", 59), ("gasp", 77), ("laugh", 79), ("cheer", 76), ("triumph", 89), ("cap", 98)):
        loud = name in ("triumph", "cap")
        found[f"voice_{name}"] = Effect(
            getattr(voices, name), 0.5 if loud else 0.36, priority, 0.5 if loud else 0.9, loudness=-14 if loud else -17
        )


def _add_neutral(found: dict[str, Effect]) -> None:
    found["tick"] = Effect(neutral.tick, 0.3, 62, loudness=-20)
    for name, gain, priority in (
        ("burst", 0.32, 60),
        ("heart", 0.36, 70),
        ("heart_slam", 0.4, 80),
        ("heart_add", 0.3, 72),
        ("multiply", 0.4, 82),
        ("scatter", 0.4, 80),
        ("retrigger", 0.4, 86),
        ("intro", 0.46, 88),
        ("summary", 0.36, 89),
        ("wave", 0.46, 87),
        ("fly_to_meter", 0.34, 71),
    ):
        found[f"{name}_neutral"] = Effect(getattr(neutral, name), gain, priority, loudness=-18)


EFFECTS = _catalogue()
