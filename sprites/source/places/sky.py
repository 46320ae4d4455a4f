"""The heavens: stars, nebulae, galaxy, moon, thin cloud, aurora, shooting stars, far hills."""

from __future__ import annotations

import math

import cv2
import numpy as np

from .canvas import (
    COLUMNS,
    HEIGHT,
    MOON,
    MOON_DISTANCE,
    MOON_RADIUS,
    ROWS,
    WIDTH,
    blur,
    clear,
    colour,
    line_noise,
    mix,
    noise,
    over,
    shine,
    smooth,
    solid,
    warp,
    wobble,
)

Array = np.ndarray


def star_field(
    count: int, seed: int, low: float = 0.62, tints: tuple[str, ...] = ("#eef2ff", "#ffe6c8", "#bcd4ff")
) -> Array:
    """Light (1080, 1920, 3) of `count` stars, most faint, denser above; `low` is the lowest row as a share."""
    random = np.random.default_rng(seed)
    light = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    rows = (random.random(count) ** 1.2 * HEIGHT * low).astype(int)
    columns = random.integers(0, WIDTH, count)
    power = random.random(count) ** 7 * 2.4 + 0.09
    kinds = random.integers(0, len(tints), count)
    palette = np.stack([colour(t) for t in tints])
    np.add.at(light, (rows, columns), palette[kinds] * power[:, None].astype(np.float32))
    return blur(light, 0.7) * 2.6 + blur(light, 2.4) * 2.0


def sparkle(x: float, y: float, size: float) -> Array:
    """Light mask of one four-rayed star of half length `size`."""
    out = np.zeros((HEIGHT, WIDTH), np.float32)
    reach = int(size * 2.5)
    x0, x1, y0, y1 = (
        max(0, int(x) - reach),
        min(WIDTH, int(x) + reach),
        max(0, int(y) - reach),
        min(HEIGHT, int(y) + reach),
    )
    dx, dy = np.abs(COLUMNS[y0:y1, x0:x1] - x), np.abs(ROWS[y0:y1, x0:x1] - y)
    thin, long = size * 0.045, size * 0.4
    rays = np.exp(-dx / thin - dy / long) + np.exp(-dy / thin - dx / long)
    out[y0:y1, x0:x1] = rays * 0.6 + np.exp(-((dx**2 + dy**2) / (size * 0.16) ** 2)) * 0.8
    return out


def nebula(sky: Array, seed: int, where: Array, codes: tuple[str, str, str], strength: float = 1.0) -> Array:
    """Glowing gas in three colours with dark dust lanes, folded by its own noise, where the mask allows."""
    fold_x, fold_y = noise(700, 500, seed, 4) - 0.5, noise(700, 500, seed + 1, 4) - 0.5
    wisps = warp(noise(420, 260, seed + 2, 7), fold_x * 420, fold_y * 300)
    veils = warp(noise(520, 340, seed + 3, 7, 0.55), fold_y * 380, fold_x * 260)
    dust = warp(noise(300, 170, seed + 4, 7, 0.56), fold_x * 260, fold_y * 220)
    ridges = 1 - np.abs(2 * warp(noise(360, 220, seed + 5, 6), fold_y * 300, fold_x * 300) - 1)
    out = shine(sky, where * smooth(0.30, 0.85, wisps) ** 1.2, codes[0], 0.85 * strength)
    out = shine(out, where * smooth(0.42, 0.9, veils) ** 1.3, codes[1], 0.8 * strength)
    out = shine(out, where**1.5 * smooth(0.66, 0.98, ridges) ** 2 * smooth(0.35, 0.8, wisps), codes[2], 0.75 * strength)
    lanes = np.clip(where * smooth(0.52, 0.8, dust) * 0.55, 0, 1)[..., None]
    out[..., :3] *= 1 - lanes
    return out


