"""The character's life: clips, breath, blinks and which baked frame of each layer shows her now.

She stands in a panel of 456 x 832 pixels. Every layer was baked in a row of poses a fraction of a pixel apart, so a
pose is nothing but a choice of frames. The same seed and the same time steps always give the same pictures.
"""

import math
import random
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

Track: TypeAlias = tuple[tuple[float, float], ...]
"""A channel's keys, (milliseconds, value); between two keys it eases in and out."""
Moods: TypeAlias = tuple[tuple[float, str], ...]
"""From which millisecond which drawing of eyes or mouth shows."""

BLEND: Final = 90.0
"""Milliseconds in which a new clip takes over from what she was doing."""
BLINK: Final = ((40.0, "half"), (100.0, "shut"), (170.0, "half"))
"""A blink: until these milliseconds these eyes."""
BLINK_GAP: Final = (2500.0, 6000.0)
"""Least and greatest milliseconds from one blink to the next."""
FIDGET_GAP: Final = (9000.0, 16000.0)
"""Least and greatest milliseconds until she does something of her own accord."""
FIDGETS: Final = ("look_board", "look_board", "smile")
"""What that may be."""
WIND: Final = 7300.0
"""Milliseconds of the slow second wave that keeps hair and cloth from repeating themselves."""


POSED: Final = ("head", "upper_arm", "forearm", "hand")
"""Layers that clips pose; the others only breathe and sway."""


LOOSE: Final[Mapping[str, float]] = {
    "mane": 1.0,
    "cape": 0.9,
    "braid": 0.8,
    "skirt": 0.8,
    "cape_arm": 0.5,
    "body": 0.35,
    "capelet": 0.35,
}
"""Layers that swing after a quick move of hers, and how much."""
SPRING: Final = 95.0
DAMPING: Final = 5.5
"""Pull back and friction of that swinging, for a second."""
DRIVE: Final = (-11.0, 0.8, 0.9)
"""How a unit of arm swing, a pixel of hop and a degree of tilt set it going."""
LOOSEST: Final = 1.6
"""How far that swinging may go; 1 is as far as the breath's."""
WINDY: Final = 0.35
"""Share of the slow second wave in the layers that hang loose."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One thing she does once, on top of her stance."""

    length: float
    """Milliseconds."""
    tilt: Track = ()
    """Degrees of the head, negative towards the board."""
    swing: Track = ()
    """The wand arm: -1 drawn back, 0 at rest, 1 flung out."""
    hop: Track = ()
    """Pixels she rises."""
    glow: Track = ()
    """Light of the wand, 0 to 1."""
    eyes: Moods = ()
    mouth: Moods = ()
    still: str = ""
    """Mouth that stands for the clip when motion is reduced."""


@dataclass(frozen=True, slots=True)
class Stance:
    """How she stands between clips."""

    tilt: float = 0.0
    swing: float = 0.0
    mouth: str = ""
    pace: float = 1.0
    """Speed of breath and wind."""
    glow: float = 0.0


STANCES: Final[Mapping[str, Stance]] = {
    "idle": Stance(),
    "free_spins": Stance(tilt=1.5, mouth="open", pace=1.35, glow=0.3),
    "triumph": Stance(tilt=3.0, swing=0.9, mouth="cheer", pace=1.6, glow=0.8),
}

