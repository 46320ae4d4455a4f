"""The full pictures behind big wins, the cap, the introduction and the summary, painted over the skin's own places."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from sprites.source.colours import PALETTES, ramp, rgb
from sprites.source.kit.carving import ICE, PEARL, wings
from sprites.source.kit.paint import Canvas, smoothstep

WIDTH, HEIGHT = 1920, 1080
SPRITES = Path(__file__).resolve().parents[2]

GRID_Y, GRID_X = np.mgrid[0:HEIGHT, 0:WIDTH].astype(np.float32)


@dataclass(frozen=True)
class Light:
    """The light of a picture: its rays' two colours, and the glow from its core outwards."""

    dark: str
    bright: str
    wide: str
    warm: str = "#FFB648"
    core: str = "#FFF0C0"
    cloud: tuple[str, str] = ("#8A56C8", "#FFDDF2")


@dataclass(frozen=True)
class Picture:
    """One picture: the place it is painted over, where its rays begin, and what else is in it."""

    place: str
    middle: tuple[int, int]
    rays: int
    turn: float
    blur: float
    strength: float
    clouds: tuple[tuple[int, int, int, float], ...] = ()
    """Seed, x, y and size of each."""
    beams: int = 0
    """Broad beams from above."""


PICTURES = {
    "tier_3": Picture("base", (800, 410), 15, 0.25, 5, 1.0),
    "tier_4": Picture("base", (800, 410), 17, 0.1, 3, 1.0, beams=5),
    "tier_5": Picture(
        "free", (760, 400), 19, 0.1, 2, 0.95, ((3, 250, 990, 1.4), (4, 900, 1030, 1.6), (5, 1600, 1000, 1.6)), beams=3
    ),
    "cap": Picture(
        "free",
        (960, 330),
        23,
        0.05,
        2,
        1.0,
        ((3, 180, 930, 1.5), (5, 1740, 930, 1.5), (4, 960, 810, 1.7), (6, 470, 1010, 1.3), (7, 1450, 1010, 1.3)),
    ),
    "intro": Picture(
        "free", (780, 440), 16, 0.3, 1.5, 0.85, ((3, 150, 1010, 1.4), (4, 820, 1040, 1.6), (5, 1620, 1010, 1.6))
    ),
    "summary": Picture(
        "free", (700, 380), 14, 0.2, 3, 0.8, ((3, 150, 1030, 1.4), (4, 900, 1060, 1.7), (5, 1660, 1020, 1.6))
    ),
}

LIGHTS = {
    "princess": {
        "tier_3": Light("#4A0A98", "#FF4CB8", "#FF4FC0"),
        "tier_4": Light("#3A0AA8", "#E84CF0", "#C84FFF"),
        "tier_5": Light("#5A0AA0", "#FF3FB0", "#FF4FC0", cloud=("#9A62D0", "#FFE2F4")),
        "cap": Light("#6A0AA8", "#FF58B8", "#FF4FC0", cloud=("#B070C0", "#FFE8D8")),
        "intro": Light("#4A0AA0", "#F04CD0", "#FF4FC0"),
        "summary": Light("#3E0A92", "#E848C8", "#FF4FC0"),
    },
    "christmas": {
        "tier_3": Light("#043A5A", "#18B0A0", "#20C8B0"),
        "tier_4": Light("#06307A", "#30A0F0", "#3FA8FF"),
        "tier_5": Light("#7A0420", "#FF4038", "#FF5A50", cloud=("#3E6EA0", "#DDF2FF")),
        "cap": Light("#7A0420", "#FF4038", "#FF5A50", cloud=("#4A78A8", "#E4F4FF")),
        "intro": Light("#06357E", "#3CC4FF", "#3FA8FF", cloud=("#3E6EA0", "#DDF2FF")),
        "summary": Light("#043A6A", "#2AA8E0", "#3FA8FF", cloud=("#3E6EA0", "#DDF2FF")),
    },
}


def draw(skin: str, folder: Path, only: set[str] | None = None) -> None:
    """Paints the pictures named in `only` (all, if None) into <folder>/<name>.webp."""
    for name, picture in PICTURES.items():
        if only is None or name in only:
            finished = paint(skin, name, picture)
            Image.fromarray(finished).save(folder / f"{name}.webp", quality=92, method=6)