def galaxy(
    sky: Array,
    x: float,
    y: float,
    size: float,
    tilt: float,
    squash: float,
    codes: tuple[str, str, str],
    seed: int,
    strength: float = 1.0,
) -> Array:
    """A spiral of stars round (x, y), `size` px to where it fades, turned by `tilt` degrees and seen aslant."""
    c, s = math.cos(math.radians(tilt)), math.sin(math.radians(tilt))
    u = ((COLUMNS - x) * c + (ROWS - y) * s) / size
    v = (-(COLUMNS - x) * s + (ROWS - y) * c) / (size * squash)
    r = np.hypot(u, v) + 1e-4
    turn = np.arctan2(v, u)
    phase = 2 * turn + 5.2 * np.log(r + 0.05)
    patchy = warp(
        noise(130, 110, seed, 6), (noise(160, 160, seed + 1, 3) - 0.5) * 90, (noise(160, 160, seed + 2, 3) - 0.5) * 90
    )
    arms = (0.5 + 0.5 * np.cos(phase + (patchy - 0.5) * 2.2)) ** 2.2
    fade = np.exp(-((r / 0.62) ** 1.7))
    core = np.exp(-((r / 0.13) ** 1.2))
    out = shine(sky, fade * (0.18 + arms) * (0.35 + 0.9 * patchy), codes[0], 0.62 * strength)
    out = shine(out, fade * arms**3 * smooth(0.45, 0.8, patchy), codes[1], 0.75 * strength)
    out = shine(out, core, codes[2], 0.9 * strength)
    random = np.random.default_rng(seed + 9)
    dust = (random.random((HEIGHT, WIDTH)) ** 60 * (fade * (0.2 + arms))).astype(np.float32)
    return shine(out, blur(dust, 0.7) * 3.2, "#fff4e4", strength)


def moon(
    sky: Array, face: str, sea: str, halo: str, ring: str, radius: float = MOON_RADIUS, halo_strength: float = 1.0
) -> Array:
    """The moon behind the princess's head: wide halo, close glow, faint rings, a disc with seas and craters."""
    d = MOON_DISTANCE
    out = np.maximum(d - radius, 0)
    sky = shine(sky, np.exp(-out / 330), halo, 0.34 * halo_strength)
    sky = shine(sky, np.exp(-out / 90), ring, 0.36 * halo_strength)
    sky = shine(sky, np.exp(-(((d - radius * 1.62) / 4) ** 2)), ring, 0.08)
    sky = shine(sky, np.exp(-(((d - radius * 2.25) / 12) ** 2)), halo, 0.06)
    bulge = np.sqrt(np.clip(1 - (d / radius) ** 2, 0, 1))
    shaken = wobble(noise(150, 150, 21, 3), 30, 60, 33)
    seas = smooth(0.46, 0.68, shaken) * 0.42 + smooth(0.5, 0.8, wobble(noise(70, 70, 29, 4), 14, 40, 35)) * 0.14
    pits, relief = _craters(radius)
    seas = np.clip(seas + pits, 0, 1)
    rgb = mix(colour(face), colour(sea), seas[..., None])
    rgb = rgb * (0.86 + 0.14 * bulge)[..., None] * (1 + relief)[..., None]
    return over(sky, solid(np.clip(rgb, 0, 1), np.clip((radius - d) / 1.6 + 0.5, 0, 1)))


def _craters(radius: float) -> tuple[Array, Array]:
    """Floor darkness and rim relief of the moon's craters, some with bright rays."""
    random = np.random.default_rng(77)
    floor, relief = np.zeros((HEIGHT, WIDTH), np.float32), np.zeros((HEIGHT, WIDTH), np.float32)
    shake = (noise(26, 26, 91, 3) - 0.5) * 0.9
    for _ in range(40):
        a, far = random.uniform(0, 2 * math.pi), radius * random.random() ** 0.5 * 0.93
        size = random.uniform(2, 12) * random.uniform(0.4, 1)
        x, y = MOON[0] + far * math.cos(a), MOON[1] + far * math.sin(a)
        squash = 1 - 0.5 * (far / radius) ** 2
        u = ((COLUMNS - x) * math.cos(a) + (ROWS - y) * math.sin(a)) / size / squash
        v = (-(COLUMNS - x) * math.sin(a) + (ROWS - y) * math.cos(a)) / size
        r = np.hypot(u, v) + shake
        floor += smooth(1.1, 0.3, r) * random.uniform(0.03, 0.12)
        rim = np.exp(-(((r - 1) / 0.34) ** 2))
        relief += rim * (0.01 - 0.035 * (COLUMNS - x + ROWS - y) / (size * 2))
    for x, y, reach in ((1722, 286, 90), (1640, 178, 70)):
        dx, dy = COLUMNS - x, ROWS - y
        r = np.hypot(dx, dy) + 1e-3
        spokes = (0.5 + 0.5 * np.sin(np.arctan2(dy, dx) * 9 + shake * 5)) ** 3
        relief += np.exp(-r / reach * 2.2) * (0.05 + 0.07 * spokes)
    return floor, np.clip(relief, -0.12, 0.1)