CLIPS: Final[Mapping[str, Clip]] = {
    "look_board": Clip(
        1900,
        tilt=((0, 0), (320, -4), (1450, -4), (1900, 0)),
        eyes=((90, "look"), (1500, "")),
    ),
    "smile": Clip(
        1700,
        tilt=((0, 0), (260, 1.5), (1200, 1.5), (1700, 0)),
        eyes=((120, "happy"), (1150, "")),
        mouth=((80, "open"), (1400, "")),
        still="open",
    ),
    "cast": Clip(
        810,
        tilt=((0, 0), (140, 1.5), (230, -2.7), (390, -2.7), (810, 0)),
        swing=((0, 0), (140, -1), (215, 1.1), (260, 1), (390, 1), (620, -0.12), (810, 0)),
        glow=((0, 0), (140, 0.35), (230, 1), (390, 0.9), (810, 0)),
        eyes=((150, "look"), (560, "")),
        mouth=((60, "oh"), (185, "cheer"), (520, "open"), (740, "")),
        still="open",
    ),
    "cheer_small": Clip(
        1300,
        tilt=((0, 0), (180, -1.35), (420, 3), (900, 3), (1300, 0)),
        swing=((0, 0), (150, -0.3), (380, 0.9), (560, 0.6), (740, 0.95), (900, 0.7), (1300, 0)),
        hop=((0, 0), (120, -3), (280, 10), (440, 0), (520, -2), (600, 0)),
        glow=((0, 0), (380, 0.8), (900, 0.5), (1300, 0)),
        eyes=((240, "happy"), (960, "")),
        mouth=((140, "cheer"), (980, "open"), (1200, "")),
        still="open",
    ),
    "cheer_big": Clip(
        3200,
        tilt=((0, 0), (200, -2.7), (460, 3), (900, -1.35), (1300, 3), (1760, -1.35), (2200, 3), (2700, 1.5), (3200, 0)),
        swing=(
            (0, 0),
            (200, -0.8),
            (420, 1.1),
            (640, 0.6),
            (860, 1),
            (1080, 0.55),
            (1300, 1.05),
            (1540, 0.6),
            (1780, 1),
            (2020, 0.7),
            (2500, 0.8),
            (3200, 0),
        ),
        hop=(
            (0, 0),
            (150, -4),
            (340, 14),
            (520, 0),
            (600, -3),
            (780, 12),
            (960, 0),
            (1500, 0),
            (1580, -3),
            (1760, 14),
            (1940, 0),
            (2020, -2),
            (2100, 0),
        ),
        glow=((0, 0), (420, 1), (900, 0.6), (1300, 1), (1780, 0.7), (2200, 0.9), (3200, 0)),
        eyes=((260, "happy"), (1120, ""), (1560, "happy"), (2500, "")),
        mouth=((120, "oh"), (260, "cheer"), (2600, "open"), (3050, "")),
        still="cheer",
    ),
}


@dataclass(frozen=True, slots=True)
class Placed:
    """A frame to blit and the panel pixel of its top left corner."""

    frame: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class _Row:
    """A layer that sways: its frames, their sways in rising order, and by how many ms it lags the breath."""

    frames: tuple[str, ...]
    sways: tuple[float, ...]
    lag: float

    def nearest(self, sway: float) -> str:
        """The frame whose sway is nearest."""
        after = bisect_right(self.sways, sway)
        if after == 0:
            return self.frames[0]
        if after == len(self.sways):
            return self.frames[-1]
        nearer_before = sway - self.sways[after - 1] <= self.sways[after] - sway
        return self.frames[after - 1 if nearer_before else after]


@dataclass(frozen=True, slots=True)
class _HeadPose:
    name: str
    breath: float
    tilt: float
    eyes: Mapping[str, str]
    mouth: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class _ArmPose:
    upper: str
    fore: str
    hand: str
    swing: float
    breath: float
    tip: tuple[float, float]


