"""The full pictures behind big wins, the cap, the introduction and the summary, painted over the skin's own places."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from sprites.source.colours import PALETTES, rgb
from sprites.source.kit.carving import ICE, PEARL, wings
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.princess.base import ground

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


@dataclass(frozen=True)
class Picture:
    """One picture: the place it is painted over, where its rays begin, and what else is in it."""

    place: str
    middle: tuple[int, int]
    rays: int
    turn: float
    blur: float
    strength: float
    hub: float = 1.0
    """How brightly the middle glows."""
    beams: int = 0
    """Broad beams from above."""
    rings: tuple[int, ...] = ()
    """Radius of each ring of light about the middle."""
    raised: int = 0
    """How much higher a second bank lies behind the first, in pixels."""


PICTURES = {
    "tier_3": Picture("base", (800, 410), 15, 0.25, 5, 1.0),
    "tier_4": Picture("base", (800, 410), 17, 0.1, 3, 1.0, beams=5),
    "tier_5": Picture("free", (760, 400), 24, 0.1, 2, 0.95, beams=7, rings=(350, 520)),
    "cap": Picture("free", (960, 330), 23, 0.05, 2, 1.0, rings=(360,), raised=150),
    "intro": Picture("free", (780, 440), 16, 0.3, 1.5, 0.85, rings=(300,)),
    "summary": Picture("free", (700, 380), 14, 0.2, 3, 0.8, hub=0.4),
}

LIGHTS = {
    "princess": {
        "tier_3": Light("#4A0A98", "#FF4CB8", "#FF4FC0"),
        "tier_4": Light("#3A0AA8", "#E84CF0", "#C84FFF"),
        "tier_5": Light("#8A1458", "#FFB84E", "#FF7A8E"),
        "cap": Light("#6A0AA8", "#FF58B8", "#FF4FC0"),
        "intro": Light("#4A0AA0", "#F04CD0", "#FF4FC0"),
        "summary": Light("#3E0A92", "#E848C8", "#FF4FC0"),
    },
    "christmas": {
        "tier_3": Light("#043A5A", "#18B0A0", "#20C8B0"),
        "tier_4": Light("#06307A", "#30A0F0", "#3FA8FF"),
        "tier_5": Light("#04462E", "#E6C24A", "#3CD88C"),
        "cap": Light("#7A0420", "#FF4038", "#FF5A50"),
        "intro": Light("#06357E", "#3CC4FF", "#3FA8FF"),
        "summary": Light("#043A6A", "#2AA8E0", "#3FA8FF"),
    },
}
MOON = (1690, 210)
"""Middle of the places' moon, behind her head."""


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
    image = _radiant(_tinted(cv2.GaussianBlur(place, (0, 0), picture.blur), light), picture, light)
    if picture.beams:
        image = _screened(image, _beams(picture) * 0.34, light.warm)
    for number, radius in enumerate(picture.rings):
        image = _screened(image, ring_of_light(x, y, radius) * (1 - 0.4 * number), "#FFE2A0")
    if name == "cap":
        column = np.exp(-(((GRID_X - x) / (150 + 0.16 * GRID_Y)) ** 2)) * smoothstep(1500, 200, GRID_Y) * 0.8
        column += np.exp(-(((GRID_X - x) / (50 + 0.06 * GRID_Y)) ** 2)) * 0.3
        image = _screened(image, column, "#FFE9B4")
        image = _screened(image, _dust(x) * 0.9, "#FFF6DC")
        _lay(image, _halo(skin), x, 300, 1.0, 0.98)
    if name == "intro":
        image = _screened(image, np.exp(-(((GRID_X - x) / 260) ** 2) - ((GRID_Y - y) / 260) ** 2) * 0.55, light.wide)
        image = _screened(image, np.exp(-(((GRID_X - x) / 150) ** 2) - ((GRID_Y - y) / 150) ** 2) * 0.6, "#FFE0A0")
    if picture.raised:
        _lay_ground(image, skin, picture, light, picture.raised)
    _lay_ground(image, skin, picture, light)
    image = _stars(image, seed=len(name))
    dither = np.random.default_rng(9).uniform(-0.5, 0.5, image.shape) / 255
    return np.round(np.clip(image + dither, 0, 1) * 255).astype(np.uint8)


def _screened(image: np.ndarray, amount: np.ndarray, colour: str) -> np.ndarray:
    """Light of one colour added as a screen."""
    return 1 - (1 - np.clip(image, 0, 1)) * (1 - np.clip(amount[..., None] * rgb(colour), 0, 1))


