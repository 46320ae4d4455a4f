"""The director shows what the events say, at any frame rate and with any skipping."""

import random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import Mode, Seed, play
from game.engine import events as ev
from game.engine.events import Event
from game.engine.rules import BASE_BET, CAP, STAKES
from game.present.director import Director
from game.present.requests import AskBigWin, AskCap, AskFreeSpins, AskIntro, AskSummary, tier_of
from game.present.round_view import RoundView, fold
from game.present.script import Drop, Runner
from game.present.stage import Act, Amount, Burst, Piece, Sound, Sparkle, SpinShown, Stage, Text
from game.present.tempo import SLAM, Speed, tempo_for

SEEDS = st.integers(0, 2**63 - 1)
MODES = st.sampled_from(list(Mode))


def last_picture(played):
    view = RoundView()
    for event in played.events:
        view = fold(view, event)
    return view


def direct(played, *, speed=Speed.NORMAL, frame=1 / 60, rng=None, stage=None, from_spin=0):
    """Play a round to its end; returns the stage, what was asked, and the seconds it took."""
    stage = stage or Stage()
    runner = Runner(Director(stage, tempo_for(speed), played).play(from_spin))
    asked, cues, seconds = [], [], 0.0
    while not runner.over:
        if runner.asking is not None:
            asked.append(runner.asking.request)
            runner.asking.answer()
        step = frame if rng is None else rng.choice((1 / 240, 1 / 60, 1 / 13))
        runner.advance(step)
        seconds += step
        cues += stage.take_cues()
        if rng is not None and rng.random() < 0.05:
            rng.choice((runner.skip, lambda: runner.slam(SLAM)))()
    return stage, asked, cues, seconds


def assert_rests_on(stage, view):
    assert stage.board() == view.board
    assert stage.win == view.win
    assert tuple(stage.wins) == view.wins
    assert stage.hearts_sum == sum(view.hearts)
    assert stage.spins_left == view.spins_left
    assert stage.total_multiplier == view.total_multiplier
    assert stage.free_spins is view.free_spins
    assert not (stage.leaving)
    assert stage.climax is None
    assert (stage.suspense, stage.wave, stage.beat) == (0, 0, 0)
    assert stage.multiplier == view.multiplier
    assert not (stage.glowing_reels)
    assert not (stage.overlay)
    for piece in stage.all_pieces():
        assert (piece.y, piece.scale_x, piece.scale_y, piece.light, piece.visible) == (0, 1, 1, 1, True)


@settings(max_examples=60, deadline=None)
@given(MODES, SEEDS, st.integers(0, 2**32), st.sampled_from(list(Speed)))
def test_stage_ends_as_the_fold_of_the_events(mode, seed, luck, speed):
    played = play(mode, Seed(seed))
    stage, *_ = direct(played, speed=speed, rng=random.Random(luck))
    assert_rests_on(stage, last_picture(played))


@settings(max_examples=25, deadline=None)
@given(SEEDS, st.integers(0, 14))
def test_resumed_round_ends_like_the_whole(seed, spin):
    played = play(Mode.BUY, Seed(seed))
    stage, asked, cues, _ = direct(played, from_spin=spin)
    assert_rests_on(stage, last_picture(played))
    shown = [cue.spin for cue in cues if isinstance(cue, SpinShown)]
    assert shown[0] == spin
    assert (AskFreeSpins() in asked) == (not any(isinstance(r, AskCap) for r in asked) or spin > 0)


def test_every_event_has_a_handler():
    emitted = set()
    for mode in Mode:
        for seed in range(400 if mode is not Mode.BUY else 60):
            played = play(mode, Seed(seed))
            emitted |= {type(event) for event in played.events}
            if mode is Mode.BUY:
                direct(played, speed=Speed.TURBO, frame=0.1)
    assert emitted | {ev.CapReached} == set(get_args(Event))


def losing_round():
    return next(r for r in (play(Mode.BASE, Seed(seed)) for seed in range(100)) if r.win == 0)


@pytest.mark.parametrize(("speed", "seconds"), [(Speed.NORMAL, 1.65), (Speed.QUICK, 0.95), (Speed.TURBO, 0.5)])
def test_losing_spin_takes_its_time(speed, seconds):
    played = next(
        r
        for r in (play(Mode.BASE, Seed(seed)) for seed in range(100))
        if r.win == 0 and sum(column.count("scatter") for column in r.events[0].board) < 3
    )
    *_, took = direct(played, speed=speed, frame=1 / 1000, stage=_stage_with_a_board())
    assert took == pytest.approx(seconds, abs=0.005)


def _stage_with_a_board():
    stage = Stage()
    stage.lay(losing_round().events[0].board)
    return stage


def capped_round(free=True):
    """A round that reaches the cap, made by hand: the director only needs events."""
    board = losing_round().events[0].board
    events = [ev.BoardDropped(0, board), ev.SpinSettled(0, CAP, CAP), ev.CapReached(CAP, 15 if free else 0)]
    return type(losing_round())(Mode.BASE, Seed(0), "made by hand", BASE_BET, CAP, (*events, ev.RoundEnded(CAP)))


