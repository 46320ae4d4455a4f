"""Finds a model from its targets: reels by search, then three heart tables by solving three straight lines.

1. *Reels.* Strips are drawn at random from a recipe and measured. The base reels whose hit frequency, winning boards
   and trigger chance are nearest the targets are kept, then the ante reels (base reels with more scatters) whose
   trigger chance is nearest twice theirs; the best of each screening are measured again and longer before one is
   chosen, for the luckiest of many short measurements is mostly lucky. Of some free-spins reels, those are kept whose
   rounds have the longest median once their hearts give the return and the cap wanted.
2. *Hearts.* With the reels given, the return of every mode is a straight line in the mean heart value of its table.
   The free spins' tail sets how often the cap is reached, and their mean makes the bought round's return; then the
   base and ante means make theirs. What the cap takes moves with the tail, so measuring and solving are repeated.
3. *Proof.* The model is only a proposal: ``simulate`` measures it again, with another seed.

To retune the game to another return, keep its reels and give another return: only the heart tables change.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Final

from game.engine.model import SETS, Model
from game.engine.rules import PRINTED, RETURN_TO_PLAYER, STAKES, Mode
from game.lab.estimate import free_spins_worth
from game.lab.heart_tables import NoTable, Shape, heart_table, table_mean
from game.lab.measurements import Measurements
from game.lab.sheet import beyond_cap, cap_reached, free_means, free_spins_figures, paid_means, run_return
from game.lab.simulate import ROUNDS, Run, count_run
from game.lab.strips import ANTE_SCATTERS, BASE_RECIPE, FREE_RECIPE, Strip, random_reels, with_more_scatters

Reels = Mapping[str, Sequence[Strip]]


@dataclass(frozen=True)
class Targets:
    """What a model is to be like."""

    rtp: float = RETURN_TO_PLAYER
    """Return of every mode."""
    trigger_one_in: float = 400.0
    """Base rounds for one round of free spins."""
    ante_ratio: float = 2.0
    """How many times as often they come with the ante."""
    hit_frequency: float = 0.287
    """Base rounds that win something."""
    boards: tuple[float, ...] = (0.715, 0.21, 0.055, 0.015, 0.005)
    """Base spins by winning boards; the last holds all longer ones."""
    cap_one_in: float = 780_000.0
    """Base rounds for one whose free spins reach the cap; paid spins that do so alone make it about 1 in 700,000."""


@dataclass(frozen=True)
class Effort:
    """How long to look and measure."""

    candidates: int = 72
    """Base, and then ante, reels drawn in a screening."""
    finalists: int = 8
    """How many of them are measured again."""
    screening: int = 2**23
    """Rounds of a screening measurement; a final one has sixteen times as many."""
    free_candidates: int = 4
    """Free-spins reels drawn."""
    tail_rounds: int = 100_000
    """Bought rounds behind each step of the search for the tail; of a screening, a fifth as many."""
    rounds: int = 2**29
    """Base and ante rounds of the measurement that is solved; :data:`BUY_SHARE` says how many are bought."""
    depth: int = 32
    """The estimator's effort in that measurement."""
    workers: int = 1


PAID_SHAPE: Final = Shape(0.25, (0.00018, 0.0001))
"""Of the base and ante tables. A longer tail here spoils the cap's odds."""
FREE_SHAPE: Final = Shape(0.83, (0.0026, 0.0015))
"""Of the free spins' table, before its tail is scaled to the cap's odds."""
FIRST_MEANS: Final = {"base": 6.6, "ante": 7.0, "free": 10.5}
"""Heart means to begin with."""
TAIL_STEPS: Final = 6
BUY_WORK: Final = 300
"""Base rounds that take as long to measure as one that is bought."""
BUY_SHARE: Final = 75
"""Base rounds for one that is bought in the measurement that is solved."""
BUY_DEPTH: Final = 8
"""How many times the effort of a bought round the others get: its paid spin is seldom the worse part of its error."""


