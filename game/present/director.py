"""The director: plays a round's events back on the stage, one handler an event, in order.

Each handler is a short script that animates and leaves the stage exactly as the fold of the events so far says.
Screens (intro, big win, cap, summary) are asked for and waited on; the director never decides money.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias, assert_never

from game.engine import events as ev
from game.engine.board import HEART_CELLS, Board, Cell, Position
from game.engine.round import Round
from game.engine.rules import (
    BASE_BET,
    FREE_SPINS_TRIGGER,
    REELS,
    RETRIGGER_TRIGGER,
    ROWS,
    SCATTER,
    Mode,
    heart_colour,
)
from game.present import script as sc
from game.present.best_spins import BestSpin, best_spins
from game.present.round_view import RoundView, fold
from game.present.stage import (
    BOARD_HEIGHT,
    CELL,
    Act,
    Amount,
    BannerPart,
    Burst,
    Climax,
    FlyingHeart,
    Overlay,
    Piece,
    Popup,
    Sound,
    Sparkle,
    SpinShown,
    Stage,
    Symbol,
    Text,
)
from game.present.tempo import MAX_HEART_STAGGER, TUMBLE_FACTOR, Tempo

TIERS: Final = (10, 25, 50, 100, 500)
"""Multiples of what the round cost at which each big-win tier begins."""
FREE_SPIN_TIER: Final = 25
"""In free spins a spin gets a screen from here up; below it plays over the board."""
LARGE: Final = 5
"""A win of so many times what the round cost sounds and counts longer."""
DIMMED: Final = 0.52
WIN_STEP: Final = 0.037
"""How much later, as a share of its win, a symbol starts a cell further from the middle of its kind."""
LATEST_WIN: Final = 0.16
"""The last of a kind starts no later than this share of the win."""
REBOUND: Final = 10.0
"""Pixels a landing symbol of weight 1 springs back."""
WEIGHTS: Final = {SCATTER: 1.6, "sun": 1.35, "winged_heart": 1.25, "moon": 1.15, "star": 1.1, "yellow": 0.85}
"""How heavily a cell lands, where it is not 1."""
HEAVY: Final = 1.3
"""From this weight on a landing is heard."""
HEART_WEIGHT: Final = 1.5
STRETCH: Final = 0.10
"""How much longer a falling symbol gets."""
BURST_STEP: Final = 0.025
"""Seconds a burst takes from cell to cell, outward from the middle of what paid."""
BEATS: Final = 0.36
"""Seconds from beat to beat of the scatters that wait for one more."""
CHEERED: Final = 50
"""From this multiplier on she cheers and the board shines in the heart's colour."""
TUMBLE_CHIMES: Final = 8
SLAMS: Final = 6
"""How many of the rising sounds there are."""


@dataclass(frozen=True, slots=True)
class AskIntro:
    """Show the free-spins intro."""

    spins: int
    scatters: int
    joyful: bool = True
    """The round has won more than it cost."""


@dataclass(frozen=True, slots=True)
class AskFreeSpins:
    """Go over to the free-spins scene."""


@dataclass(frozen=True, slots=True)
class AskSummary:
    """Show the free spins' summary; afterwards the free-spins scene closes."""

    win: int
    spins: int
    total_multiplier: int
    joyful: bool = True
    """The round has won more than it cost."""
    best: tuple[BestSpin, ...] = ()
    """The spins that won most, best first."""


@dataclass(frozen=True, slots=True)
class AskBigWin:
    """Celebrate a win."""

    win: int
    tier: int
    """1 to 5."""
    stake: int = BASE_BET
    """What the round cost: the tiers are multiples of it."""


@dataclass(frozen=True, slots=True)
class AskCap:
    """Show that the cap was reached and the round is complete."""

    win: int
    forfeited: int


Request: TypeAlias = AskIntro | AskFreeSpins | AskSummary | AskBigWin | AskCap


def tier_of(win: int, stake: int) -> int:
    """The big-win tier (1 to 5) of a win in coins, 0 for none; never at or below the stake."""
    if win <= stake:
        return 0
    return sum(win >= tier * stake for tier in TIERS)


def weight_of(cell: str) -> float:
    """How heavily a cell lands; 1 is a gem."""
    return HEART_WEIGHT if cell in HEART_CELLS else WEIGHTS.get(cell, 1.0)