def paint(skin: str, name: str, picture: Picture) -> np.ndarray:
    """The finished picture, (1080, 1920, 3) in bytes."""
    light = LIGHTS[skin][name]
    file = {"base": "background", "free": "background_free"}[picture.place]
    place = np.asarray(Image.open(SPRITES / skin / f"{file}.webp").convert("RGB"), np.float32) / 255
    x, y = picture.middle
    image = _radiant(cv2.GaussianBlur(place, (0, 0), picture.blur) * 0.75, picture, light)
    if picture.beams:
        image = _screened(image, _beams(picture) * 0.34, light.warm)
    for seed, cx, cy, size in picture.clouds:
        _lay(image, cloud(seed, light.cloud), cx, cy, size, 0.85)
    if name == "cap":
        column = np.exp(-(((GRID_X - x) / (150 + 0.10 * GRID_Y)) ** 2)) * smoothstep(1080, 300, GRID_Y) * 0.85
        column += np.exp(-(((GRID_X - x) / 60) ** 2)) * 0.5 * smoothstep(900, 0, GRID_Y)
        image = _screened(image, column, "#FFF2CC")
        image = _screened(image, ring_of_light(x, y, 360) * 0.8, "#FFE2A0")
        _lay(image, _halo(skin), x, 300, 1.0, 0.98)
    if name == "intro":
        image = _screened(image, np.exp(-(((GRID_X - x) / 260) ** 2) - ((GRID_Y - y) / 260) ** 2) * 0.55, light.wide)
        image = _screened(image, np.exp(-(((GRID_X - x) / 150) ** 2) - ((GRID_Y - y) / 150) ** 2) * 0.6, "#FFE0A0")
        image = _screened(image, ring_of_light(x, y, 300), "#FFE2A0")
    if picture.clouds:
        image = _shaded_foot(image, rgb(light.dark) * 0.3)
    image = _stars(image, seed=len(name))
    dither = np.random.default_rng(9).uniform(-0.5, 0.5, image.shape) / 255
    return np.round(np.clip(image + dither, 0, 1) * 255).astype(np.uint8)


def _screened(image: np.ndarray, amount: np.ndarray, colour: str) -> np.ndarray:
    """Light of one colour added as a screen."""
    return 1 - (1 - np.clip(image, 0, 1)) * (1 - np.clip(amount[..., None] * rgb(colour), 0, 1))


def _shaded_foot(image: np.ndarray, tone: np.ndarray) -> np.ndarray:
    """The foot lies in shade, where lines of text stand; less so at her feet."""
    shade = 0.78 * smoothstep(810, 1030, GRID_Y) * (1 - 0.45 * smoothstep(1330, 1650, GRID_X))
    return image * (1 - shade[..., None]) + tone * shade[..., None]


def _radiant(place: np.ndarray, picture: Picture, light: Light) -> np.ndarray:
    """Rays from exactly the middle over the place; the glow runs from white through gold to the skin's own hue."""
    x, y = picture.middle
    dx, dy = GRID_X - x, GRID_Y - y
    r, angle = np.hypot(dx, dy), np.arctan2(dy, dx) + picture.turn
    angle = angle + 0.10 * np.sin(angle * 3 + 1.1) + 0.05 * np.sin(angle * 7 + 2.0)
    band = smoothstep(-0.48, 0.48, np.sin(angle * picture.rays))
    fine = smoothstep(-0.4, 0.9, np.sin(angle * picture.rays * 2.0 + 0.7)) * 0.35
    fall = np.exp(-((r / 1150) ** 2))
    ray = (np.clip(band * 0.75 + fine * band, 0, 1) * fall**0.9)[..., None]
    fall = fall[..., None]
    burst = (
        rgb(light.dark) * (0.35 + 0.65 * fall) * (1 - 0.55 * ray)
        + rgb(light.bright) * (0.25 + 0.75 * fall) * ray * 0.95
    )
    for radius, amount, tone in ((640, 0.45, light.wide), (400, 0.75, light.warm), (190, 0.85, light.core)):
        glow = (np.exp(-((r / radius) ** 2)) * amount)[..., None]
        burst = burst * (1 - glow * 0.65) + glow * rgb(tone)
    burst = np.clip(burst, 0, 1)
    near = (smoothstep(1250, 250, r) * picture.strength)[..., None]
    image = place * (1 - near * 0.80) + burst * near * 0.80
    image = 1 - (1 - np.clip(image, 0, 1)) * (1 - np.clip(burst * near * 0.22, 0, 1))
    luma = (image @ np.array([0.3, 0.55, 0.15], np.float32))[..., None]
    image = np.clip(luma + (image - luma) * 1.45, 0, 1)
    image = _screened(image, np.exp(-((r / 230) ** 2)) * 0.50 * picture.strength, "#FFC46A")
    image = _screened(image, np.exp(-((r / 110) ** 2)) * 0.65 * picture.strength, light.core)
    edge = smoothstep(0.42, 0.95, np.hypot((GRID_X / WIDTH - 0.5) * 1.25, (GRID_Y / HEIGHT - 0.5) * 1.1)) * 0.72
    return image * (1 - edge[..., None]) + rgb("#06021A") * edge[..., None]


def _beams(picture: Picture) -> np.ndarray:
    """Broad beams that fan out from above the picture."""
    x, _ = picture.middle
    rng = np.random.default_rng(picture.beams)
    total = np.zeros_like(GRID_X)
    for k in range(picture.beams):
        lean = (k - (picture.beams - 1) / 2) * 0.34 + rng.uniform(-0.05, 0.05)
        axis = x + lean * (GRID_Y + 120) * 1.1
        width = 26 + 0.11 * (GRID_Y + 120) * rng.uniform(0.8, 1.3)
        total += np.exp(-(((GRID_X - axis) / width) ** 2)) * smoothstep(1000, 100, GRID_Y)
    return np.clip(total, 0, 1)


