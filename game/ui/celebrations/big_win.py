"""Big wins, counted up through their tiers."""

import math
import random
from dataclasses import dataclass
from typing import Final

import pygame

from game.present.requests import TIERS, AskBigWin
from game.present.script import ease_in_out, ease_out_back
from game.ui import layout
from game.ui.celebrations.screen import STRIKES, VEIL, Screen, come
from game.ui.celebrations.shards import Shards
from game.ui.playback import RoundPlayback
from game.ui.services import Services
from game.ui.widgets.character import PANEL

COUNTS: Final = (2.5, 4.0, 5.5, 7.5, 10.0)
"""Seconds a big win of each tier counts."""
HOLD: Final = 1.5
COMPLETES_IN: Final = 0.15
"""Seconds a count still takes after a press."""
TITLES_APART: Final = 0.9
LINES_APART: Final = 0.16
"""Seconds from one line of a title to the next."""
CLEARS: Final = 0.1
"""Seconds the pieces of a broken plate have to themselves."""
STANDS: Final = 0.5
"""Seconds after which a plate stands still enough to be cut for its breaking."""
BEAT: Final = 16
"""Pixels the tips of the wings beat up and down."""
FEATHERS: Final = 14
"""Width of the strips in which they do."""
CREST_POINT: Final = (600, 520)
"""The point of a crest's canvas that stands over the title's middle, and how far above it."""
CREST_SIZE: Final = (1200, 760)
CREST_LIFT: Final = 104
FLOATS: Final = 12
"""Pixels she floats up and down in the highest tier."""
BEHIND_HER: Final = (1690, 400)
"""Middle of the glow she stands in."""
SHAKES: Final = (0, 0, 4, 6, 6)
"""Pixels by which the titles of each tier shake the screen."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a tier is put together; distances from the title's middle, canvas pixels."""

    middle: tuple[int, int]
    cap: int
    """Height of the title's capitals."""
    second: int
    """The second line of the title."""
    amount: int
    amount_cap: int
    width: int
    picture: str = ""
    act: str = "cheer"


SMALL: Final = (layout.BOARD.centerx, 430)
LARGE: Final = (760, 400)
PLANS: Final = (
    Plan(SMALL, 96, 0, 190, 92, 800, act="smile"),
    Plan(SMALL, 120, 0, 205, 104, 840, act="cheer_big"),
    Plan(LARGE, 140, 168, 372, 128, 1180, "tier_3", "cheer_big"),
    Plan(LARGE, 160, 188, 408, 140, 1200, "tier_4", "arms_up"),
    Plan(LARGE, 190, 214, 444, 150, 1220, "tier_5", "arms_up"),
)


