"""What celebrations are put together from: crests, bursts, flames, near coins, and the wave of petals or snow."""

from __future__ import annotations

import math

import cv2
import numpy as np
import skia
from PIL import Image

from sprites.source.atlas import Frame
from sprites.source.colours import PALETTES, ramp, rgb
from sprites.source.kit.carving import GILT, ICE, PEARL, Carving, acanthus, bezier, tapered, wings
from sprites.source.kit.effects import effects
from sprites.source.kit.ornaments import JEWELS, bead, heart_jewel
from sprites.source.kit.paint import Canvas, smoothstep
from sprites.source.kit.relief import normals
from sprites.source.kit.shapes import line, polar

# crests -----------------------------------------------------------------------------------------------------------

CREST_MIDDLE = (600, 520)
"""On the canvas of 1200 x 760 every crest is drawn on: this point lies 104 pixels above the title's middle."""
SPANS = {1: 250, 2: 315, 3: 390, 4: 440, 5: 490}
CROWNS = {1: 60, 2: 74, 3: 88, 4: 98, 5: 110}


def crests(skin: str) -> dict[str, Image.Image]:
    """What stands behind the titles of the five tiers; each has more of everything than the one before."""
    return {f"crest/{tier}": _crest(skin, tier) for tier in SPANS}


def _crest(skin: str, tier: int) -> Image.Image:
    """Wings, from tier 2 a gloriole, from tier 4 a second, gilt pair, and a jewelled crown."""
    palette, xmas = PALETTES[skin], skin == "christmas"
    c = Canvas(1200, 760, 2)
    x, y = CREST_MIDDLE
    if tier >= 2:
        k = Carving(c)
        count, reach = {2: (24, 0.62), 3: (36, 0.80), 4: (36, 0.92), 5: (42, 1.05)}[tier]
        for i in range(count):
            long = i % 3 == 0
            if 130 < 360 * i / count < 230:
                continue  # the breast lies there
            ends = (
                polar(x, y - 40, 60, 360 * i / count),
                polar(x, y - 40, (250 if long else 205) * reach, 360 * i / count),
            )
            k.add(tapered(np.linspace(*ends, 8), 16 if long else 9, 0.8), 5, 1)
        k.paint(GILT, palette.ink)
    droop = {1: 24, 2: 20, 3: 16, 4: 15, 5: 14}[tier]
    wings(
        c,
        x,
        y + 10,
        SPANS[tier],
        palette,
        droop=droop,
        stops=ICE if xmas else PEARL,
        root="#5AA8F0" if xmas else "#B58CFF",
    )
    if tier >= 4:
        wings(c, x, y + 60, SPANS[tier] * 0.62, palette, stops=GILT, droop=34)
    radius = CROWNS[tier]
    _breast(c, x, y - 0.55 * radius, radius, skin)
    _crown(c, x, y - radius, radius, skin)
    return c.image()


def _breast(c: Canvas, x: float, y: float, radius: float, skin: str) -> None:
    """A palmette that hangs from under the heart and closes the wings' roots."""
    palette = PALETTES[skin]
    for leaves, turn, share in ((6, 27, 1.25), (5, 24, 1.0)):
        k = Carving(c)
        for i in range(leaves):
            off = i - (leaves - 1) / 2
            length = radius * (2.15 - 0.24 * abs(off)) * share
            spine = np.linspace((x, y), polar(x, y, length, 180 - off * turn), 12)
            k.add(tapered(spine, radius * 0.2, 1, radius * 0.42), 3.5, 1)
        k.paint(GILT if share == 1 else (ICE if skin == "christmas" else PEARL), palette.ink, wear=0.5)
    bead(c, x, y + radius * 1.52, radius * 0.12, palette, PEARL)


def _crown(c: Canvas, x: float, y: float, radius: float, skin: str) -> None:
    """Five leaves with pearls at their tips over a heart."""
    palette = PALETTES[skin]
    k = Carving(c)
    for i in range(-2, 3):
        root = (x + i * radius * 0.24, y + radius * 0.25)
        length = radius * (1.15 - 0.12 * abs(i))
        acanthus(
            k, *root, length, radius * 0.46, -90 + i * 30, bend=0.25 * abs(i), base=3, high=5, hand=1 if i > 0 else -1
        )
    k.paint(GILT, palette.ink, wear=0.6)
    jewel = JEWELS["red" if skin == "christmas" else "pink"]
    heart_jewel(c, x, y + radius * 0.42, radius * 1.25, jewel, palette, stops=GILT, bezel=radius * 0.085)
    for i in range(-2, 3):
        turn, reach = math.radians(-90 + i * 34), radius * (1.2 - 0.12 * abs(i))
        at = (x + i * radius * 0.24 + reach * math.cos(turn), y + radius * 0.22 + reach * math.sin(turn))
        bead(c, *at, radius * 0.075, palette, PEARL)


