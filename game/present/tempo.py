"""How long each step of a round's presentation takes, in seconds, at each speed."""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Speed(StrEnum):
    """The player's choice of pace."""

    RELAXED = "relaxed"
    NORMAL = "normal"
    QUICK = "quick"
    TURBO = "turbo"


@dataclass(frozen=True, slots=True)
class Tempo:
    """The durations of one speed; read once when a spin starts."""

    out_stagger: float
    """Between reels when the old board falls away."""
    out_fall: float
    first_reel: float
    """From the spin's start to the first reel's fall."""
    reel_stagger: float
    row_stagger: float
    fall: float
    bounce: float
    read: float
    """A beat to read the landed board."""
    detect: float
    """A beat before a win shows."""
    pulse: float
    """The paying symbols lift and pulse."""
    hold: float
    """The amount rises."""
    burst: float
    """From the burst to the fall."""
    tumble: float
    """Fall, refill and bounce of a tumble."""
    tumble_least: float
    """A whole further tumble never takes less than this."""
    armed: float
    """From the round's end until the next spin is armed."""
    anticipation: float
    """Extra for each reel still to come when one more scatter would trigger."""
    suspense_fall: float
    """How much slower such a reel falls."""
    heart_dim: float
    """The board dims before the hearts tear off, and lights up again after the count."""
    heart_shake: float
    """A heart shakes on its cell before it tears off."""
    heart_flight: float
    heart_stagger: float
    """Between two hearts that tear off."""
    heart_slam: float
    """A value joins the sum, which falls onto the board once more."""
    heart_sum: float
    """The sum stands before it dives into what it multiplies, and the product after it was counted."""
    heart_dive: float
    heart_multiply: float
    """The product counts up."""
    scatter_turn: float
    """Each of the triggering scatters has this long to itself before all laugh."""
    scatters: float
    """The triggering scatters celebrate together."""
    wave: float
    """Petals or snow fill the screen before the free spins."""
    release: float
    """Everything that was held back lets go."""
    retrigger: float
    count_scale: float
    """Factor on count-up times."""
    shortest_spin: float = 0.0
    """Least time from spin to spin (responsible mode)."""
    calm: bool = False
    """Reduced motion: no bounce, lift or shaking."""


RELAXED: Final = 1.5
"""How much longer everything takes at the relaxed speed than at the normal one."""
NO_DURATIONS: Final = ("suspense_fall", "shortest_spin", "calm")
"""What of a tempo is not stretched with its speed."""
MAX_HEART_STAGGER: Final = 0.47
"""Seconds between the first and the last heart that tears off, however many there are."""
TUMBLE_FACTOR: Final = 0.9
"""Each further tumble of a sequence takes this share of the one before."""
SLAM: Final = 0.12
"""A slammed drop lands within this."""
SLAM_DEAF: Final = 0.15
"""Input is ignored for this long after a slam."""

TEMPOS: Final = MappingProxyType(
    {
        Speed.NORMAL: Tempo(
            out_stagger=0.05,
            out_fall=0.26,
            first_reel=0.18,
            reel_stagger=0.11,
            row_stagger=0.03,
            fall=0.46,
            bounce=0.18,
            read=0.16,
            detect=0.12,
            pulse=0.42,
            hold=0.26,
            burst=0.14,
            tumble=0.56,
            tumble_least=0.9,
            armed=0.2,
            anticipation=0.6,
            suspense_fall=1.9,
            heart_dim=0.15,
            heart_shake=0.12,
            heart_flight=0.36,
            heart_stagger=0.2,
            heart_slam=0.26,
            heart_sum=0.14,
            heart_dive=0.24,
            heart_multiply=0.4,
            scatter_turn=0.18,
            scatters=0.7,
            wave=0.6,
            release=0.2,
            retrigger=1.6,
            count_scale=1.0,
        ),
        Speed.QUICK: Tempo(
            out_stagger=0.02,
            out_fall=0.18,
            first_reel=0.12,
            reel_stagger=0.05,
            row_stagger=0.015,
            fall=0.30,
            bounce=0.12,
            read=0.10,
            detect=0.06,
            pulse=0.28,
            hold=0.12,
            burst=0.09,
            tumble=0.36,
            tumble_least=0.6,
            armed=0.12,
            anticipation=0.3,
            suspense_fall=1.9,
            heart_dim=0.09,
            heart_shake=0.07,
            heart_flight=0.22,
            heart_stagger=0.12,
            heart_slam=0.15,
            heart_sum=0.1,
            heart_dive=0.15,
            heart_multiply=0.24,
            scatter_turn=0.11,
            scatters=0.45,
            wave=0.4,
            release=0.12,
            retrigger=1.2,
            count_scale=0.7,
        ),
        Speed.TURBO: Tempo(
            out_stagger=0.0,
            out_fall=0.12,
            first_reel=0.06,
            reel_stagger=0.0,
            row_stagger=0.01,
            fall=0.22,
            bounce=0.08,
            read=0.10,
            detect=0.04,
            pulse=0.18,
            hold=0.06,
            burst=0.06,
            tumble=0.22,
            tumble_least=0.4,
            armed=0.1,
            anticipation=0.0,
            suspense_fall=1.0,
            heart_dim=0.05,
            heart_shake=0.0,
            heart_flight=0.2,
            heart_stagger=0.0,
            heart_slam=0.1,
            heart_sum=0.07,
            heart_dive=0.09,
            heart_multiply=0.15,
            scatter_turn=0.0,
            scatters=0.4,
            wave=0.3,
            release=0.07,
            retrigger=0.9,
            count_scale=0.4,
        ),
    }
)


def _stretched(tempo: Tempo, factor: float) -> Tempo:
    """The same tempo, every duration ``factor`` times as long."""
    names = [entry.name for entry in fields(Tempo) if entry.name not in NO_DURATIONS]
    return replace(tempo, **{name: getattr(tempo, name) * factor for name in names})


def tempo_for(
    speed: Speed,
    *,
    responsible: bool = False,
    min_spin: float = 2.5,
    calm: bool = False,
    anticipation: bool = True,
) -> Tempo:
    """The tempo of a spin; responsible mode: no faster than normal, ``min_spin`` s a spin, no anticipation."""
    relaxed = speed is Speed.RELAXED
    tempo = _stretched(TEMPOS[Speed.NORMAL], RELAXED) if relaxed else TEMPOS[Speed.NORMAL if responsible else speed]
    held = tempo.anticipation if anticipation and not responsible else 0.0
    return replace(tempo, shortest_spin=min_spin if responsible else 0.0, calm=calm, anticipation=held)
