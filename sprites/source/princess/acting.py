"""Acting: key poses, a spring for every channel, chains for hair and cloth, and the clips made of them.

A pose is a target. Hips answer first, then the rib cage, head, upper arm, forearm, hand and wand, each a little later
than the one it hangs on. Every channel is a damped spring: neither place nor speed ever jumps, whatever follows what.
Arms move by angles, so hands travel on arcs. Hair and cloth are chains of links that follow their root.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from .limbs import Arm
from .rig import BRAID_ROOT, LINKS, MANE_ROOT, PERIOD, Array, Pose, Spine, apply, idle, wave

#: Channel: delay in seconds, stiffness in radians a second, damping ratio.
CHANNELS = {
    "hip_x": (0.00, 15, 0.80),
    "hip_y": (0.00, 16, 0.75),
    "lean": (0.02, 14, 0.66),
    "raise_r": (0.03, 16, 0.7),
    "raise_l": (0.03, 16, 0.7),
    "head_x": (0.07, 14, 0.7),
    "head_y": (0.07, 14, 0.7),
    "nod": (0.08, 13, 0.58),
    "turn": (0.05, 15, 0.8),
    "r_upper": (0.03, 19, 0.68),
    "r_fore": (0.06, 20, 0.72),
    "r_hand": (0.09, 20, 0.66),
    "wand": (0.11, 19, 0.60),
    "r_len1": (0.03, 17, 0.85),
    "r_len2": (0.05, 17, 0.85),
    "r_grow": (0.05, 17, 0.8),
    "rod": (0.06, 17, 0.85),
    "l_upper": (0.04, 17, 0.70),
    "l_fore": (0.07, 18, 0.62),
    "l_hand": (0.10, 18, 0.58),
    "l_len1": (0.04, 16, 0.85),
    "l_len2": (0.06, 16, 0.85),
    "l_grow": (0.05, 17, 0.8),
    "gust": (0.0, 5, 1.0),
    "cloth": (0.0, 11, 0.9),
    "calm": (0.0, 9, 1.0),
    "rate": (0.0, 6, 1.0),
}
#: `calm` is the share of the idle's own weight shift, `rate` how fast its clock runs.
REST = {
    "hip_x": 0, "hip_y": 0, "lean": 0, "raise_r": 0, "raise_l": 0, "head_x": 0, "head_y": 0, "nod": 0, "turn": 0,
    "r_upper": 146, "r_fore": 259, "r_hand": 8, "wand": 12, "r_len1": 258, "r_len2": 268, "r_grow": 1, "rod": 1,
    "l_upper": 74, "l_fore": 66, "l_hand": 14, "l_len1": 218, "l_len2": 196, "l_grow": 1,
    "gust": 1, "cloth": 1, "calm": 1, "rate": 1,
}  # fmt: skip
_UP = {
    "raise_r": 34, "raise_l": 34, "head_x": 2, "head_y": -4, "rod": 0.9, "r_len1": 222, "r_len2": 186, "r_grow": 1.03,
    "l_len1": 212, "l_len2": 204, "cloth": 0, "gust": 1.7, "calm": 0.3,
}  # fmt: skip
_CLASP = {"cloth": 0, "l_len1": 196, "gust": 1.15, "calm": 0.3, "turn": -2.4, "r_hand": -52, "head_x": -9}
_HURRAH = {"rod": 0.9, "r_len1": 222, "r_len2": 186, "r_grow": 1.03, "gust": 1.6, "calm": 0.3, "raise_r": 34}
#: Key poses: only what differs from rest. Angles are continuous, so the way round is part of the drawing.
POSES: dict[str, dict[str, float]] = {
    "rest": {},
    # Casting: gather back, strike with the whole side, follow through.
    "wind": {
        "hip_x": -13, "hip_y": 5, "lean": 5.5, "raise_r": 8, "head_x": 4, "nod": 4, "turn": -1.2, "r_upper": 172,
        "r_fore": 296, "r_hand": 16, "wand": 22, "r_len1": 236, "r_len2": 246, "raise_l": -3, "l_upper": 80,
        "l_hand": 10, "calm": 0.45,
    },
    "strike": {
        "hip_x": 15, "hip_y": 4, "lean": -8, "raise_r": 22, "head_x": -8, "nod": -4, "turn": -2.2, "r_upper": 182,
        "r_fore": 223, "r_hand": 28, "wand": 3, "rod": 0.62, "r_len1": 150, "r_len2": 132, "r_grow": 1.22,
        "raise_l": -8, "l_upper": 66, "l_fore": 58, "gust": 1.8, "calm": 0.45,
    },
    "follow": {
        "hip_x": 15, "hip_y": 6, "lean": -8.5, "raise_r": 14, "head_x": -9, "nod": -5.5, "turn": -2, "r_upper": 174,
        "r_fore": 221, "r_hand": 26, "wand": 3, "rod": 0.58, "r_len1": 150, "r_len2": 134, "r_grow": 1.24,
        "raise_l": -8, "l_upper": 66, "l_fore": 60, "gust": 1.8, "calm": 0.45,
    },
    "point": {
        "hip_x": 12, "hip_y": 3, "lean": -6.5, "raise_r": 14, "head_x": -7, "nod": -3, "turn": -2, "r_upper": 176,
        "r_fore": 220, "r_hand": 28, "wand": 3, "rod": 0.62, "r_len1": 150, "r_len2": 132, "r_grow": 1.20,
        "raise_l": -6, "l_upper": 68, "l_fore": 60, "gust": 1.3, "calm": 0.45,
    },
    # Joy: both arms up, the back arched.
    "crouch": {
        "hip_y": 24, "lean": -4, "raise_r": -8, "raise_l": -8, "nod": -6, "head_y": 4, "r_upper": 118, "r_fore": 236,
        "r_hand": 0, "wand": 26, "r_len1": 250, "l_upper": 98, "l_fore": 196, "l_hand": -6, "cloth": 0, "l_len1": 200,
        "l_len2": 156, "gust": 1.2,
    },
    "up": _UP | {
        "hip_x": -4, "hip_y": -6, "lean": 4.5, "nod": 5, "turn": -0.6, "r_upper": 204, "r_fore": 262, "r_hand": -16,
        "wand": -2, "l_upper": -42, "l_fore": 276, "l_hand": 8,
    },
    "up_left": _UP | {
        "hip_x": -14, "lean": 0.5, "nod": -2.5, "head_x": -3, "turn": -1.2, "r_upper": 204, "r_fore": 261,
        "r_hand": -12, "wand": 2, "l_upper": -36, "l_fore": 270, "l_hand": -8,
    },
    "up_right": _UP | {
        "hip_x": 8, "lean": 4.5, "nod": 6, "head_x": 4, "turn": 0.4, "r_upper": 210, "r_fore": 269, "r_hand": -21,
        "wand": -7, "l_upper": -53, "l_fore": 276, "l_hand": 10,
    },
    # A smaller joy: the wand is pumped, the other hand keeps the skirt.
    "ready": {
        "hip_y": 16, "lean": -3, "raise_r": -4, "nod": -5, "head_y": 3, "r_upper": 122, "r_fore": 244, "r_hand": 2,
        "wand": 22, "r_len1": 256, "l_upper": 78, "calm": 0.3,
    },
    "hurrah": _HURRAH | {
        "hip_x": -6, "hip_y": -6, "lean": 3.5, "nod": 4.5, "head_y": -4, "turn": -0.4, "r_upper": 206, "r_fore": 263,
        "r_hand": -16, "wand": -4, "l_upper": 68, "l_fore": 60, "raise_l": 6,
    },
    "hurrah_low": _HURRAH | {
        "hip_x": 8, "hip_y": 8, "lean": -1.5, "nod": -2.5, "head_y": 2, "turn": -1, "r_upper": 170, "r_fore": 262,
        "r_hand": -8, "wand": 10, "r_len1": 236, "r_len2": 196, "raise_r": 16, "l_upper": 76, "raise_l": -2,
    },
    # Hope: hands clasped, leaning to the board.
    "gasp": {
        "hip_x": -5, "hip_y": -3, "lean": 3.5, "raise_r": 12, "raise_l": 12, "nod": 3, "turn": -1.2, "r_upper": 140,
        "r_fore": 274, "r_hand": -28, "wand": -22, "r_len1": 222, "r_len2": 194, "l_upper": 92, "l_fore": 200,
        "l_hand": -10, "cloth": 0, "l_len1": 206, "l_len2": 150,
    },
    "clasp": _CLASP | {
        "hip_x": 16, "hip_y": 6, "lean": -10, "raise_r": 14, "raise_l": 16, "head_y": 3, "nod": -5, "r_upper": 122,
        "r_fore": 322, "wand": -38, "r_len1": 206, "r_len2": 176, "l_upper": 118, "l_fore": 215, "l_hand": 0,
        "l_len2": 176,
    },
    "clasp_up": _CLASP | {
        "hip_x": 18, "hip_y": 2, "lean": -11, "raise_r": 20, "raise_l": 22, "head_x": -10, "head_y": 0, "nod": -3,
        "turn": -2.6, "r_upper": 124, "r_fore": 319, "wand": -36, "r_len1": 204, "r_len2": 182, "l_upper": 120,
        "l_fore": 218, "l_hand": 0, "l_len2": 182,
    },
}  # fmt: skip
POSES["back"] = {k: 0.55 * POSES["point"].get(k, REST[k]) + 0.45 * POSES["wind"].get(k, REST[k]) for k in REST}

Face = tuple[str, str, str]
"""Eyes, mouth and brows."""
CALM_FACE: Face = ("open", "smile", "brows")


@dataclass(frozen=True)
class Move:
    """One part of a clip. Times are seconds from its beginning, except `frames`: milliseconds each drawing stands."""

    keys: tuple[tuple[float, str], ...]
    frames: tuple[int, ...]
    faces: tuple[tuple[float, Face], ...] = ()
    left: tuple[tuple[float, str, bool], ...] = ()
    """Shape of the left hand and whether its forearm passes before the body."""
    front: tuple[tuple[float, bool], ...] = ()
    """Whether the right forearm passes before the body."""
    hops: tuple[tuple[float, float], ...] = ()
    """Pixels she rises."""
    glow: tuple[tuple[float, float], ...] = ((0, 0),)
    """Light of the wand, 0 to 1."""

    @property
    def length(self) -> float:
        """Seconds."""
        return sum(self.frames) / 1000


@dataclass(frozen=True)
class Clip:
    """A clip: how it begins, how it ends, and what may lie between: a loop while it is held, or once more."""

    begin: Move
    end: Move | str
    """Or the name of the clip whose drawings it ends with."""
    hold: Move | None = None
    again: Move | None = None


_OPEN: Face = ("open", "cheer", "brows_up")
_HAPPY: Face = ("happy", "cheer", "brows_up")
_AGAPE: Face = ("look", "oh", "brows_up")

CLIPS: dict[str, Clip] = {
    "cast": Clip(
        begin=Move(
            ((0, "wind"), (0.20, "strike"), (0.34, "follow"), (0.46, "point")),
            (50, 50, 50, 40, 33, 33, 33, 33, 33, 40, 50, 60, 70, 80),
            ((0, ("look", "oh", "brows")), (0.2, _OPEN)),
            glow=((0, 0), (0.24, 0), (0.32, 1), (0.55, 0.9), (0.66, 0.6)),
        ),
        again=Move(
            ((0, "back"), (0.12, "strike"), (0.26, "follow"), (0.38, "point")),
            (40, 50, 50, 40, 33, 33, 40, 50, 70, 90),
            ((0, ("look", "open", "brows")), (0.12, _OPEN)),
            glow=((0, 0.5), (0.12, 0.35), (0.24, 1), (0.44, 0.9), (0.5, 0.6)),
        ),
        end=Move(
            ((0, "rest"),),
            (50, 50, 50, 60, 70, 80, 90, 100, 110),
            ((0, ("open", "open", "brows")), (0.28, CALM_FACE)),
            glow=((0, 0.6), (0.3, 0)),
        ),
    ),
    "point": Clip(
        begin=Move(
            ((0, "point"),),
            (60, 50, 50, 50, 60, 80, 100),
            ((0, ("look", "open", "brows_up")),),
            glow=((0, 0), (0.4, 0.5)),
        ),
        hold=Move(((0, "point"),), (333,) * 6, ((0, ("open", "open", "brows")),), glow=((0, 0.5), (1, 0.35), (2, 0.5))),
        end="cast",
    ),
    "cheer": Clip(
        begin=Move(
            ((0, "ready"), (0.2, "hurrah")),
            (60, 60, 60, 50, 40, 40, 40, 50, 50),
            ((0, ("open", "oh", "brows")), (0.18, _HAPPY)),
            hops=((0, 0), (0.2, 0), (0.26, 10), (0.38, 12), (0.45, 8)),
            glow=((0, 0), (0.2, 0), (0.36, 0.8), (0.45, 0.6)),
        ),
        hold=Move(
            ((0, "hurrah_low"), (0.24, "hurrah")),
            (60,) * 10,
            ((0, _HAPPY),),
            hops=((0, 8), (0.08, 0), (0.28, 0), (0.36, 10), (0.46, 12), (0.6, 8)),
            glow=((0, 0.6), (0.3, 0.5), (0.45, 0.9), (0.6, 0.6)),
        ),
        end=Move(
            ((0, "rest"),),
            (50, 50, 60, 70, 80, 90, 100, 110),
            ((0, _OPEN), (0.16, ("open", "open", "brows")), (0.42, CALM_FACE)),
            hops=((0, 8), (0.1, 0)),
            glow=((0, 0.6), (0.3, 0)),
        ),
    ),
    "arms_up": Clip(
        begin=Move(
            ((0, "crouch"), (0.26, "up")),
            (60, 60, 60, 60, 50, 40, 40, 40, 50, 60, 70, 80),
            ((0, ("open", "oh", "brows")), (0.24, _HAPPY)),
            ((0, "relaxed", False), (0.24, "open", False)),
            hops=((0, 0), (0.24, 0), (0.29, 18), (0.46, 20), (0.6, 0)),
            glow=((0, 0), (0.26, 0), (0.45, 1), (0.67, 0.7)),
        ),
        hold=Move(
            ((0, "up_left"), (0.8, "up_right")),
            (80,) * 20,
            ((0, _OPEN), (0.8, _HAPPY)),
            ((0, "open", False),),
            hops=((0, 0), (0.5, 0), (0.6, 9), (0.72, 9), (0.84, 0), (1.3, 0), (1.4, 9), (1.5, 9), (1.6, 0)),
            glow=((0, 0.7), (0.4, 0.9), (0.8, 0.7), (1.2, 0.9), (1.6, 0.7)),
        ),
        end=Move(
            ((0, "rest"),),
            (50, 50, 50, 60, 70, 80, 90, 100, 110),
            ((0, ("open", "open", "brows")), (0.42, CALM_FACE)),
            ((0, "relaxed", False), (0.24, "gather", False)),
            glow=((0, 0.7), (0.3, 0)),
        ),
    ),
    "clasp": Clip(
        begin=Move(
            ((0, "gasp"), (0.22, "clasp")),
            (60, 60, 60, 50, 50, 50, 50, 60, 80, 90),
            ((0, ("open", "oh", "brows_up")), (0.4, _AGAPE)),
            ((0, "relaxed", False), (0.2, "clasp", True)),
            ((0, False), (0.2, True)),
        ),
        hold=Move(
            ((0, "clasp_up"), (1.0, "clasp")),
            (167,) * 12,
            ((0, ("look", "soft", "brows_up")), (1.1, _AGAPE)),
            ((0, "clasp", True),),
            ((0, True),),
        ),
        end=Move(
            ((0, "rest"),),
            (50, 50, 50, 50, 60, 70, 90, 100, 110),
            ((0, ("open", "soft", "brows")), (0.2, CALM_FACE)),
            ((0, "clasp", True), (0.06, "relaxed", False), (0.22, "gather", False)),
            ((0, True), (0.06, False)),
        ),
    ),
}


def idle_pose(t: float) -> Pose:
    """The idle with its arms at `t` seconds, periodic in every channel: what is baked as loops."""
    return Actor(t).pose()


class Spring:
    """A damped spring."""

    __slots__ = ("v", "x")

    def __init__(self, x: float) -> None:
        self.x, self.v = float(x), 0.0

    def step(self, target: float, stiffness: float, damping: float, dt: float) -> None:
        """Move towards `target` for `dt` seconds."""
        self.v += (stiffness * stiffness * (target - self.x) - 2 * damping * stiffness * self.v) * dt
        self.x += self.v * dt


class Chain:
    """Links that follow each other: the root's way reaches the tip late and overshoots."""

    def __init__(self, stiffness: float, damping: float, gain: float = 1.0) -> None:
        self.places: Array | None = None
        self.speeds = np.zeros((LINKS, 2))
        self.stiffness, self.damping, self.gain = stiffness, damping, gain
        self.lag = np.zeros((LINKS, 2))

    def step(self, root: Array, dt: float) -> None:
        """The root is at `root` for `dt` seconds; `lag` becomes how far each link hangs behind it."""
        if self.places is None:
            self.places = np.tile(root, (LINKS, 1)).astype(float)
        self.places[0] = root
        for i in range(1, LINKS):
            pull = self.stiffness**2 * (self.places[i - 1] - self.places[i])
            self.speeds[i] += (pull - 2 * self.damping * self.stiffness * self.speeds[i]) * dt
            self.places[i] += self.speeds[i] * dt
        self.lag = np.clip((self.places - root) * self.gain, -95, 95)