@dataclass
class Calibration:
    """One search, and what it needs everywhere."""

    version: str
    targets: Targets
    effort: Effort
    seed: int
    report: Callable[[str], object]
    executor: Executor | None = None
    measurements: Measurements = field(default_factory=Measurements)
    """Those made, before too if the search was stopped."""
    progress: Callable[[float], object] = lambda _: None
    """Is told which share of all the work is done."""
    measured: int = 0
    """Measurements so far: each has a seed of its own."""
    _work: float = 0.0
    _planned: float = 0.0

    def find(self, reels: Reels | None = None) -> Model:
        """A model that meets the targets, as far as it was measured; ``reels`` are searched unless given.

        Raises ``KeyboardInterrupt`` for a measurement that was cut short: half of one is none.
        """
        self._planned = self._plan(searching=reels is None)
        model = self.model_of(reels or self.search_reels())
        model, shape = self.fit_tail(model, self.effort.tail_rounds)
        for rounds, depth in ((self.effort.rounds // 16, 1), (self.effort.rounds, self.effort.depth)):
            runs = {Mode.BUY: self.measure(model, Mode.BUY, rounds // BUY_SHARE, max(depth // BUY_DEPTH, 1))}
            runs |= {mode: self.measure(model, mode, rounds, depth) for mode in (Mode.BASE, Mode.ANTE)}
            model = solve(model, self.targets, runs, shape)
            means = ", ".join(f"{name} {table_mean(model.heart_weights[name]):.4f}" for name in SETS)
            self.report(f"solved on {rounds:,} rounds at effort {depth}: heart means {means}")
        return model

    def measure(self, model: Model, mode: Mode, rounds: int, depth: int = 1) -> Run:
        """Count a run of the model, from a seed of its own."""
        self.measured += 1
        run = Run(model, mode, self.source(f"measurement {self.measured}").getrandbits(63), rounds, depth)
        start = self._work

        def counted(more: int) -> None:
            self._work += more * _weight(mode) * depth
            self.progress(min(self._work / self._planned, 1.0) if self._planned else 0.0)

        if not self.measurements.recall(run):
            count_run(run, workers=self.effort.workers, executor=self.executor, progress=counted)
            if run.interrupted:
                raise KeyboardInterrupt
            self.measurements.keep(run)
        self._work = start
        counted(rounds)
        return run

    def _plan(self, *, searching: bool) -> float:
        """The work of the whole search, as :func:`_weight` has it."""
        effort = self.effort
        base, ante, buy = (_weight(mode) for mode in (Mode.BASE, Mode.ANTE, Mode.BUY))
        fit = base * effort.screening + buy * (2 * TAIL_STEPS + 2) * effort.tail_rounds
        work = fit
        if searching:
            work += (
                (base + ante) * effort.screening * (effort.candidates + 16 * min(effort.finalists, effort.candidates))
            )
            short = effort.tail_rounds // 5
            work += effort.free_candidates * (base * effort.screening + buy * (2 * TAIL_STEPS + 3) * short)
        for rounds, depth in ((effort.rounds // 16, 1), (effort.rounds, effort.depth)):
            work += (base + ante) * rounds * depth + buy * (rounds // BUY_SHARE) * max(depth // BUY_DEPTH, 1)
        return work

    def source(self, purpose: str) -> random.Random:
        """A generator for one purpose, the same whatever else was done."""
        return random.Random(f"{self.seed} {purpose}")

    def model_of(self, reels: Reels) -> Model:
        """A model of those reels, with hearts to begin with."""
        shapes = {"free": FREE_SHAPE}
        tables = {name: heart_table(mean, shapes.get(name, PAID_SHAPE)) for name, mean in FIRST_MEANS.items()}
        return Model(self.version, {name: tuple(reels[name]) for name in SETS}, tables, PRINTED)

    def search_reels(self) -> Reels:
        """Base, ante and free reels near the targets."""
        source, free = self.source("base"), random_reels(FREE_RECIPE, self.source("free 0"))

        def draw_base() -> Reels:
            base = random_reels(BASE_RECIPE, source)
            return {"base": base, "ante": base, "free": free}

        base, run = self.choose(Mode.BASE, draw_base, self.base_miss)
        base_trigger = run_return(run).trigger
        ante_source = self.source("ante")

        def draw_ante() -> Reels:
            return {**base, "ante": with_more_scatters(base["base"], ANTE_SCATTERS, ante_source)}

        def ante_miss(run: Run) -> float:
            return abs(run_return(run).trigger / base_trigger / self.targets.ante_ratio - 1) / 0.002

        return self.choose_free(self.choose(Mode.ANTE, draw_ante, ante_miss)[0])

    def base_miss(self, run: Run) -> float:
        """How far base reels are from the targets, in tolerances."""
        boards = [int(count) / run.done[ROUNDS] for count in run.totals["tumbles"][0]]
        split = len(self.targets.boards) - 1
        shares = zip([*boards[:split], sum(boards[split:])], self.targets.boards, strict=True)
        trigger = abs(run_return(run).trigger * self.targets.trigger_one_in - 1) / 0.002
        hits = abs(hit_frequency(run) / self.targets.hit_frequency - 1) / 0.01
        return trigger + hits + sum(abs(share - wanted) for share, wanted in shares) / 0.01

    def choose(self, mode: Mode, draw: Callable[[], Reels], miss: Callable[[Run], float]) -> tuple[Reels, Run]:
        """The drawn reels that miss least: many are screened, and the best of them measured again and longer."""

        def tried(reels: Reels, rounds: int) -> tuple[float, Reels, Run]:
            run = self.measure(self.model_of(reels), mode, rounds)
            return miss(run), reels, run

        screened = [tried(draw(), self.effort.screening) for _ in range(self.effort.candidates)]
        screened.sort(key=lambda each: each[0])
        finalists = [tried(reels, 16 * self.effort.screening) for _, reels, _ in screened[: self.effort.finalists]]
        missed, reels, run = min(finalists, key=lambda each: each[0])
        trigger = 1 / run_return(run).trigger
        hits = 100 * hit_frequency(run)
        self.report(f"{mode} reels: free spins 1 in {trigger:.2f}, hits {hits:.2f} %, missing by {missed:.2f}")
        return reels, run

    def choose_free(self, reels: Reels) -> Reels:
        """The reels with the free-spins reels, of those drawn, whose rounds have the longest median."""
        fitted: list[tuple[float, Reels]] = []
        for number in range(self.effort.free_candidates):
            drawn = {**reels, "free": random_reels(FREE_RECIPE, self.source(f"free {number}"))}
            try:
                model, _ = self.fit_tail(self.model_of(drawn), self.effort.tail_rounds // 5)
            except NoTable as error:
                self.report(f"free reels {number}: {error}")
                continue
            run = self.measure(model, Mode.BUY, self.effort.tail_rounds // 5)
            figures = free_spins_figures(run, None)
            median, over = figures["median_bets"], 100 * figures["share_paying_100_bets_or_more"]
            self.report(f"free reels {number}: median {median:.1f}x, {over:.1f} % pay 100x or more")
            fitted.append((median, drawn))
        if not fitted:
            raise NoTable("no free-spins reels drawn can be given hearts")
        return max(fitted, key=lambda each: each[0])[1]

    def fit_tail(self, model: Model, rounds: int) -> tuple[Model, Shape]:
        """Scale the free spins' tail until the cap is reached as often as wanted, the bought return staying right."""
        trigger = run_return(self.measure(model, Mode.BASE, self.effort.screening)).trigger
        scale, shape = 1.0, FREE_SHAPE
        for step in range(TAIL_STEPS):
            shape = FREE_SHAPE.with_tail(scale)
            for _ in range(3 if step == 0 else 1):
                run = self.measure(model, Mode.BUY, rounds)
                model = solve(model, self.targets, {Mode.BUY: run}, shape)
            one_in = 1 / (trigger * cap_reached(self.measure(model, Mode.BUY, rounds))[0])
            mean = table_mean(model.heart_weights["free"])
            self.report(f"tail times {scale:.3f}, heart mean {mean:.3f}: cap 1 in {one_in:,.0f}")
            scale *= min(max(one_in / self.targets.cap_one_in, 0.7), 1.4) if step < TAIL_STEPS - 1 else 1
        return model, shape


def _weight(mode: Mode) -> int:
    """How much longer a round of a mode takes to measure than one of the base game, roughly."""
    return BUY_WORK if mode is Mode.BUY else 1


def hit_frequency(run: Run) -> float:
    """Share of a run's rounds that win something."""
    return int(run.totals["flags"][0]) / run.done[ROUNDS]


def with_table(model: Model, name: str, table: Sequence[int]) -> Model:
    """The model with another heart table."""
    return replace(model, heart_weights={**model.heart_weights, name: tuple(table)})


def solve(model: Model, targets: Targets, runs: Mapping[Mode, Run], free_shape: Shape) -> Model:
    """The model with the heart means that, on what was measured, make the return of every mode measured.

    The bought round decides the free spins' mean, to which the others' free spins are then added.
    """
    bought = runs[Mode.BUY]
    free_moments = free_means(bought).values
    paid_heart = table_mean(model.heart_weights["base"])
    plain, _, by_hearts, scatter_pay, _ = paid_means(bought).values
    taken, _ = beyond_cap(bought)
    worth = targets.rtp * STAKES[Mode.BUY] - (plain + paid_heart * by_hearts + scatter_pay) + taken
    at_zero, at_one = (free_spins_worth(free_moments, mean) for mean in (0.0, 1.0))
    model = with_table(model, "free", heart_table((worth - at_zero) / (at_one - at_zero), free_shape))
    for mode, name in ((Mode.BASE, "base"), (Mode.ANTE, "ante")):
        if mode in runs:
            run = runs[mode]
            plain, _, by_hearts, scatter_pay, trigger = paid_means(run).values
            taken, _ = beyond_cap(run)
            due = targets.rtp * STAKES[mode] - plain - scatter_pay - trigger * worth + taken
            model = with_table(model, name, heart_table(due / by_hearts, PAID_SHAPE))
    return model