def test_cap_screen_replaces_big_win_and_summary():
    _, asked, _, _ = direct(capped_round())
    assert asked == [AskCap(CAP, 15)]


def test_free_spins_ask_for_their_screens_in_order():
    played = next(r for r in (play(Mode.BUY, Seed(seed)) for seed in range(50)) if r.win < CAP)
    _, asked, _, _ = direct(played, speed=Speed.TURBO)
    kinds = [type(request) for request in asked if not isinstance(request, AskBigWin)]
    assert kinds == [AskFreeSpins, AskIntro, AskSummary]


CALM_SOUNDS = {
    *(f"drop_{reel}" for reel in range(6)),
    *("slam", "spin", "tumble", "anticipation", "voice_gasp", "land_heavy", "wave_neutral", "tick"),
    *("burst_neutral", "heart_neutral", "heart_slam_neutral", "heart_add_neutral", "multiply_neutral"),
    "scatter_neutral",
    *("retrigger_neutral", "intro_neutral", "summary_neutral"),
}
"""Effects without pitch, and those of reels: all that may be heard while a round has won no more than it cost."""
CALM_ACTS = {"cast", "clasp", "release"}


class Watched(Director):
    """Notes what the round has won once the event on stage is over."""

    won = 0

    def _handle(self, event, following):
        self.won = fold(self.view, event).win
        yield from super()._handle(event, following)


def joys_of(stage, cues, request):
    """What of all this is joyful: sounded, acted, thrown or asked for."""
    found = []
    for cue in cues:
        match cue:
            case Sound(name=name) if name not in CALM_SOUNDS:
                found.append(name)
            case Act(clip=clip) if clip not in CALM_ACTS:
                found.append(clip)
            case Burst(joyful=True) | Sparkle():
                found.append(cue)
            case _:
                pass
    if isinstance(request, AskBigWin | AskCap) or getattr(request, "joyful", False):
        found.append(request)
    if stage.joyful or (stage.overlay is not None and (stage.overlay.joyful or stage.overlay.kind == "big_spin")):
        found.append("stage")
    words = [part.text for part in stage.banner if isinstance(part, Text)]
    return found + [text for text in words if "WIN" in text or "CONGRATULATIONS" in text]


def watch(played):
    """Play a round; what is joyful while it has won no more than it cost, and what else is."""
    stage = Stage()
    director = Watched(stage, tempo_for(Speed.TURBO), played)
    runner = Runner(director.play())
    early, late = [], []
    while not runner.over:
        request = runner.asking.request if runner.asking is not None else None
        joys = joys_of(stage, stage.take_cues(), request)
        (late if director.won > played.stake else early).extend(joys)
        if runner.asking is not None:
            runner.asking.answer()
        runner.advance(10.0)
    (late if director.won > played.stake else early).extend(joys_of(stage, stage.take_cues(), None))
    return early, late


@pytest.mark.parametrize(
    ("mode", "rounds", "seed"),
    [
        (Mode.BASE, 1500, 1),
        (Mode.ANTE, 1500, 2),
        (Mode.BUY, 150, 3),
        *[pytest.param(mode, 4000, None, marks=pytest.mark.long) for mode in Mode],
    ],
)
def test_nothing_is_joyful_at_or_below_the_stake(mode, rounds, seed):
    """Not a sound, a spark, a gesture, a word or a screen, of any round of any mode; and above it, something is."""
    seed = random.SystemRandom().randrange(2**32) if seed is None else seed
    print(f"rounds drawn from {seed}")
    rng = random.Random(seed)
    for _ in range(rounds):
        played = play(mode, Seed(rng.randrange(2**63)))
        early, late = watch(played)
        assert not early, (played.seed, early[:3])
        assert bool(late) == (played.win > played.stake), played.seed


@pytest.mark.parametrize("mode", list(Mode))
def test_what_was_paid_is_called_a_win_only_above_the_stake(mode):
    for seed in range(300 if mode is not Mode.BUY else 20):
        played = play(mode, Seed(seed))
        if not played.win:
            continue
        stage, *_ = direct(played, speed=Speed.TURBO, frame=10.0)
        first = stage.banner[0].text
        assert first == ("WIN" if played.win > played.stake else "PAID")
        amounts = [part.coins for part in stage.banner if isinstance(part, Amount)]
        assert amounts == [played.win] if first == "WIN" else [played.win, played.stake]


def test_no_reel_is_held_where_nothing_is_open():
    """In the first spin of a bought round four scatters are certain; in responsible mode nothing is ever held."""
    held = {}
    for name, mode, tempo in (
        ("base", Mode.BASE, tempo_for(Speed.NORMAL)),
        ("bought", Mode.BUY, tempo_for(Speed.NORMAL)),
        ("responsible", Mode.BASE, tempo_for(Speed.NORMAL, responsible=True)),
        ("switched off", Mode.BASE, tempo_for(Speed.NORMAL, anticipation=False)),
    ):
        held[name] = 0
        for seed in range(200, 400):
            played = play(mode, Seed(seed))
            stage = Stage()
            director = Director(stage, tempo, played)
            _, falls = director.drops.reel_starts(played.events[0])
            held[name] += sum(fall > tempo.fall for fall in falls)
    assert held["base"] > 0
    assert held["bought"] == held["responsible"] == held["switched off"] == 0


