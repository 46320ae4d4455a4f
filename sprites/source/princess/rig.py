"""The mesh rig: every sheet of the figure is pulled through one smooth displacement field per layer.

A frame is described by a `Pose` (hip, lean, breath, head, arms, and what hair and cloth do). The fields share one
spine, so joints between sheets cannot open: body, skirt, cape root, braid and head all ask the same `Spine` where a
point goes. Lengths are drawing units (2 = one panel pixel), y down, sheets are already in the figure's S-curve.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from .figure import Pixels, Sheet
from .head import from_head
from .light import LEAN, leaned, rim

Array = NDArray[np.float64]
Prepared = tuple[NDArray[np.uint8], tuple[int, int]]
#: Gives the displacement (dx, dy) of places (x, y).
Field = Callable[[Array, Array], tuple[Array, Array]]
#: What can be drawn apart, back to front.
GROUPS = ("cape", "mane", "figure", "braid", "head")

#: Left, top, width and height in units of what a drawing shows, and the place of the panel's corner.
VIEW = (-222, -212, 1156, 1914)
PANEL_AT = (18, 0)
HIP, CHEST, NECK_Y, CHIN = 1080.0, 790.0, 596.0, 520.0
NECK = np.array(leaned((496.0, 566.0)))
MANE_ROOT = np.array(leaned(from_head(96, -110)))
BRAID_ROOT = np.array(leaned((424.0, 470.0)))
SHOULDER_R, SHOULDER_L = np.array(leaned((366.0, 676.0))), np.array(leaned((650.0, 704.0)))
#: Links of a chain of hair or cloth, root to tip.
LINKS = 6


def _no_lag() -> Array:
    return np.zeros((LINKS, 2))


def smooth(x: Array | float) -> Array:
    """0 below 0, 1 above 1, and an S between them."""
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


@dataclass
class Pose:
    """Everything a drawing of the figure depends on."""

    hip: tuple[float, float] = (0.0, 0.0)
    """Weight shift in units."""
    lean: float = 0.0
    """Degrees of bend between hip and neck, negative towards the board."""
    breath: float = 0.0
    """-1 (out) to 1 (in)."""
    head: tuple[float, float] = (0.0, 0.0)
    """Shift of the head beyond what the neck gives it, in units."""
    nod: float = 0.0
    """Degrees of the head on the neck."""
    turn: float = 0.0
    """-1 towards the board to 1 away from it: features slide over the face."""
    raise_r: float = 0.0
    raise_l: float = 0.0
    """Lift of the shoulders in units."""
    hop: float = 0.0
    """Pixels above the ground."""
    wind: float = 0.0
    """Seconds: phase of the travelling waves."""
    gust: float = 1.0
    """Strength of the waves."""
    mane: Array = field(default_factory=_no_lag)
    braid: Array = field(default_factory=_no_lag)
    cape: Array = field(default_factory=_no_lag)
    skirt: Array = field(default_factory=_no_lag)
    """How far each link hangs behind its root, in units; shape (LINKS, 2)."""
    fringe: Array = field(default_factory=lambda: np.zeros(2))
    eyes: str = "open"
    mouth: str = "smile"
    brows: str = "brows"
    arm_r: Any = None
    arm_l: Any = None
    """What the painter of the arms poses them by."""
    cloth: float = 1.0
    """The handful of skirt: 1 in the hand, 0 fallen back."""

    def with_(self, **changes: Any) -> Pose:
        """This pose but for the changes."""
        return replace(self, **changes)


# ---------------------------------------------------------------- the spine
#: Units by which the chest rises at breath = 1 (5.6 pixels from out to in), and the share by which it widens.
RISE, WIDE = 5.6, 0.014


class Spine:
    """Where the torso takes a point: hips shift, everything above bends about the hip and breathes."""

    def __init__(self, pose: Pose) -> None:
        self.pose = pose
        self.y = np.arange(-200.0, 1900.0, 4.0)
        up = smooth((HIP - self.y) / (HIP - NECK_Y))
        phi = np.radians(pose.lean) * up
        foot = smooth((1660 - self.y) / (1660 - HIP))
        # Walk up from the hip along the bent centre line.
        step = 4.0
        hip = int((HIP + 200) / step)
        dx, dy = np.zeros_like(self.y), np.zeros_like(self.y)
        dx[:hip] = np.cumsum(step * np.sin(phi[:hip])[::-1])[::-1]
        dy[:hip] = np.cumsum(step * (1 - np.cos(phi[:hip]))[::-1])[::-1]
        # Shoulders give back half of the hip's way.
        counter = 1 - 0.55 * smooth((HIP - self.y) / (HIP - NECK_Y))
        self.dx = dx + pose.hip[0] * foot * counter
        # A hop stretches the skirt: the cropped edge stays.
        self.dy = dy + (pose.hip[1] - 2 * pose.hop) * foot
        # Contrapposto: the pelvis tips as the weight goes over, the rib cage answers.
        tip = np.exp(-(((self.y - HIP) / 170) ** 2)) * 0.0011 - np.exp(-(((self.y - 700) / 150) ** 2)) * 0.0007
        self.phi = phi + pose.hip[0] * tip
        self.cx = 500 + np.asarray(LEAN(np.clip(self.y, -60, 1740)))
        grow = np.clip((HIP - self.y) / (HIP - CHEST), 0, 1.12)
        self.rise = -RISE * pose.breath * smooth(grow / 1.12)

    def at(self, x: Array, y: Array) -> tuple[Array, Array]:
        """Displacement of places on the torso."""

        def here(values: Array) -> Array:
            return np.interp(y, self.y, values)

        phi, cx = here(self.phi), here(self.cx)
        r = x - cx
        wide = r * WIDE * self.pose.breath * np.exp(-(((y - 780) / 120) ** 2))
        dx = here(self.dx) + r * (np.cos(phi) - 1) + wide
        dy = here(self.dy) + r * np.sin(phi) + here(self.rise)
        # Shoulders shrug: a soft lift about each shoulder point.
        for (sx, sy), lift in ((SHOULDER_R, self.pose.raise_r), (SHOULDER_L, self.pose.raise_l)):
            if lift:
                near = np.exp(-(((x - sx) / 105) ** 2) - (((y - sy) / 120) ** 2))
                dy = dy - lift * near
                dx = dx + np.sign(500 - sx) * 0.25 * lift * near
        return dx, dy

    def angle(self, y: float) -> float:
        """Degrees of bend at a height."""
        return float(np.degrees(np.interp(y, self.y, self.phi)))

    def head_matrix(self) -> Array:
        """Shape (2, 3): the head sits on the neck, turns 60 % with the bend and nods on its own."""
        p = self.pose
        sx, sy = self.at(np.array([NECK[0]]), np.array([NECK[1]]))
        a = np.radians(0.6 * self.angle(NECK_Y) + p.nod)
        c, s = np.cos(a), np.sin(a)
        x, y = NECK
        return np.array([[c, -s, x - c * x + s * y + sx[0] + p.head[0]], [s, c, y - s * x - c * y + sy[0] + p.head[1]]])


def apply(m: Array, x: Array, y: Array) -> tuple[Array, Array]:
    """Displacement of places under a matrix of shape (2, 3)."""
    return m[0, 0] * x + m[0, 1] * y + m[0, 2] - x, m[1, 0] * x + m[1, 1] * y + m[1, 2] - y


def chain(links: Array, s: Array) -> tuple[Array, Array]:
    """The links' offsets at places s (0 root .. 1 tip), smoothly."""
    at = np.linspace(0, 1, LINKS)
    return np.interp(s, at, links[:, 0]), np.interp(s, at, links[:, 1])