def _latest(rows: Sequence[tuple], time: float) -> tuple | None:
    """The last row that has begun; its first item is its time."""
    found = None
    for row in rows:
        if time >= row[0]:
            found = row
    return found


class Actor:
    """Plays moves over the idle, at a fixed step."""

    STEP = 1 / 240

    def __init__(self, phase: float = 0.0) -> None:
        """`phase` is the second of the idle at which she begins."""
        self.time, self.phase, self.began = 0.0, phase, 0.0
        self.move: Move | None = None
        self.targets: list[tuple[float, str]] = [(-9.0, "rest")]
        self.face, self.hand, self.front = CALM_FACE, ("gather", False), False
        self.springs = {k: Spring(v) for k, v in REST.items()}
        self.chains = {
            "mane": Chain(22, 0.5),
            "braid": Chain(21, 0.42),
            "cape": Chain(15, 0.5, 0.8),
            "skirt": Chain(19, 0.55, 0.8),
            "fringe": Chain(30, 0.4, 0.9),
        }

    def copy(self) -> Actor:
        """Another actor in the same state."""
        return copy.deepcopy(self)

    def begin(self, move: Move, rate: float = 1.0) -> None:
        """Go over to a move; the idle's clock goes over to `rate`."""
        self.move, self.began, self.rate = move, self.time, rate
        self.targets += [(self.time + at, name) for at, name in move.keys]

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(max(1, round(seconds / self.STEP))):
            self.time += self.STEP
            for name, (delay, stiffness, damping) in CHANNELS.items():
                row = _latest(self.targets, self.time - delay)
                target = POSES[row[1]].get(name, REST[name]) if row else REST[name]
                if name == "rate" and self.move is not None:
                    target = self.rate
                self.springs[name].step(target, stiffness, damping, self.STEP)
            self.phase += self.STEP * self.springs["rate"].x
            if self.move is not None:
                since = self.time - self.began
                face, left, front = (
                    _latest(rows, since) for rows in (self.move.faces, self.move.left, self.move.front)
                )
                self.face = face[1] if face else self.face
                self.hand = left[1:] if left else self.hand
                self.front = front[1] if front else self.front
            self._pull_chains()

    @property
    def hop(self) -> float:
        """Pixels above the ground."""
        if self.move is None or not self.move.hops:
            return 0.0
        times, heights = zip(*self.move.hops)
        return float(np.interp(self.time - self.began, times, heights))

    @property
    def glow(self) -> float:
        """Light of the wand."""
        if self.move is None:
            return 0.0
        times, lights = zip(*self.move.glow)
        return float(np.interp(self.time - self.began, times, lights))

    def _body(self) -> Pose:
        v = {k: s.x for k, s in self.springs.items()}
        base = idle(self.phase)
        return base.with_(
            hip=(base.hip[0] * v["calm"] + v["hip_x"], base.hip[1] + v["hip_y"]),
            lean=base.lean + v["lean"],
            head=(base.head[0] + v["head_x"], base.head[1] + v["head_y"]),
            nod=base.nod + v["nod"],
            turn=base.turn + v["turn"],
            raise_r=base.raise_r + v["raise_r"],
            raise_l=base.raise_l + v["raise_l"],
            hop=self.hop,
            gust=v["gust"],
        )

    def _pull_chains(self) -> None:
        """Hair and cloth follow what the clip adds to the idle, so that it begins and ends with them as the idle."""
        body, quiet = self._body(), idle(self.phase)
        spine, still = Spine(body), Spine(quiet)
        head, rest = spine.head_matrix(), still.head_matrix()
        up = np.array([0.0, -2 * body.hop])
        for name, (x, y) in (("mane", MANE_ROOT), ("braid", BRAID_ROOT), ("fringe", MANE_ROOT)):
            root = np.array(apply(head, x, y)) - np.array(apply(rest, x, y))
            self.chains[name].step(root + (0 if name == "fringe" else up), self.STEP)
        a, b = (np.array(s.at(np.array([660.0]), np.array([720.0])))[:, 0] for s in (spine, still))
        self.chains["cape"].step(a - b + up, self.STEP)
        self.chains["skirt"].step(np.array(body.hip) - np.array(quiet.hip) + up, self.STEP)

    def pose(self) -> Pose:
        """The figure now."""
        v = {k: s.x for k, s in self.springs.items()}
        t, shape = self.phase, self.hand[0]
        right = Arm(
            upper=v["r_upper"] + 0.7 * wave(t, PERIOD, 0.15),
            fore=v["r_fore"] - 360 + 0.7 * wave(t, PERIOD, 0.35),
            hand=v["r_hand"] + 0.6 * wave(t, PERIOD, 0.6),
            wand=v["wand"] + 0.4 * wave(t, PERIOD, 0.8),
            lengths=(v["r_len1"], v["r_len2"]),
            grow=v["r_grow"],
            rod=v["rod"],
            front=self.front,
        )
        # A forearm that swings through the middle comes towards the viewer: it is shorter there.
        short = 1 - 0.32 * np.exp(-((v["l_fore"] / 38) ** 2))
        left = Arm(
            upper=v["l_upper"] + 0.9 * wave(t, PERIOD, 0.25),
            fore=v["l_fore"] + 1.3 * wave(t, PERIOD, 0.45),
            hand=v["l_hand"] + 1.2 * wave(t, PERIOD, 0.6),
            lengths=(v["l_len1"], v["l_len2"] * short),
            grow=v["l_grow"],
            shape=shape,
            front=self.hand[1],
        )
        eyes, mouth, brows = self.face
        chains = {name: chain.lag for name, chain in self.chains.items()}
        chains["fringe"] = chains["fringe"][3] * 0.7
        cloth = 1.0 if shape == "gather" else max(0.0, v["cloth"])
        return self._body().with_(arm_r=right, arm_l=left, eyes=eyes, mouth=mouth, brows=brows, cloth=cloth, **chains)


