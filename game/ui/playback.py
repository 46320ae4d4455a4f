"""A round's playback, in the base game and in its free spins alike.

Holds the one stage, the board widget, the character, the particles and the running script, and turns the
director's cues into sound, light and the character's clips.
"""

import random
from collections.abc import Callable
from functools import partial
from typing import Final, assert_never

import pygame

from game.engine import Round
from game.engine.events import FreeSpinsWon
from game.engine.rules import BASE_BET, FREE_SPINS
from game.ledger import Seen
from game.platform.sprites import clipped
from game.present.character import Placed
from game.present.director import Director
from game.present.guide import BEFORE, caption
from game.present.requests import TIERS, Request
from game.present.round_view import RoundView, fold
from game.present.script import Runner
from game.present.stage import (
    Act,
    Amount,
    BannerPart,
    Burst,
    Cue,
    Dust,
    Sound,
    Sparkle,
    SpinShown,
    Stage,
    Symbol,
    Text,
)
from game.present.suspense import suspense_in
from game.present.tempo import SLAM, SLAM_DEAF, Tempo
from game.table import Played
from game.ui import layout
from game.ui.names import symbol_name
from game.ui.services import Services
from game.ui.widgets.board import BoardWidget
from game.ui.widgets.character import CharacterWidget
from game.ui.widgets.climax import CLIMAX_CAPS, SUM, ClimaxWidget, punch
from game.ui.widgets.homing import HomingSparks
from game.ui.widgets.overlay import ADDED_CAP, ADDED_WORDS
from game.ui.widgets.particles import Particles
from game.ui.widgets.sparks import Sparks, opening_lights
from game.ui.widgets.wave import Wave

TICKS_APART: Final = 0.05
"""Seconds between two sparks that are heard arriving."""
PATIENCE: Final = 0.008
"""Seconds for which a frame on a screen waits for one of the character's drawings."""
VOICE: Final = {
    "cast": ("cast", "cast", "voice_cast"),
    "smile": ("chime_1", "chime_2"),
    "cheer_small": ("chime_3", "voice_cheer"),
    "cheer": ("voice_cheer",),
    "cheer_big": ("chime_4", "voice_cheer"),
}
"""The character speaks in chimes while a round wins: clip -> the effects it may sound."""


SHOWN_ONCE: Final = (
    "free",
    "wave",
    "flames",
    "bursts",
    "sunburst",
    "near_coins",
    *(f"crest_{tier}" for tier in range(1, 6)),
)
"""Parts of the theme's pictures that only some rounds need."""


def parts_of(played: Round) -> list[str]:
    """Parts of the theme's pictures that showing a round needs beyond what the board at rest has."""
    parts = ["flames"]
    if played.win:
        parts.append("bursts")
    if any(isinstance(event, FreeSpinsWon) for event in played.events):
        parts += ["free", "wave", "crest_2"]
    return [*parts, "sunburst", "near_coins", "crest_1"] if played.win >= TIERS[0] * BASE_BET else parts


def letters_of(services: Services, played: Played) -> list[tuple[str, int, str]]:
    """Letters that showing a round needs: text, height of a capital and face."""
    tr, shown = services.tr, "".join(sorted({*"0123456789×+", *services.money(played.bet.amount(played.round.win))}))
    letters = [(shown, cap, "gold") for cap in CLIMAX_CAPS] if played.round.win else []
    parts = parts_of(played.round)
    if "free" in parts:
        letters += [(str(FREE_SPINS), 290, "gold"), (tr("Free Spins"), 118, "enamel"), (shown, 136, "gold")]
        letters += [(shown, ADDED_CAP, "gold"), (tr("Free Spins"), ADDED_WORDS, "enamel")]
    if "sunburst" in parts:
        letters += [
            (shown, 92, "gold"),
            (shown, 104, "gold"),
            (services.tr(services.theme.skin.tiers[0]), 96, "enamel"),
        ]
    return letters


