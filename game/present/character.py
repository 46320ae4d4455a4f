"""The character's life: the idle, blinks, clips, and which drawings show her now.

She stands in a panel of 456 x 832 pixels. At rest a few groups (cape, hair, figure, braid, head) loop on one clock; a
clip is a sequence of whole drawings. Nothing jumps: a clip that is interrupted runs back along its own way, and where
two sequences meet the first dissolves into the second. The same seed and the same time steps give the same pictures.
"""

import math
import random
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias

Moods: TypeAlias = tuple[tuple[float, str], ...]
"""From which millisecond which drawing of eyes or mouth shows."""
Tip: TypeAlias = tuple[float, float]
"""Middle of the wand's star in the panel, in pixels."""

HELD: Final = -1
"""Rounds of a clip that is held until it is released."""
LEAD: Final = 50.0
"""Milliseconds between the call for a clip and its first drawing: time to open it."""
DISSOLVE: Final = 80.0
"""Milliseconds in which one sequence of drawings dissolves into the next."""
LONG: Final = 90.0
"""Milliseconds from which a drawing of a clip dissolves into the next one; quicker ones follow each other hard."""
LEVELS: Final = 4
"""Steps of such a dissolve between two drawings."""
TICK: Final = 40.0
"""Milliseconds between two pictures of the idle."""
HURRY: Final = 2.4
"""How much faster a clip runs out when another waits for it."""
AHEAD: Final = 450.0
"""Milliseconds of drawings that are opened before they are seen."""

BLINK: Final = ((40.0, "half"), (100.0, "shut"), (170.0, "half"))
"""A blink: until these milliseconds these eyes."""
BLINK_GAP: Final = (2500.0, 6000.0)
"""Shortest and longest time from one blink to the next, in milliseconds."""
FIDGET_GAP: Final = (9000.0, 16000.0)
"""Shortest and longest time until she does something of her own accord, in milliseconds."""
FIDGETS: Final = ("look_board", "look_board", "smile")
"""What that may be."""
FLOAT_RISE: Final = 8.0
"""Pixels between her lowest and her highest place when she floats."""
FLOAT_PERIOD: Final = 3100.0
"""Milliseconds from one highest place to the next."""
FLOAT_EASE: Final = 700.0
"""Milliseconds in which she begins and stops to float."""


@dataclass(frozen=True, slots=True)
class Clip:
    """One thing she does on top of her stance."""

    drawn: str = ""
    """Its drawings; without them only her face changes."""
    rounds: int = 0
    """How often its middle part is played."""
    whole_rounds: bool = False
    """Whether a round is finished before it ends."""
    length: float = 0.0
    """Milliseconds, without drawings."""
    eyes: Moods = ()
    mouth: Moods = ()
    still: str = ""
    """Mouth that stands for the clip when motion is reduced."""


@dataclass(frozen=True, slots=True)
class Stance:
    """How she stands between clips."""

    mouth: str = ""
    pace: float = 1.0
    """Speed of the idle."""
    floats: bool = False
    clip: str = ""
    """A clip that is held while the stance lasts."""


STANCES: Final[Mapping[str, Stance]] = {
    "idle": Stance(),
    "free_spins": Stance(mouth="open", pace=1.2, floats=True),
    "triumph": Stance(mouth="cheer", floats=True, clip="arms_up"),
}

CLIPS: Final[Mapping[str, Clip]] = {
    "look_board": Clip(length=1900, eyes=((90, "look"), (1500, ""))),
    "smile": Clip(
        length=1700,
        eyes=((120, "happy"), (1150, "")),
        mouth=((80, "open"), (1400, "")),
        still="open",
    ),
    "cast": Clip("cast", still="open"),
    "point": Clip("point", HELD, still="open"),
    "clasp": Clip("clasp", HELD),
    "arms_up": Clip("arms_up", HELD, whole_rounds=True, still="cheer"),
    "cheer_small": Clip("cheer", 1, whole_rounds=True, still="open"),
    "cheer": Clip("cheer", 2, whole_rounds=True, still="cheer"),
    "cheer_big": Clip("cheer", 4, whole_rounds=True, still="cheer"),
}

