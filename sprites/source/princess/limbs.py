"""Arms drawn for the pose they are in: shoulder to glove as one outline, a bent elbow with folds, drawn hands.

Nothing is cut: for every in-between the outlines of upper arm, elbow and forearm are united into one path, inked once,
and light is computed from the direction of the form, so that no joint can show.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import skia

from .brush import Curve, Layer, Ribbon, ellipse, make_path, radial, spline
from .dress import draw_puff
from .figure import Pixels
from .forms import MOON_RIM, cuff, elbow_folds, ink_path, shade_form, union
from .gather import FALLEN, draw_gather
from .hair import moon_rim
from .hands import STAR_AT, draw_clasp, draw_fist, draw_open
from .ornaments import compass, fur_band, twinkle
from .palette import EMBER, GLOVE, GOLD, GOWN, PALE, SKIN, TEAL, VELVET
from .rig import SHOULDER_L, SHOULDER_R, VIEW, Array, Field, Figure, Pose, Spine, Warper, smooth
from .wand import draw_wand_star


@dataclass(frozen=True)
class Arm:
    """A posed arm. Angles in degrees on the page: 0 right, 90 down, -90 up."""

    upper: float
    """Direction of the upper arm."""
    fore: float
    """Direction of the forearm."""
    hand: float = 0.0
    """Turn of the hand against the forearm."""
    lengths: tuple[float, float] = (290.0, 290.0)
    """Of upper arm and forearm, in units; foreshortened as the arm comes forward."""
    shape: str = "fist"
    """`fist`, `gather`, `open`, `relaxed` or `clasp`."""
    grow: float = 1.0
    """Size of hand and wrist: what is nearer is larger."""
    front: bool = False
    """Whether the forearm passes before the body."""
    wand: float = 0.0
    """Turn of the wand against its place in the fist."""
    rod: float = 1.0
    """Foreshortening of the wand."""


@dataclass(frozen=True)
class Build:
    """Widths of an arm: upper arm at shoulder, middle and above the elbow; elbow, forearm twice, and wrist."""

    upper: tuple[float, float, float]
    fore: tuple[float, float, float, float]


RIGHT = Build((84, 80, 66), (62, 66, 58, 42))
LEFT = Build((80, 76, 66), (62, 64, 58, 44))
#: The wand's star in its own drawing, and its crop.
_STAR_MIDDLE, _STAR_FRAME = (158, 142), (40, 20, 240, 240)
#: What the gathered cloth may cover: left, top, right and bottom in units.
_CLOTH = (440, 1040, 1000, 1720)


def direction(degrees: float) -> Array:
    """The unit vector at an angle on the page: 0 right, 90 down."""
    return np.array([np.cos(np.radians(degrees)), np.sin(np.radians(degrees))])


# ---------------------------------------------------------------- painting
class Painted:
    """A crop of the view, painted at the warper's scale."""

    def __init__(self, warper: Warper, box: tuple[float, float, float, float]) -> None:
        """`box` is left, top, right and bottom in units."""
        x0, y0, x1, y1 = (int(np.floor(v / 4) * 4) for v in box)
        self.box = (x0, y0, max(8, x1 - x0), max(8, y1 - y0))
        self.layer = Layer(self.box, 1 if warper.scale == 1 else 2)
        self.warper = warper

    def put(self, out: Pixels, soft: float = 0.0, warm: float = 0.55) -> None:
        """Lay it over `out`, with so much of the soft form shadow and of the board's warm bounce."""
        scale = self.warper.scale
        width, height = self.box[2] * scale // 2, self.box[3] * scale // 2
        small = cv2.resize(self.layer.samples(), (width, height), interpolation=cv2.INTER_AREA)
        place = (self.box[0] - VIEW[0]) * scale // 2, (self.box[1] - VIEW[1]) * scale // 2
        self.warper.lay(_settled(small, self.box[1], scale, soft, warm), place, out)


