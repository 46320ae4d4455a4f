"""Light and weather for run-time particles: sparks, glints, rays, snow, petals, turning coins, comet trails.

Light is white or near it on a clear ground, so that it may be added or tinted; snow, petals and coins are bodies.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from PIL import Image

from sprites.source.atlas import Frame
from sprites.source.colours import GOLD, PALETTES, Ramp, ramp, rgb
from sprites.source.kit.paint import Canvas, bump, smoothstep
from sprites.source.kit.relief import normals, outline, studio
from sprites.source.kit.shapes import heart, leaf, line, polar, star

COINS = 12
COIN_MS = 50
COIN_SIZE = 84


def _light(c: Canvas, amount: np.ndarray, inner: str, outer: str) -> None:
    """Pure light: coverage is its strength, whitest where strongest."""
    level = np.clip(amount, 0, 1)
    hot = smoothstep(0.25, 0.85, level)[..., None]
    c.over(rgb(outer) * (1 - hot) + rgb(inner) * hot, level)


def _centred(size: int, scale: int = 2) -> tuple[Canvas, np.ndarray, np.ndarray]:
    """A square canvas, and each point's distance (0 middle, 1 edge) and angle."""
    c = Canvas(size, size, scale)
    dx, dy = c.x - size / 2, c.y - size / 2
    return c, np.hypot(dx, dy) / (size / 2), np.arctan2(dy, dx)


def _glint(size: int, arms: int, thin: float, outer: str, core: float = 0.10, turn: float = 0) -> Image.Image:
    """A star of light with `arms` thin rays."""
    c, r, _ = _centred(size)
    amount = np.exp(-((r / core) ** 2)) + 0.35 * np.exp(-((r / 0.30) ** 2))
    for k in range(arms):
        a = math.pi * k / arms + math.radians(turn)
        along = ((c.x - size / 2) * math.cos(a) + (c.y - size / 2) * math.sin(a)) / (size / 2)
        across = (-(c.x - size / 2) * math.sin(a) + (c.y - size / 2) * math.cos(a)) / (size / 2)
        reach = 1.0 if k % 2 == 0 else 0.86
        width = thin * np.clip(1 - np.abs(along) / reach, 0, 1)
        amount += np.exp(-((across / np.maximum(width, 1e-4)) ** 2)) * np.clip(1 - np.abs(along) / reach, 0, 1) ** 1.2
    _light(c, amount * smoothstep(1.0, 0.72, r), "#FFFFFF", outer)
    return c.image()


def _sparks(tint: str, warm: str) -> dict[str, Image.Image]:
    soft, r, _ = _centred(32)
    _light(soft, np.exp(-((r / 0.22) ** 2)) + 0.30 * np.exp(-((r / 0.5) ** 2)) * smoothstep(1, 0.6, r), "#FFFFFF", warm)
    streak = Canvas(48, 16, 2)
    across = np.abs(streak.y - 8) / 8
    along = np.clip(streak.x / 46, 0, 1)
    body = np.exp(-((across / (0.10 + 0.32 * along)) ** 2)) * along**1.5 * smoothstep(1.0, 0.93, streak.x / 47)
    _light(streak, body * 1.2, "#FFFFFF", warm)
    return {
        "spark/0": soft.image(),
        "spark/1": _glint(40, 2, 0.075, warm, core=0.14),
        "spark/2": streak.image(),
        "spark/3": _glint(28, 2, 0.10, tint, core=0.20, turn=45),
    }


def _ring() -> Image.Image:
    c, r, _ = _centred(256)
    band = np.exp(-(((r - 0.80) / 0.035) ** 2)) + 0.45 * np.exp(-(((r - 0.74) / 0.10) ** 2)) * (r < 0.82)
    _light(c, band * smoothstep(1.0, 0.9, r), "#FFFFFF", "#FFF4D8")
    return c.image()


def _glow() -> Image.Image:
    c, r, _ = _centred(128)
    c.over("#FFFFFF", np.clip((np.exp(-((r / 0.42) ** 2)) - 0.0035) * smoothstep(1, 0.7, r), 0, 1))
    return c.image()