STRIKES: Final[Mapping[str, float]] = {"begin": 330.0, "again": 200.0}
"""Milliseconds of a cast's parts from which a further cast strikes once more instead of being part of this one."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A frame to blit, the panel pixel of its top left corner, and its opacity from 1 to 255."""

    frame: str
    x: int
    y: int
    opacity: int = 255


@dataclass(frozen=True, slots=True)
class Drawing:
    """A whole drawing of a clip."""

    frame: str
    duration: float
    """Milliseconds."""
    x: int
    y: int
    tip: Tip
    glow: float
    """Light of the wand, 0 to 1."""

    @staticmethod
    def of(data: Mapping[str, Any]) -> "Drawing":
        """The drawing in a character.json; raises ValueError for one that takes no time."""
        tip = (float(data["tip"][0]), float(data["tip"][1]))
        drawing = Drawing(
            str(data["frame"]), float(data["duration"]), int(data["x"]), int(data["y"]), tip, float(data["glow"])
        )
        if not drawing.duration > 0:
            raise ValueError(f"drawing {drawing.frame!r} takes no time")
        return drawing


@dataclass(frozen=True, slots=True)
class Part:
    """A sequence of drawings and when each begins, in milliseconds."""

    drawings: tuple[Drawing, ...]
    starts: tuple[float, ...]
    length: float

    @staticmethod
    def of(data: Sequence[Mapping[str, Any]]) -> "Part":
        """The part in a character.json; raises ValueError for an empty one."""
        drawings = tuple(Drawing.of(entry) for entry in data)
        if not drawings:
            raise ValueError("a part of a clip has no drawings")
        starts, length = [], 0.0
        for drawing in drawings:
            starts.append(length)
            length += drawing.duration
        return Part(drawings, tuple(starts), length)

    def index(self, time: float) -> int:
        """Which drawing stands at ``time``."""
        return max(0, min(len(self.drawings) - 1, bisect_right(self.starts, time) - 1))


@dataclass(frozen=True, slots=True)
class DrawnClip:
    """The parts of a clip: ``begin`` and ``end``, and perhaps ``hold`` or ``again`` between them."""

    parts: Mapping[str, Part]
    phase: float
    """Milliseconds of the idle in which it ends."""