@dataclass(frozen=True)
class Drawing:
    """A drawing of a clip: how long it stands in milliseconds, and what it shows."""

    duration: int
    pose: Pose
    glow: float


@dataclass(frozen=True)
class Played:
    """A clip, played: its drawings part by part, and the second of the idle it ends in."""

    parts: dict[str, list[Drawing]]
    phase: float
    ends_as: str = ""
    """The clip whose drawings it ends with, if not its own."""


def _shots(actor: Actor, move: Move, rate: float) -> list[Drawing]:
    actor.begin(move, rate)
    ends = np.cumsum((0, *move.frames))
    found = []
    for start, end in pairwise(ends):
        actor.advance((end - start) / 2000)
        found.append(Drawing(int(end - start), actor.pose(), actor.glow))
        actor.advance((end - start) / 2000)
    return found


def play(name: str) -> Played:
    """All drawings of a clip. A held part has settled into its loop."""
    clip = CLIPS[name]
    actor = Actor()
    rate = PERIOD / clip.hold.length if clip.hold is not None else 1.0
    parts = {"begin": _shots(actor, clip.begin, rate)}
    if clip.again is not None:
        parts["again"] = _shots(actor.copy(), clip.again, 1.0)
    if clip.hold is not None:
        for _ in range(3):
            parts["hold"] = _shots(actor, clip.hold, rate)
    if isinstance(clip.end, str):
        lent = play(clip.end)
        return Played(parts | {"end": lent.parts["end"]}, lent.phase, clip.end)
    parts["end"] = _shots(actor, clip.end, 1.0)
    return Played(parts, actor.phase % PERIOD)