def _tinted(place: np.ndarray, light: Light) -> np.ndarray:
    """The place in the picture's own light, and a warm haze instead of its moon."""
    away = np.hypot(GRID_X - MOON[0], GRID_Y - MOON[1])[..., None]
    bare = cv2.GaussianBlur(cv2.resize(place, (480, 270), interpolation=cv2.INTER_AREA), (0, 0), 26)
    hidden = smoothstep(230, 140, away)
    place = place * (1 - hidden) + cv2.resize(bare, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC) * 0.8 * hidden
    grey = (place @ np.array([0.3, 0.55, 0.15], np.float32))[..., None]
    tone = rgb(light.dark) * 0.55 + rgb(light.wide) * 0.45
    place = place * 0.34 + np.clip(grey * 1.5, 0, 1) * tone * 0.66
    return np.asarray(_screened(place, np.exp(-((away[..., 0] / 190) ** 2)) * 0.34, light.warm), np.float32)


def _lay_ground(image: np.ndarray, skin: str, picture: Picture, light: Light, raised: int = 0) -> None:
    """The bank she stands in, over the whole width; left of her it lies in shade, where lines of text stand."""
    bank = ground(skin == "christmas")
    top = HEIGHT - bank.shape[0] - raised
    colour, cover = (bank[:, ::-1] if raised else bank)[..., :3].copy(), (bank[:, ::-1] if raised else bank)[..., 3:]
    beside = np.ones_like(GRID_X[:1]) if raised else smoothstep(1360, 960, GRID_X[:1])
    shade = (beside * smoothstep(850, 1030, GRID_Y[top : top + bank.shape[0]] + raised) * 0.5)[..., None]
    colour = colour * (1 - shade) + rgb(light.dark) * 0.3 * cover * shade
    near = np.exp(-(((GRID_X[:1] - picture.middle[0]) / 520) ** 2)) * beside
    colour += (cover - colour) * (near * 0.30)[..., None] * rgb(light.wide) * (0.35 + colour)
    part = image[top : top + bank.shape[0]]
    part[:] = part * (1 - cover) + colour
    image[top + bank.shape[0] :] = part[-1]


def _radiant(place: np.ndarray, picture: Picture, light: Light) -> np.ndarray:
    """Rays from exactly the middle over the place; the glow runs from white through gold to the skin's own hue."""
    x, y = picture.middle
    dx, dy = GRID_X - x, GRID_Y - y
    r, angle = np.hypot(dx, dy), np.arctan2(dy, dx) + picture.turn
    angle = angle + 0.10 * np.sin(angle * 3 + 1.1) + 0.05 * np.sin(angle * 7 + 2.0)
    band = smoothstep(-0.48, 0.48, np.sin(angle * picture.rays))
    fine = smoothstep(-0.4, 0.9, np.sin(angle * picture.rays * 2.0 + 0.7)) * 0.35
    fall = np.exp(-((r / 1450) ** 2))
    ray = (np.clip(band * 0.75 + fine * band, 0, 1) * fall**0.9)[..., None]
    fall = fall[..., None]
    burst = (
        rgb(light.dark) * (0.35 + 0.65 * fall) * (1 - 0.55 * ray)
        + rgb(light.bright) * (0.25 + 0.75 * fall) * ray * 0.95
    )
    for radius, amount, tone in ((640, 0.45, light.wide), (400, 0.75, light.warm), (190, 0.85, light.core)):
        glow = (np.exp(-((r / radius) ** 2)) * amount * picture.hub)[..., None]
        burst = burst * (1 - glow * 0.65) + glow * rgb(tone)
    burst = np.clip(burst, 0, 1)
    near = ((0.5 + 0.5 * smoothstep(1400, 250, r)) * picture.strength)[..., None]
    image = place * (1 - near * 0.80) + burst * near * 0.80
    image = 1 - (1 - np.clip(image, 0, 1)) * (1 - np.clip(burst * near * 0.22, 0, 1))
    luma = (image @ np.array([0.3, 0.55, 0.15], np.float32))[..., None]
    image = np.clip(luma + (image - luma) * 1.45, 0, 1)
    image = _screened(image, np.exp(-((r / 230) ** 2)) * 0.50 * picture.strength * picture.hub, "#FFC46A")
    image = _screened(image, np.exp(-((r / 110) ** 2)) * 0.65 * picture.strength * picture.hub, light.core)
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


def _dust(x: float) -> np.ndarray:
    """Motes that hang in the column of light about x."""
    rng = np.random.default_rng(17)
    motes = np.zeros((HEIGHT, WIDTH), np.float32)
    for _ in range(160):
        at, down = int(np.clip(rng.normal(x, 110), 0, WIDTH - 1)), int(rng.uniform(0, HEIGHT))
        motes[down, at] = rng.uniform(3, 22)
    return np.clip(cv2.GaussianBlur(motes, (0, 0), 1.2) + cv2.GaussianBlur(motes, (0, 0), 3), 0, 1)


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
