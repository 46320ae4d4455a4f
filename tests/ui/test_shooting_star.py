"""Idle delights come only while the table rests, and not at all with reduced motion."""

import random

import pygame

from game.ui.table.scene import TableScene
from game.ui.widgets.shooting_star import AFTER, LASTS, SKY, ShootingStar


def test_a_shooting_star_crosses_the_sky_after_a_while_and_is_gone(player):
    star = ShootingStar(player.services.theme, random.Random(3))
    canvas = pygame.Surface((1920, 1080)).convert()
    for _ in range(round(AFTER[0] * 10) - 1):
        star.update(0.1, resting=True)
        assert star.rect is None
    seen = []
    for _ in range(round((AFTER[1] + LASTS) * 20)):
        star.update(0.05, resting=True)
        if star.rect is not None:
            assert SKY.contains(star.rect)
            canvas.fill("black")
            star.draw(canvas)
            lit = canvas.get_bounding_rect() if canvas.get_flags() & pygame.SRCALPHA else star.rect
            seen.append((star.rect.centerx, pygame.surfarray.array3d(canvas.subsurface(lit)).max()))
        elif seen:
            break
    assert seen[0][0] > seen[-1][0], "it moves to the left"
    assert max(light for _, light in seen) > 60
    assert star.rect is None


def test_none_comes_while_a_round_is_played(player):
    star = ShootingStar(player.services.theme, random.Random(3))
    for _ in range(1000):
        star.update(0.1, resting=False)
        assert star.rect is None


def test_it_is_drawn_at_rest_where_it_says_and_not_with_reduced_motion(player):
    base = player.scene
    assert isinstance(base, TableScene)
    base.view.star._wait = 0.1
    player.wait(0.6)
    assert base.view.star.rect is not None
    assert base.static_key() is not None
    assert base.ambient_rate() == 60
    player.wait(1.5)
    player.services.settings.reduced_motion = True
    base.view.star._wait = 0.1
    player.wait(1)
    assert base.view.star.rect is None