def _settled(pixels: Pixels, top: float, scale: int, soft: float, warm: float) -> Pixels:
    """What light.model and the warm bounce of light.rim do to a sheet, for a crop whose first row is at `top`."""
    k = scale / 2
    alpha, colour = np.ascontiguousarray(pixels[..., 3]), pixels[..., :3].copy()

    def moved(image: Pixels, dx: float, dy: float) -> Pixels:
        matrix = np.float32([[1, 0, dx * k], [0, 1, dy * k]])
        return cv2.warpAffine(image, matrix, image.shape[::-1], borderMode=cv2.BORDER_REPLICATE)

    if soft:
        blurred = cv2.GaussianBlur(alpha, (0, 0), 15 * k)
        shade = np.clip((blurred - moved(blurred, -12, -9)) * 1.5, 0, 0.62) * alpha * soft
        colour *= 1 - shade[..., None] * np.array([0.5, 0.62, 0.26], np.float32)
    y = np.arange(pixels.shape[0], dtype=np.float32)[:, None] / k + top
    fade = np.clip((y - 900) / 760, 0, 1) ** 1.3 * 0.22
    colour *= 1 - fade[..., None] * np.array([0.95, 0.9, 0.5], np.float32)
    if warm:
        edge = cv2.GaussianBlur(np.clip(alpha - moved(alpha, 14, -3), 0, 1), (0, 0), 4 * k) * alpha * 0.8
        full = alpha[..., None]
        colour = full - (full - colour) * (1 - edge[..., None] * np.array(EMBER, np.float32) * warm)
    return np.dstack([np.clip(colour, 0, alpha[..., None]), alpha])


def _turned(point: Array, degrees: float) -> Array:
    """A vector, rotated."""
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([point[0] * c - point[1] * s, point[0] * s + point[1] * c])


def _unit(vector: Array) -> Array:
    return vector / np.hypot(*vector)


class Arms:
    """Paints both arms of a skin, for any pose."""

    def __init__(self, *, winter: bool) -> None:
        self.winter = winter
        self._star: Pixels | None = None

    def __call__(self, figure: Figure, pose: Pose, spine: Spine, moves: dict[str, Field]) -> PosedArms:
        """The arms of one drawing."""
        return PosedArms(self, figure.warper, pose, spine, moves)

    @property
    def star(self) -> Pixels:
        """The wand's head, upright, one sample a unit."""
        if self._star is None:
            layer = Layer(_STAR_FRAME)
            draw_wand_star(layer, self.winter)
            self._star = layer.pixels()
        return self._star


