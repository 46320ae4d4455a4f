"""Finds a model from its targets: reels by search, then three heart tables by solving three straight lines.

1. *Reels.* Strips are drawn at random from a recipe and measured; the base reels whose hit frequency, winning boards
   and trigger chance are nearest the targets are kept, then the ante reels (base reels with more scatters) whose
   trigger chance is nearest twice theirs. The best of each screening are measured afresh and longer before one is
   chosen, for the luckiest of many short measurements is mostly lucky.
2. *Hearts.* With the reels given, the return of every mode is a straight line in the mean heart value of its table.
   The free spins' tail sets how often the cap is reached, and their mean makes the bought round's return; then the
   base and ante means make theirs. What the cap takes moves with the tail, so measuring and solving are repeated.
3. *Proof.* The model is only a proposal: ``simulate`` measures it afresh, with another seed.

To retune the game to another return, keep its reels and give ``--rtp``: only the heart tables change.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from game.engine.estimate import free_spins_worth
from game.engine.hearts import Shape, heart_table, table_mean
from game.engine.model import SETS, Model
from game.engine.rng import derived_seed
from game.engine.rules import RETURN_TO_PLAYER, STAKES, Mode
from game.engine.sheet import beyond_cap, cap_reached, free_means, paid_means, run_return
from game.engine.simulate import ROUNDS, Run, count_run
from game.engine.strips import ANTE_SCATTERS, BASE_RECIPE, FREE_RECIPE, Strip, random_reels, with_more_scatters

Reels = Mapping[str, Sequence[Strip]]
Report = Callable[[str], object]


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
    cap_one_in: float = 700_000.0
    """Base rounds for one that reaches the cap."""


@dataclass(frozen=True)
class Effort:
    """How long to look and measure."""

    candidates: int = 32
    """Reel sets drawn in a screening."""
    finalists: int = 4
    """How many of them are measured again."""
    screening: int = 2**24
    """Base or ante rounds of a screening measurement; a final one has sixteen times as many."""
    tail_rounds: int = 200_000
    """Bought rounds behind each step of the search for the tail."""
    rounds: int = 2**30
    """Base and ante rounds of the measurement that is solved; a two-hundredth as many are bought."""
    depth: int = 16
    """The estimator's effort in that measurement."""
    workers: int = 1


PAID_SHAPE: Final = Shape(0.25, (0.00018, 0.0001))
"""Of the base and ante tables. A longer tail here spoils the cap's odds."""
FREE_SHAPE: Final = Shape(0.83, (0.0026, 0.0015))
"""Of the free spins' table, before its tail is scaled to the cap's odds."""
PLACEHOLDER_MEANS: Final = {"base": 6.6, "ante": 7.0, "free": 8.9}
TAIL_STEPS: Final = 5
SOLVING_STEPS: Final = 2
BUY_SHARE: Final = 200
"""Base rounds for one that is bought in the measurement that is solved."""


def calibrate(
    version: str, targets: Targets, effort: Effort, seed: int, report: Report, reels: Reels | None = None
) -> Model:
    """A model that meets the targets, as far as it was measured; ``reels`` are searched unless given."""
    source = random.Random(seed)
    if reels is None:
        reels = search_reels(targets, effort, source, report)
    model = Model(version, {name: tuple(reels[name]) for name in SETS}, placeholder_tables())
    model, shape = fit_tail(model, targets, effort, source, report)
    for step in range(SOLVING_STEPS):
        depth = effort.depth if step == SOLVING_STEPS - 1 else 1
        runs = {
            mode: measure(
                model, mode, effort.rounds // (BUY_SHARE if mode is Mode.BUY else 1), effort.workers, source, depth
            )
            for mode in Mode
        }
        model = solve(model, targets, runs, shape)
        report(f"heart means: {', '.join(f'{name} {table_mean(model.heart_weights[name]):.4f}' for name in SETS)}")
    return model


def placeholder_tables() -> dict[str, tuple[int, ...]]:
    """Heart tables to begin with."""
    shapes = {"free": FREE_SHAPE}
    return {name: heart_table(mean, shapes.get(name, PAID_SHAPE)) for name, mean in PLACEHOLDER_MEANS.items()}


def measure(model: Model, mode: Mode, rounds: int, workers: int, source: random.Random, depth: int = 1) -> Run:
    """Count a run of the model, from a seed of its own."""
    return count_run(Run(model, mode, derived_seed(source.getrandbits(63), 0), rounds, depth), workers=workers)