@dataclass(frozen=True, slots=True)
class CharacterSpec:
    """What was baked: where every frame belongs, and the rows of poses."""

    places: Mapping[str, tuple[int, int]]
    """Frame name -> its top left corner in the panel."""
    order: tuple[str, ...]
    period: float
    """Milliseconds of a breath."""
    rows: Mapping[str, _Row]
    heads: tuple[_HeadPose, ...]
    head_lag: float
    arms: tuple[_ArmPose, ...]
    arm_lag: float
    glow: tuple[str, ...]
    cat: tuple[str, ...]
    cat_period: float

    @staticmethod
    def of(data: Mapping[str, Any]) -> "CharacterSpec":
        """The spec in a character.json; raises KeyError, TypeError or ValueError when it is not one."""
        rig = data["meta"]["rig"]
        places = {
            str(name): (int(entry["spriteSourceSize"]["x"]), int(entry["spriteSourceSize"]["y"]))
            for name, entry in data["frames"].items()
        }
        rows = {
            str(name): _Row(tuple(map(str, row["frames"])), tuple(map(float, row["sways"])), float(row["lag"]))
            for name, row in rig["sway"].items()
        }
        heads = tuple(
            _HeadPose(str(p["name"]), float(p["breath"]), float(p["tilt"]), dict(p["eyes"]), dict(p["mouth"]))
            for p in rig["head"]["poses"]
        )
        arms = tuple(
            _ArmPose(
                str(p["upper"]),
                str(p["fore"]),
                str(p["hand"]),
                float(p["swing"]),
                float(p["breath"]),
                (float(p["tip"][0]), float(p["tip"][1])),
            )
            for p in rig["arm"]["poses"]
        )
        spec = CharacterSpec(
            places,
            tuple(map(str, rig["order"])),
            float(rig["period"]),
            rows,
            heads,
            float(rig["head"]["lag"]),
            arms,
            float(rig["arm"]["lag"]),
            tuple(map(str, rig["glow"]["frames"])),
            tuple(map(str, rig["cat"]["frames"])),
            float(rig["cat"]["period"]),
        )
        spec.check()
        return spec

    def check(self) -> None:
        """Raise ValueError unless every frame the rig names exists."""
        named = [*self.glow, *self.cat]
        for row in self.rows.values():
            named += row.frames
        for head in self.heads:
            named += [head.name, *head.eyes.values(), *head.mouth.values()]
        for arm in self.arms:
            named += [arm.upper, arm.fore, arm.hand]
        if any(len(row.frames) != len(row.sways) or not row.frames for row in self.rows.values()):
            raise ValueError("character: a layer whose frames and sways do not match")
        missing = sorted(name for name in named if name not in self.places)
        unknown = [n for n in self.order if n not in self.rows and n not in POSED]
        if missing or unknown or not self.heads or not self.arms:
            raise ValueError(f"character: missing frames {missing[:5]}, unknown layers {unknown}")


def _eased(track: Track, time: float) -> float:
    """A track's value; 0 where it has no keys."""
    if not track:
        return 0.0
    index = bisect_right(track, time, key=lambda key: key[0])
    if index == 0:
        return track[0][1]
    if index == len(track):
        return track[-1][1]
    (t0, a), (t1, b) = track[index - 1], track[index]
    share = (time - t0) / (t1 - t0)
    return a + (b - a) * share * share * (3 - 2 * share)


def _mood(moods: Moods, time: float) -> str | None:
    """Which drawing shows; None before the first key."""
    index = bisect_right(moods, time, key=lambda key: key[0])
    return moods[index - 1][1] if index else None


@dataclass(slots=True)
class _Channels:
    """The continuous values she is posed by."""

    tilt: float = 0.0
    swing: float = 0.0
    hop: float = 0.0
    glow: float = 0.0

    def towards(self, other: "_Channels", share: float) -> "_Channels":
        """The values ``share`` of the way to the other's."""
        return _Channels(
            self.tilt + (other.tilt - self.tilt) * share,
            self.swing + (other.swing - self.swing) * share,
            self.hop + (other.hop - self.hop) * share,
            self.glow + (other.glow - self.glow) * share,
        )


@dataclass(slots=True)
class _Playing:
    """A clip and how long it has run; without a clip only the take-over runs."""

    clip: Clip | None
    since: _Channels
    time: float = 0.0