@dataclass(frozen=True, slots=True)
class CharacterSpec:
    """What was baked: where every frame belongs, the loops and the clips."""

    places: Mapping[str, tuple[int, int]]
    """Frame name -> its top left corner in the panel."""
    period: float
    """Milliseconds of the idle."""
    loops: Mapping[str, tuple[str, ...]]
    """Group -> its drawings; groups back to front."""
    crisp: frozenset[str]
    """Groups that show only the nearest drawing, undissolved."""
    faces: Mapping[str, tuple[str, ...]]
    """``eyes_…`` or ``mouth_…`` -> patches for the heads, in step with them."""
    tips: tuple[Tip, ...]
    clips: Mapping[str, DrawnClip]
    clips_file: str
    glow: tuple[str, ...]
    cat: tuple[str, ...]
    cat_period: float
    base: str

    @staticmethod
    def of(data: Mapping[str, Any]) -> "CharacterSpec":
        """The spec in a character.json; raises KeyError, TypeError or ValueError when it is not one."""
        rig = data["meta"]["rig"]
        places = {
            str(name): (int(entry["spriteSourceSize"]["x"]), int(entry["spriteSourceSize"]["y"]))
            for name, entry in data["frames"].items()
        }
        clips = {
            str(name): DrawnClip(
                {str(part): Part.of(drawings) for part, drawings in clip["parts"].items()}, float(clip["phase"])
            )
            for name, clip in rig["clips"].items()
        }
        spec = CharacterSpec(
            places,
            float(rig["period"]),
            {str(group): tuple(map(str, frames)) for group, frames in rig["loops"].items()},
            frozenset(map(str, rig["crisp"])),
            {str(state): tuple(map(str, frames)) for state, frames in rig["faces"].items()},
            tuple((float(x), float(y)) for x, y in rig["tips"]),
            clips,
            str(rig["clips_file"]),
            tuple(map(str, rig["glow"]["frames"])),
            tuple(map(str, rig["cat"]["frames"])),
            float(rig["cat"]["period"]),
            "base",
        )
        spec.check()
        return spec

    def check(self) -> None:
        """See that nothing is missing; raises ValueError."""
        named = [*self.glow, *self.cat, self.base]
        named += [frame for frames in (*self.loops.values(), *self.faces.values()) for frame in frames]
        missing = set(named) - self.places.keys()
        if missing:
            raise ValueError(f"frame {min(missing)!r} is missing")
        if not (self.period > 0 and self.cat_period > 0):
            raise ValueError("a loop takes no time")
        if not (self.glow and self.cat and self.tips and "head" in self.loops and all(self.loops.values())):
            raise ValueError("a loop has no drawings")
        if not all(self.faces.values()):
            raise ValueError("a face has no drawings")
        for name in {clip.drawn for clip in CLIPS.values() if clip.drawn}:
            clip = self.clips.get(name)
            if clip is None or not {"begin", "end"} <= clip.parts.keys():
                raise ValueError(f"clip {name!r} is missing or has no beginning or end")

    def drawings(self) -> Iterator[Drawing]:
        """Every drawing of every clip."""
        for clip in self.clips.values():
            for part in clip.parts.values():
                yield from part.drawings


def _mood(moods: Moods, time: float) -> str | None:
    """Which drawing shows; None before the first key."""
    index = bisect_right(moods, time, key=lambda key: key[0])
    return moods[index - 1][1] if index else None


def _level(share: float) -> int:
    """A share of 0 to 1 as an opacity in a few steps."""
    return round(share * LEVELS) * 255 // LEVELS


