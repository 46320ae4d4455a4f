"""Light and motion: what flies, what flashes, what drifts, and how lettering stands still while it counts."""

import random

import numpy as np
import pygame
import pytest

from game.engine import Mode, Seed, play
from game.engine.rules import PAYS
from game.platform.alphabet import LINE_BYTES
from game.platform.input import Action
from game.platform.lettering import Style
from game.platform.sprites import Sprite
from game.present.stage import Burst, Climax, FlyingHeart, Overlay, Sparkle
from game.ui import layout
from game.ui.widgets.backdrop import shifted
from game.ui.widgets.particles import Particle, Particles
from tests.ui.driver import FRAME

LOSS = next(seed for seed in range(100) if not play(Mode.BASE, Seed(seed)).win)


def flashes(particles: Particles) -> list[Particle]:
    return [particle for particle in particles.alive if particle.once]


@pytest.mark.parametrize(("chosen", "flies", "flashing"), [
    ({}, True, True),
    ({"reduce_flashing": True}, True, False),
    ({"reduced_motion": True}, False, False),
])  # fmt: skip
def test_settings_calm_bursts_and_landings(sit_down, chosen, flies, flashing):
    player = sit_down(**chosen)
    playback = player.scene.playback
    for symbol in PAYS:
        playback.particles.clear()
        playback.stage.cue(Burst(symbol, 400, 300, joyful=True))
        player.wait(1 / 60)
        assert bool(playback.particles.alive) is flies
        assert bool(flashes(playback.particles)) is flashing
    for kind in ("green", "scatter", "meter"):
        playback.particles.clear()
        playback.stage.cue(Sparkle(kind, 400, 300))
        player.wait(1 / 60)
        assert bool(playback.particles.alive) is flies
        assert bool(flashes(playback.particles)) is flashing


@pytest.mark.parametrize(("joyful", "chosen", "ticks"), [
    (True, {}, True),
    (False, {}, False),
    (True, {"reduced_motion": True}, False),
])  # fmt: skip
def test_sparks_of_a_joyful_burst_tick_as_they_reach_the_win_meter(sit_down, monkeypatch, joyful, chosen, ticks):
    player = sit_down(**chosen)
    playback = player.scene.playback
    heard, reached = [], []
    monkeypatch.setattr(playback.services.audio, "play", heard.append)
    monkeypatch.setattr(playback.sparks, "glint", lambda x, y: reached.append((x, y)))
    for x in (100, 300, 500):
        playback.stage.cue(Burst("red", x, 300, joyful=joyful))
    player.wait(0.3)
    assert not reached
    player.wait(0.5)
    assert len(reached) == (3 if ticks else 0)
    assert all(layout.WIN.collidepoint(place) for place in reached)
    assert ("spark_tick" in heard) is ticks