def ring_of_light(x: float, y: float, radius: float) -> np.ndarray:
    """A thin bright ring with fainter ones beside it, brighter on two sides."""
    r, angle = np.hypot(GRID_X - x, GRID_Y - y), np.arctan2(GRID_Y - y, GRID_X - x)
    light = np.exp(-(((r - radius) / 5) ** 2)) + 0.6 * np.exp(-np.abs(r - radius) / 26)
    light += 0.35 * np.exp(-(((r - radius + 34) / 2.2) ** 2)) * (np.cos(angle * 60) > -0.2)
    light += 0.20 * np.exp(-(((r - radius - 26) / 1.8) ** 2))
    return np.clip(light * (0.75 + 0.25 * np.cos(angle * 2 + 2.2)), 0, 1)


def cloud(seed: int, tones: tuple[str, str], width: int = 900, height: int = 260) -> Image.Image:
    """A heap of cloud, lit from above, fading at its foot and ends; `tones` are its shade and its body."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    heap, lit = np.zeros((height, width), np.float32), np.zeros((height, width), np.float32)
    for _ in range(64):
        radius = rng.uniform(24, 84)
        cx = width / 2 + rng.normal(0, width * 0.20)
        cy = height * 0.78 - abs(rng.normal(0, 1)) * height * 0.2 + abs(cx - width / 2) / width * height * 0.5
        ball = np.sqrt(np.clip(1 - ((x - cx) / radius) ** 2 - ((y - cy) / (radius * 0.8)) ** 2, 0, 1)) * radius
        above = ball > heap
        lit[above] = np.clip(0.5 - 0.5 * (y - cy) / radius - 0.18 * (x - cx) / radius, 0, 1)[above]
        heap = np.maximum(heap, ball)
    alpha = smoothstep(2, 30, cv2.GaussianBlur(heap, (0, 0), 5)) * smoothstep(0, height * 0.22, height - y)
    alpha *= smoothstep(0, width * 0.16, x) * smoothstep(0, width * 0.16, width - x)
    colour = ramp(cv2.GaussianBlur(lit, (0, 0), 5), ((0, tones[0]), (0.5, tones[1]), (1, "#FFFFFF")))
    pixels = np.dstack([np.clip(colour * 255, 0, 255), np.clip(alpha * 240, 0, 255)])
    return Image.fromarray(pixels.astype(np.uint8), "RGBA")


def _lay(image: np.ndarray, piece: Image.Image, x: float, y: float, size: float, alpha: float) -> None:
    """Lays a piece over the picture with its middle at (x, y)."""
    if size != 1:
        piece = piece.resize((round(piece.width * size), round(piece.height * size)), Image.Resampling.LANCZOS)
    left, top = round(x - piece.width / 2), round(y - piece.height / 2)
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + piece.width, WIDTH), min(top + piece.height, HEIGHT)
    over = np.asarray(piece.crop((x0 - left, y0 - top, x1 - left, y1 - top)), np.float32) / 255
    cover = over[..., 3:] * alpha
    image[y0:y1, x0:x1] = image[y0:y1, x0:x1] * (1 - cover) + over[..., :3] * cover


def _halo(skin: str) -> Image.Image:
    """Wings as wide as the screen, for her to stand before."""
    c = Canvas(1700, 1000, 2)
    xmas = skin == "christmas"
    wings(
        c,
        850,
        560,
        640,
        PALETTES[skin],
        droop=10,
        stops=ICE if xmas else PEARL,
        root="#5AA8F0" if xmas else "#B58CFF",
    )
    return c.image()


def _stars(image: np.ndarray, seed: int) -> np.ndarray:
    """Fine still sparks of light all over."""
    rng = np.random.default_rng(seed)
    glow = np.zeros((HEIGHT, WIDTH), np.float32)
    for _ in range(130):
        x, y, size = int(rng.uniform(20, 1900)), int(rng.uniform(20, 980)), 2 + 7 * rng.uniform() ** 3
        reach = math.ceil(size * 4)
        y0, y1, x0, x1 = max(y - reach, 0), min(y + reach, HEIGHT), max(x - reach, 0), min(x + reach, WIDTH)
        dx, dy = GRID_X[y0:y1, x0:x1] - x, GRID_Y[y0:y1, x0:x1] - y
        cross = np.exp(-np.abs(dx) / size - (dy / 0.9) ** 2) + np.exp(-np.abs(dy) / size - (dx / 0.9) ** 2)
        glow[y0:y1, x0:x1] = np.maximum(glow[y0:y1, x0:x1], cross * rng.uniform(0.3, 0.8))
    return _screened(image, np.clip(glow, 0, 1), "#FFF4E0")