def wisps(
    sky: Array, y: float, spread: float, seed: int, far: str, near: str, strength: float = 0.6, slope: float = 0.05
) -> Array:
    """Thin streaks of high cloud about row `y`, warmer near the moon."""
    form = warp(noise(560, 60, seed, 5), np.zeros_like(ROWS), (noise(300, 120, seed + 1, 3) - 0.5) * 60)
    mask = np.clip(form - 0.5, 0, 1) * 2.2 * np.exp(-(((ROWS - y + (COLUMNS - 960) * slope) / spread) ** 2))
    tint = mix(colour(far), colour(near), np.exp(-MOON_DISTANCE / 320)[..., None])
    return over(sky, solid(tint, np.clip(mask * strength, 0, 0.7)))


def constellation(sky: Array, points: list[tuple[float, float]], line: str, dot: str, strength: float = 1.0) -> Array:
    """Stars joined by a faint line."""
    lines = np.zeros((HEIGHT, WIDTH), np.float32)
    path = np.array([[[round(x * 16), round(y * 16)] for x, y in points]], np.int32)
    cv2.polylines(lines, path, False, 0.7, 1, cv2.LINE_AA, 4)
    sky = shine(sky, lines, line, 0.36 * strength)
    for k, (x, y) in enumerate(points):
        sky = shine(sky, sparkle(x, y, 10 + 5 * (k % 3)), dot, 0.9 * strength)
    return sky


def shooting_star(
    sky: Array, x: float, y: float, length: float, angle: float, head: str, tail: str, strength: float = 1.0
) -> Array:
    """A falling star with its head at (x, y) and its tail `length` px back along `angle` (degrees, 0 to the right)."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    along = ((COLUMNS - x) * c - (ROWS - y) * s) / length
    across = (COLUMNS - x) * s + (ROWS - y) * c
    inside = smooth(-0.004, 0.004, along) * np.clip(1 - along, 0, 1) ** 2
    sky = shine(sky, inside * np.exp(-np.abs(across) / (1.0 + 4.5 * np.clip(1 - along, 0, 1))), tail, 0.7 * strength)
    sky = shine(sky, inside * np.exp(-np.abs(across) / 1.1), head, 0.9 * strength)
    return shine(sky, sparkle(x, y, 16), head, strength)


def aurora(
    y: float,
    swing: float,
    seed: int,
    tall: float,
    low: str,
    high: str,
    strength: float,
    slope: float = 0.0,
    foot: float = 16.0,
) -> Array:
    """Light (1080, 1920, 3) of one curtain hanging over a waving foot line at row `y`; `tall` px to where it fades."""
    x = COLUMNS[0]
    line = (
        y
        + swing * (line_noise(x, seed, 520, 3) - 0.5) * 2
        + 34 * (line_noise(x, seed + 1, 150, 2) - 0.5)
        + slope * (x - 960)
    )
    fold = np.gradient(blur(line[None], 10)[0])
    above = line[None] - ROWS
    reach = tall * (0.5 + 1.0 * line_noise(x, seed + 2, 190, 3))[None]
    rays = (0.42 + 0.58 * line_noise(x, seed + 3, 34, 3) + 0.34 * (line_noise(x, seed + 4, 9, 2) - 0.5))[None]
    crowded = (1 + 1.1 * np.abs(fold))[None]
    body = np.where(above > 0, np.exp(-above / reach) * (1 - np.exp(-above / foot)), 0) * rays * crowded
    body = body * (0.25 + 0.95 * line_noise(x, seed + 5, 360, 2))[None]
    body = blur(body.astype(np.float32), 2.6, 9)
    hue = np.clip(above / (reach * 2.2), 0, 1)[..., None]
    return np.clip(body, 0, 1)[..., None] * mix(colour(low), colour(high), hue) * strength


def lit_by(sky: Array, light: Array) -> Array:
    """The sky with light (1080, 1920, 3) screened on."""
    out = sky.copy()
    out[..., :3] = sky[..., :3] + np.clip(light, 0, 1) * np.clip(1 - sky[..., :3], 0, 1)
    return out


def ridge(base: float, height: float, seed: int, top: str, foot: str, scale: float = 330) -> Array:
    """A far range of hills standing on row `base`, up to `height` px high, paler at the foot."""
    x = COLUMNS[0]
    line = base - height * (
        0.75 * line_noise(x, seed, scale, 5) + 0.5 * np.abs(line_noise(x, seed + 9, scale / 2, 5) - 0.5)
    )
    depth = np.clip((ROWS - line[None]) / (height * 1.1), 0, 1)
    grain = 1 + 0.22 * (noise(90, 140, seed + 40, 5) - 0.5)
    rgb = mix(colour(top), colour(foot), depth[..., None]) * grain[..., None]
    return over(clear(), solid(np.clip(rgb, 0, 1), smooth(-1.2, 1.2, ROWS - line[None])))