class BigWin(Screen):
    """A win of ten times what the round cost or more, counted up through its tiers."""

    leaves_after = HOLD
    leaves_always = True

    def __init__(self, services: Services, playback: RoundPlayback, request: AskBigWin) -> None:
        super().__init__(services, playback, level=1)
        self.request = request
        self.count = COUNTS[request.tier - 1] * playback.tempo.count_scale
        self.counted = 0.0
        self.shown_tier = 1
        self.since_title = 0.0
        """Seconds since the title that is shown began to fall."""
        self.shards = Shards(random.Random(services.rng.random()))
        self._cut_for = 0
        """The tier whose plate is being cut."""
        self.ended = -1.0
        """When the count ended, by the screen's clock; below 0 until then."""

    @property
    def plan(self) -> Plan:
        """How the tier that is shown is put together."""
        return PLANS[self.shown_tier - 1]

    @property
    def prompt_at(self) -> tuple[int, int]:  # type: ignore[override]
        """Below the amount."""
        x, y = self.plan.middle
        return x, min(1036, y + self.plan.amount + self.plan.amount_cap // 2 + 78)

    @property
    def wait(self) -> float:
        """Seconds a title waits for the stage to grow dark, or for the one before to break."""
        return 0.0 if self.still else CLEARS if self.shown_tier > 1 else VEIL

    @property
    def shown(self) -> float:
        """Coins the count has come to."""
        start = min(self.request.win, TIERS[0] * self.request.stake)
        return start + (self.request.win - start) * ease_in_out(min(1.0, self.counted / self.count))

    @property
    def complete(self) -> bool:
        return self.counted >= self.count and self.shown_tier == self.request.tier

    def enter(self) -> None:
        self.services.audio.duck(True)
        self.playback.act(self.plan.act)
        self.showers.salute(10)
        self._have_letters(1)
        self._prefetch_next()

    def exit(self) -> None:
        super().exit()
        if self.playback.character is not None:
            self.playback.character.origin = PANEL
        self.playback.rest_character()
        self.playback.act("smile")

    def finish_count(self) -> None:
        self.counted = max(self.counted, self.count - COMPLETES_IN)
        if self.shown_tier < self.request.tier:
            self._rise(self.request.tier)

    def advance(self, dt: float) -> None:
        counting = not self.complete
        self.since_title += dt
        self._cut(dt)
        if self.clock > 0.3:
            self.counted = min(self.count, self.counted + dt)
        if self.shown_tier == len(PLANS) and self.playback.character is not None and not self.still:
            self.playback.character.origin = PANEL[0], PANEL[1] + round(FLOATS * math.sin(self.since_title * 2))
        due = sum(self.shown >= tier * self.request.stake for tier in TIERS[: self.request.tier])
        if due > self.shown_tier and self.since_title >= TITLES_APART:
            self._rise(self.shown_tier + 1)
        if counting:
            self.services.audio.play("count_big" if self.request.tier > 1 else "count_loop")
        for number, (_, _, below) in enumerate(self._lines()):
            if self.fell(self.since_title - self.wait - LINES_APART * number, dt):
                x, y = self.plan.middle
                self.showers.strike(x, y + below + self.plan.cap // 2, self.plan.width * 0.7, 10 + 8 * self.shown_tier)
        super().advance(dt)
        if counting and self.complete:
            self._hush()
            self.services.audio.play("count_end")
            self.ended = self.clock

    def _cut(self, dt: float) -> None:
        """Cut the plate while it stands, where another may break it."""
        self.shards.update(dt)
        if self.still or self.shown_tier == self.request.tier or self.since_title < STANDS:
            return
        if self._cut_for != self.shown_tier:
            self._cut_for = self.shown_tier
            self.shards.prepare(self._plate())
        self.shards.work()

    def _rise(self, tier: int) -> None:
        """The plate breaks as a higher tier's title falls; with fewer flashes it gives way at once."""
        x, y = self.plan.middle
        if not self.calm:
            self.shards.fly(x - CREST_POINT[0], y - CREST_LIFT - CREST_POINT[1])
            self.showers.strike(x, y, 700, 60)
        self.shown_tier = tier
        self.since_title = self.wait if self.calm else 0.0
        self.showers.level = tier
        self.showers.salute(20 * tier)
        audio = self.services.audio
        for name in ("shatter", "title_slam", f"tier_{tier}"):
            audio.play(name)
        if tier == len(PLANS):
            audio.play("voice_triumph")
        self.playback.act(self.plan.act)
        kept = self.calm and self.picture  # with fewer flashes the place changes once
        if not kept and self.plan.picture != self.picture and self.plan.picture in self.theme.assets.pictures:
            self.picture = self.plan.picture
            self.middle = self.plan.middle
            if self._ground is not None:
                self._below, self._bar_below = self._ground, False
            self._veil = 0.0 if self._below is not None else VEIL
            self._dark = self._ground is not None
            self._ground, self._opening = self.theme.assets.pictures.get(self.picture), 0.0
        self._prefetch_next()

    def _prefetch_next(self) -> None:
        """Have ready what the next tier needs."""
        following = self.shown_tier + 1
        if following <= self.request.tier:
            self.theme.assets.prefetch(f"crest_{following}")
            self.theme.assets.pictures.prefetch(PLANS[following - 1].picture)
            self._have_letters(following)

    def _have_letters(self, tier: int) -> None:
        plan = PLANS[tier - 1]
        self.have_lines(*((text, plan.cap, plan.width, face) for text, face, _ in self._lines(tier)))
        self.have_figures(self.request.win, plan.amount_cap, plan.width)

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw(self, canvas: pygame.Surface) -> None:
        plan = self.plan
        self.draw_ground(canvas)
        struck = self.shown_tier > 1 or self.since_title >= self.wait + STRIKES or self.still
        if struck and not self.picture and self._leaving is None:
            self.lights.rays(canvas, plan.middle, self.clock, turning=self.shown_tier > 1)
        self.lights.ring(canvas, plan.middle, self.since_title - self.wait - STRIKES)
        self.lights.ring(canvas, plan.middle, self.since_title if self.shown_tier > 1 else -1)
        self.showers.draw_far(canvas)
        if self.picture and self._leaving is None:
            self.lights.breathe(canvas, BEHIND_HER, 0, 4.4, 6.6)
        self.draw_lady(canvas)
        self.shards.draw(canvas)
        x, y = plan.middle
        crest = self.theme.assets.moment(f"crest/{self.shown_tier}")
        if crest is not None:
            whole = self.still or (self.calm and self.shown_tier > 1)
            grown = 1.0 if whole else ease_out_back(come(self.since_title, self.wait, 0.3))
            self._draw_crest(canvas, crest.surface, crest.offset, crest.size, (x, y), grown)
        self._draw_title(canvas, (x, y), self.since_title - self.wait)
        money = self.playback.coins
        swell = 0.0 if self.ended < 0 else max(0.0, 1 - (self.clock - self.ended) / 0.4)
        last, alphabet = money(self.request.win), self.theme.assets.alphabet
        if swell > 0 and not self.still and alphabet.covers(last):
            line = alphabet.line(last, alphabet.fitted(last, plan.amount_cap, plan.width))
            self.place(canvas, line.surface, (x, y + plan.amount), 1 + 0.1 * swell * swell)
        elif struck:
            self.figures(
                canvas, money(self.shown), plan.amount_cap, (x, y + plan.amount), width=plan.width, widest=last
            )
        self.draw_front(canvas)
        for number in range(len(self._lines())):
            since = self.since_title - self.wait - LINES_APART * number - STRIKES
            self.shake(canvas, since, SHAKES[self.shown_tier - 1])

    def _lines(self, tier: int = 0) -> list[tuple[str, str, int]]:
        """The lines of a tier's title: text, face and distance below the title's middle."""
        tier = tier or self.shown_tier
        title, plan = self.services.tr(self.theme.skin.tiers[tier - 1]), PLANS[tier - 1]
        if not plan.second or " " not in title:
            return [(title, "enamel", plan.second // 2)]
        words = title.split(" ")
        halves = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
        first, last = min(
            reversed(halves),
            key=lambda half: max(self._wide(plan, half[0], "enamel"), self._wide(plan, half[1], "gold")),
        )
        return [(first, "enamel", -8), (last, "gold", plan.second)]

    def _wide(self, plan: Plan, text: str, face: str) -> int:
        """Pixels a line of the title takes, or all it may have if that is more."""
        alphabet = self.theme.assets.alphabet
        return max(alphabet.width(text, plan.cap, face) if alphabet.covers(text, face) else 0, plan.width)

    def _draw_title(self, canvas: pygame.Surface, middle: tuple[int, int], since: float) -> None:
        for number, (text, face, below) in enumerate(self._lines()):
            self.word(
                canvas,
                text,
                self.plan.cap,
                (middle[0], middle[1] + below),
                width=self.plan.width,
                face=face,
                since=since - LINES_APART * number,
            )

    def _draw_crest(
        self,
        canvas: pygame.Surface,
        surface: pygame.Surface,
        offset: tuple[int, int],
        size: tuple[int, int],
        middle: tuple[int, int],
        scale: float,
    ) -> None:
        from_point = (
            offset[0] + surface.get_width() / 2 - CREST_POINT[0] * size[0] / CREST_SIZE[0],
            offset[1] + surface.get_height() / 2 - CREST_POINT[1] * size[1] / CREST_SIZE[1],
        )
        centre = middle[0] + from_point[0] * scale, middle[1] - CREST_LIFT + from_point[1] * scale
        if scale != 1 or self.still or self._leaving is not None:
            self.place(canvas, surface, centre, scale)
        else:
            self._beat(canvas, surface, surface.get_rect(center=(round(centre[0]), round(centre[1]))), middle[0])

    def _beat(self, canvas: pygame.Surface, wings: pygame.Surface, place: pygame.Rect, middle: int) -> None:
        """Wings that beat: the farther a strip of them is from the middle, the higher it rises and sinks."""
        swing = BEAT * math.sin(self.since_title * 3.4)
        strips = []
        for left in range(0, place.width, FEATHERS):
            out = abs(place.left + left + FEATHERS / 2 - middle) / (place.width / 2)
            area = pygame.Rect(left, 0, FEATHERS, place.height)
            strips.append((wings, (place.left + left, place.top + round(swing * out * out)), area))
        canvas.blits(strips, doreturn=False)

    def _plate(self) -> pygame.Surface:
        """Crest and title as they stand, to break them."""
        plate = pygame.Surface(CREST_SIZE, pygame.SRCALPHA)
        middle = CREST_POINT[0], CREST_POINT[1] + CREST_LIFT
        crest = self.theme.assets.moment(f"crest/{self.shown_tier}")
        if crest is not None:
            self._draw_crest(plate, crest.surface, crest.offset, crest.size, middle, 1.0)
        self._draw_title(plate, middle, 9.0)
        return plate