@dataclass(slots=True)
class CharacterState:
    """What she is doing now; :meth:`update` moves time, :meth:`pose` gives the picture."""

    spec: CharacterSpec
    rng: random.Random
    reduced_motion: bool = False
    stance: str = "idle"
    _phase: float = field(init=False)
    """Milliseconds of the idle."""
    _clip: Clip | None = None
    _part: str = ""
    """Part of the drawn clip; empty while it is being opened, and without one."""
    _time: float = 0.0
    """Milliseconds of the part, or of a clip without drawings."""
    _speed: float = 1.0
    _backwards: bool = False
    _rounds: int = 0
    _released: bool = False
    _once_more: bool = False
    _next: str = ""
    _before: Drawing | None = None
    """A drawing that dissolves into what came after it."""
    _dissolved: float = DISSOLVE
    """Milliseconds of that."""
    _cat_clock: float = 0.0
    _float_clock: float = 0.0
    _floating: float = 0.0
    """How much she floats, 0 to 1."""
    _blink_in: float = field(init=False)
    _blink: float = -1.0
    _fidget_in: float = field(init=False)

    def __post_init__(self) -> None:
        self._phase = self.rng.random() * self.spec.period
        self._blink_in = self.rng.uniform(*BLINK_GAP)
        self._fidget_in = self.rng.uniform(*FIDGET_GAP)

    # -- orders ------------------------------------------------------------------------------------------------

    def play(self, name: str) -> None:
        """Start a clip or take a stance; raises KeyError for a name that is neither.

        A drawn clip that runs is wound up first. A cast that has struck strikes again instead; a change of face alone
        does not interrupt drawings.
        """
        if name in STANCES:
            self._take(name)
            return
        clip, running = CLIPS[name], self._clip
        if running is None or not running.drawn or (self.reduced_motion and running is not clip):
            self._start(clip)
        elif not clip.drawn or (STANCES[self.stance].clip and clip.rounds > 0):
            return
        elif clip.drawn == running.drawn == "cast":
            self._cast_again()
        elif clip.drawn == running.drawn and self._part in ("", "begin", "hold") and not self._backwards:
            self._clip, self._rounds, self._released, self._next = clip, clip.rounds, False, ""
        else:
            self._next = name
            self._wind_up(HURRY)

    def release(self) -> None:
        """Let go of a clip that is held, or of one that goes on for rounds."""
        self._next = ""
        if self._clip is not None and self._clip.rounds and not self._released:
            self._wind_up(1.4)

    @property
    def busy(self) -> bool:
        """Whether a clip is running."""
        return self._clip is not None

    def _take(self, name: str) -> None:
        """Stand like this from now on."""
        if name == self.stance:
            return
        before, self.stance = STANCES[self.stance], name
        held = STANCES[name].clip
        if held:
            self.play(held)
        elif before.clip:
            self.release()

    def _start(self, clip: Clip) -> None:
        self._clip, self._part, self._time = clip, "", 0.0
        self._speed, self._backwards, self._rounds = 1.0, False, clip.rounds
        self._released = self._once_more = False
        self._next = ""

    def _cast_again(self) -> None:
        """Another cast: part of the one that winds up, or one more strike, or the next."""
        if self._part in STRIKES:
            if self._time >= STRIKES[self._part]:
                self._once_more = True
        elif self._part == "end":
            self._next = "cast"
            self._speed = HURRY

    def _wind_up(self, speed: float) -> None:
        """End what runs, along its own way."""
        self._released, self._once_more = True, False
        self._speed = max(self._speed, speed)
        match self._part:
            case "":
                self._clip = None
            case "begin":
                self._backwards = True
            case "hold" if self._clip is not None and not self._clip.whole_rounds:
                self._enter("end")
            case _:
                pass

    # -- time --------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        ms = dt * 1000.0
        stance = STANCES[self.stance]
        self._phase = (self._phase + ms * stance.pace) % self.spec.period
        self._cat_clock = (self._cat_clock + ms) % self.spec.cat_period
        self._float_clock = (self._float_clock + ms) % FLOAT_PERIOD
        step = ms / FLOAT_EASE
        self._floating = min(1.0, self._floating + step) if stance.floats else max(0.0, self._floating - step)
        self._dissolved = min(DISSOLVE, self._dissolved + ms)
        if self._dissolved >= DISSOLVE:
            self._before = None
        self._update_clip(ms)
        self._update_blink(ms)
        self._update_fidget(ms)

    def _update_clip(self, ms: float) -> None:
        if self._clip is None:
            self._begin_next()
            return
        if self.reduced_motion or not self._clip.drawn:
            self._update_still(ms)
            return
        self._time += -ms * self._speed if self._backwards else ms * self._speed
        if self._part == "":
            if self._time >= LEAD:
                self._enter("begin")
            return
        length = self._drawn.parts[self._part].length
        if self._backwards and self._time <= 0:
            self._rest()
        elif not self._backwards and self._time >= length:
            left = self._time - length
            self._end_part()
            self._time = left

    def _update_still(self, ms: float) -> None:
        """A clip of which only the face shows."""
        clip = self._clip
        if clip is None:
            return
        self._part = ""
        self._time += ms
        length = clip.length
        if clip.drawn:
            length = sum(part.length for part in self.spec.clips[clip.drawn].parts.values())
        held = clip.rounds == HELD and not self._released
        if self._time >= length and not held:
            self._clip = None

    @property
    def _drawn(self) -> DrawnClip:
        """The drawings of the clip that runs."""
        clip = self._clip
        if clip is None:
            raise ValueError("no clip runs")
        return self.spec.clips[clip.drawn]

    def _enter(self, part: str, *, dissolve: bool = True) -> None:
        """Go over to a part of the clip."""
        if dissolve:
            self._leave()
        self._part, self._time = part, 0.0

    def _leave(self) -> None:
        """What shows now dissolves into what follows."""
        self._before, self._dissolved = self._drawing(), 0.0

    def _end_part(self) -> None:
        """A part has run out. Parts that were drawn as one movement follow each other hard."""
        parts = self._drawn.parts
        match self._part:
            case "begin" | "again" if self._once_more and "again" in parts:
                self._once_more = False
                self._enter("again", dissolve=self._part == "again")
            case "begin" if "hold" in parts and self._rounds and not self._released:
                self._enter("hold", dissolve=False)
            case "hold":
                self._rounds = max(HELD, self._rounds - 1) if self._rounds > 0 else self._rounds
                more = self._rounds != 0 and not self._released
                self._enter("hold" if more else "end", dissolve=False)
            case "end":
                self._phase = self._drawn.phase
                self._rest()
            case _:
                self._enter("end", dissolve=self._part != "begin" or "hold" in parts)

    def _rest(self) -> None:
        """The drawings have come back to the idle."""
        self._leave()
        self._clip, self._part, self._backwards, self._speed = None, "", False, 1.0
        self._begin_next()

    def _begin_next(self) -> None:
        """Start what waits, or what the stance holds."""
        waiting = self._next or ("" if self.reduced_motion else STANCES[self.stance].clip)
        if waiting:
            self._start(CLIPS[waiting])

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
        if self._drawn_eyes() or self._part:
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

    def _mouth(self) -> str:
        stance, clip = STANCES[self.stance], self._clip
        if clip is not None and self.reduced_motion:
            return clip.still or stance.mouth
        return (_mood(clip.mouth, self._time) if clip is not None else None) or stance.mouth

    def _drawn_eyes(self) -> str:
        """The eyes the clip asks for."""
        return (_mood(self._clip.eyes, self._time) or "") if self._clip is not None else ""

    def _eyes(self) -> str:
        if self.reduced_motion:
            return ""
        if self._drawn_eyes():
            return self._drawn_eyes()
        if self._blink >= 0:
            return next(state for until, state in BLINK if self._blink < until)
        return ""

    def _step(self, part: Part) -> tuple[Drawing, Drawing, float]:
        """The drawing that stands, the one after it, and how far the way to it has gone, 0 to 1."""
        index = part.index(self._time)
        drawing = part.drawings[index]
        follower = part.drawings[min(index + 1, len(part.drawings) - 1)]
        if self._part == "hold":
            follower = part.drawings[(index + 1) % len(part.drawings)]
        share = (self._time - part.starts[index]) / drawing.duration
        return drawing, follower, min(1.0, max(0.0, share))

    def _drawing(self) -> Drawing | None:
        """The drawing of the clip that stands now."""
        return self._step(self._drawn.parts[self._part])[0] if self._part else None

    def _idle(self) -> list[Placed]:
        """The groups of the idle, with the face."""
        spec = self.spec
        phase = 0.0 if self.reduced_motion else self._phase // TICK * TICK
        eyes, mouth = spec.faces.get(f"eyes_{self._eyes()}"), spec.faces.get(f"mouth_{self._mouth()}")
        names: list[tuple[str, int]] = []
        for group, frames in spec.loops.items():
            at = phase / spec.period * len(frames)
            if group == "head":
                patches = [face for face in (eyes, mouth) if face]
                step = max([1, *(len(frames) // len(patch) for patch in patches)])
                index = round(at / step) * step % len(frames)
                names.append((frames[index], 255))
                names += [(patch[index * len(patch) // len(frames)], 255) for patch in patches]
            elif group in spec.crisp:
                names.append((frames[round(at) % len(frames)], 255))
            else:
                index = int(at)
                names.append((frames[index % len(frames)], 255))
                opacity = _level(at - index)
                if opacity:
                    names.append((frames[(index + 1) % len(frames)], opacity))
        return [Placed(name, *spec.places[name], opacity) for name, opacity in names]

    def pose(self) -> Sequence[Placed]:
        """Every frame of her, back to front."""
        share = min(1.0, self._dissolved / DISSOLVE)
        placed: list[Placed] = []
        if not self._part or (self._before is None and share < 1):
            placed += self._idle()
        if not self._part:
            if self._before is not None:
                placed.append(self._placed(self._before, 1 - share))
        else:
            drawing, follower, way = self._step(self._drawn.parts[self._part])
            if self._before is not None:
                placed.append(self._placed(self._before, 1.0))
            placed.append(self._placed(drawing, share))
            if drawing.duration >= LONG and share == 1 and follower is not drawing:
                placed.append(self._placed(follower, way))
        lift = self._lift()
        return [replace(one, y=one.y + lift) if lift else one for one in placed if one.opacity]

    @staticmethod
    def _placed(drawing: Drawing, share: float) -> Placed:
        return Placed(drawing.frame, drawing.x, drawing.y, 255 if share >= 1 else _level(share))

    def _lift(self) -> int:
        """Pixels by which floating moves her, negative upwards."""
        if self.reduced_motion:
            return 0
        wave = 0.5 - 0.5 * math.cos(2 * math.pi * self._float_clock / FLOAT_PERIOD)
        return -round(FLOAT_RISE * wave * self._floating)

    def upcoming(self) -> Sequence[str]:
        """Frames of clips that are about to be seen, the nearest first."""
        if self._clip is None or not self._clip.drawn or self.reduced_motion:
            return ()
        parts = self._drawn.parts
        part = self._part or "begin"
        time = self._time if self._part else 0.0
        names: list[str] = []
        ahead = AHEAD * self._speed
        while ahead > 0 and part:
            drawings, index = parts[part].drawings, parts[part].index(time)
            sequence = drawings[index::-1] if self._backwards else drawings[index:]
            for drawing in sequence:
                names.append(drawing.frame)
                ahead -= drawing.duration
                if ahead <= 0:
                    break
            part, time = ("" if self._backwards else self._follower(part)), 0.0
        return tuple(dict.fromkeys(names))

    def _follower(self, part: str) -> str:
        """The part that comes after this one, as things stand."""
        parts = self._drawn.parts
        if part == "end":
            return ""
        if part in STRIKES and self._once_more and "again" in parts:
            return "again"
        last = 0 if part == "begin" else 1
        if part in ("begin", "hold") and "hold" in parts and not self._released and self._rounds != last:
            return "hold"
        return "end"

    @property
    def wand_tip(self) -> Tip:
        """Middle of the wand's star in the panel, in pixels."""
        if self._part:
            drawing, follower, way = self._step(self._drawn.parts[self._part])
            if drawing.duration < LONG:
                follower = drawing
            (x, y), (to_x, to_y) = drawing.tip, follower.tip
        else:
            tips = self.spec.tips
            at = 0.0 if self.reduced_motion else self._phase / self.spec.period * len(tips)
            way = at - int(at)
            (x, y), (to_x, to_y) = tips[int(at) % len(tips)], tips[(int(at) + 1) % len(tips)]
        return x + (to_x - x) * way, y + (to_y - y) * way + self._lift()

    @property
    def glow(self) -> float:
        """Strength of the wand's light, 0 to 1."""
        if not self._part:
            return 0.0
        drawing, follower, way = self._step(self._drawn.parts[self._part])
        return drawing.glow + (follower.glow - drawing.glow) * way

    def glow_frame(self) -> Placed | None:
        """The light to add over the wand's star, if any."""
        count = len(self.spec.glow)
        level = round(max(0.0, min(1.0, self.glow)) * count)
        if level == 0:
            return None
        name = self.spec.glow[level - 1]
        (x, y), (dx, dy) = self.wand_tip, self.spec.places[name]
        return Placed(name, round(x) + dx, round(y) + dy)

    def cat_frame(self) -> str:
        """The sleeping cat's frame."""
        if self.reduced_motion:
            return self.spec.cat[0]
        phase = 0.5 - 0.5 * math.cos(2 * math.pi * self._cat_clock / self.spec.cat_period)
        return self.spec.cat[round(phase * (len(self.spec.cat) - 1))]