def _flare(tint: str) -> Image.Image:
    """A bright meeting of light: core, long flat streak, short upright, thin halo."""
    c, r, _ = _centred(200)
    x, y = (c.x - 100) / 100, (c.y - 100) / 100
    amount = np.exp(-((r / 0.12) ** 2)) + 0.40 * np.exp(-((r / 0.34) ** 2))
    amount += 0.85 * np.exp(-((y / (0.030 * np.clip(1.05 - np.abs(x), 0.02, 1))) ** 2)) * np.clip(1 - np.abs(x), 0, 1)
    amount += 0.55 * np.exp(-((x / 0.022) ** 2)) * np.clip(1 - np.abs(y) / 0.6, 0, 1)
    amount += 0.12 * np.exp(-(((r - 0.62) / 0.03) ** 2))
    _light(c, amount * smoothstep(1.0, 0.75, r), "#FFFFFF", tint)
    return c.image()


def _trail(tint: str) -> Image.Image:
    """A comet's tail, 256x48: the head at the right end."""
    c = Canvas(256, 48, 2)
    x, y = c.x / 256, (c.y - 24) / 24
    head = np.sqrt(np.clip(1 - (np.clip(x - 0.88, 0, None) / 0.11) ** 2, 0, 1))
    body = np.exp(-((y / np.maximum((0.05 + 0.50 * x**1.6) * head, 0.01)) ** 2)) * x**1.7 * head
    core = np.exp(-((y / np.maximum((0.03 + 0.17 * x) * head, 0.01)) ** 2)) * x**2.4 * head
    level = np.clip(c.blur((0.65 * body + 0.85 * core).astype(np.float32), 1.2), 0, 1)
    c.over(ramp(level, ((0, tint), (0.55, tint), (1, "#FFFFFF"))), level * smoothstep(1.0, 0.75, np.abs(y)))
    return c.image()


def _flakes() -> dict[str, Image.Image]:
    """Two soft flakes out of focus, two six-armed crystals."""
    drawn = {}
    for k, (size, sharp) in enumerate(((22, 0.55), (34, 0.40))):
        c, r, _ = _centred(size)
        c.over("#F6FBFF", np.clip(np.exp(-((r / sharp) ** 4)) * smoothstep(1, 0.75, r), 0, 1) * (0.95 - 0.3 * k))
        drawn[f"snow/{k}"] = c.image()
    for k, size in ((2, 36), (3, 48)):
        c = Canvas(size, size, 4)
        middle, arm = size / 2, size * 0.44
        strokes = np.zeros(c.shape, np.float32)
        for turn in range(6):
            strokes = np.maximum(strokes, c.stroke(line((middle, middle), polar(middle, middle, arm, 60 * turn)), 2.0))
            for at, long in ((0.45, 0.30), (0.72, 0.22)):
                root = polar(middle, middle, arm * at, 60 * turn)
                for side in (-52, 52):
                    twig = line(root, polar(*root, arm * long, 60 * turn + side))
                    strokes = np.maximum(strokes, c.stroke(twig, 1.6))
        c.over("#9CC8F0", np.clip(c.blur(strokes, 1.6) * 0.8, 0, 1))
        c.over("#FFFFFF", strokes)
        drawn[f"snow/{k}"] = c.image()
    return drawn


def _petals(skin: str) -> dict[str, Image.Image]:
    """Cherry petals, flat, cupped and curled over; at Christmas small holly leaves in two greens and a red one."""
    if skin == "princess":
        pink, violet, rose = (
            ("#8E1F62", "#FF8CC2", "#FFF0F7"),
            ("#5E2A92", "#CC96F2", "#F8EAFF"),
            ("#A02A58", "#FFA2B4", "#FFF2EC"),
        )
        views = ((pink, 1.0, 0.0, -16), (violet, 0.66, 0.0, 24), (rose, 0.84, 0.42, -8), (pink, 0.62, 0.55, 38))
        return {f"petal/{k}": _petal(*view) for k, view in enumerate(views)}
    tones = (("#06401F", "#17804A", "#7FD49A"), ("#0A4A3A", "#1E9070", "#96E6C8"), ("#6A0616", "#C81C34", "#FF9A90"))
    drawn = {}
    for k, (deep, body, light) in enumerate((*tones, tones[0])):
        c = Canvas(44, 44)
        path = leaf(22, 41, 37, 20, -14 + 14 * (k % 3))
        mask = c.mask(path)
        c.over(deep, c.grown(mask, 0.8) * 0.8)
        across = (c.x - 22 + (c.y - 41) * math.tan(math.radians(-14 + 14 * (k % 3)))) / 12
        tone = np.clip(0.55 - 0.38 * across + 0.25 * np.cos((c.y - 6) / 9), 0, 1)
        c.over(ramp(tone, ((0, deep), (0.5, body), (1, light))), mask)
        vein = c.stroke(line((22, 41), polar(22, 41, 31, -14 + 14 * (k % 3))), 1.1)
        c.light(light, vein * mask * 0.7)
        drawn[f"petal/{k}"] = c.image()
    return drawn


