"""What every part of a round's presentation works with: the stage, the tempo, how far the round is, common moves."""

import math
from collections.abc import Iterable
from typing import Final

from game.engine.board import HEART_CELLS, Cell, Position
from game.engine.round import Round
from game.engine.rules import FREE_SPINS_TRIGGER, RETRIGGER_TRIGGER, SCATTER, heart_colour
from game.present import script as sc
from game.present.round_view import RoundView
from game.present.stage import CELL, Act, Piece, Sound, Sparkle, Stage
from game.present.tempo import Tempo

LARGE: Final = 5
"""A win of so many times what the round cost sounds and counts longer."""
DIMMED: Final = 0.52
WIN_STEP: Final = 0.037
"""How much later, as a share of its win, a symbol starts a cell further from the middle of its kind."""
LATEST_WIN: Final = 0.16
"""The last of a kind starts no later than this share of the win."""
REBOUND: Final = 12.0
"""Pixels a landing symbol of weight 1 springs back."""
WEIGHTS: Final = {SCATTER: 1.6, "sun": 1.35, "winged_heart": 1.25, "moon": 1.15, "star": 1.1, "yellow": 0.85}
"""How heavily a cell lands, where it is not 1."""
HEAVY: Final = 1.3
"""From this weight on a landing is heard."""
HEART_WEIGHT: Final = 1.5
STRETCH: Final = 0.10
"""How much longer a falling symbol gets."""


def weight_of(cell: str) -> float:
    """How heavily a cell lands; 1 is a gem."""
    return HEART_WEIGHT if cell in HEART_CELLS else WEIGHTS.get(cell, 1.0)