def test_a_live_reel_burns_until_it_has_landed():
    """And the other reels are never bright for it; a miss lets everything go within a moment, without a sound."""
    tempo = tempo_for(Speed.NORMAL)
    played, held = next(
        (played, held)
        for played in (play(Mode.BASE, Seed(seed)) for seed in range(20_000))
        if sum(column.count("scatter") for column in played.events[0].board) == 3
        for falls in [Director(Stage(), tempo, played).drops.reel_starts(played.events[0])[1]]
        if len(held := [reel for reel in range(6) if falls[reel] > tempo.fall]) > 1
    )
    stage = Stage()
    runner = Runner(Director(stage, tempo, played).play())
    burnt, since_landed, quiet = set(), 0.0, False
    while isinstance(runner.leaf, Drop):
        runner.advance(1 / 120)
        burnt |= set(stage.glowing_reels)
        for reel in held:
            column = stage.pieces[reel]
            falling = any(piece.visible and piece.y < -40 for piece in column)
            assert not falling or stage.fire(reel) > 0.9, reel
        if burnt and all(piece.visible and piece.y > -1 for piece in stage.all_pieces()):
            since_landed += 1 / 120
            assert stage.suspense == 0 or since_landed < tempo.release + tempo.bounce
            heard = [cue for cue in stage.take_cues() if isinstance(cue, Sound)]
            assert not quiet or not heard
            quiet = True
    assert burnt == set(held)
    assert since_landed


def test_new_symbols_come_before_the_old_ones_have_gone():
    for speed in (Speed.NORMAL, Speed.QUICK, Speed.TURBO):
        stage = _stage_with_a_board()
        runner = Runner(Director(stage, tempo_for(speed), losing_round()).play())
        while not any(piece.visible and piece.y > -700 for piece in stage.all_pieces()) or not stage.leaving:
            runner.advance(1 / 120)
        assert any(piece.y < 740 - 148 * piece.row for piece in stage.leaving), speed


def test_scatters_have_one_pitch_until_they_trigger():
    """Free spins that already won more than they cost: the third scatter triggers, and only then the chime rises."""
    board = losing_round().events[0].board
    stage = Stage()
    director = Director(stage, tempo_for(Speed.NORMAL), losing_round())
    director.view = RoundView(board=board, free_spins=True, round_win=10 * BASE_BET)
    stage.joyful = True
    for number in range(1, 7):
        director.greet(Piece("scatter", 0, 0), number)
    heard = [cue.name for cue in stage.take_cues() if isinstance(cue, Sound) and cue.name != "land_heavy"]
    assert heard == ["scatter_1", "scatter_1", *(f"scatter_{number}" for number in range(3, 7))]


@given(st.integers(0, CAP), st.sampled_from(list(STAKES.values())))
def test_tier_is_none_at_or_below_the_stake(win, stake):
    tier = tier_of(win, stake)
    assert (tier == 0) if win <= stake else (tier == sum(win >= times * stake for times in (10, 25, 50, 100, 500)))


def test_a_relaxed_round_takes_half_as_long_again_and_stays_so_in_responsible_mode():
    normal, relaxed = tempo_for(Speed.NORMAL), tempo_for(Speed.RELAXED)
    assert relaxed.fall == pytest.approx(1.5 * normal.fall)
    assert relaxed.suspense_fall == normal.suspense_fall
    assert tempo_for(Speed.RELAXED, responsible=True).fall == relaxed.fall
    assert tempo_for(Speed.TURBO, responsible=True).fall == normal.fall
    _, _, _, seconds = direct(losing_round())
    _, _, _, longer = direct(losing_round(), speed=Speed.RELAXED)
    assert longer == pytest.approx(1.5 * seconds, rel=0.02)


@pytest.mark.parametrize("seed", [1, 7, 33])
def test_the_free_spins_left_fall_by_one_a_spin_and_rise_by_those_added(seed):
    """Counted by hand: neither the event's own count nor the fold is asked."""
    played = play(Mode.BUY, Seed(seed))
    won = next(event.count for event in played.events if isinstance(event, ev.FreeSpinsWon))
    added = [event.spin for event in played.events if isinstance(event, ev.FreeSpinsAdded)]
    stage, seen = Stage(), {}
    runner = Runner(Director(stage, tempo_for(Speed.TURBO), played).play(0))
    spin = 0
    while not runner.over:
        if runner.asking is not None:
            runner.asking.answer()
        runner.advance(1 / 30)
        spin = max([spin, *(cue.spin for cue in stage.take_cues() if isinstance(cue, SpinShown))])
        if spin:
            seen.setdefault(spin, []).append(stage.spins_left)
    assert set(seen) == set(range(1, spin + 1))
    for number, shown in seen.items():
        before = won + 5 * sum(each < number for each in added)
        assert shown[0] == before - number
        assert shown[-1] == before - number + (5 if number in added else 0)
    assert stage.spins_left == won + 5 * len(added) - spin