#: Seconds of the idle: one clock for everything, so that no loop can jump at its root.
PERIOD = 4.0
#: Seconds a wave takes from root to tip.
DELAY = 0.22


def wave(t: float, period: float, lag: Array | float = 0.0, harmonic: float = 0.22) -> Array:
    """A sine with a little of its first overtone: pulls faster than it falls back."""
    a = 2 * np.pi * (t - lag) / period
    return (np.sin(a) + harmonic * np.sin(2 * a + 0.7)) / (1 + 0.4 * harmonic)


# ---------------------------------------------------------------- fields of the layers
#: Units right of which hair and cape are held back, and beyond which they never come: the screen ends at 930.
NEAR_EDGE, EDGE = 884.0, 926.0


def _kept(x: Array, dx: Array) -> Array:
    """A displacement to the right that slows down before the edge of the screen."""
    room = EDGE - NEAR_EDGE
    over = np.maximum(x + dx - NEAR_EDGE, 0)
    return dx - over + room * np.tanh(over / room)


def fields(pose: Pose, spine: Spine) -> dict[str, Field]:
    """How each layer is displaced in a pose."""
    hm = spine.head_matrix()
    t, g = pose.wind, pose.gust

    def torso(x: Array, y: Array) -> tuple[Array, Array]:
        dx, dy = spine.at(x, y)
        hx, hy = apply(hm, x, y)
        # The throat follows the chin.
        w = smooth((NECK_Y + 6 - y) / (NECK_Y + 6 - CHIN)) * smooth((610 - x) / 60)
        return dx + (hx - dx) * w, dy + (hy - dy) * w

    def capelet(x: Array, y: Array) -> tuple[Array, Array]:
        """The torso's way, and its hem opens and rises over an arm that goes up."""
        dx, dy = torso(x, y)
        hem = smooth((y - 640) / 150)
        for lift, side in ((pose.raise_r, -1), (pose.raise_l, 1)):
            near = smooth(side * (x - 500) / 130) * hem * max(0.0, lift - 6)
            dx, dy = dx + side * 1.1 * near, dy - 1.9 * near
        return dx, dy

    def head(x: Array, y: Array) -> tuple[Array, Array]:
        return apply(hm, x, y)

    def core(x: Array, y: Array) -> tuple[Array, Array]:
        hx, hy = apply(hm, x, y)
        dx, dy = spine.at(x, y)
        w = smooth((y - 520) / 110) * 0.7
        return hx + (dx - hx) * w, hy + (dy - hy) * w

    def mane(x: Array, y: Array) -> tuple[Array, Array]:
        hx, hy = apply(hm, x, y)
        rx, ry = x - MANE_ROOT[0], y - MANE_ROOT[1]
        # The upper masses are shorter: their tips swing as far as those of the lower ones.
        turn = np.degrees(np.arctan2(ry, rx))
        s = np.hypot(rx, ry) / np.interp(turn, [0, 38, 61], [320, 330, 470])
        strong = np.interp(turn, [38, 61], [1.4, 1.0])
        # Each mass is a little later than the one above it.
        fan = np.arctan2(ry, rx + 60)
        a = np.clip(s, 0, 1.05) ** 1.3
        w1 = wave(t, PERIOD, DELAY * s + 0.26 * fan)
        w2 = np.sin(2 * np.pi * (t - 0.5 * s) / (PERIOD / 2) + 5 * s + fan)
        out = 14.0 * strong * g * a * w1 + 4.6 * g * np.clip(s, 0, 1) ** 1.2 * w2
        n = np.hypot(rx, ry) + 1
        nx, ny = -ry / n, rx / n
        cx, cy = chain(pose.mane, np.clip(s, 0, 1))
        return _kept(x, hx + nx * out + cx + 2.4 * g * a * w2), hy + ny * out + cy

    def fringe(x: Array, y: Array) -> tuple[Array, Array]:
        hx, hy = apply(hm, x, y)
        s = np.clip((y - 250) / 300, 0, 1) ** 1.35
        side = np.where(x > 470, 0.35, 0.0)
        w = wave(t, PERIOD, DELAY * s + side)
        k = 5.0 * g * s * w
        return hx + k + pose.fringe[0] * s, hy + 0.25 * k + pose.fringe[1] * s

    def braid(x: Array, y: Array) -> tuple[Array, Array]:
        hx, hy = apply(hm, x, y)
        dx, dy = spine.at(x, y)
        w = smooth((y - 470) / 230)
        s = np.clip((y - BRAID_ROOT[1]) / 560, 0, 1.2)
        k = 8.3 * g * s**1.7 * wave(t, PERIOD, DELAY * s + 2.3) + 2.2 * g * np.sin(np.pi * np.clip(s, 0, 1)) * np.sin(
            2 * np.pi * t / PERIOD - 4.5 * s
        )
        cx, cy = chain(pose.braid, np.clip(s, 0, 1))
        return hx + (dx - hx) * w - k + cx, hy + (dy - hy) * w - 0.1 * np.abs(k) + cy

    def cape(x: Array, y: Array) -> tuple[Array, Array]:
        dx, dy = spine.at(x, np.minimum(y, 1180))
        s = np.clip((y - 720) / 900, 0, 1.1)
        low = np.clip((y - 900) / 640, 0, 1.15)
        k = 6.8 * g * low**1.5 * wave(t, PERIOD, DELAY * 1.4 * s + (x - 700) / 900)
        billow = 5 * g * np.exp(-(((y - 960) / 170) ** 2)) * np.clip((x - 640) / 200, 0, 1) * wave(t, PERIOD, 0.3)
        hold = smooth((y - 720) / 160)
        cx, cy = chain(pose.cape, np.clip(s, 0, 1))
        return _kept(x, dx + (k + billow) * hold + cx), dy + 0.22 * k * hold + cy

    def skirt(x: Array, y: Array) -> tuple[Array, Array]:
        dx, dy = spine.at(x, y)
        low = np.clip((y - 1130) / 430, 0, 1.1) ** 1.35
        # The cropped edge hardly slides.
        fall = smooth((1715 - y) / 190)
        ph = 2 * np.pi * t / PERIOD
        k = 6.0 * np.sin(ph - 1.1 * low - (x - 470) / 330) + 2.0 * np.sin(2 * ph - 2.0 * low - (x - 470) / 170)
        v = 3.0 * np.sin(ph + 0.9 - (x - 470) / 140)
        cx, cy = chain(pose.skirt, np.clip((y - 1100) / 560, 0, 1))
        return dx + g * k * low * fall + cx * fall, dy + g * v * low * fall + cy * fall

    return {
        "torso": torso,
        "capelet": capelet,
        "head": head,
        "core": core,
        "mane": mane,
        "fringe": fringe,
        "braid": braid,
        "cape": cape,
        "skirt": skirt,
    }