class Telling:
    """A round that is being told on a stage."""

    def __init__(self, stage: Stage, tempo: Tempo, played: Round) -> None:
        self.stage, self.tempo, self.round = stage, tempo, played
        self.view = RoundView(board=stage.board() if stage.pieces else None)
        """The fold of the events that were shown."""

    @property
    def joyful(self) -> bool:
        """Whether the round has won more than its stake: until then everything stays neutral."""
        return self.view.win > self.round.stake

    def sound(self, name: str, neutral: str = "") -> None:
        """Sound ``name`` once the round has won more than it cost, until then its neutral version."""
        self.stage.cue(Sound(name if self.stage.joyful else neutral or f"{name}_neutral"))

    def rejoice(self, *cues: Act | Sound | Sparkle) -> None:
        """What only a round that has won more than it cost sets off."""
        if self.stage.joyful:
            self.stage.cue(*cues)

    def fall(self, piece: Piece, height: float, duration: float, ease: sc.Ease = sc.ease_in) -> sc.Leaf:
        """From ``height`` (below 0) down into its cell, quicker and longer as it goes; a calm piece fades in there."""
        if self.tempo.calm:
            piece.y = 0.0
            return self.fade(piece, duration)

        def fall(progress: float) -> None:
            piece.y = height * (1 - progress)
            piece.speed = math.sqrt(progress) if 0 < progress < 1 else 0.0
            piece.scale_y, piece.scale_x = 1 + STRETCH * piece.speed, 1 - 0.45 * STRETCH * piece.speed

        return sc.Tween(duration, fall, ease)

    @staticmethod
    def fade(piece: Piece, duration: float, *, out: bool = False) -> sc.Leaf:
        """Come to be seen where it lies, or cease to."""
        piece.fade = float(out)

        def fade(progress: float) -> None:
            piece.fade = 1 - progress if out else progress

        return sc.Tween(duration, fade)

    def bounce(self, piece: Piece, duration: float) -> sc.Leaf:
        calm, weight = self.tempo.calm, weight_of(piece.cell)

        def spring(progress: float) -> None:
            piece.speed = 0.0
            if calm or progress >= 1:
                piece.y, piece.scale_x, piece.scale_y = 0.0, 1.0, 1.0
                return
            if progress < 0.4:
                squash = weight * (1 - abs(progress / 0.2 - 1))
                piece.scale_x, piece.scale_y = 1 + 0.09 * squash, 1 - 0.14 * squash
                piece.y = 0.06 * CELL * squash
            else:
                second = progress >= 0.8
                rise = (progress - 0.8) / 0.2 if second else (progress - 0.4) / 0.4
                leap = 4 * rise * (1 - rise) * (0.25 if second else 1.0)
                piece.scale_x, piece.scale_y = 1 - 0.02 * leap, 1 + 0.04 * leap
                piece.y = -REBOUND * (2 - weight) * leap

        return sc.Tween(duration, spring)

    def greet(self, piece: Piece, scatter: int) -> None:
        """What a landing scatter or heart sets off."""
        x, y = (piece.reel + 0.5) * CELL, (piece.row + 0.5) * CELL
        if weight_of(piece.cell) >= HEAVY:
            self.stage.cue(Sound("land_heavy"))
        if piece.cell == SCATTER:
            trigger = RETRIGGER_TRIGGER if self.view.free_spins else FREE_SPINS_TRIGGER
            self.sound(f"scatter_{min(scatter, 6) if scatter >= trigger else 1}", "scatter_neutral")
            self.rejoice(Sparkle(SCATTER, x, y))
        elif piece.cell in HEART_CELLS:
            colour = heart_colour(HEART_CELLS[piece.cell])
            self.sound(f"heart_{colour}", "heart_neutral")
            self.stage.cue(Act("cast"))
            self.rejoice(Sparkle(colour, x, y))

    def pulse(
        self, paying: Iterable[Position], duration: float, share: float = 1.0, bright: Iterable[Position] = ()
    ) -> sc.Leaf:
        """The paying pieces lift and pulse, 1 -> 1.14 -> 1.06; the others step back.

        Their win animation comes as far as ``share``; ``bright`` do not step back either.
        """
        chosen, kept = set(paying), set(bright)
        winners = [piece for piece in self.stage.all_pieces() if (piece.reel, piece.row) in chosen]
        others = [piece for piece in self.stage.all_pieces() if (piece.reel, piece.row) not in chosen | kept]
        calm = self.tempo.calm
        delays = delays_of(winners)

        def lift(progress: float) -> None:
            peak = 0.45
            if calm:
                scale = 1.0
            elif progress < peak:
                scale = 1 + 0.14 * sc.ease_out(progress / peak)
            else:
                scale = 1.14 - 0.08 * sc.ease_in_out((progress - peak) / (1 - peak))
            for piece in winners:
                piece.lifted = True
                piece.scale_x = piece.scale_y = scale
                piece.glow = min(1.0, progress * 3)
            for piece, delay in delays:
                piece.win = begun(progress * share, delay)
            dim = 1 - (1 - DIMMED) * min(1.0, progress * 3)
            for piece in others:
                piece.light = min(piece.light, dim)

        return sc.Tween(duration, lift)

    def roll(self, win: int, spin_win: int, duration: float) -> sc.Leaf:
        stage = self.stage
        win_before, spin_before = stage.win, stage.spin_win

        def count(progress: float) -> None:
            stage.win = win_before + (win - win_before) * progress
            stage.spin_win = spin_before + (spin_win - spin_before) * progress

        return sc.Tween(duration, count, sc.ease_out)


def delays_of(winners: Iterable[Piece]) -> list[tuple[Piece, float]]:
    """When each piece's win begins, as a share of the whole: those in the middle of their kind first."""
    kinds: dict[Cell, list[Piece]] = {}
    for piece in winners:
        kinds.setdefault(piece.cell, []).append(piece)
    delays: list[tuple[Piece, float]] = []
    for pieces in kinds.values():
        middle = [sum(piece.centre[axis] for piece in pieces) / len(pieces) for axis in (0, 1)]
        delays += [(piece, min(LATEST_WIN, math.dist(piece.centre, middle) / CELL * WIN_STEP)) for piece in pieces]
    return delays


def begun(progress: float, delay: float) -> float:
    """How far a win has come that begins after ``delay``."""
    return min(1.0, max(0.0, (progress - delay) / (1 - LATEST_WIN)))