@dataclass(slots=True)
class CharacterState:
    """What she is doing now; :meth:`update` moves time, :meth:`pose` gives the picture."""

    spec: CharacterSpec
    rng: random.Random
    reduced_motion: bool = False
    stance: str = "idle"
    _clock: float = 0.0
    _wind: float = 0.0
    _playing: _Playing = field(init=False)
    _now: _Channels = field(default_factory=_Channels)
    _blink_in: float = field(init=False)
    _blink: float = -1.0
    _fidget_in: float = field(init=False)
    _swung: float = 0.0
    """How far the loose layers hang out of their breath."""
    _swing_speed: float = 0.0

    def __post_init__(self) -> None:
        self._playing = _Playing(None, _Channels(), BLEND)
        self._wind = self.rng.random() * WIND
        self._blink_in = self.rng.uniform(*BLINK_GAP)
        self._fidget_in = self.rng.uniform(*FIDGET_GAP)

    # -- time --------------------------------------------------------------------------------------------------

    def play(self, clip: str) -> None:
        """Start a clip or take a stance; raises KeyError for a name that is neither."""
        if clip in STANCES:
            if clip == self.stance and self._playing.clip is None:
                return
            self.stance = clip
            self._playing = _Playing(None, self._now)
            return
        self._playing = _Playing(CLIPS[clip], self._now)

    @property
    def busy(self) -> bool:
        """Whether a clip is running."""
        return self._playing.clip is not None

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        ms = dt * 1000.0
        pace = STANCES[self.stance].pace
        self._clock = (self._clock + ms * pace) % (self.spec.period * 1000.0)
        self._wind = (self._wind + ms * pace) % (WIND * 1000.0)
        playing = self._playing
        playing.time += ms
        if playing.clip is not None and playing.time >= playing.clip.length:
            playing.clip, playing.since, playing.time = None, self._now, 0.0
        before, self._now = self._now, playing.since.towards(self._wanted(), min(1.0, playing.time / BLEND))
        self._update_loose(before, dt)
        self._update_blink(ms)
        self._update_fidget(ms)

    def _wanted(self) -> _Channels:
        stance, clip, time = STANCES[self.stance], self._playing.clip, self._playing.time
        if clip is None:
            return _Channels(stance.tilt, stance.swing, 0.0, stance.glow)
        # A clip moves away from the stance and back to it.
        rest = 1.0 if not self.reduced_motion else 0.0
        return _Channels(
            _either(clip.tilt, time, stance.tilt),
            _either(clip.swing, time, stance.swing),
            _eased(clip.hop, time) * rest,
            max(stance.glow, _eased(clip.glow, time)),
        )

    def _update_loose(self, before: _Channels, dt: float) -> None:
        """Hair and cloth are pulled by arm, hop and tilt and swing out."""
        now = self._now
        arm, hop, tilt = DRIVE
        self._swing_speed += arm * (now.swing - before.swing) + hop * (now.hop - before.hop)
        self._swing_speed += tilt * (now.tilt - before.tilt)
        self._swing_speed -= (SPRING * self._swung + DAMPING * self._swing_speed) * dt
        self._swung = max(-LOOSEST, min(LOOSEST, self._swung + self._swing_speed * dt))

    def _update_fidget(self, ms: float) -> None:
        """Idle for long enough, she looks at the board or smiles."""
        if self.reduced_motion or self.busy or self.stance != "idle":
            self._fidget_in = max(self._fidget_in, FIDGET_GAP[0])
            return
        self._fidget_in -= ms
        if self._fidget_in <= 0:
            self._fidget_in = self.rng.uniform(*FIDGET_GAP)
            self.play(self.rng.choice(FIDGETS))

    def _update_blink(self, ms: float) -> None:
        if self._drawn_eyes():
            self._blink = -1.0
            return
        if self._blink >= 0:
            self._blink += ms
            if self._blink >= BLINK[-1][0]:
                self._blink = -1.0
                self._blink_in = self.rng.uniform(*BLINK_GAP)
            return
        self._blink_in -= ms
        if self._blink_in <= 0:
            self._blink = 0.0

    # -- picture -----------------------------------------------------------------------------------------------

    def _sway(self, lag: float, wind: float) -> float:
        """The breath, -1 to 1, ``lag`` ms ago, with a share of ``wind`` of the slow second wave in it."""
        if self.reduced_motion:
            return 0.0
        breath = math.sin(2 * math.pi * (self._clock - lag) / self.spec.period)
        return (1 - wind) * breath + wind * math.sin(2 * math.pi * (self._wind - 2 * lag) / WIND)

    def _mouth(self) -> str:
        stance, clip = STANCES[self.stance], self._playing.clip
        if clip is None:
            return stance.mouth
        if self.reduced_motion:
            return clip.still or stance.mouth
        mood = _mood(clip.mouth, self._playing.time)
        return mood or stance.mouth

    def _drawn_eyes(self) -> str:
        """The eyes the clip asks for."""
        clip = self._playing.clip
        return (_mood(clip.eyes, self._playing.time) or "") if clip is not None else ""

    def _eyes(self) -> str:
        if self.reduced_motion:
            return ""
        if self._drawn_eyes():
            return self._drawn_eyes()
        if self._blink >= 0:
            return next(state for until, state in BLINK if self._blink < until)
        return ""

    def _head(self, eyes: str, mouth: str) -> _HeadPose:
        breath = self._sway(self.spec.head_lag, 0.0)
        tilt = 0.0 if self.reduced_motion else self._now.tilt
        drawn = {"look", "happy"} & {eyes}
        spoken = {"oh", "cheer"} & {mouth}

        def distance(pose: _HeadPose) -> float:
            lacking = len(drawn - pose.eyes.keys()) + len(spoken - pose.mouth.keys())
            return 6.0 * abs(pose.tilt - tilt) + abs(pose.breath - breath) + 9.0 * lacking

        return min(self.spec.heads, key=distance)

    def _arm(self) -> _ArmPose:
        swing = 0.0 if self.reduced_motion else self._now.swing
        breath = self._sway(self.spec.arm_lag, 0.0)
        return min(self.spec.arms, key=lambda pose: 4.0 * abs(pose.swing - swing) + abs(pose.breath - breath))

    def pose(self) -> Sequence[Placed]:
        """Every frame of her, back to front."""
        hop = 0 if self.reduced_motion else -round(self._now.hop)
        eyes, mouth = self._eyes(), self._mouth()
        head, arm = self._head(eyes, mouth), self._arm()
        names: list[str] = []
        for layer in self.spec.order:
            if layer == "head":
                names.append(head.name)
                eyes_frame = head.eyes.get(eyes) or (head.eyes.get("shut") if eyes == "half" else None)
                mouth_frame = head.mouth.get(mouth)
                names += [name for name in (eyes_frame, mouth_frame) if name is not None]
            elif layer == "upper_arm":
                names.append(arm.upper)
            elif layer == "forearm":
                names.append(arm.fore)
            elif layer == "hand":
                names.append(arm.hand)
            else:
                row = self.spec.rows[layer]
                loose = LOOSE.get(layer, 0.0)
                sway = self._sway(row.lag, WINDY if loose > 0.4 else 0.0)
                if not self.reduced_motion:
                    sway += loose * self._swung
                names.append(row.nearest(sway))
        return [Placed(name, self.spec.places[name][0], self.spec.places[name][1] + hop) for name in names]

    @property
    def wand_tip(self) -> tuple[float, float]:
        """Middle of the wand's star in the panel, in pixels."""
        x, y = self._arm().tip
        return x, y - (0 if self.reduced_motion else self._now.hop)

    @property
    def glow(self) -> float:
        """Strength of the wand's light, 0 to 1."""
        return 0.0 if self.reduced_motion else max(0.0, min(1.0, self._now.glow))

    def glow_frame(self) -> Placed | None:
        """The light to add over the wand's star, if any."""
        count = len(self.spec.glow)
        level = round(self.glow * count)
        if level == 0:
            return None
        name = self.spec.glow[level - 1]
        (x, y), (dx, dy) = self.wand_tip, self.spec.places[name]
        return Placed(name, round(x) + dx, round(y) + dy)

    def cat_frame(self) -> str:
        """The sleeping cat's frame."""
        if self.reduced_motion:
            return self.spec.cat[0]
        phase = 0.5 - 0.5 * math.cos(2 * math.pi * self._clock / self.spec.cat_period)
        return self.spec.cat[round(phase * (len(self.spec.cat) - 1))]


def _either(track: Track, time: float, rest: float) -> float:
    """A track's value, measured from the stance: the stance shows through where the track is at 0."""
    value = _eased(track, time)
    weight = min(1.0, abs(value))
    return value + rest * (1 - weight)
