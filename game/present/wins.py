"""How wins show, burst and let the board tumble."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from game.engine import events as ev
from game.engine.board import Position
from game.engine.rules import REELS, SCATTER
from game.present import script as sc
from game.present.round_view import fold
from game.present.stage import CELL, Act, Amount, BannerPart, Burst, Piece, Popup, Sound, Symbol, Text
from game.present.telling import LARGE, Telling, begun, delays_of
from game.present.tempo import TUMBLE_FACTOR

BURST_STEP: Final = 0.025
"""Seconds a burst takes from cell to cell, outward from the middle of what paid."""
POPUP_AT: Final = 0.4
"""Share of the pulse after which the amount is seen."""
MIN_READ: Final = 0.5
"""Seconds an amount can be read for, at least."""
TUMBLE_CHIMES: Final = 8


class Wins:
    """The part of a round's presentation in which symbols pay and give way."""

    def __init__(self, told: Telling) -> None:
        self.told, self.stage, self.tempo = told, told.stage, told.tempo

    def _pace(self) -> float:
        """Factor on the times of this tumble: each further one is quicker, but never shorter than the tempo's least."""
        tempo = self.tempo
        whole = tempo.detect + tempo.pulse + tempo.hold + tempo.burst + tempo.tumble
        return max(TUMBLE_FACTOR**self.told.view.tumbles, tempo.tumble_least / whole)

    def pay(self, event: ev.SymbolsPaid) -> sc.Script:
        """What pays stands out, and the win rolls up."""
        stage, tempo, pace = self.stage, self.tempo, self._pace()
        settled = 0.0
        if self.told.view.tumbles:  # the fall was read as it came to rest: the beat goes into what pays
            settled = tempo.detect * pace
        else:
            yield sc.Wait(tempo.detect * pace)
        paying = {position for win in event.wins for position in win.positions}
        after = fold(self.told.view, event)
        stage.wins = list(after.wins)
        stage.banner = self._win_words(event)
        self.told.sound("win_medium" if event.amount < LARGE * self.told.round.stake else "win_big", "tick")
        self.told.rejoice(Act("cheer_small" if event.amount > self.told.round.stake else "smile"))
        share = tempo.pulse / (tempo.pulse + tempo.hold)
        pulse = tempo.pulse * pace + settled
        for win in event.wins:
            x, y = self._nearest_to_middle(win.positions)
            life = pulse * (1 - POPUP_AT) + (tempo.hold + 1.6 * tempo.burst) * pace
            stage.popups.append(Popup(win.pay, x, y, age=-pulse * POPUP_AT, life=max(MIN_READ, life)))
        yield sc.Par(
            [
                self.told.pulse(paying, pulse, share),
                self.told.roll(after.win, after.spin_win, pulse),
            ]
        )
        yield self._win_on(paying, share, tempo.hold * pace)

    @staticmethod
    def _nearest_to_middle(positions: Sequence[Position]) -> tuple[float, float]:
        """Middle of the cell that lies nearest to the middle of all, on the board."""
        centres = [((reel + 0.5) * CELL, (row + 0.5) * CELL) for reel, row in positions]
        middle = [sum(centre[axis] for centre in centres) / len(centres) for axis in (0, 1)]
        return min(centres, key=lambda centre: math.dist(centre, middle))

    def _win_on(self, paying: Iterable[Position], share: float, duration: float) -> sc.Leaf:
        """The rest of the paying pieces' win animation."""
        delays = delays_of([self.stage.pieces[reel][row] for reel, row in paying])

        def play(progress: float) -> None:
            for piece, delay in delays:
                piece.win = begun(share + (1 - share) * progress, delay)

        return sc.Tween(duration, play)

    @staticmethod
    def _win_words(event: ev.SymbolsPaid) -> tuple[BannerPart, ...]:
        parts: list[BannerPart] = []
        for win in event.wins:
            parts += [Text("{count} ×", (("count", win.count),)), Symbol(win.symbol), Amount(win.pay)]
        return tuple(parts)

    def tumble(self, event: ev.BoardTumbled) -> sc.Script:
        """What paid bursts, what lies above it falls, new symbols follow."""
        stage, tempo, pace = self.stage, self.tempo, self._pace()
        gone = set(event.removed)
        depth = min(self.told.view.tumbles, 5)
        self.told.sound(f"burst_{depth}", "burst_neutral")
        if stage.joyful:
            stage.cue(Sound(f"tumble_{min(self.told.view.tumbles + 1, TUMBLE_CHIMES)}"))
        yield sc.Par([*self._bursts(event.removed, tempo.burst * pace), self._light_up(tempo.burst * pace)])
        stage.cue(Sound("tumble"))
        fall, bounce = tempo.tumble * pace * 0.74, tempo.tumble * pace * 0.26
        scatters = sum(piece.cell == SCATTER for piece in stage.all_pieces())
        leaves: list[sc.Leaf] = []
        for reel in range(REELS):
            staying = [piece for piece in stage.pieces[reel] if (reel, piece.row) not in gone]
            fresh = [Piece(cell, reel, row) for row, cell in enumerate(event.refills[reel])]
            for piece in staying:
                piece.rest()
            column = fresh + staying
            moved = len(fresh) > 0
            for row, piece in enumerate(column):
                drop = len(fresh) if piece in fresh else row - piece.row
                if drop and tempo.calm and piece not in fresh:
                    ghost = replace(piece)
                    stage.leaving.append(ghost)
                    leaves.append(self.told.fade(ghost, fall / 2, out=True))
                piece.row = row
                if drop:
                    scatters += piece in fresh and piece.cell == SCATTER
                    leaves.append(self._slide(piece, drop * CELL, fall, bounce, piece in fresh, scatters))
            if moved:
                leaves.append(sc.Seq([sc.Wait(fall), sc.Do(partial(stage.cue, Sound(f"drop_{reel}")))]))
            stage.pieces[reel] = column
        yield sc.Par(leaves)
        stage.leaving = []
        for piece in stage.all_pieces():
            piece.rest()

    def _bursts(self, removed: Sequence[Position], within: float) -> list[sc.Leaf]:
        """Every removed piece bursts, the ones in the middle first."""
        pieces = [self.stage.pieces[reel][row] for reel, row in removed]
        x = sum(piece.centre[0] for piece in pieces) / len(pieces)
        y = sum(piece.centre[1] for piece in pieces) / len(pieces)
        far = [math.dist(piece.centre, (x, y)) / CELL * BURST_STEP for piece in pieces]
        squeeze = min(1.0, within / max(far)) if max(far) else 1.0

        def burst(piece: Piece) -> None:
            push = (piece.centre[0] - x) / CELL, (piece.centre[1] - y) / CELL
            self.stage.cue(Burst(piece.cell, *piece.centre, joyful=self.told.joyful, push=push))
            piece.visible = False

        return [
            sc.Seq([sc.Wait(delay * squeeze), sc.Do(partial(burst, piece))])
            for piece, delay in zip(pieces, far, strict=True)
        ]

    def _light_up(self, duration: float) -> sc.Leaf:
        """The pieces that stepped back come forward again."""
        dimmed = [(piece, piece.light) for piece in self.stage.all_pieces() if piece.visible]

        def brighten(progress: float) -> None:
            for piece, light in dimmed:
                piece.light = light + (1 - light) * progress

        return sc.Tween(duration, brighten)

    def _slide(self, piece: Piece, height: float, fall: float, bounce: float, fresh: bool, scatters: int) -> sc.Leaf:
        piece.y = -height

        def landed() -> None:
            if fresh:
                self.told.greet(piece, scatters)

        return sc.Seq([self.told.fall(piece, -height, fall), sc.Do(landed), self.told.bounce(piece, bounce)])

    def scatters(self, event: ev.ScattersPaid) -> sc.Script:
        """The scatters pay."""
        stage, tempo = self.stage, self.tempo
        after = fold(self.told.view, event)
        stage.wins = list(after.wins)
        stage.banner = (Text("{count} ×", (("count", event.count),)), Symbol(SCATTER), Amount(event.pay))
        self.told.sound("win_medium", "tick")
        duration = tempo.pulse
        yield sc.Par([self.told.pulse(event.positions, duration), self.told.roll(after.win, after.spin_win, duration)])
        x = sum((reel + 0.5) * CELL for reel, _ in event.positions) / event.count
        y = sum((row + 0.5) * CELL for _, row in event.positions) / event.count
        stage.popups.append(Popup(event.pay, x, y))
        yield sc.Wait(tempo.hold)
        for piece in stage.all_pieces():
            piece.rest()