class RoundPlayback:
    """A round's playback and everything on the main screen that moves with it."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.stage = Stage()
        self.board = BoardWidget(services.theme, self.stage, services.rng)
        self.climax = ClimaxWidget(services.theme)
        self.wave = Wave(services.theme, random.Random(services.rng.random()))
        """Petals or snow in front of everything while the place changes."""
        self.particles = Particles(random.Random(services.rng.random()))
        self.sparks = Sparks(services.theme, self.particles)
        self.homing = HomingSparks(services.theme, self.particles.rng)
        """Sparks on their way to the WIN meter."""
        self._ticked = 0.0
        """When one of them was heard last."""
        self.character = self._new_character()
        services.background.submit(opening_lights)
        self.runner: Runner | None = None
        self.played: Played | None = None
        self.fresh = False
        """The round is paid, and nothing was pressed since: its price stays at BET."""
        self.clock = 0.0
        self.since_start = 0.0
        """Seconds since the round's start."""
        self._deaf = 0.0
        self._tempo: Tempo = services.tempo()
        self.paused = False
        """A replay stands still."""
        self.led = False
        """A replay's bar stands in the place of the buttons that bet and spin."""
        self.free = False
        """The free spins' place is shown."""
        self.in_place = 0.0
        """Seconds since the place changed."""
        self.shown_from: int | None = None
        """The spin from which the round is shown; None where its result is shown without it."""
        self.big_wins = 0
        """Big-win screens that were shown of it."""
        self._announced: tuple[BannerPart, ...] = ()
        self._director: Director | None = None

    def _new_character(self) -> CharacterWidget | None:
        sheet = self.services.character
        if sheet is None:
            return None
        patience = None if self.services.display.headless else PATIENCE
        return CharacterWidget(sheet, random.Random(self.services.rng.random()), patience=patience)

    def change_skin(self) -> None:
        """Another skin was loaded: rebuild everything that holds pictures."""
        self.board = BoardWidget(self.services.theme, self.stage, self.services.rng)
        self.character = self._new_character()
        self.particles.clear()
        self.homing.alive.clear()
        self.sparks = Sparks(self.services.theme, self.particles)
        self.services.play_music(free=self.free)

    # -- playing ----------------------------------------------------------------------------------------------

    def start(self, played: Played, from_spin: int = 0, *, stepwise: bool = False) -> None:
        """Play a round back from a free spin on; ``stepwise`` waits for the player after each step."""
        self.played, self.fresh = played, False
        self.shown_from, self.big_wins = from_spin, 0
        self._tempo = self.services.tempo()
        self.stage.win = 0.0
        self.stage.free_spins = False
        self.since_start = 0.0
        self.paused = False
        director = self._direct(played)
        director.stepwise = stepwise
        self.runner = Runner(director.play(from_spin))
        self.services.theme.assets.prefetch(*parts_of(played.round))
        if any(isinstance(event, FreeSpinsWon) for event in played.round.events):
            self.services.theme.assets.pictures.prefetch("intro")
        alphabet = self.services.theme.assets.alphabet
        self.services.background.submit(partial(alphabet.prepare, letters_of(self.services, played)))

    def _direct(self, played: Played) -> Director:
        director = self._director = Director(self.stage, self._tempo, played.round)
        director.show_losses = self.services.settings.show_losses
        return director

    def seek(self, shown: int, *, hold: bool) -> None:
        """Show the round as it is after its first ``shown`` events, and go on from there unless it is to be held."""
        if self.played is None:
            return
        director = self._direct(self.played)
        director.show(shown)
        self.stage.take_cues()
        self.particles.clear()
        self.paused = False
        over = shown >= len(self.played.round.events)
        self.runner = Runner(director.play_on(held=hold and not over))
        free = director.view.free_spins and not director.view.capped
        if free and not self.free:
            self.enter_free_spins()
        elif self.free and not free:
            self.leave_free_spins()
        self.rest_character()

    @property
    def shown(self) -> int:
        """How many of the round's events have been shown."""
        return self._director.shown if self._director is not None else 0

    @property
    def joyful(self) -> bool:
        """Whether the round shown has won more than it cost: only then anything shines or is called a win."""
        return self.played is not None and round(self.stage.win) > self.played.round.stake

    @property
    def playing(self) -> bool:
        """Whether a round is being played back."""
        return self.runner is not None

    @property
    def request(self) -> Request | None:
        """The screen the script waits for."""
        asking = self.runner.asking if self.runner is not None else None
        return asking.request if asking is not None else None  # type: ignore[return-value]

    def answer(self) -> None:
        """Let the script go on after a screen."""
        if self.runner is not None and self.runner.asking is not None:
            self.runner.asking.answer()

    def press(self) -> None:
        """Slam a drop, or finish the step that is playing."""
        if self.held:
            self._go_on(stepwise=True)
            return
        if self.runner is None or self._deaf > 0 or self.services.settings.responsible:
            return
        if self.runner.slam(SLAM):
            self.services.audio.play("slam")
            self._deaf = SLAM_DEAF
        elif self.request is None:
            self.runner.skip()

    def settle_unseen(self) -> None:
        """Show the round's last picture at once, without its screens."""
        if self.played is None:
            return
        self.shown_from = None
        picture = RoundView()
        for event in self.played.round.events:
            picture = fold(picture, event)
        self.stage.show(picture)
        self.stage.take_cues()

    def seen(self) -> Seen:
        """What the player has seen of the round that moves without paying."""
        if self.played is None or self.shown_from is None:
            return Seen()
        all_held = suspense_in(self.played.round) if self._tempo.anticipation > 0 else []
        held = [each for each in all_held if each.spin >= self.shown_from]
        chance = round(1_000_000 * sum(each.chance for each in held))
        return Seen(len(held), sum(each.came for each in held), chance, self.big_wins)

    def forget(self) -> None:
        """Another game begins: nothing of the last round is to be seen."""
        self.played, self.fresh = None, False
        self.stage.win, self.stage.wins, self.stage.banner, self.stage.multiplier = 0.0, [], (), 1
        self._announced = ()

    def enter_free_spins(self) -> None:
        """Change to the free spins' place and music."""
        self.free, self.in_place = True, 0.0
        self.services.play_music(free=True)
        self.act("free_spins")
        if not self.services.settings.reduced_motion:
            self.sparks.sweep()

    def leave_free_spins(self) -> None:
        """Change back to the base game's place and music."""
        self.free, self.in_place = False, 0.0
        self.services.play_music(free=False)
        self.act("idle")

    @property
    def finished(self) -> bool:
        """Whether the round has been shown to its end (and the shortest spin time has passed)."""
        return self.runner is not None and self.runner.over and self.since_start >= self._tempo.shortest_spin

    def close(self) -> None:
        """Let the finished round go."""
        self.runner, self._director, self.paused = None, None, False
        self.services.theme.assets.release(*SHOWN_ONCE)

    @property
    def tempo(self) -> Tempo:
        """The tempo of the round being played."""
        return self._tempo

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds of the script pass."""
        self.since_start += dt
        self.in_place += dt
        self._deaf = max(0.0, self._deaf - dt)
        if self.runner is not None and not self.runner.over and not self.paused:
            self.runner.advance(dt)
        self._announce()
        self.live(dt)

    def live(self, dt: float) -> None:
        """Let everything but the script move on: under a screen the script waits."""
        self.clock += dt
        self.stage.age_popups(dt)
        self.board.still = self.board.suspense.still = self.services.settings.reduced_motion
        self.board.update(dt)
        self.wave.still = self.board.still
        self.wave.update(dt, self.stage.wave)
        self.board.suspense.punch = punch(self.stage.climax)
        self.climax.still, self.climax.calm = self.board.still, self.services.settings.reduce_flashing
        self.board.suspense.calm = self.climax.calm
        if not self.stage.glowing_reels:
            self.services.audio.let_go("anticipation")
        elif not self.board.still:
            self.sparks.rise(self.stage.glowing_reels, dt)
        self.particles.update(dt)
        for place in self.homing.update(dt):
            self._arrive(*place)
        if self.character is not None:
            self.character.reduced_motion = self.services.settings.reduced_motion
            self.character.update(dt)
        for cue in self.stage.take_cues():
            self._carry_out(cue)

    @property
    def held(self) -> bool:
        """Whether a replay waits for the player."""
        return self.paused or (self._director is not None and self._director.gate is not None)

    @property
    def caption(self) -> str:
        """What is said about the step on screen."""
        last = self._director.last if self._director is not None else None
        return caption(last) if last is not None else BEFORE

    def step(self) -> None:
        """Show a replay's next event and wait again."""
        self._go_on(stepwise=True)

    def pause_or_go_on(self) -> None:
        """Hold a replay, or let it run to its end; one that is over begins again."""
        if self.finished:
            self.seek(0, hold=False)
        elif self.held:
            self._go_on(stepwise=False)
        else:
            self.paused = True

    def _go_on(self, *, stepwise: bool) -> None:
        self.paused = False
        if self._director is not None:
            self._director.stepwise = stepwise
            if self._director.gate is not None:
                self._director.gate.finish()

    def abandon(self) -> None:
        """Leave a replay where it is."""
        self.close()
        if self.free:
            self.leave_free_spins()
        self.stage.take_cues()

    def keep(self) -> Callable[[], None]:
        """What puts the stage back as it is now, after something else was shown on it."""
        stage, played = self.stage, self.played
        board, wins, win, banner = stage.board() if stage.pieces else None, stage.wins, stage.win, stage.banner

        def put_back() -> None:
            self.played = played
            stage.show(RoundView(board=board, wins=tuple(wins)))
            if board is None:
                stage.pieces = []
            stage.leaving, stage.win, stage.banner = [], win, banner
            self.particles.clear()

        return put_back

    def _announce(self) -> None:
        """Keep what the banner says as text."""
        if self.stage.banner and self.stage.banner != self._announced:
            self.services.log.add(self.banner_text())
        self._announced = self.stage.banner

    def banner_text(self) -> str:
        """The banner line as plain words."""
        tr, words = self.services.tr, []
        for part in self.stage.banner:
            match part:
                case Text(text=text, values=values):
                    words.append(tr(text).format(**dict(values)))
                case Amount(coins=coins):
                    words.append(self.coins(coins))
                case Symbol(name=name):
                    words.append(symbol_name(self.services, name))
        return " ".join(words)

    def act(self, clip: str) -> None:
        """Let the character play a clip, or ``release`` the one she holds."""
        if self.character is not None:
            if clip == "release":
                self.character.release()
            else:
                self.character.play(clip)

    def rest_character(self) -> None:
        """Let the character go back to how she stands in this place."""
        self.act("release")
        self.act("free_spins" if self.free else "idle")

    @property
    def acting(self) -> bool:
        """Whether the character does more than breathe."""
        return self.character is not None and self.character.state.busy

    def coins(self, coins: float) -> str:
        """Coins as money at the round's bet."""
        bet = self.played.bet if self.played is not None else self.services.table.bet
        return self.services.money(bet.amount(round(coins)))

    def _carry_out(self, cue: Cue) -> None:
        match cue:
            case Sound(name=name):
                self.services.audio.play(name)
            case Burst(symbol=symbol, x=x, y=y, joyful=joyful, push=push):
                self._burst(symbol, (layout.BOARD.left + x, layout.BOARD.top + y), push, joyful=joyful)
            case Sparkle(kind=kind, x=x, y=y):
                self._sparkle(kind, layout.BOARD.left + x, layout.BOARD.top + y)
            case Dust(x=x, y=y):
                if not self.services.settings.reduced_motion:
                    self.sparks.dust(layout.BOARD.left + x, layout.BOARD.top + y)
            case Act(clip=clip):
                self.act(clip)
                if clip in VOICE and self.stage.joyful:
                    self.services.audio.play(self.services.rng.choice(VOICE[clip]))
            case SpinShown(spin=spin):
                self.services.table.mark_spin_shown(spin)
            case _:
                assert_never(cue)

    def _burst(self, symbol: str, place: tuple[float, float], push: tuple[float, float], *, joyful: bool) -> None:
        settings = self.services.settings
        if not settings.reduced_motion:
            self.sparks.burst(symbol, *place, push=push, joyful=joyful, flash=not settings.reduce_flashing)
            if joyful:
                self.homing.send(place, layout.WIN.inflate(-160, -40))

    def _arrive(self, x: float, y: float) -> None:
        """A spark reaches the WIN meter; of many at once one is heard."""
        self.sparks.glint(x, y)
        if self.clock - self._ticked >= TICKS_APART:
            self._ticked = self.clock
            self.services.audio.play("spark_tick")

    def _sparkle(self, kind: str, x: float, y: float) -> None:
        settings = self.services.settings
        places = {"meter": layout.WIN.midtop, "total": layout.TOTAL_MULTIPLIER.center}
        if kind in places:
            x, y = places[kind]
        elif kind == "sum":
            x, y = SUM
        if not settings.reduced_motion:
            self.sparks.sparkle(kind, x, y, flash=not settings.reduce_flashing)

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_character(self, canvas: pygame.Surface) -> None:
        """The character at her place."""
        if self.character is not None:
            with clipped(canvas, layout.CHARACTER_SPACE):
                self.character.draw(canvas)

    def pose(self) -> tuple[Placed, ...]:
        """Frames she is drawn with, to tell whether she moved."""
        return self.character.shown if self.character is not None else ()

    def draw_cat(self, canvas: pygame.Surface) -> None:
        """The cat, asleep on the bar's ledge."""
        if self.character is not None:
            self.character.draw_cat(canvas, *layout.CAT.topleft)

    def draw_above(self, canvas: pygame.Surface) -> None:
        """What flies over everything else."""
        self.draw_particles(canvas)
        self.draw_flights(canvas)
        self.wave.draw(canvas)

    def draw_dusk(self, canvas: pygame.Surface) -> None:
        """The dark that the board lies in while hearts fly."""
        if self.stage.climax is not None:
            self.climax.dim(canvas, self.stage.climax, self.board.hole)

    def draw_flights(self, canvas: pygame.Surface) -> None:
        """Amounts that rise, or the hearts' climax."""
        climax = self.stage.climax
        if climax is None:
            self.board.draw_above(canvas, self.coins)
            return
        self.climax.draw(canvas, climax, self.board, self.coins, layout.TOTAL_MULTIPLIER.center, self.clock)

    def draw_particles(self, canvas: pygame.Surface) -> None:
        """Shards, sparks, coins and stars."""
        self.particles.draw(canvas)
        self.homing.draw(canvas)