# light ------------------------------------------------------------------------------------------------------------

HUES = {"princess": "#FF9AE0", "christmas": "#9AE8FF"}


def burst(hue: str, radius: int = 330) -> Image.Image:
    """The flash behind a slam, 660 pixels across: splinters of light, a ring and a core. To be added."""
    c = Canvas(2 * radius, 2 * radius, 1)
    r, angle = np.hypot(c.x - radius, c.y - radius) / radius, np.arctan2(c.y - radius, c.x - radius)
    rng = np.random.default_rng(3)
    splinters = np.zeros(c.shape, np.float32)
    for _ in range(46):
        towards, width, reach = rng.uniform(-np.pi, np.pi), rng.uniform(0.012, 0.05), rng.uniform(0.5, 1.0)
        off = np.angle(np.exp(1j * (angle - towards)))
        splinters += np.exp(-((off / width) ** 2)) * smoothstep(reach, reach * 0.15, r) * rng.uniform(0.3, 0.9)
    splinters = np.clip(splinters, 0, 1) * smoothstep(1.0, 0.7, r)
    ring = np.exp(-(((r - 0.82) / 0.030) ** 2)) * 0.9 + np.exp(-(((r - 0.82) / 0.10) ** 2)) * 0.3
    ring *= smoothstep(1.0, 0.93, r)
    c.over(hue, np.clip(splinters * 0.8 + ring, 0, 1))
    core = np.exp(-((r / 0.32) ** 2))
    c.over("#FFF4D8", np.clip(core + splinters * 0.35 * smoothstep(0.8, 0.1, r), 0, 1))
    return c.image()


SUNBURST_FRAMES = 10
SUNBURST_RAYS = 9


def sunburst(skin: str) -> dict[str, Frame]:
    """A turning disc of soft rays, 400 pixels, drawn twice as large: ten frames are one ray's width. To be added."""
    frames = {}
    for k in range(SUNBURST_FRAMES):
        c = Canvas(400, 400, 1)
        r, angle = np.hypot(c.x - 200, c.y - 200) / 200, np.arctan2(c.y - 200, c.x - 200)
        angle = angle + 2 * np.pi / SUNBURST_RAYS * k / SUNBURST_FRAMES
        apart = smoothstep(0.03, 0.22, r)  # at the hub the rays are one glow
        ray = smoothstep(-0.8, 0.8, np.sin(angle * SUNBURST_RAYS)) * apart + 0.5 * (1 - apart)
        fall = smoothstep(1.0, 0.15, r) ** 1.2
        c.over(HUES[skin], np.clip(ray * fall * 0.8, 0, 1))
        c.over("#FFE2A8", np.clip(ray * np.exp(-((r / 0.45) ** 2)) * 0.7 + np.exp(-((r / 0.22) ** 2)) * 0.5, 0, 1))
        frames[f"sunburst/{k:02d}"] = Frame(c.image(), duration=60, trim=False)
    return frames


FLAME_SIZE = (168, 760)
FLAME_FRAMES = 10
FIRE = {
    "princess": (
        *((0, "#000000"), (0.14, "#4A0A30"), (0.30, "#B8380C"), (0.48, "#F08A10")),
        *((0.70, "#FFC23C"), (0.88, "#FFE58A"), (1, "#FFF8DC")),
    ),
    "christmas": (
        *((0, "#000000"), (0.14, "#08206E"), (0.30, "#1460D8"), (0.50, "#3AA8FF")),
        *((0.72, "#A8E4FF"), (0.88, "#FFF3C4"), (1, "#FFFBEA")),
    ),
}
"""What fire looks like by its heat: gold for the princess, icy with a golden heart in Christmas."""


