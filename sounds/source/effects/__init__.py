"""All effects: how each is made, how loud it is played, what it outranks and how far it ducks the music."""

from __future__ import annotations

from sounds.source.effects.catalogue import EFFECTS, Effect

__all__ = ["EFFECTS", "Effect"]
