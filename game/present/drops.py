"""How a board falls in, and the suspense where one more scatter would trigger."""

import math
from collections.abc import Sequence
from functools import partial
from typing import Final

from game.engine import events as ev
from game.engine.board import Board
from game.engine.rules import REELS, ROWS, SCATTER
from game.present import script as sc
from game.present.stage import BOARD_HEIGHT, CELL, Act, Dust, Piece, Sound, SpinShown
from game.present.suspense import held_reels
from game.present.telling import Telling

SEEN: Final = 0.06
"""Seconds the last scatter lies before everything waits for one more."""
JITTER: Final = 0.6
"""Part of the way from row to row by which a symbol may be late, so that a reel does not fall as one."""
BEATS: Final = 0.36
"""Seconds from beat to beat of the scatters that wait for one more."""
BEAT: Final = 0.07
SAG: Final = 0.06
"""How much larger they get with each beat, and smaller as the suspense lets go."""


class Drops:
    """The part of a round's presentation in which boards fall."""

    def __init__(self, told: Telling) -> None:
        self.told, self.stage, self.tempo = told, told.stage, told.tempo

    def drop(self, event: ev.BoardDropped) -> sc.Script:
        """The old board falls out, the new one in."""
        stage, tempo = self.stage, self.tempo
        stage.cue(SpinShown(event.spin))
        if event.spin:
            stage.spins_left -= 1
        stage.wins, stage.hearts_sum, stage.spin_win, stage.popups = [], 0, 0.0, []
        stage.banner, stage.multiplier, stage.climax = (), 1, None
        self._let_old_board_go()
        leaves: list[sc.Leaf] = [self._fall_away(piece) for piece in stage.leaving]
        pieces = [[Piece(event.board[reel][row], reel, row) for row in range(ROWS)] for reel in range(REELS)]
        stage.pieces = pieces
        starts, falls = self.reel_starts(event)
        held = [reel for reel in range(REELS) if falls[reel] > tempo.fall]
        lands = 0.0
        for reel, (start, fall) in enumerate(zip(starts, falls, strict=True)):
            for row in range(ROWS):
                piece = pieces[reel][row]
                piece.y, piece.visible = -float(BOARD_HEIGHT), False
                delay = (
                    start
                    + (ROWS - 1 - row + (JITTER * ((3 * reel + 2 * row) % 5) / 4 if row else 0)) * tempo.row_stagger
                )
                number = self._scatter_number(event.board, reel)
                leaves.append(self._land(piece, delay, fall, stop=row == 0, scatter=number))
                lands = max(lands, delay + fall + tempo.bounce)
        if held:
            leaves.append(self._suspense(held, starts, falls))
        yield sc.Drop(leaves, lands)
        stage.leaving, stage.glowing_reels, stage.embers, stage.suspense = [], {}, {}, 0.0
        for piece in stage.all_pieces():
            piece.rest()
        yield sc.Wait(tempo.read)

    def _let_old_board_go(self) -> None:
        stage = self.stage
        for piece in stage.all_pieces():
            piece.rest()
        stage.leaving = [piece for piece in stage.all_pieces() if piece.visible]

    def _fall_away(self, piece: Piece) -> sc.Leaf:
        tempo = self.tempo
        delay = piece.reel * tempo.out_stagger

        def fall(progress: float) -> None:
            piece.y = progress * (BOARD_HEIGHT + CELL)

        if tempo.calm:
            return sc.Seq([sc.Wait(delay), self.told.fade(piece, tempo.out_fall, out=True)])
        return sc.Seq([sc.Wait(delay), sc.Tween(tempo.out_fall, fall, sc.ease_in)])

    def reel_starts(self, event: ev.BoardDropped) -> tuple[list[float], list[float]]:
        """When each reel starts to fall and how long it falls: slowly where one more scatter would trigger.

        No reel is held in the first spin of a bought round: there the free spins are certain.
        """
        tempo = self.tempo
        held = held_reels(event.board, event.spin, self.told.round.mode) if tempo.anticipation > 0 else ()
        starts: list[float] = []
        falls: list[float] = []
        extra = 0.0
        for reel in range(REELS):
            start = tempo.first_reel + reel * tempo.reel_stagger + extra
            if reel in held:  # it waits until what lies before it can be seen
                landed = starts[-1] + falls[-1] + self._rows
                late = landed if reel - 1 in held else max(start + tempo.anticipation, landed + SEEN + self._lead)
                extra, start = extra + late - start, late
            starts.append(start)
            falls.append(tempo.fall * (tempo.suspense_fall if reel in held else 1.0))
        return starts, falls

    @property
    def _lead(self) -> float:
        """Seconds from the first fire to the fall of its reel."""
        return self.tempo.anticipation / 2

    @property
    def _rows(self) -> float:
        """Seconds from a reel's first symbol to its last."""
        return (ROWS - 1) * self.tempo.row_stagger

    @staticmethod
    def _scatter_number(board: Board, reel: int) -> int:
        """How many scatters lie on the reels before this one."""
        return sum(board[before].count(SCATTER) for before in range(reel))

    def _suspense(self, held: Sequence[int], starts: Sequence[float], falls: Sequence[float]) -> sc.Leaf:
        """Live reels burn until they land, the rest steps back, the scatters beat; all lets go without a sound."""
        stage, tempo = self.stage, self.tempo
        begin, end = starts[held[0]] - self._lead, starts[held[-1]] + falls[held[-1]] + self._rows
        scatters = [piece for piece in stage.all_pieces() if piece.cell == SCATTER]

        def hold() -> None:
            stage.cue(Sound("anticipation"), Sound("voice_gasp"), Act("clasp"))

        def step_back(progress: float) -> None:
            stage.suspense = progress

        def beat(progress: float) -> None:
            at = (progress * (end - begin) / BEATS) % 1
            self._swell(scatters, BEAT * math.sin(math.pi * min(1.0, at / 0.6)) ** 2 if progress < 1 else 0.0)

        def let_go(progress: float) -> None:
            stage.suspense = 1 - progress
            self._swell(scatters, -SAG * math.sin(math.pi * progress) if progress < 1 else 0.0)

        whole: list[sc.Leaf] = [
            sc.Do(hold),
            sc.Tween(min(end - begin, 2 * tempo.release), step_back, sc.ease_out),
            sc.Wait(end - begin - 2 * tempo.release),
            sc.Do(partial(stage.cue, Act("release"))),
            sc.Tween(tempo.release, let_go, sc.ease_in_out),
        ]
        lands = [starts[reel] + falls[reel] + self._rows - begin for reel in held]
        flares = [0.0, *(land - tempo.release for land in lands[:-1])]
        burns = [self._burn(*each) for each in zip(held, flares, lands, strict=True)]
        return sc.Seq([sc.Wait(begin), sc.Par([sc.Seq(whole), sc.Tween(end - begin, beat), *burns])])

    def _swell(self, scatters: Sequence[Piece], by: float) -> None:
        """Let the scatters that lie on the board be larger by a share; all at once, which makes them one heart."""
        for piece in scatters:
            if piece.visible and piece.y == 0 and not self.tempo.calm:
                piece.scale_x = piece.scale_y = 1 + by

    def _burn(self, reel: int, begin: float, end: float) -> sc.Leaf:
        """The fire beside a live reel: flares up at ``begin``, sinks from ``end`` on, when the reel has landed."""
        stage, tempo = self.stage, self.tempo

        def flare(progress: float) -> None:
            stage.glowing_reels[reel] = progress

        def sink(progress: float) -> None:
            stage.glowing_reels.pop(reel, None)
            stage.embers[reel] = 1 - progress

        return sc.Seq(
            [
                sc.Wait(begin),
                sc.Tween(tempo.release, flare, sc.ease_out),
                sc.Wait(end - begin - tempo.release),
                sc.Tween(tempo.release, sink, sc.ease_in),
            ]
        )

    def _land(self, piece: Piece, delay: float, fall: float, *, stop: bool, scatter: int = 0) -> sc.Leaf:
        """One piece appears above the board after ``delay``, falls into place and bounces."""
        tempo, height = self.tempo, piece.y

        def appear() -> None:
            piece.visible = True

        def landed() -> None:
            if stop:
                self._sound_stop(piece.reel)
            if piece.row == ROWS - 1:
                self.stage.cue(Dust((piece.reel + 0.5) * CELL, BOARD_HEIGHT - 8))
            self.told.greet(piece, scatter + 1)

        return sc.Seq(
            [
                sc.Wait(delay),
                sc.Do(appear),
                self.told.fall(piece, height, fall, sc.ease_fall),
                sc.Do(landed),
                self.told.bounce(piece, tempo.bounce),
            ]
        )

    def _sound_stop(self, reel: int) -> None:
        """A reel's own sound; one for all where they land together."""
        if self.tempo.reel_stagger:
            self.stage.cue(Sound(f"drop_{reel}"))
        elif reel == 0:
            self.stage.cue(Sound("slam"))