# ---------------------------------------------------------------- warping
class Warper:
    """Warps sheets onto the view at 1 or 2 samples a panel pixel."""

    def __init__(self, scale: int = 1) -> None:
        self.scale = scale
        self.width, self.height = VIEW[2] * scale // 2, VIEW[3] * scale // 2
        self.unit = 2 / scale

    def blank(self) -> Pixels:
        """A clear picture of the view."""
        return np.zeros((self.height, self.width, 4), np.float32)

    def prepare(self, sheet: Sheet) -> Prepared:
        """A sheet as premultiplied bytes, softened for one sample a pixel, with a clear margin; and its place."""
        padded = np.pad(sheet.pixels, ((6, 6), (6, 6), (0, 0)))
        if self.scale == 1:
            padded = cv2.GaussianBlur(padded, (0, 0), 0.72)
        return (padded * 255 + 0.5).astype(np.uint8), (sheet.origin[0] - 6, sheet.origin[1] - 6)

    def warp(self, prepared: Prepared, move: Field, out: Pixels) -> None:
        """Lay a prepared sheet, moved by a forward displacement field, over `out`."""
        pixels, (ox, oy) = prepared
        h, w = pixels.shape[:2]
        vx, vy = VIEW[:2]
        unit = self.unit
        # What it can cover: the forward map of its border.
        bx = np.concatenate([np.linspace(ox, ox + w, 24)] * 2 + [np.full(24, ox), np.full(24, ox + w)])
        by = np.concatenate([np.full(24, oy), np.full(24, oy + h)] + [np.linspace(oy, oy + h, 24)] * 2)
        ex, ey = move(bx, by)
        x0 = max(0, int(((bx + ex).min() - vx) / unit) - 8)
        x1 = min(self.width, int(((bx + ex).max() - vx) / unit) + 8)
        y0 = max(0, int(((by + ey).min() - vy) / unit) - 8)
        y1 = min(self.height, int(((by + ey).max() - vy) / unit) + 8)
        if x1 <= x0 or y1 <= y0:
            return
        # The field is smooth: it is inverted on nodes 8 pixels apart, and interpolated between them.
        columns, rows = int(np.ceil((x1 - x0) / 8)) + 1, int(np.ceil((y1 - y0) / 8)) + 1
        x, y = np.meshgrid(
            vx + unit * (x0 + 8 * np.arange(columns) + 0.5), vy + unit * (y0 + 8 * np.arange(rows) + 0.5)
        )
        dx, dy = move(x, y)
        for _ in range(6):
            dx, dy = move(x - dx, y - dy)
        near_x, near_y = np.meshgrid(np.arange(x1 - x0, dtype=np.float32) / 8, np.arange(y1 - y0, dtype=np.float32) / 8)
        source = [
            cv2.remap(np.asarray(nodes, np.float32), near_x, near_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
            for nodes in (x - dx - ox - 0.5, y - dy - oy - 0.5)
        ]
        got = cv2.remap(pixels, *source, cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT).astype(np.float32) / 255
        np.minimum(got[..., :3], got[..., 3:], out=got[..., :3])
        area = out[y0:y1, x0:x1]
        out[y0:y1, x0:x1] = got + area * (1 - got[..., 3:])

    def lay(self, pixels: Pixels, place: tuple[int, int], out: Pixels) -> None:
        """Lay ready pixels of this scale over `out`, with their upper left corner at a pixel of the view."""
        x, y = place
        h, w = pixels.shape[:2]
        left, top, right, low = max(0, x), max(0, y), min(self.width, x + w), min(self.height, y + h)
        if right <= left or low <= top:
            return
        above = pixels[top - y : low - y, left - x : right - x]
        out[top:low, left:right] = above + out[top:low, left:right] * (1 - above[..., 3:])


#: Strength of the cool rim on each sheet. Hair and arms have theirs drawn with the form.
RIM = {
    "cape": 0.7,
    "core": 0.5,
    "mane": 0.0,
    "body": 0.35,
    "skirt": 0.55,
    "capelet": 0.6,
    "braid": 0.5,
    "face": 0.28,
    "crown": 0.28,
}


def lit(sheet: Sheet, strength: float, bounce: float = 0.8) -> Sheet:
    """A sheet with its cool rim and the warm bounce of the board."""
    padded = np.pad(sheet.pixels, ((8, 8), (8, 8), (0, 0)))
    return Sheet(rim(padded, strength, bounce, sheet.origin[1])[8:-8, 8:-8], sheet.origin)


class Figure:
    """All sheets of a skin, lit and ready for a scale; `tip` is where the wand's star was drawn last, in units."""

    def __init__(self, sheets: dict[str, Sheet], scale: int, arms: Callable) -> None:
        """`arms` makes the painter of both arms for a pose: called with the figure, pose, spine and fields."""
        self.warper = Warper(scale)
        self.arms = arms
        self.tip: tuple[float, float] = (0.0, 0.0)
        self.ready = {
            name: self.warper.prepare(lit(sheet, RIM[name]) if name in RIM else sheet) for name, sheet in sheets.items()
        }

    def draw(self, pose: Pose, only: Collection[str] = GROUPS) -> Pixels:
        """Premultiplied picture of the view; `only` some of the groups."""
        spine = Spine(pose)
        moves = fields(pose, spine)
        out = self.warper.blank()

        def put(name: str, move: Field) -> None:
            if name in self.ready:
                self.warper.warp(self.ready[name], move, out)

        if "cape" in only:
            put("cape", moves["cape"])
        if "mane" in only:
            put("core", moves["core"])
            put("mane", moves["mane"])
        arms = self.arms(self, pose, spine, moves)
        if "figure" in only:
            put("body", moves["torso"])
            put("skirt", moves["skirt"])
            arms.left(out)
            arms.right(out)
            put("capelet", moves["capelet"])
        if "braid" in only:
            put("braid", moves["braid"])
        if "head" in only:
            self._put_head(put, pose, moves)
        if "figure" in only and "head" in only:
            arms.front(out)
        if arms.tip is not None:
            self.tip = (float(arms.tip[0]), float(arms.tip[1]))
        return out

    @staticmethod
    def _put_head(put: Callable[[str, Field], None], pose: Pose, moves: dict[str, Field]) -> None:
        def feature(share: float) -> Field:
            """Eyes, mouth and brows slide over the face as it turns."""

            def move(x: Array, y: Array) -> tuple[Array, Array]:
                dx, dy = moves["head"](x, y)
                return dx + pose.turn * share, dy

            return move

        put("face", feature(1.0))
        put(f"mouth_{pose.mouth}", feature(5.0))
        put(f"eyes_{pose.eyes}", feature(4.5))
        put("crown", moves["fringe"])
        put(pose.brows, feature(4.5))
        put("earring", moves["fringe"])


def finish(out: Pixels, sharpen: float = 0.45) -> Pixels:
    """A drawing at display size, with the crispness that resampling took from its colours."""
    soft = cv2.GaussianBlur(out, (0, 0), 0.9)
    crisp = out.copy()
    crisp[..., :3] = np.clip(out[..., :3] + sharpen * (out[..., :3] - soft[..., :3]) * out[..., 3:], 0, out[..., 3:])
    return crisp


# ---------------------------------------------------------------- idle
#: Seconds by which the head follows the chest.
HEAD_LAG = 0.13


def idle(t: float) -> Pose:
    """The idle at `t` seconds, without arms: breath, weight shift and wind, each with its overtones."""
    w = 2 * np.pi / PERIOD
    breath = float(wave(t, PERIOD, 0, 0.12))
    late = t - HEAD_LAG
    late_breath = float(wave(late, PERIOD, 0, 0.12))
    return Pose(
        hip=(6.0 * np.sin(w * t - 0.9), 0.8 * np.cos(2 * w * t)),
        lean=0.35 * np.sin(w * t - 0.9 + np.pi),
        breath=breath,
        head=(
            2.6 * np.sin(w * late - 0.9 + np.pi),
            RISE * (0.9 * breath - 0.52 * late_breath) - 0.6 * np.sin(2 * w * late),
        ),
        nod=1.05 * np.sin(w * late - 2.1) + 0.18 * np.sin(2 * w * late),
        turn=0.5 * np.sin(w * late - 2.0),
        raise_r=1.6 * float(wave(t, PERIOD, 0.1)),
        raise_l=1.6 * float(wave(t, PERIOD, 0.2)),
        wind=t,
    )