def search_reels(targets: Targets, effort: Effort, source: random.Random, report: Report) -> Reels:
    """Base, ante and free reels near the targets that do not depend on hearts."""
    free = random_reels(FREE_RECIPE, source)

    def base_miss(run: Run) -> float:
        boards = [int(count) / run.done[ROUNDS] for count in run.totals["tumbles"][0]]
        shares = [*boards[: len(targets.boards) - 1], sum(boards[len(targets.boards) - 1 :])]
        shape = sum(abs(share - wanted) for share, wanted in zip(shares, targets.boards, strict=True))
        hits = int(run.totals["flags"][0]) / run.done[ROUNDS]
        trigger = run_return(run).trigger
        return (
            abs(trigger * targets.trigger_one_in - 1) / 0.002
            + abs(hits / targets.hit_frequency - 1) / 0.01
            + shape / 0.01
        )

    def draw_base() -> Reels:
        base = random_reels(BASE_RECIPE, source)
        return {"base": base, "ante": base, "free": free}

    base, run = choose(Mode.BASE, draw_base, base_miss, effort, source, report)
    base_trigger = run_return(run).trigger

    def draw_ante() -> Reels:
        return {**base, "ante": with_more_scatters(base["base"], ANTE_SCATTERS, source)}

    def ante_miss(run: Run) -> float:
        return abs(run_return(run).trigger / base_trigger / targets.ante_ratio - 1) / 0.002

    return choose(Mode.ANTE, draw_ante, ante_miss, effort, source, report)[0]


def choose(
    mode: Mode,
    draw: Callable[[], Reels],
    miss: Callable[[Run], float],
    effort: Effort,
    source: random.Random,
    report: Report,
) -> tuple[Reels, Run]:
    """The drawn reels that miss least: many are screened, and the best of them measured afresh and longer."""

    def tried(reels: Reels, rounds: int) -> tuple[float, Reels, Run]:
        model = Model("0.0.0", {name: tuple(reels[name]) for name in SETS}, placeholder_tables())
        run = measure(model, mode, rounds, effort.workers, source)
        return miss(run), reels, run

    screened = sorted((tried(draw(), effort.screening) for _ in range(effort.candidates)), key=lambda each: each[0])
    finalists = [tried(reels, 16 * effort.screening) for _, reels, _ in screened[: effort.finalists]]
    missed, reels, run = min(finalists, key=lambda each: each[0])
    hits = int(run.totals["flags"][0]) / run.done[ROUNDS]
    report(
        f"{mode} reels: free spins 1 in {1 / run_return(run).trigger:.2f}, hits {100 * hits:.2f} %, miss {missed:.2f}"
    )
    return reels, run


def fit_tail(
    model: Model, targets: Targets, effort: Effort, source: random.Random, report: Report
) -> tuple[Model, Shape]:
    """Scale the free spins' tail until the cap is reached as often as it is to be, the bought return staying right."""
    trigger = run_return(measure(model, Mode.BASE, effort.screening, effort.workers, source)).trigger
    scale, shape = 1.0, FREE_SHAPE
    for _ in range(TAIL_STEPS):
        shape = FREE_SHAPE.with_tail(scale)
        model = with_table(model, "free", heart_table(table_mean(model.heart_weights["free"]), shape))
        for _ in range(2):
            run = measure(model, Mode.BUY, effort.tail_rounds, effort.workers, source)
            model = solve(model, targets, {Mode.BUY: run}, shape)
        capped, _ = cap_reached(run)
        one_in = 1 / (trigger * capped)
        report(f"tail x{scale:.3f}: cap 1 in {one_in:,.0f}, mean {table_mean(model.heart_weights['free']):.3f}")
        scale *= min(max(one_in / targets.cap_one_in, 0.7), 1.4)
    return model, shape


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


def figures(runs: Mapping[Mode, Run]) -> dict[str, Any]:
    """The figures of measured runs that the targets speak of."""
    returns = {mode: run_return(run) for mode, run in runs.items()}
    base = runs[Mode.BASE]
    capped, _ = cap_reached(base)
    return {
        **{f"rtp_{mode}": found.total / STAKES[mode] for mode, found in returns.items()},
        "trigger_one_in": 1 / returns[Mode.BASE].trigger,
        "ante_ratio": returns[Mode.ANTE].trigger / returns[Mode.BASE].trigger,
        "hit_frequency": int(base.totals["flags"][0]) / base.done[ROUNDS],
        "cap_one_in": 1 / capped if capped else None,
    }