class PosedArms:
    """Both arms of one drawing; the figure calls `left`, `right` and, after the head, `front`."""

    def __init__(self, arms: Arms, warper: Warper, pose: Pose, spine: Spine, moves: dict[str, Field]) -> None:
        self.arms, self.warper, self.pose, self.spine, self.moves = arms, warper, pose, spine, moves
        self.winter = arms.winter
        self.glove, self.sleeve = (TEAL, VELVET) if self.winter else (GLOVE, GLOVE)
        self.gown, self.lining = (VELVET, TEAL) if self.winter else (GOWN, PALE)
        self.right_joints = self._joints(SHOULDER_R + (8, -8), pose.arm_r)
        self.left_joints = self._joints(SHOULDER_L, pose.arm_l)
        self.tip: Array | None = None

    def _carried(self, point: Array) -> Array:
        """Where the torso takes a point."""
        dx, dy = self.spine.at(np.array([point[0]]), np.array([point[1]]))
        return point + np.array([dx[0], dy[0]])

    def _joints(self, rest: Array, arm: Arm) -> tuple[Array, Array, Array]:
        """Shoulder, elbow and wrist."""
        shoulder = self._carried(rest)
        elbow = shoulder + direction(arm.upper) * arm.lengths[0]
        return shoulder, elbow, elbow + direction(arm.fore) * arm.lengths[1]

    def _paint_arm(
        self,
        out: Pixels,
        joints: tuple[Array, Array, Array],
        arm: Arm,
        build: Build,
        mirror: int,
        *,
        front: bool = False,
        hand: bool = True,
    ) -> None:
        """One arm; `front` only what of it passes before the body."""
        shoulder, elbow, wrist = joints
        painted = Painted(self.warper, self._reach(joints, arm, hand=hand))
        layer = painted.layer
        grow, wf, wu = arm.grow, build.fore, build.upper
        up, down = _unit(shoulder - elbow), _unit(wrist - elbow)
        bend = np.sign(np.cross(elbow - shoulder, wrist - elbow)) or 1.0
        upper = Ribbon(
            [tuple(shoulder), tuple((shoulder + elbow) / 2 - np.array([up[1], -up[0]]) * bend * 5), tuple(elbow)],
            [(0, wu[0]), (0.35, wu[1]), (0.8, wu[2]), (1, wf[0])],
        )
        across = np.array([-down[1], down[0]])
        fore = Ribbon(
            [tuple(elbow - down * 4), tuple(elbow + (wrist - elbow) * 0.45 - across * bend * 5), tuple(wrist)],
            [
                (0, wf[0] * 0.9),
                (0.22, wf[1] * (0.6 + 0.4 * grow)),
                (0.62, wf[2] * (0.45 + 0.55 * grow)),
                (1, wf[3] * grow),
            ],
        )
        outlines = [upper.band(), fore.band(), *self._elbow(elbow, up, down, wf[0])]
        bare = not self.winter
        if bare:
            outlines[0] = upper.band(-1.03, 1.03, 0.6, 1)
            if not front:
                self._paint_skin(layer, upper, shoulder, wu[0])
        path = union(*outlines)
        tone = self.sleeve
        if front:
            layer.canvas.save()
            window = union(fore.band(-1.6, 1.6), ellipse(*elbow, wf[0] * 0.8, wf[0] * 0.8))
            layer.canvas.clipPath(window, skia.ClipOp.kIntersect, True)
        ink_path(layer, path, 2.5, tone.ink)
        layer.fill(path, tone.base)
        shade_form(layer, upper, tone, path, 0.5 if bare else 0.0, 1.0)
        # The forearm over the upper arm: its shade lies on the joint, so that the two read as one bent tube.
        layer.canvas.save()
        layer.canvas.clipPath(path, skia.ClipOp.kIntersect, True)
        joint = ellipse(*(elbow + down * wf[0] * 0.22), wf[0] * 0.44, wf[0] * 0.44)
        layer.fill(union(fore.band(-1, 1, 0.1, 1), joint), tone.base)
        layer.canvas.restore()
        shade_form(layer, fore, tone, path, 0.02, 1.0)
        elbow_folds(layer, path, shoulder, elbow, wrist, wf[0], tone)
        # Soft drag folds: at the wrist and half way.
        for u, side in ((0.9, 1), (0.84, -1), (0.8, 1), (0.5, -bend), (0.46, -bend)):
            fold = spline([fore.at(u, side * 0.95), fore.at(u + 0.03, side * 0.4), fore.at(u + 0.02, side * -0.1)])
            layer.line(fold, 2.1, tone.deep, 0.06, 0.7, clip=path)
        moon_rim(layer, fore, 0.06, 0.94, 0.6, MOON_RIM)
        if front:
            layer.canvas.restore()
        self._trim_arm(layer, upper, fore, bend, front=front)
        if hand:
            self._hand(layer, arm, fore, wrist, mirror)
        painted.put(out, 0.9)

    @staticmethod
    def _reach(joints: tuple[Array, Array, Array], arm: Arm, *, hand: bool) -> tuple[float, float, float, float]:
        """What an arm may cover, with hand and wand."""
        pad = 175 * arm.grow
        points = [joint + np.array([dx, dy]) for joint in joints for dx in (-pad, pad) for dy in (-pad, pad)]
        if arm.shape == "fist" and hand:
            ends = [joints[2] + direction(arm.fore + arm.hand + arm.wand) * along for along in (-230, 480)]
            points += [end + np.array([dx, dy]) for end in ends for dx in (-20, 20) for dy in (-20, 20)]
        (left, top), (right, low) = np.min(points, 0), np.max(points, 0)
        return float(left), float(top), float(right), float(low)

    @staticmethod
    def _elbow(elbow: Array, up: Array, down: Array, size: float) -> list[Curve]:
        """A round joint, and a small corner on its outside when it is bent."""
        inner = up + down
        bent = np.hypot(*inner)
        inner = inner / (bent + 1e-6)
        outlines = [ellipse(*(elbow - inner * min(1, bent) * 3), size * 0.5, size * 0.49)]
        if bent > 0.5:
            corner = [
                elbow - inner * size * 0.52,
                elbow + up * size * 0.45 - inner * size * 0.2,
                elbow,
                elbow + down * size * 0.45 - inner * size * 0.2,
            ]
            outlines.append(spline([tuple(point) for point in corner], True))
        return outlines

    @staticmethod
    def _paint_skin(layer: Layer, upper: Ribbon, shoulder: Array, width: float) -> None:
        """The bare upper arm above the glove."""
        path = union(upper.band(-1, 1, 0, 0.7), ellipse(*shoulder, width * 0.46, width * 0.46))
        ink_path(layer, make_path(upper.band(-1, 1, 0.14, 0.66)), 2.3, SKIN.ink)
        layer.fill(path, SKIN.base)
        shade_form(layer, upper, SKIN, path, 0, 0.7, 0.5, 0.02)
        moon_rim(layer, upper, 0.2, 0.6, 0.5, MOON_RIM)

    def _trim_arm(self, layer: Layer, upper: Ribbon, fore: Ribbon, bend: float, *, front: bool) -> None:
        """Bracelet, puff and buttons; in winter the stars on the sleeve."""
        if self.winter:
            if not front:
                for u in (0.3, 0.42, 0.54, 0.66):
                    x, y = fore.at(u, 0.1)
                    twinkle(layer, float(x), float(y), 9, "#ffe0e0", 0.8)
            return
        if not front:
            cuff(layer, upper, 0.615, 13, GOLD, -0.14, 1.1)
            draw_puff(layer, upper, 0.04, 0.36)
        for i in range(4):
            x, y = fore.at(0.58 + 0.085 * i, -bend * 0.55)
            layer.fill(ellipse(x, y, 6.2, 6.2), GLOVE.ink)
            layer.fill(ellipse(x, y, 4.6, 4.6), radial((x - 2, y - 2), 7, "#ffffff", "#dfe8ff", "#8f86d8"))

    def _trim_wrist(self, layer: Layer, fore: Ribbon, grow: float) -> None:
        """A bracelet, or fur."""
        if not self.winter:
            cuff(layer, fore, 0.965, 11 * grow, GOLD, 0.16, 1.12)
            return
        middle, along = fore.at(0.955), _unit(fore.at(1) - fore.at(0.9))
        across = np.array([-along[1], along[0]])
        band = np.array([middle - across * 30 * grow, middle + along * 5, middle + across * 30 * grow])
        fur_band(layer, band, 44 * grow, 21)

    def _hand(self, layer: Layer, arm: Arm, fore: Ribbon, wrist: Array, mirror: int) -> None:
        heading = arm.fore + arm.hand
        if arm.shape == "fist":
            self.size, self.turn = 0.98 * arm.grow, heading + 90
            # The wrist of the fist's own drawing is at (26, 86): it is laid where the forearm ends.
            self.grip = wrist - _turned(np.array([26.0 * mirror, 86.0]) * self.size, self.turn)
            self.wand_angle = heading + arm.wand
            draw_fist(layer, self.grip, self.turn, self.size, mirror, self.glove, self.wand_angle, self.winter, arm.rod)
            self.star_at = self.grip + direction(self.wand_angle) * STAR_AT * self.size * arm.rod
        elif arm.shape in ("open", "relaxed"):
            draw_open(layer, wrist - direction(heading) * 4, heading + 90, 0.86 * arm.grow, mirror, self.glove)
        self._trim_wrist(layer, fore, arm.grow)

    # ------------------------------------------------------------ what the figure calls, back to front
    def left(self, out: Pixels) -> None:
        """The left arm with the skirt it gathers, as far as it is not before the body."""
        arm: Arm = self.pose.arm_l
        if arm.front:
            self._paint_arm(out, self.left_joints, arm, LEFT, -1, hand=False)
            self._put_clasp(out)
            return
        raised = arm.upper < 30
        if raised:
            self._put_clasp(out)
        if arm.shape == "gather":
            self._gathering(out, arm)
        else:
            if self.pose.cloth > 0.02:
                self._put_fallen(out)
            self._paint_arm(out, self.left_joints, arm, LEFT, -1)
        if not raised:
            self._put_clasp(out)

    def _skirt_sway(self) -> Array:
        """How far the skirt swings under the hand."""
        dx, dy = self.moves["skirt"](np.array([740.0]), np.array([1480.0]))
        return np.array([dx[0], dy[0]])

    def _gathering(self, out: Pixels, arm: Arm) -> None:
        """Cloth, arm, and the fist that holds the cloth."""
        _, elbow, wrist = self.left_joints
        size, turn = 0.92, arm.fore + arm.hand + 90
        grip = wrist - _turned(np.array([-26.0, 86.0]) * size, turn)
        cloth = Painted(self.warper, _CLOTH)
        draw_gather(cloth.layer, grip, self._skirt_sway() * (1.1, 1.0), self.gown, self.lining, self.winter)
        cloth.put(out, 0.0, 0.0)
        self._paint_arm(out, self.left_joints, arm, LEFT, -1, hand=False)
        fist = Painted(self.warper, (grip[0] - 150, grip[1] - 150, grip[0] + 150, grip[1] + 150))
        draw_fist(fist.layer, grip, turn, size, -1, self.glove, None, self.winter)
        self._trim_wrist(fist.layer, Ribbon([tuple(elbow), tuple(wrist)], [(0, 60), (1, 44)]), 1.0)
        fist.put(out, 0.6)

    def _put_clasp(self, out: Pixels) -> None:
        """The star that holds the cape; under a raised arm's sleeve, over a hanging one's."""
        if self.winter:
            return
        x, y = self._carried(SHOULDER_L + (10, -16))
        painted = Painted(self.warper, (x - 60, y - 60, x + 60, y + 60))
        compass(painted.layer, float(x), float(y), 27)
        painted.put(out, 0.0, 0.0)

    def _put_fallen(self, out: Pixels) -> None:
        """The handful on its way from the hand back to the skirt: it drops, swings and is one with it again."""
        held = self.pose.cloth
        grip = FALLEN + (np.array([786.0, 1176.0]) - FALLEN) * smooth(held)
        swing = self._skirt_sway() + (30 * np.sin(np.pi * held), 0.0)
        painted = Painted(self.warper, _CLOTH)
        draw_gather(painted.layer, grip, swing, self.gown, self.lining, self.winter)
        over = self.warper.blank()
        painted.put(over, 0.0, 0.0)
        over *= float(np.clip((held - 0.4) * 6, 0, 1))
        out *= 1 - over[..., 3:]
        out += over

    def right(self, out: Pixels) -> None:
        """The arm with the wand, as far as it is not before the body."""
        arm: Arm = self.pose.arm_r
        self._paint_arm(out, self.right_joints, arm, RIGHT, 1, hand=not arm.front)
        if not arm.front:
            self._put_star(out)

    def front(self, out: Pixels) -> None:
        """Forearms that pass before the body, and the hand laid over the fist."""
        if self.pose.arm_r.front:
            self._paint_arm(out, self.right_joints, self.pose.arm_r, RIGHT, 1, front=True)
            self._put_star(out)
        if self.pose.arm_l.front:
            self._paint_arm(out, self.left_joints, self.pose.arm_l, LEFT, -1, front=True, hand=False)
        if self.pose.arm_l.shape == "clasp":
            x, y = self.grip
            painted = Painted(self.warper, (x - 160, y - 160, x + 190, y + 160))
            draw_clasp(painted.layer, self.grip, self.turn, self.size, self.glove)
            painted.put(out, 0.6)

    def _put_star(self, out: Pixels) -> None:
        """The wand's head, turned with the rod."""
        scale = self.warper.scale / 2
        size = self.size * 0.96 * scale
        c, s = (f(np.radians(self.wand_angle + 80)) * size for f in (np.cos, np.sin))
        x, y = ((at - start) * scale for at, start in zip(self.star_at, VIEW[:2], strict=True))
        reach = int(150 * size) + 4
        left, top = int(x) - reach, int(y) - reach
        cx, cy = _STAR_MIDDLE[0] - _STAR_FRAME[0], _STAR_MIDDLE[1] - _STAR_FRAME[1]
        matrix = np.float32([[c, -s, x - left - c * cx + s * cy], [s, c, y - top - s * cx - c * cy]])
        star = cv2.GaussianBlur(self.arms.star, (0, 0), 0.7) if self.warper.scale == 1 else self.arms.star
        got = np.clip(cv2.warpAffine(star, matrix, (2 * reach, 2 * reach), flags=cv2.INTER_CUBIC), 0, 1)
        got[..., :3] = np.minimum(got[..., :3], got[..., 3:])
        self.warper.lay(got, (left, top), out)
        self.tip = self.star_at