def _petal(tones: tuple[str, str, str], wide: float, curl: float, lean: float) -> Image.Image:
    """One notched petal of `wide` apparent width, `curl` of its right side folded over, leaning by `lean` degrees."""
    deep, body, pale = tones
    c = Canvas(44, 44, 4)
    turn = math.radians(lean)
    dx, dy = c.x - 22, c.y - 22
    x, y = dx * math.cos(turn) + dy * math.sin(turn), -dx * math.sin(turn) + dy * math.cos(turn)
    along = (18.5 - y) / 36
    half = 15.5 * wide * np.sin(math.pi * np.clip(along, 0, 1) ** 0.82 * 0.93 + 0.02) ** 0.72
    across = x / np.maximum(half, 0.4)
    tip = 1 - 0.15 * np.exp(-((x / (3.2 * wide)) ** 2)) - 0.03 * (x / 15) ** 2
    inside = c.blur(
        (smoothstep(1.04, 0.96, np.abs(across)) * (along > 0.015) * smoothstep(0.02, -0.02, along - tip)), 0.3
    )
    edge = 1 - curl
    front = inside * (smoothstep(edge + 0.03, edge - 0.03, across) if curl else 1)
    c.over("#3A0C38", c.grown(front, 0.7) * 0.55)
    tone = np.clip(0.16 + 0.95 * np.clip(along, 0, 1) ** 0.8, 0, 1)
    tone = tone - 0.20 * (across + 0.25) ** 2 * np.sign(across + 0.25) + 0.07 * np.cos(across * 9) * (1 - along)
    tone -= 0.16 * np.exp(-((across - 0.04) ** 2) / 0.006) * (1 - along)
    c.over(ramp(np.clip(tone, 0, 1), ((0, deep), (0.52, body), (1, pale))), front)
    c.light("#FFFFFF", front * smoothstep(0.62, 0.95, -across) * smoothstep(0.15, 0.6, along) * 0.55)
    c.light("#FFFFFF", front * np.exp(-(((across + 0.42) / 0.16) ** 2) - ((along - 0.62) / 0.20) ** 2) * 0.5)
    if curl:
        flipped = (edge - across) / curl
        over = (
            inside * smoothstep(edge - curl * 0.85, edge - curl * 0.80, across) * smoothstep(edge + 0.03, edge, across)
        )
        over *= smoothstep(0.10, 0.34, along)
        c.shade("#3A0C38", c.shifted(c.blur(over, 1.2), -1.2, 0.8) * front * 0.45)
        c.over(ramp(np.clip(0.9 - 0.5 * flipped, 0, 1), ((0, body), (0.6, pale), (1, "#FFFFFF"))), over)
    return c.image()


def _coin_face(size: int, skin: str) -> np.ndarray:
    """Normals of a struck coin face (drawn rows, columns, 3): raised rim, ring of dots, a heart or a star."""
    c = Canvas(size, size)
    middle = size / 2
    r = np.hypot(c.x - middle, c.y - middle)
    edge = middle - 2
    emblem = c.mask(
        heart(middle, middle, size * 0.46)
        if skin == "princess"
        else star(middle, middle + 1, size * 0.29, size * 0.125, 5)
    )
    angle = np.arctan2(c.y - middle, c.x - middle)
    dots = (0.5 + 0.5 * np.cos(angle * 30)) * bump(r, edge - 8.6, 1.8)
    d = np.clip(c.inside(emblem) / 4, 0, 1)
    height = 3.4 * bump(r, edge - 2.8, 3.2) + 1.1 * dots + 3.6 * np.sqrt(1 - (1 - d) ** 2)
    height += 2.0 * np.sqrt(np.clip(1 - (r / edge) ** 2 * 0.8, 0, 1))
    return normals(c.blur(height.astype(np.float32), 0.6), c.scale)