def flames(skin: str) -> dict[str, Frame]:
    """Fire for the edge of a live reel, in frames that loop: tongues that rise and lick sideways. To be added."""
    w, h = FLAME_SIZE
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    u = (x - w / 2) / (w / 2)
    frames = {}
    for k in range(FLAME_FRAMES):
        turn = k / FLAME_FRAMES
        sway = 0.10 * np.sin(y / 120 + 2 * np.pi * turn) + 0.06 * np.sin(y / 53 + 4 * np.pi * turn)
        warp = _rising(60, 110, 4, turn, 1) * 0.30 + _rising(26, 60, 5, turn, 2) * 0.14
        tongue = _rising(17, 120, 4, turn, 3) * 0.55 + _rising(10, 64, 6, turn, 4) * 0.32
        tongue += _rising(6, 30, 10, turn, 5) * 0.14
        far = np.abs(u + sway + warp)
        level = np.clip(0.98 - far * 1.5 - 0.25 * far * far + tongue * (0.22 + 1.25 * far), 0, 1.1)
        level *= smoothstep(1.0, 0.72, np.abs(u))
        level = np.maximum(level, np.exp(-((u / 0.42) ** 2)) * 0.16 * smoothstep(1.0, 0.6, np.abs(u)))
        level *= smoothstep(0, 300, y + tongue * 60) * smoothstep(0, 70, h - y)
        light = ramp(np.clip(level, 0, 1), FIRE[skin])
        pixels = np.dstack([light, np.ones((h, w), np.float32)]) * 255
        frames[f"flame/{k:02d}"] = Frame(Image.fromarray(np.clip(pixels, 0, 255).astype(np.uint8), "RGBA"), duration=50)
    return frames