@pytest.mark.parametrize("still", [False, True])
def test_sparks_climb_only_in_a_waiting_reel(sit_down, still):
    player = sit_down(reduced_motion=still)
    playback = player.scene.playback
    playback.stage.glowing_reels = {4: 1.0}
    player.wait(1.0)
    places = {round((particle.x - 516) // 148) for particle in playback.particles.alive}
    assert places == (set() if still else {4})


@pytest.mark.parametrize(("chosen", "frames"), [({}, 5), ({"reduce_flashing": True}, 2), ({"reduced_motion": True}, 1)])
def test_fire_does_not_flicker_with_fewer_flashes(sit_down, monkeypatch, chosen, frames):
    player = sit_down(**chosen)
    playback, seen = player.scene.playback, set()
    playback.stage.glowing_reels = {5: 1.0}
    monkeypatch.setattr(playback.board.suspense, "_draw_flame", lambda _, flame, edge, __: seen.add((edge, id(flame))))
    for _ in range(6):
        player.wait(0.05)
        player.draw()
    assert {edge for edge, _ in seen} == {5, 6}
    assert frames <= sum(edge == 5 for edge, _ in seen) <= frames + 2


@pytest.mark.parametrize("still", [False, True])
def test_a_gust_blows_as_the_free_spins_begin(sit_down, still):
    player = sit_down(reduced_motion=still)
    base = player.scene
    base.playback.enter_free_spins()
    assert bool(base.playback.particles.alive) is not still
    player.wait(2.5)
    assert not base.playback.particles.alive, "the gust is over before the first board has fallen"


@pytest.mark.parametrize("joyful", [False, True])
def test_what_hearts_multiply_is_in_gold_only_above_the_stake(sit_down, monkeypatch, joyful):
    player = sit_down()
    playback = player.scene.playback
    golden = []
    monkeypatch.setattr(playback.climax, "_write", lambda _canvas, text, *_: golden.append(text))
    heart = FlyingHeart(3, (100.0, 100.0), progress=1.0)
    playback.stage.climax = Climax([heart], 40, dim=1.0, sum=3, slam=1.0, joyful=joyful)
    assert player.reads(playback.coins(40)) is not joyful
    assert golden == (["×3", playback.coins(40)] if joyful else ["×3"])


def test_added_spins_stand_before_a_crest_and_fly_to_the_spins_left(sit_down):
    player = sit_down()
    stage = player.scene.playback.stage

    def drawn():
        picture = pygame.surfarray.array3d(player.draw()).astype(int)
        return np.abs(picture - without).max(axis=2) > 40

    without = pygame.surfarray.array3d(player.draw()).astype(int)
    stage.overlay = Overlay("retrigger", 5, progress=0.5)
    wide = np.flatnonzero(drawn().any(axis=1))
    assert wide.max() - wide.min() > 500, "the crest's wings"
    stage.overlay.progress = 0.999
    place = np.argwhere(drawn())
    assert layout.SPINS_LEFT.inflate(40, 40).collidepoint(np.median(place, axis=0))


@pytest.mark.parametrize("still", [False, True])
def test_the_buying_card_steps_back_and_comes_forward(sit_down, still):
    player = sit_down(reduced_motion=still)
    card = player.scene.controls.buy_card
    player.services.table.next_seed = lambda: Seed(LOSS)
    player.key(Action.SPIN)
    player.wait(0.1)
    assert card.shade == 1 if still else 0 < card.shade < 1
    while card.state == "disabled":
        player.wait(FRAME)
    player.wait(0.1)
    assert card.shade == 0 if still else 0 < card.shade < 1
    player.wait(0.5)
    assert card.shade == 0


def test_a_particle_waits_then_moves_and_ends():
    field = Particles(random.Random(1))
    picture = Sprite(pygame.Surface((4, 4)), (0, 0), (4, 4))
    field.add(Particle(picture, 0, 0, 10, 0, life=1.0, wait=0.5))
    field.update(0.25)
    assert field.alive[0].x == 0
    field.update(0.75)
    assert field.alive[0].x == pytest.approx(5.0)
    field.update(0.6)
    assert not field.alive


@pytest.mark.parametrize("share", [0.0, 0.25, 0.5, 0.75])
def test_a_shifted_picture_moves_by_that_part_of_a_pixel(sit_down, share):
    sit_down()
    picture = pygame.Surface((12, 6), pygame.SRCALPHA)
    picture.fill((200, 120, 40, 255), (3, 1, 5, 4))
    alpha = pygame.surfarray.array_alpha(shifted(picture, share)).astype(float)
    before = pygame.surfarray.array_alpha(picture).astype(float)
    middle = (np.arange(13) @ alpha).sum() / alpha.sum()
    assert middle == pytest.approx((np.arange(12) @ before).sum() / before.sum() + share, abs=0.02)
    assert alpha.sum() == pytest.approx(before.sum(), rel=0.01)


def test_counting_letters_of_a_font_keep_their_width_and_place(sit_down):
    theme = sit_down().services.theme
    edge = theme.colour("edge")
    lines = [theme.fonts.lettering(f"Ж{digit}{digit}.{digit}0", 104, theme.skin.ramp, edge) for digit in "0123456789"]
    assert len({line.get_width() for line in lines}) == 1
    pad = Style(104, (), (0, 0, 0)).pad
    one, nine = (theme.fonts.lettering(f"RM{digit}.00", 104, theme.skin.ramp, edge) for digit in "19")
    before, after = (
        pygame.surfarray.array_alpha(line)[: theme.fonts.font("display", 104).size("RM")[0] - pad]
        for line in (one, nine)
    )
    assert (before == after).all()


def test_lettering_keeps_few_lines(sit_down):
    theme = sit_down().services.theme
    for coins in range(200):
        theme.lettering(f"RM{coins}.00", 60)
        theme.lettering(f"Ж{coins}.00", 60)
    assert len(theme.fonts._letterer._lines) < 20
    assert theme.assets.alphabet._lines.used <= LINE_BYTES
    assert not any("100.00" in str(key) for key in theme.fonts._lines._kept)


@pytest.mark.parametrize("theme", ["princess", "christmas"])
def test_what_drifts_passes_behind_logo_and_frame(sit_down, theme):
    """Logo, banner and frame look the same wherever the boughs hang."""
    player = sit_down("--theme", theme)
    scene = player.scene.view
    solid = pygame.Surface((1920, 1080), pygame.SRCALPHA)
    ground = scene.static_layer()
    scene._draw_furniture(solid)
    opaque = pygame.surfarray.array_alpha(solid) == 255
    opaque[472:1448, 100:] = False
    canvas = ground.copy()
    for _ in range(8):
        player.wait(0.9)
        canvas.blit(ground, (0, 0))
        scene.backdrop._air.clear()
        scene.backdrop.draw_life(canvas, free=False)
        far = np.abs(pygame.surfarray.array3d(canvas).astype(int) - pygame.surfarray.array3d(ground)).max(axis=2)
        assert far[opaque].max() <= 2
        assert far[:, :108].max() > 40, "no bough hangs there"