def _coins(skin: str) -> dict[str, Frame]:
    """One whole turn of a coin about its upright axis."""
    stops: Ramp = GOLD
    size = COIN_SIZE
    face = _coin_face(size, skin)
    radius, thick = size / 2 - 8.0, 8.0
    frames = {}
    for k in range(COINS):
        theta = 2 * math.pi * (k + 0.5) / COINS
        cos, sin = math.cos(theta), math.sin(theta)
        c = Canvas(size, size)
        x, y = c.x - size / 2, c.y - size / 2
        near = math.copysign(1, cos)
        shift = near * sin * thick / 2
        wide = max(abs(cos), 0.02)
        front = ((x - shift) / wide) ** 2 + y**2 <= radius**2
        back = ((x + shift) / wide) ** 2 + y**2 <= radius**2
        between = (np.abs(x) <= abs(shift)) & (np.abs(y) <= radius)
        hull = (front | back | between).astype(np.float32)
        hull = c.blur(hull, 0.25)
        outline(c, hull, 1.3, "#2A0E06")
        turn = np.clip(y / radius, -1, 1)
        side = math.copysign(1, -shift) if shift else 1
        n = np.dstack([side * np.sqrt(1 - turn**2) * 0.9, turn, np.full_like(y, 0.35)])
        n /= np.linalg.norm(n, axis=-1, keepdims=True)
        ribs = 0.78 + 0.22 * np.cos(np.arcsin(turn) * 34)
        c.over(ramp(studio(n.astype(np.float32), c, 0) * ribs * 0.9, stops), hull)
        u = (x - shift) / (cos if abs(cos) > 0.02 else 0.02 * near) * (size / 2 - 2) / radius + size / 2
        v = y * (size / 2 - 2) / radius + size / 2
        sampled = cv2.remap(face, (u * c.scale).astype(np.float32), (v * c.scale).astype(np.float32), cv2.INTER_LINEAR)
        nx, ny, nz = sampled[..., 0] * near, sampled[..., 1], sampled[..., 2]
        world = np.dstack([nx * abs(cos) + nz * sin * near, ny, nz * abs(cos) - nx * sin * near])
        world /= np.maximum(np.linalg.norm(world, axis=-1, keepdims=True), 1e-4)
        level = studio(world.astype(np.float32), c, 0.2) * 1.12 + 0.05
        c.over(ramp(level, stops), c.blur(front.astype(np.float32), 0.25))
        frames[f"coin/{k:02}"] = Frame(c.image(), COIN_MS)
    return frames


def _streak(tint: str) -> Image.Image:
    """What a fast symbol leaves above it, 148 x 300."""
    c = Canvas(148, 300, 1)
    rng = np.random.default_rng(6)
    light = np.zeros(c.shape, np.float32)
    for _ in range(22):
        x, width, top = rng.uniform(24, 124), rng.uniform(1.0, 5.0), rng.uniform(0, 180)
        light += np.exp(-(((c.x - x) / width) ** 2)) * smoothstep(top, 300, c.y) * rng.uniform(0.2, 0.7)
    light = np.clip(light, 0, 1) * smoothstep(300, 250, c.y)
    c.over(tint, light * 0.75)
    return c.image()


def effects(skin: str) -> dict[str, Image.Image | Frame]:
    """Every picture of the effects sheet of `skin`."""
    palette = PALETTES[skin]
    warm = "#FFD98A" if skin == "princess" else "#CFEFFF"
    drawn: dict[str, Image.Image | Frame] = {
        **_sparks(palette.accent, warm),
        "star4": _glint(96, 2, 0.05, warm),
        "glow": _glow(),
        "ring": _ring(),
        "trail": _trail(palette.accent),
        "flare": _flare(warm),
        "streak": _streak("#E6DAFF" if skin == "princess" else "#D8F0FF"),
        **_flakes(),
        **_petals(skin),
        **_coins(skin),
    }
    return drawn