def _rising(across: int, down: int, rows: int, turn: float, seed: int) -> np.ndarray:
    """Noise from -1 to 1 in cells of `across` by `down` pixels that repeats after `rows`, risen by a share of those."""
    w, h = FLAME_SIZE
    rise, rng = rows * down, np.random.default_rng(seed)
    cells = rng.uniform(-1, 1, (rows, w // across + 3)).astype(np.float32)
    repeats = h // rise + 3
    tall = cv2.resize(np.tile(cells, (repeats, 1)), (w + across * 2, rise * repeats), interpolation=cv2.INTER_CUBIC)
    begin = round(rise * (1 + turn))
    return tall[begin : begin + h, across : across + w]


# bodies -----------------------------------------------------------------------------------------------------------


def soft(image: Image.Image, radius: float) -> Image.Image:
    """Blurred in premultiplied alpha, so that no dark rim appears; larger by the blur's reach."""
    reach = round(radius * 3)
    pixels = np.pad(np.asarray(image, np.float32) / 255, ((reach, reach), (reach, reach), (0, 0)))
    pixels[..., :3] *= pixels[..., 3:]
    pixels = cv2.GaussianBlur(pixels, (0, 0), radius)
    pixels[..., :3] /= np.maximum(pixels[..., 3:], 1e-3)
    return Image.fromarray(np.round(np.clip(pixels, 0, 1) * 255).astype(np.uint8), "RGBA")


def near_coins(skin: str) -> dict[str, Image.Image]:
    """Coins close to the eye, 180 pixels and out of focus, at six turns."""
    coins = {name: frame for name, frame in effects(skin).items() if name.startswith("coin/")}
    names = sorted(coins)[::2]
    out = {}
    for k, name in enumerate(names):
        frame = coins[name]
        image = frame.image if isinstance(frame, Frame) else frame
        size = round(image.width * 180 / 84), round(image.height * 180 / 84)
        out[f"coin_near/{k:02d}"] = soft(image.resize(size, Image.Resampling.LANCZOS), 3.5)
    return out


DEPTHS = {"far": (34, 0.0, 8), "mid": (96, 0.0, 8), "near": (220, 5.0, 4)}
"""Of the wave: pixels of a petal, its blur, and how many turns there are of it."""


def wave(skin: str) -> dict[str, Image.Image]:
    """Petals (in Christmas snow) in three hues, three depths and several turns: `wave/depth/hue-turn`."""
    drawn = {}
    for hue in range(3):
        body = _crystal(hue) if skin == "christmas" else _petal(hue)
        for depth, (size, blur, turns) in DEPTHS.items():
            for turn in range(turns):
                lean = 0.45 + 0.55 * abs(math.cos(math.pi * turn / turns + 0.4))
                thin = body.resize((size, max(3, round(size * lean))), Image.Resampling.LANCZOS)
                turned = thin.rotate(360 * turn / turns + 20 * hue, Image.Resampling.BICUBIC, expand=True)
                drawn[f"wave/{depth}/{hue}-{turn}"] = soft(turned, blur) if blur else turned
    drawn["wave/front"] = _front(skin)
    return drawn


def _front(skin: str) -> Image.Image:
    """The light in the wave's crest, 220 x 8, stretched to the screen's height and leaned. To be added."""
    x = np.linspace(-1, 1, 220, dtype=np.float32)
    wide, core = (rgb("#9FDCFF"), rgb("#F2FBFF")) if skin == "christmas" else (rgb("#FF9AD8"), rgb("#FFE8F6"))
    light = np.exp(-((x / 0.45) ** 2))[:, None] * wide * 0.7 + np.exp(-((x / 0.16) ** 2))[:, None] * core * 0.6
    light *= smoothstep(1.0, 0.75, np.abs(x))[:, None]
    row = np.concatenate([np.clip(light, 0, 1), np.ones((220, 1), np.float32)], 1)
    return Image.fromarray(np.round(np.repeat(row[None], 8, 0) * 255).astype(np.uint8), "RGBA")


PETALS = (
    ("#FFF2FA", "#FFC2E2", "#F070B4", "#B0307E"),
    ("#F8F0FF", "#DCC4FF", "#A878F0", "#5A30B0"),
    ("#FFFFFF", "#FFE0EE", "#FFA8CC", "#D85A98"),
)


def _petal(hue: int) -> Image.Image:
    """A blossom's petal, 200 pixels: notched above, cupped, its veins darker."""
    tones = PETALS[hue]
    c = Canvas(200, 200, 2)
    path = skia.Path()
    path.moveTo(100, 186)
    path.cubicTo(30, 150, 18, 70, 62, 22)
    path.cubicTo(74, 10, 90, 18, 98, 40)
    path.cubicTo(108, 14, 130, 8, 142, 24)
    path.cubicTo(184, 76, 170, 150, 100, 186)
    path.close()
    mask = c.mask(path)
    down = np.clip(np.clip((c.y - 15) / 170, 0, 1) + 0.10 * ((c.x - 100) / 80) ** 2, 0, 1)
    c.over(ramp(down, ((0, tones[0]), (0.35, tones[1]), (0.75, tones[2]), (1, tones[3]))), mask)
    cup = c.blur(np.sqrt(np.clip(c.inside(mask), 0, 40) * 20).astype(np.float32), 3)
    lit = normals(cup, 2) @ np.array([-0.5, -0.7, 0.5], np.float32) - 0.5
    c.light("#FFFFFF", mask * np.clip(lit, 0, 1) * 0.8)
    c.shade(tones[3], mask * np.clip(-lit, 0, 1) * 0.8)
    for lean in (-34, -17, 0, 17, 34):
        vein = bezier((100, 180), (100 + lean * 0.5, 130), (100 + lean * 1.2, 90), (100 + lean * 1.5, 45), 16)
        c.shade(tones[3], mask * c.blur(c.stroke(line(*[tuple(point) for point in vein]), 1.6), 1.2) * 0.28)
    return c.image()


def _crystal(hue: int) -> Image.Image:
    """A snow crystal (two kinds) or a soft flake, 200 pixels."""
    c = Canvas(200, 200, 2)
    if hue == 2:
        r = np.hypot(c.x - 100, c.y - 100)
        c.over("#FFFFFF", np.exp(-((r / 52) ** 4)) * 0.95)
        c.shade("#A8CCF0", c.rgba[..., 3] * smoothstep(-20, 70, (c.x - 100) * 0.5 + (c.y - 100)) * 0.5)
        return c.image()
    k = Carving(c)
    for arm in range(0, 360, 60):
        k.add(tapered(np.linspace((100, 100), polar(100, 100, 92, arm), 10), 13, 7), 6, 1)
        for share, length in ((0.42, 26), (0.68, 22)) if hue == 0 else ((0.55, 34), (0.80, 16)):
            root = polar(100, 100, 92 * share, arm)
            for side in (-1, 1):
                k.add(tapered(np.linspace(root, polar(*root, length, arm + side * 55), 8), 9, 5), 5, 1)
    k.paint(ICE, "#2A5A9A", soften=0.8, shadow=False)
    c.light("#FFFFFF", c.rgba[..., 3] * 0.35)
    return c.image()


def moments(skin: str) -> dict[str, Image.Image | Frame]:
    """The sheet of what moves in celebrations: light, coins and the wave."""
    return {
        "burst": burst(HUES[skin]),
        "burst_gold": burst("#FFD27A"),
        **sunburst(skin),
        **flames(skin),
        **near_coins(skin),
        **wave(skin),
    }