class Director:
    """Plays one round back on a stage."""

    def __init__(self, stage: Stage, tempo: Tempo, played: Round) -> None:
        self.stage, self.tempo, self.round = stage, tempo, played
        self.view = RoundView(board=stage.board() if stage.pieces else None)
        self.show_losses = True
        """Say what a round cost beside what it paid where that is no more."""
        self.stepwise = False
        """Wait after each event that can be seen."""
        self.gate: sc.Gate | None = None
        """What is waited at."""
        self.last: ev.Event | None = None
        """The event that was shown last."""
        stage.joyful, stage.stake = False, played.stake

    def play(self, from_spin: int = 0) -> sc.Script:
        """The whole presentation; events before spin ``from_spin`` are taken as shown."""
        events = list(self.round.events)
        start = self._start_of(events, from_spin)
        for event in events[:start]:
            self.view = fold(self.view, event)
        self.stage.joyful = self.joyful
        if start:
            self.stage.show(self.view)
            if self.view.free_spins:
                yield sc.Ask(AskFreeSpins())
        for index in range(start, len(events)):
            after = fold(self.view, events[index])
            self.stage.joyful = after.win > self.round.stake
            yield from self._handle(events[index], events[index + 1 :])
            self.view = after
            self.last = events[index]
            if self.stepwise and not isinstance(self.last, ev.SpinSettled | ev.RoundEnded):
                self.gate = sc.Gate()
                yield self.gate
                self.gate = None

    @staticmethod
    def _start_of(events: Sequence[ev.Event], spin: int) -> int:
        """Index of the board of ``spin``, or 0."""
        for index, event in enumerate(events):
            if isinstance(event, ev.BoardDropped) and event.spin == spin:
                return index
        return 0

    @property
    def joyful(self) -> bool:
        """Whether the round has won more than its stake: until then everything stays neutral."""
        return self.view.win > self.round.stake

    def _sound(self, name: str, neutral: str = "") -> None:
        """Sound ``name`` once the round has won more than it cost, until then its neutral version."""
        self.stage.cue(Sound(name if self.stage.joyful else neutral or f"{name}_neutral"))

    def _rejoice(self, *cues: Act | Sound | Sparkle) -> None:
        """What only a round that has won more than it cost sets off."""
        if self.stage.joyful:
            self.stage.cue(*cues)

    def _handle(self, event: ev.Event, following: Sequence[ev.Event]) -> sc.Script:
        match event:
            case ev.BoardDropped():
                yield from self._drop(event)
            case ev.SymbolsPaid():
                yield from self._pay(event)
            case ev.BoardTumbled():
                yield from self._tumble(event)
            case ev.HeartsApplied():
                yield from self._hearts(event)
            case ev.ScattersPaid():
                yield from self._scatters(event)
            case ev.SpinSettled():
                yield from self._settle(event, following)
            case ev.FreeSpinsWon():
                yield from self._free_spins_won(event)
            case ev.FreeSpinsAdded():
                yield from self._free_spins_added(event)
            case ev.CapReached(win=win, forfeited=forfeited):
                self.stage.cue(Sound("cap"), Act("cheer_big"))
                yield sc.Ask(AskCap(win, forfeited))
            case ev.FreeSpinsEnded(spins=spins, win=win, total_multiplier=total):
                self._sound("summary")
                self._rejoice(Act("cheer_big"))
                yield sc.Ask(AskSummary(win, spins, total, self.stage.joyful, best_spins(self.round.events)))
            case ev.RoundEnded():
                yield from self._end(event)
            case _:
                assert_never(event)

    # -- the drop ---------------------------------------------------------------------------------------------

    def _drop(self, event: ev.BoardDropped) -> sc.Script:
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
        starts, falls = self._reel_starts(event)
        held = [reel for reel in range(REELS) if falls[reel] > tempo.fall]
        lands = 0.0
        for reel, (start, fall) in enumerate(zip(starts, falls, strict=True)):
            for row in range(ROWS):
                piece = pieces[reel][row]
                piece.y, piece.visible = -float(BOARD_HEIGHT + CELL), False
                delay = start + (ROWS - 1 - row) * tempo.row_stagger
                number = self._scatter_number(event.board, reel)
                leaves.append(self._land(piece, delay, fall, stop=row == 0, scatter=number))
                lands = max(lands, delay + fall + tempo.bounce)
        if held:
            leaves.append(self._suspense(held, starts, falls))
        yield sc.Drop(leaves, lands)
        stage.leaving, stage.glowing_reels, stage.suspense = [], set(), 0.0
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

        return sc.Seq([sc.Wait(delay), sc.Tween(tempo.out_fall, fall, sc.ease_in)])

    def _reel_starts(self, event: ev.BoardDropped) -> tuple[list[float], list[float]]:
        """When each reel starts to fall and how long it falls: slowly where one more scatter would trigger.

        No reel is held in the first spin of a bought round: there the free spins are certain.
        """
        tempo = self.tempo
        open_ended = bool(event.spin) or self.round.mode is not Mode.BUY
        trigger = RETRIGGER_TRIGGER if event.spin else FREE_SPINS_TRIGGER
        starts: list[float] = []
        falls: list[float] = []
        extra, scatters = 0.0, 0
        for reel in range(REELS):
            held = scatters == trigger - 1 and tempo.anticipation > 0 and open_ended
            if held:
                extra += tempo.anticipation
            starts.append(tempo.first_reel + reel * tempo.reel_stagger + extra)
            falls.append(tempo.fall * (tempo.suspense_fall if held else 1.0))
            scatters += event.board[reel].count(SCATTER)
        return starts, falls

    @staticmethod
    def _scatter_number(board: Board, reel: int) -> int:
        """How many scatters lie on the reels before this one."""
        return sum(board[before].count(SCATTER) for before in range(reel))

    def _suspense(self, held: Sequence[int], starts: Sequence[float], falls: Sequence[float]) -> sc.Leaf:
        """The live reel burns, the rest of the board steps back, the scatters beat; a miss lets go without a sound."""
        stage, tempo = self.stage, self.tempo
        begin = starts[held[0]] - tempo.anticipation
        end = starts[held[-1]] + falls[held[-1]] + (ROWS - 1) * tempo.row_stagger
        scatters = [piece for piece in stage.all_pieces() if piece.cell == SCATTER]

        def light(reel: int) -> None:
            stage.glowing_reels = {reel}

        def hold() -> None:
            stage.cue(Sound("anticipation"), Sound("voice_gasp"), Act("clasp"))

        def step_back(progress: float) -> None:
            stage.suspense = progress

        def beat(progress: float) -> None:
            at = (progress * (end - begin) / BEATS) % 1
            swell = 0.0 if progress >= 1 or tempo.calm else 0.10 * math.sin(math.pi * min(1.0, at / 0.5)) ** 2
            for piece in scatters:
                if piece.y == 0:
                    piece.scale_x = piece.scale_y = 1 + swell

        def let_go() -> None:
            stage.glowing_reels = set()
            stage.cue(Act("release"))

        turns: list[sc.Leaf] = [sc.Do(hold)]
        for reel, after in zip(held, [*held[1:], None], strict=True):
            until = end if after is None else starts[after] - tempo.anticipation
            turns += [sc.Do(partial(light, reel)), sc.Wait(until - (starts[reel] - tempo.anticipation))]
        turns += [sc.Do(let_go), sc.Tween(tempo.release, lambda progress: step_back(1 - progress))]
        return sc.Seq(
            [
                sc.Wait(begin),
                sc.Par(
                    [
                        sc.Seq(turns),
                        sc.Seq([sc.Tween(tempo.release, step_back, sc.ease_out)]),
                        sc.Tween(end - begin, beat),
                    ]
                ),
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
            self._greet(piece, scatter + 1)

        return sc.Seq(
            [
                sc.Wait(delay),
                sc.Do(appear),
                self._fall(piece, height, fall),
                sc.Do(landed),
                self._bounce(piece, tempo.bounce),
            ]
        )

    def _fall(self, piece: Piece, height: float, duration: float) -> sc.Leaf:
        """From ``height`` (below 0) down into its cell, quicker and longer as it goes."""
        stretch = 0.0 if self.tempo.calm else STRETCH

        def fall(progress: float) -> None:
            piece.y = height * (1 - progress)
            piece.speed = math.sqrt(progress) if 0 < progress < 1 and stretch else 0.0
            piece.scale_y, piece.scale_x = 1 + stretch * piece.speed, 1 - 0.45 * stretch * piece.speed

        return sc.Tween(duration, fall, sc.ease_in)

    def _sound_stop(self, reel: int) -> None:
        """A reel's own sound; one for all where they land together."""
        if self.tempo.reel_stagger:
            self.stage.cue(Sound(f"drop_{reel}"))
        elif reel == 0:
            self.stage.cue(Sound("slam"))

    def _bounce(self, piece: Piece, duration: float) -> sc.Leaf:
        calm, weight = self.tempo.calm, weight_of(piece.cell)

        def spring(progress: float) -> None:
            piece.speed = 0.0
            if calm or progress >= 1:
                piece.y, piece.scale_x, piece.scale_y = 0.0, 1.0, 1.0
                return
            if progress < 0.4:
                squash = weight * (1 - abs(progress / 0.2 - 1))
                piece.scale_x, piece.scale_y = 1 + 0.06 * squash, 1 - 0.08 * squash
                piece.y = 0.04 * CELL * squash
            else:
                piece.scale_x = piece.scale_y = 1.0
                rise = (progress - 0.4) / 0.6
                piece.y = -REBOUND * (2 - weight) * 4 * rise * (1 - rise)

        return sc.Tween(duration, spring)

    def _greet(self, piece: Piece, scatter: int) -> None:
        """What a landing scatter or heart sets off."""
        x, y = (piece.reel + 0.5) * CELL, (piece.row + 0.5) * CELL
        if weight_of(piece.cell) >= HEAVY:
            self.stage.cue(Sound("land_heavy"))
        if piece.cell == SCATTER:
            trigger = RETRIGGER_TRIGGER if self.view.free_spins else FREE_SPINS_TRIGGER
            self._sound(f"scatter_{min(scatter, 6) if scatter >= trigger else 1}", "scatter_neutral")
            self._rejoice(Sparkle(SCATTER, x, y))
        elif piece.cell in HEART_CELLS:
            colour = heart_colour(HEART_CELLS[piece.cell])
            self._sound(f"heart_{colour}", "heart_neutral")
            self.stage.cue(Act("cast"))
            self._rejoice(Sparkle(colour, x, y))

    # -- wins -------------------------------------------------------------------------------------------------

    def _pace(self) -> float:
        """Factor on the times of this tumble: each further one is quicker, but never shorter than the tempo's least."""
        tempo = self.tempo
        whole = tempo.detect + tempo.pulse + tempo.hold + tempo.burst + tempo.tumble
        return max(TUMBLE_FACTOR**self.view.tumbles, tempo.tumble_least / whole)

    def _pay(self, event: ev.SymbolsPaid) -> sc.Script:
        stage, tempo, pace = self.stage, self.tempo, self._pace()
        yield sc.Wait(tempo.detect * pace)
        paying = {position for win in event.wins for position in win.positions}
        after = fold(self.view, event)
        stage.wins = list(after.wins)
        stage.banner = self._win_words(event)
        self._sound("win_medium" if event.amount < LARGE * self.round.stake else "win_big", "tick")
        self._rejoice(Act("smile"))
        share = tempo.pulse / (tempo.pulse + tempo.hold)
        yield sc.Par(
            [self._pulse(paying, tempo.pulse * pace, share), self._roll(after.win, after.spin_win, tempo.pulse * pace)]
        )
        for win in event.wins:
            x = sum((reel + 0.5) * CELL for reel, _ in win.positions) / len(win.positions)
            y = sum((row + 0.5) * CELL for _, row in win.positions) / len(win.positions)
            stage.popups.append(Popup(win.pay, x, y))
        yield self._win_on(paying, share, tempo.hold * pace)

    def _win_on(self, paying: Iterable[Position], share: float, duration: float) -> sc.Leaf:
        """The rest of the paying pieces' win animation."""
        delays = _delays([self.stage.pieces[reel][row] for reel, row in paying])

        def play(progress: float) -> None:
            for piece, delay in delays:
                piece.win = _begun(share + (1 - share) * progress, delay)

        return sc.Tween(duration, play)

    @staticmethod
    def _win_words(event: ev.SymbolsPaid) -> tuple[BannerPart, ...]:
        parts: list[BannerPart] = []
        for win in event.wins:
            parts += [Text("{count} ×", (("count", win.count),)), Symbol(win.symbol), Amount(win.pay)]
        return tuple(parts)

    def _pulse(
        self, paying: Iterable[Position], duration: float, share: float = 1.0, bright: Iterable[Position] = ()
    ) -> sc.Leaf:
        """The paying pieces lift and pulse, 1 -> 1.14 -> 1.06; the others step back.

        Their win animation comes as far as ``share``; ``bright`` do not step back either.
        """
        chosen, kept = set(paying), set(bright)
        winners = [piece for piece in self.stage.all_pieces() if (piece.reel, piece.row) in chosen]
        others = [piece for piece in self.stage.all_pieces() if (piece.reel, piece.row) not in chosen | kept]
        calm = self.tempo.calm
        delays = _delays(winners)

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
                piece.win = _begun(progress * share, delay)
            dim = 1 - (1 - DIMMED) * min(1.0, progress * 3)
            for piece in others:
                piece.light = min(piece.light, dim)

        return sc.Tween(duration, lift)

    def _roll(self, win: int, spin_win: int, duration: float) -> sc.Leaf:
        stage = self.stage
        win_before, spin_before = stage.win, stage.spin_win

        def count(progress: float) -> None:
            stage.win = win_before + (win - win_before) * progress
            stage.spin_win = spin_before + (spin_win - spin_before) * progress

        return sc.Tween(duration, count, sc.ease_out)

    def _tumble(self, event: ev.BoardTumbled) -> sc.Script:
        stage, tempo, pace = self.stage, self.tempo, self._pace()
        gone = set(event.removed)
        depth = min(self.view.tumbles, 5)
        self._sound(f"burst_{depth}", "burst_neutral")
        if stage.joyful:
            stage.cue(Sound(f"tumble_{min(self.view.tumbles + 1, TUMBLE_CHIMES)}"))
        yield sc.Par([*self._bursts(event.removed, tempo.burst * pace), self._light_up(tempo.burst * pace)])
        stage.cue(Sound("tumble"))
        fall, bounce = tempo.tumble * pace * 0.68, tempo.tumble * pace * 0.32
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
                piece.row = row
                if drop:
                    scatters += piece in fresh and piece.cell == SCATTER
                    leaves.append(self._slide(piece, drop * CELL, fall, bounce, piece in fresh, scatters))
            if moved:
                leaves.append(sc.Seq([sc.Wait(fall), sc.Do(self._cue_reel(reel))]))
            stage.pieces[reel] = column
        yield sc.Par(leaves)
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
            self.stage.cue(Burst(piece.cell, *piece.centre, joyful=self.joyful, push=push))
            piece.visible = False

        return [
            sc.Seq([sc.Wait(delay * squeeze), sc.Do(partial(burst, piece))])
            for piece, delay in zip(pieces, far, strict=True)
        ]

    def _cue_reel(self, reel: int) -> "_Cue":
        return _Cue(self.stage, Sound(f"drop_{reel}"))

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
                self._greet(piece, scatters)

        return sc.Seq([self._fall(piece, -height, fall), sc.Do(landed), self._bounce(piece, bounce)])

    # -- hearts and scatters ----------------------------------------------------------------------------------

    def _hearts(self, event: ev.HeartsApplied) -> sc.Script:
        """The board dims, the hearts gather and add up, and what they come to multiplies the win."""
        stage, tempo = self.stage, self.tempo
        after = fold(self.view, event)
        pieces = [stage.pieces[reel][row] for reel, row in (heart.position for heart in event.hearts)]
        flyers = [
            FlyingHeart(heart.value, piece.centre, slot)
            for slot, (heart, piece) in enumerate(zip(event.hearts, pieces, strict=True))
        ]
        climax = stage.climax = Climax(flyers, event.before, event.total_multiplier, joyful=stage.joyful)
        stagger = min(tempo.heart_stagger, MAX_HEART_STAGGER / max(1, len(flyers) - 1))

        def dim(progress: float) -> None:
            climax.dim = progress

        def strike(progress: float) -> None:
            climax.strike = progress

        def ring(progress: float) -> None:
            climax.ring = progress

        flights = [
            self._tear_off(piece, flyer, tempo.heart_dim / 2 + slot * stagger)
            for slot, (piece, flyer) in enumerate(zip(pieces, flyers, strict=True))
        ]
        yield sc.Par([sc.Tween(tempo.heart_dim, dim, sc.ease_out), *flights])
        words: list[BannerPart] = [Text("×{value}", (("value", event.multiplier),)), Text("×"), Amount(event.before)]
        yield sc.Wait(tempo.heart_sum)
        if event.total_multiplier is not None:
            yield from self._gather(climax, event.total_multiplier)
        stage.banner = tuple(words)
        yield sc.Tween(tempo.heart_dive, strike, sc.ease_in)
        stage.banner, stage.multiplier = (*words, Text("="), Amount(event.after)), event.multiplier
        self._sound("multiply")
        self._rejoice(Sound("heart_ring"), Act("cheer_small" if event.multiplier >= CHEERED else "smile"))
        yield sc.Par(
            [sc.Tween(tempo.heart_multiply, ring), self._roll(after.win, after.spin_win, tempo.heart_multiply)]
        )
        yield sc.Wait(tempo.heart_sum)
        for piece in pieces:
            piece.visible = True
            piece.rest()
        yield sc.Tween(tempo.release, lambda progress: dim(1 - progress))
        stage.climax = None

    def _gather(self, climax: Climax, total: int) -> sc.Script:
        """In free spins the sum dives into the total multiplier first, which beats."""
        stage, tempo = self.stage, self.tempo

        def gather(progress: float) -> None:
            climax.gather = progress

        def beat(progress: float) -> None:
            stage.beat = progress % 1.0

        yield sc.Tween(tempo.heart_dive, gather, sc.ease_in)
        stage.total_multiplier = total
        self._sound("total_beat", "heart_add_neutral")
        self._rejoice(Sparkle("total", 0, 0))
        yield sc.Tween(tempo.heart_dive + tempo.heart_sum / 2, beat)

    def _tear_off(self, piece: Piece, flyer: FlyingHeart, delay: float) -> sc.Leaf:
        """A heart shakes, tears off its cell, flies to its slot and joins the sum with a blow."""
        stage, tempo = self.stage, self.tempo

        def shake(progress: float) -> None:
            flyer.shake = progress

        def start() -> None:
            piece.visible = False
            if stage.joyful:
                stage.cue(Sound("heart_tear"))

        def fly(progress: float) -> None:
            flyer.progress = progress

        def arrive() -> None:
            stage.hearts_sum += flyer.value
            if stage.climax is not None:
                stage.climax.sum, stage.climax.slam = stage.hearts_sum, 0.0
            self._sound(f"heart_slam_{min(flyer.slot + 1, SLAMS)}", "heart_slam_neutral")
            self._rejoice(Sparkle("sum", 0, 0))

        def slam(progress: float) -> None:
            if stage.climax is not None:
                stage.climax.slam = progress

        return sc.Seq(
            [
                sc.Wait(delay),
                sc.Tween(tempo.heart_shake, shake),
                sc.Do(start),
                sc.Tween(tempo.heart_flight, fly, sc.ease_in_out),
                sc.Do(arrive),
                sc.Tween(tempo.heart_slam, slam),
            ]
        )

    def _scatters(self, event: ev.ScattersPaid) -> sc.Script:
        stage, tempo = self.stage, self.tempo
        after = fold(self.view, event)
        stage.wins = list(after.wins)
        stage.banner = (Text("{count} ×", (("count", event.count),)), Symbol(SCATTER), Amount(event.pay))
        self._sound("win_medium", "tick")
        duration = tempo.pulse
        yield sc.Par([self._pulse(event.positions, duration), self._roll(after.win, after.spin_win, duration)])
        x = sum((reel + 0.5) * CELL for reel, _ in event.positions) / event.count
        y = sum((row + 0.5) * CELL for _, row in event.positions) / event.count
        stage.popups.append(Popup(event.pay, x, y))
        yield sc.Wait(tempo.hold)
        for piece in stage.all_pieces():
            piece.rest()

    def _free_spins_won(self, event: ev.FreeSpinsWon) -> sc.Script:
        """The scatters take turns, then all laugh; a wave fills the screen and the place changes beneath it."""
        stage, tempo = self.stage, self.tempo
        stage.banner = (Text("{count} FREE SPINS", (("count", event.count),)),)
        for number, position in enumerate(event.positions if tempo.scatter_turn else ()):
            self._sound(f"scatter_{min(number + 1, 6)}", "scatter_neutral")
            yield self._pulse([position], tempo.scatter_turn, bright=event.positions)
        self._sound("retrigger")
        self._rejoice(Sound("voice_laugh"), Act("cheer_small"))
        yield self._pulse(event.positions, tempo.scatters)
        stage.cue(Act("cast"), Sound("wave"))

        def fill(progress: float) -> None:
            stage.wave = progress

        yield sc.Tween(tempo.wave, fill)
        for piece in stage.all_pieces():
            piece.rest()
        stage.free_spins, stage.spins_left, stage.total_multiplier = True, event.count, 0
        stage.wins, stage.banner = [], ()
        yield sc.Ask(AskFreeSpins())
        stage.wave = 0.0
        yield sc.Ask(AskIntro(event.count, event.scatters, stage.joyful))

    def _free_spins_added(self, event: ev.FreeSpinsAdded) -> sc.Script:
        stage = self.stage
        self._sound("retrigger")
        self._rejoice(Act("cheer_small"))
        stage.banner = (Text("+{count} FREE SPINS", (("count", event.count),)),)
        yield from self._overlay("retrigger", event.count, event.positions)
        stage.spins_left = event.left

    def _overlay(self, kind: str, number: int, positions: Sequence[Position]) -> sc.Script:
        stage = self.stage
        overlay = stage.overlay = Overlay(kind, number, joyful=stage.joyful)

        def play(progress: float) -> None:
            overlay.progress = progress

        leaves: list[sc.Leaf] = [sc.Tween(self.tempo.retrigger, play)]
        if positions:
            leaves.append(self._pulse(positions, self.tempo.scatters))
        yield sc.Par(leaves)
        stage.overlay = None
        for piece in stage.all_pieces():
            piece.rest()

    # -- ends -------------------------------------------------------------------------------------------------

    def _settle(self, event: ev.SpinSettled, following: Sequence[ev.Event]) -> sc.Script:
        stage = self.stage
        capped = isinstance(following[0], ev.CapReached)
        stage.win = float(event.round_win)
        if event.spin and not capped:
            tier = tier_of(event.win, self.round.stake)
            if event.win >= FREE_SPIN_TIER * self.round.stake:
                yield from self._celebrate(event.win, tier)
            elif tier:
                stage.cue(Sound("tier_1"), Act("cheer_small"))
                yield from self._overlay("big_spin", event.win, ())
            if not event.win:
                yield sc.Wait(self.tempo.armed)
        stage.spin_win = 0.0

    def _celebrate(self, win: int, tier: int) -> sc.Script:
        self.stage.cue(Sound(f"tier_{tier}"), Act("cheer_big" if tier > 1 else "cheer_small"))
        yield sc.Ask(AskBigWin(win, tier, self.round.stake))

    def _end(self, event: ev.RoundEnded) -> sc.Script:
        stage = self.stage
        tier = tier_of(event.win, self.round.stake)
        featured = self.view.capped or any(isinstance(past, ev.FreeSpinsWon) for past in self.round.events)
        if tier and not featured:
            yield from self._celebrate(event.win, tier)
        elif event.win > self.round.stake and not featured:
            stage.cue(Sound("count_end"))
            large = event.win >= LARGE * self.round.stake
            yield sc.Wait(self.tempo.count_scale if large else 0.6 * self.tempo.count_scale)
        stage.free_spins = False
        stage.win = float(event.win)
        stage.banner = self._paid_words(event.win) if event.win else ()

    def _paid_words(self, win: int) -> tuple[BannerPart, ...]:
        """What a round paid: a win only where that is more than it cost."""
        if win > self.round.stake:
            return Text("WIN"), Amount(win)
        if self.show_losses:
            return Text("PAID"), Amount(win), Text("of"), Amount(self.round.stake)
        return Text("PAID"), Amount(win)


def _delays(winners: Iterable[Piece]) -> list[tuple[Piece, float]]:
    """When each piece's win begins, as a share of the whole: those in the middle of their kind first."""
    kinds: dict[Cell, list[Piece]] = {}
    for piece in winners:
        kinds.setdefault(piece.cell, []).append(piece)
    delays: list[tuple[Piece, float]] = []
    for pieces in kinds.values():
        middle = [sum(piece.centre[axis] for piece in pieces) / len(pieces) for axis in (0, 1)]
        delays += [(piece, min(LATEST_WIN, math.dist(piece.centre, middle) / CELL * WIN_STEP)) for piece in pieces]
    return delays


def _begun(progress: float, delay: float) -> float:
    """How far a win has come that begins after ``delay``."""
    return min(1.0, max(0.0, (progress - delay) / (1 - LATEST_WIN)))


class _Cue:
    """A callable that puts one sound on the stage."""

    def __init__(self, stage: Stage, sound: Sound) -> None:
        self.stage, self.sound = stage, sound

    def __call__(self) -> None:
        self.stage.cue(self.sound)
