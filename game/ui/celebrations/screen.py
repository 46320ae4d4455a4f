"""What all great screens share: how they come and go, what they stand on, and the prompt."""

import math
import random
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Final

import numpy as np
import pygame

from game.platform.input import Action, Command, PointerPressed, Press
from game.present.requests import Request
from game.present.script import ease_in, ease_out
from game.ui import layout
from game.ui.answers import WatchAgain
from game.ui.boxes import NOWHERE
from game.ui.celebrations.iris import FEATHER, Iris
from game.ui.celebrations.lights import Lights
from game.ui.playback import RoundPlayback
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.widgets.climax import slam_scale
from game.ui.widgets.controls import Button, Control, ControlGroup
from game.ui.widgets.hud import Hud
from game.ui.widgets.showers import Showers

DEAF: Final = 0.3
"""Input is ignored for this long after a press."""
LEAVE: Final = 0.3
VEIL: Final = 0.12
"""Seconds in which the stage grows dark before a picture opens, or a title falls."""
DUSK: Final = 0.78
"""Light that the veil takes, 0 to 1."""
COME: Final = 0.25
"""Seconds in which a picture opens from the title's middle."""
AGAIN: Final = "Watch again"
PROMPT_WIDTH: Final = 690
SLAM: Final = 0.32
"""Seconds in which a title falls onto the screen."""
STRIKES: Final = SLAM * 0.32
"""Seconds from the beginning of its fall until it strikes."""
LIT: Final = 0.07
"""Seconds for which the letters of a title that struck shine white."""
SHAKE: Final = 0.16
RIM: Final = 4
"""Width of the dark rim of lines that stand on a picture."""
DEMO_STAY: Final = 0.6
"""In a demonstration a screen leaves by itself this long after it is complete."""
RIBBON_RISES: Final = 0.07
"""How much higher than its middle a ribbon bears words, as a share of its height."""
PULSE: Final = 0.05
"""How much larger the prompt grows as it pulses."""
SIZED_KEPT: Final = 8


class Screen(Scene):
    """A screen over the stage: comes in, is armed, and leaves by a press or by itself."""

    armed_after = 0.8
    leaves_after: float | None = None
    """Seconds until it leaves by itself in autoplay (in a demonstration every screen leaves soon)."""
    leaves_always = False
    """It leaves by itself for everyone."""
    middle: tuple[int, int] = (layout.BOARD.centerx, 430)
    """The title's middle: rays start there, pictures open from there."""
    prompt_at: tuple[int, int] = (layout.BOARD.centerx, 850)
    prompt_text = "PRESS TO CONTINUE"
    leave_time = LEAVE
    count = counted = 0.0
    """Seconds an amount takes to be counted up, and that have passed of them."""
    paired = True
    """The button to watch again stands beside the prompt."""
    shines = True
    """Its letters flash as they strike, and glint."""
    elsewhere = False
    """She stands in another place than on the table."""

    def __init__(self, services: Services, playback: RoundPlayback, *, level: int = 0, picture: str = "") -> None:
        """``level`` is how much celebrates, 0 to 5; ``picture`` stands in the place of the darkened stage."""
        self.services, self.playback = services, playback
        self.theme = services.theme
        self._again = False
        """The player wants to watch the round again."""
        self.again = Button(NOWHERE, AGAIN, self._watch_again, icon="spin", size=28, visible=self._offers_replay)
        self.controls = ControlGroup([self.again])
        self.bar: Sequence[Control] = ()
        """What a replay is led by, which stays within reach."""
        self._lead: Callable[[Command], bool] | None = None
        self._asked: Request | None = None
        """What the replay asked for, while this is what it waits for."""
        self.still, self.calm = services.settings.reduced_motion, services.settings.reduce_flashing
        self.picture = picture if picture in self.theme.assets.pictures else ""
        self.showers = Showers(self.theme, level, random.Random(services.rng.random()), still=self.still)
        self.lights = Lights(self.theme, still=self.still, calm=self.calm)
        self.clock = 0.0
        self._opening = 0.0
        """Seconds since the ground began to come."""
        self._leaving: float | None = None
        self._deaf = 0.0
        self._resting = 0.0
        """Seconds since it was complete."""
        self._veil = VEIL
        """Seconds the stage takes to grow dark first."""
        self._dark = False
        """What is kept of it is dark."""
        self._iris = Iris(self.theme.colour("gold") if not self.calm else self.theme.colour("veil"))
        self._ground: pygame.Surface | None = None
        """The picture, kept while it is drawn."""
        self._below: pygame.Surface | None = None
        """The stage without her as it was when the screen came."""
        self._bar_below = True
        """What was on screen before had a bar before her hem."""
        self._sized: OrderedDict[tuple[int, tuple[int, int]], tuple[pygame.Surface, pygame.Surface]] = OrderedDict()
        """Pictures at the size they were drawn in lately."""

    # -- coming and going -------------------------------------------------------------------------------------

    def lead_by(self, bar: Sequence[Control], keys: Callable[[Command], bool]) -> None:
        """Keep a replay's bar and its keys within reach; led elsewhere, the screen leaves."""
        self.bar, self._lead, self._asked = bar, keys, self.playback.request
        self.controls.controls += bar

    def handle(self, command: Command) -> None:
        if self.controls.handle(command) or (self._lead is not None and self._lead(command)):
            return
        match command:
            case Press(Action.SPIN) | PointerPressed() if self.playback.paused:
                self.playback.press()
            case Press(Action.SPIN | Action.BACK) | PointerPressed():
                if self._deaf <= 0 and self.clock >= self.armed_after and self._leaving is None:
                    self.press()
            case _:
                pass

    def press(self) -> None:
        """The player wants to go on: a count is finished first."""
        if self.complete:
            self.leave()
        else:
            self._deaf = DEAF
            self.finish_count()

    def finish_count(self) -> None:
        """Bring the count to its end."""
        self.counted = self.count

    @property
    def ends_round(self) -> bool:
        """Whether it shows what the round came to."""
        return not self.playback.free

    def _offers_replay(self) -> bool:
        by_itself = self.services.demo or self.services.autoplaying
        return self.complete and self._leaving is None and self.ends_round and not by_itself and not self.bar

    def _watch_again(self) -> None:
        self._again = True
        self.leave()

    def leave(self) -> None:
        """Go out."""
        if self._leaving is None:
            self._leaving = 0.0
            self.showers.dwindle(self.leave_time)
            self.services.audio.play("button")

    @property
    def leaving(self) -> float:
        """How far it has gone, 0 to 1."""
        return 0.0 if self._leaving is None else min(1.0, self._leaving / self.leave_time)

    @property
    def complete(self) -> bool:
        """Whether everything it has to say is on screen."""
        return self.clock >= self.armed_after and self.counted >= self.count

    @property
    def stay(self) -> float | None:
        """Seconds it stays once it is complete, None to wait for the player."""
        if self.services.demo:
            return DEMO_STAY
        return self.leaves_after if self.services.autoplaying or self.leaves_always else None

    def update(self, dt: float) -> None:
        self.controls.update(dt)
        self._place_controls()
        if self.bar and self.playback.request is not self._asked:
            self.services.stack.pop()
        elif self.playback.paused:
            self._hush()
            self.playback.live(dt)
        else:
            self.advance(dt)

    def advance(self, dt: float) -> None:
        """Let ``dt`` seconds of the screen pass."""
        self.clock += dt
        self._opening += dt
        self._deaf = max(0.0, self._deaf - dt)
        self.showers.update(dt)
        self.playback.live(dt)
        if self._leaving is not None:
            self._leaving += dt
            if self._leaving >= self.leave_time:
                self.services.stack.pop(WatchAgain() if self._again else None)
        elif self.complete:
            self._resting += dt
            stay = self.stay
            if stay is not None and self._resting >= stay:
                self.leave()

    def exit(self) -> None:
        self.services.audio.duck(False)
        self._hush()
        self.playback.particles.clear()
        self.lights.let_go()
        if self.picture:
            self.theme.assets.pictures.release()

    def _hush(self) -> None:
        """Let the sounds end that go on while something counts."""
        for loop in ("count_loop", "count_big"):
            self.services.audio.let_go(loop)

    @property
    def opaque(self) -> bool:  # type: ignore[override]
        """Once the stage below is kept as a picture, it needs not be drawn any more."""
        return self._below is not None and self._leaving is None

    # -- what it stands on ------------------------------------------------------------------------------------

    def draw_ground(self, canvas: pygame.Surface, strength: float = DUSK) -> None:
        """The picture; without one the darkened stage."""
        if self._leaving is None and self._below is None:
            self._below = canvas.copy()
        below = self._below
        if below is not None and self.picture and self.veiling == 1 and not self._dark:
            darken(below, self.theme.colour("veil"), strength)
            self._dark = True
        if self._ground is None and self.picture:
            self._ground = self.theme.assets.pictures.get(self.picture)
        picture = self._ground
        covers = picture is not None and self.veiling == 1 and not (self.still and self.presence < 1)
        if self._leaving is None and below is not None and not covers:
            canvas.blit(below, (0, 0))
        if picture is None or self.veiling < 1:
            darken(canvas, self.theme.colour("veil"), strength * self.veiling * (1 - self.leaving))
            return
        if self._leaving is not None or (self.still and self.presence < 1):
            picture.set_alpha(round(255 * self.presence))
            canvas.blit(picture, (0, 0))
            picture.set_alpha(None)
            return
        canvas.blit(picture, (0, 0))
        if not self.elsewhere:
            self.lights.soft_rays(canvas, self.middle, self.clock)
            self.close_outside(canvas)

    @property
    def veiling(self) -> float:
        """How dark the stage below has grown, 0 to 1."""
        return min(1.0, self._opening / self._veil) if self._veil else 1.0

    @property
    def presence(self) -> float:
        """How far the picture has come, 0 to 1; back to 0 while the screen leaves."""
        if self._leaving is not None:
            return 1 - self.leaving
        return min(1.0, max(0.0, self._opening - self._veil) / COME)

    def close_outside(self, canvas: pygame.Surface, area: pygame.Rect = layout.CANVAS) -> None:
        """Before and while a picture opens: what is outside the growing circle stays as it was."""
        if self._leaving is not None or self._below is None or self.presence >= 1:
            return
        if self.veiling < 1:
            canvas.blit(self._below, area, area)
            darken(canvas, self.theme.colour("veil"), DUSK * self.veiling, area)
        elif not self.still:
            self._iris.close(canvas, self._below, self.middle, self.radius, area)

    def draw_lady(self, canvas: pygame.Surface) -> None:
        """The character, in the light, closed below where no bar hides her hem."""
        character = self.playback.character
        if character is None:
            return
        button = self.cut_button(canvas)
        if self.picture:
            faint = self.still or self._leaving is not None
            character.draw(canvas, whole=self.presence if faint else 1.0)
            if self._bar_below:
                self.close_outside(canvas, layout.HEM)
            self.draw_button(canvas, button)
        else:
            bar = canvas.subsurface(layout.HEM).copy()
            self.playback.draw_character(canvas)
            shadow = _hem_shadow(self.theme.colour("veil"))
            shadow.set_alpha(round(255 * self.veiling * (1 - self.leaving)))
            canvas.blit(shadow, shadow.get_rect(bottomright=layout.HEM.topright))
            canvas.blit(bar, layout.HEM)
            if not self.playback.led:
                canvas.blit(button, layout.SPIN)

    def cut_button(self, canvas: pygame.Surface) -> pygame.Surface:
        """What is seen where the button to spin lies."""
        return _cut(canvas, self.theme.assets.ui["spin/normal"].surface, layout.SPIN)

    def draw_button(self, canvas: pygame.Surface, button: pygame.Surface) -> None:
        """The button to spin, cut out of the stage, before her: as far as the stage is still or again to be seen."""
        if self._leaving is not None or self.still:
            seen = 1 - self.presence
        else:
            away = math.dist(layout.SPIN.center, self.middle) + layout.SPIN.width / 2
            seen = min(1.0, max(0.0, (away - self.radius) / layout.SPIN.width)) if self._bar_below else 0.0
        if seen and not self.playback.led:
            button.set_alpha(round(255 * seen))
            canvas.blit(button, layout.SPIN)

    @property
    def radius(self) -> float:
        """Of the circle in which the picture opens, canvas pixels."""
        x, y = self.middle
        far = math.hypot(max(x, layout.CANVAS.width - x), max(y, layout.CANVAS.height - y)) + FEATHER
        return ease_out(self.presence) * far

    def draw_front(self, canvas: pygame.Surface) -> None:
        """What comes last: near things, the clock and the prompt."""
        if self._leaving is None:
            self.showers.draw_near(canvas)
        hud = Hud(self.services)
        place = layout.PICTURE_CLOCK if self.picture else layout.CLOCK
        hud.draw_tablet(canvas, place)
        hud.draw_clock(canvas, place)
        self._draw_prompt(canvas)
        if self.bar:
            self.theme.stretched(canvas, "plate", layout.TIMELINE.union(layout.LEADING).inflate(24, 12))
        self.controls.draw(canvas, self.theme)
        self.controls.draw_tooltip(canvas, self.theme)
        self.playback.wave.draw(canvas)

    def _prompt_size(self) -> int:
        """Size of the prompt's letters, as large as the clock and a replay's bar beside it allow."""
        size = self.theme.size(30)
        return min(
            size, size * PROMPT_WIDTH // self.theme.fonts.width(self.services.tr(self.prompt_text), "strong", size)
        )

    def _place_controls(self) -> None:
        """Beside the prompt, at its height."""
        fonts, tr = self.theme.fonts, self.services.tr
        rect = pygame.Rect(0, 0, fonts.width(tr(AGAIN), "strong", self.theme.size(28)) + 120, layout.MIN_TARGET)
        rect.midleft = (self._prompt_ground.right + 12, self.prompt_at[1])
        self.again.rect = rect.clamp(layout.CANVAS)

    @property
    def _prompt_ground(self) -> pygame.Rect:
        """The ribbon the prompt stands on; with the button beside it the two stand in the middle together."""
        fonts, tr = self.theme.fonts, self.services.tr
        width = fonts.width(tr(self.prompt_text), "strong", self._prompt_size()) + 130
        rect = pygame.Rect(0, 0, width, self.theme.size(30) + 26)
        rect.center = self.prompt_at
        if self.paired and self._offers_replay():
            rect.x -= (fonts.width(tr(AGAIN), "strong", self.theme.size(28)) + 132) // 2
        return rect

    def _draw_prompt(self, canvas: pygame.Surface) -> None:
        if not self.complete or self._leaving is not None:
            return
        pulse = 0.0 if self.still else PULSE * (0.5 + 0.5 * math.sin(self.clock * 4))
        self.banner(canvas, self.services.tr(self.prompt_text), self._prompt_ground, 30, grown=pulse)

    def have_lines(self, *texts: tuple[str, int, int, str]) -> None:
        """Have lines set that are drawn soon: text, height of a capital, width it may take, and face."""
        alphabet = self.theme.assets.alphabet
        for text, cap, width, face in texts:
            if alphabet.covers(text, face):
                fitted = alphabet.fitted(text, cap, width, face)
                self.services.background.submit(partial(alphabet.line, text, fitted, face))

    def have_figures(self, coins: int, cap: int, width: int) -> None:
        """Have every figure ready at the size an amount is counted up in, and what it comes to."""
        alphabet, last = self.theme.assets.alphabet, self.playback.coins(coins)
        if alphabet.covers(last):
            shown = "".join(sorted({*"0123456789", *last}))
            figures = [(shown, alphabet.fitted(last, cap, width), "gold")]
            self.services.background.submit(partial(alphabet.prepare, figures))
            self.have_lines((last, cap, width, "gold"))

    # -- pieces -----------------------------------------------------------------------------------------------

    def place(
        self,
        canvas: pygame.Surface,
        picture: pygame.Surface,
        centre: tuple[float, float],
        scale: float,
        flags: int = 0,
    ) -> None:
        """A picture at a scale about its centre; it fades with a screen that leaves."""
        if scale <= 0.02 or self.leaving >= 1:
            return
        scale = round(scale * 40) / 40
        if scale != 1:
            size = (max(1, round(picture.get_width() * scale)), max(1, round(picture.get_height() * scale)))
            picture = self._resized(picture, size)
        if self._leaving is not None:
            picture = picture.copy()
            picture.set_alpha(round(255 * (1 - self.leaving)))
        canvas.blit(picture, picture.get_rect(center=(round(centre[0]), round(centre[1]))), None, flags)

    def _resized(self, picture: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
        key = (id(picture), size)
        if key not in self._sized:
            self._sized[key] = (picture, pygame.transform.smoothscale(picture, size))
            while len(self._sized) > SIZED_KEPT:
                self._sized.popitem(last=False)
        self._sized.move_to_end(key)
        return self._sized[key][1]

    def word(
        self,
        canvas: pygame.Surface,
        text: str,
        cap: int,
        centre: tuple[float, float],
        *,
        width: int,
        face: str = "gold",
        since: float = 9.0,
    ) -> None:
        """A heading that falls onto the screen; ``since`` are the seconds since it began to."""
        if since < 0:
            return
        scale = 1.0 if self.still else slam_scale(min(1.0, since / SLAM))
        alphabet = self.theme.assets.alphabet
        if alphabet.covers(text, face):
            line = alphabet.line(text, alphabet.fitted(text, cap, width, face), face)
            self.place(canvas, line.surface, centre, scale)
            if not self.shines or self.still or self.calm:
                return
            if 0 <= since - STRIKES < LIT:
                self.place(canvas, line.surface, centre, scale, pygame.BLEND_RGB_ADD)
            elif self._leaving is None and since > SLAM:
                self.lights.glint(canvas, line.surface, centre, since)
            return
        picture = self.theme.lettering(text, cap)
        self.place(canvas, picture, centre, scale * min(1.0, width / picture.get_width()))

    def figures(
        self, canvas: pygame.Surface, text: str, cap: int, centre: tuple[float, float], *, width: int, widest: str = ""
    ) -> None:
        """An amount that may be another one every frame; sized for ``widest``, so that it does not breathe."""
        alphabet = self.theme.assets.alphabet
        if self._leaving is not None or not alphabet.covers(text + widest):
            self.word(canvas, text, cap, centre, width=width)
            return
        alphabet.draw(canvas, text, alphabet.fitted(widest or text, cap, width), *centre)

    def plain(self, canvas: pygame.Surface, text: str, size: int, rect: pygame.Rect, colour: str = "text") -> None:
        """A rimmed line in the ordinary font, on a quiet ground where no picture gives one."""
        if self._leaving is not None:
            return
        fonts = self.theme.fonts
        taken = fonts.width(text, "strong", size) + 2 * RIM
        size = min(size, max(14, size * rect.width // taken))
        line = fonts.line(text, "strong", size, self.theme.colour(colour), RIM)
        place = line.get_rect(center=rect.center)
        if not self.picture:
            shade(canvas, place)
        canvas.blit(line, place)

    def banner(
        self, canvas: pygame.Surface, words: str, ground: pygame.Rect, size: int, colour: str = "text", grown: float = 0
    ) -> None:
        """Words on a ribbon; ``grown`` is the share by which they are larger."""
        if self._leaving is not None:
            return
        if "ribbon" not in self.theme.assets.stage:
            self.plain(canvas, words, size, ground, colour)
            return
        ribbon, theme = self.theme.assets.stage["ribbon"], self.theme
        scales = ground.width / ribbon.size[0], ground.height / ribbon.size[1]
        theme.scaled.get(ribbon, *scales).draw_centred(canvas, *ground.center)
        taken = theme.fonts.width(words, "strong", theme.size(size))
        size = max(14, min(theme.size(size), theme.size(size) * (ground.width - 90) // max(1, taken)))
        line = theme.fonts.line(words, "strong", size, theme.colour(colour))
        self.place(canvas, line, (ground.centerx, ground.centery - ground.height * RIBBON_RISES), 1 + grown)

    def fell(self, since: float, dt: float) -> bool:
        """Whether what began to fall ``since`` seconds ago struck within the last ``dt`` seconds."""
        return since - dt < STRIKES <= since

    def shake(self, canvas: pygame.Surface, since: float, pixels: int = 6) -> None:
        """Some shaking for a moment after something struck."""
        if self.still or self.calm or not 0 <= since < SHAKE:
            return
        reach = pixels * (1 - since / SHAKE)
        canvas.scroll(round(reach * math.sin(since * 110)), round(reach * math.cos(since * 140)))


def darken(
    canvas: pygame.Surface, veil: tuple[int, int, int], strength: float, area: pygame.Rect = layout.CANVAS
) -> None:
    """Take ``strength`` of the light, 0 to 1, and tint what is left."""
    keep = 1 - strength
    colour = [round(255 * keep + (1 - keep) * part * 0.5) for part in veil]
    canvas.fill(colour, area, pygame.BLEND_RGB_MULT)


def come(clock: float, begin: float, duration: float) -> float:
    """How far something has come that begins at ``begin`` seconds and takes ``duration``."""
    return min(1.0, max(0.0, (clock - begin) / duration))


def gone(progress: float) -> float:
    """How far something that leaves has moved."""
    return ease_in(progress)


def shade(canvas: pygame.Surface, rect: pygame.Rect) -> None:
    """A quiet dark ground for a line of text, soft at its ends."""
    wide = rect.inflate(rect.height * 3, rect.height // 2)
    canvas.blit(_shade(wide.size), wide)


@cache
def _hem_shadow(veil: tuple[int, int, int]) -> pygame.Surface:
    """Shadow in which her dress ends above the darkened bar, instead of with an edge."""
    shadow = pygame.Surface((layout.CANVAS.right - layout.CHARACTER.left, 170), pygame.SRCALPHA)
    shadow.fill([part // 4 for part in veil])
    deep = np.linspace(0, 1, shadow.get_height())
    pygame.surfarray.pixels_alpha(shadow)[:] = (235 * deep * deep).astype(np.uint8)[None, :]
    return shadow


@cache
def _shade(size: tuple[int, int]) -> pygame.Surface:
    width, height = size
    across = np.clip(1 - np.abs(np.linspace(-1, 1, width)), 0, 1) * width / 2 / (1.5 * height)
    down = np.clip(1 - np.abs(np.linspace(-1, 1, height)), 0, 1) * height / 2 / (0.3 * height)
    level = np.clip(across, 0, 1)[:, None] * np.clip(down, 0, 1)[None, :]
    ground = pygame.Surface(size, pygame.SRCALPHA)
    pygame.surfarray.pixels_alpha(ground)[:] = (175 * level * level * (3 - 2 * level)).astype(np.uint8)
    return ground


def _cut(canvas: pygame.Surface, shape: pygame.Surface, rect: pygame.Rect) -> pygame.Surface:
    """What the canvas shows inside the outline of a piece of the kit."""
    mask = pygame.Surface(rect.size, pygame.SRCALPHA)
    mask.blit(shape, shape.get_rect(center=(rect.width // 2, rect.height // 2)))
    mask.fill((255, 255, 255, 0), special_flags=pygame.BLEND_RGBA_ADD)
    cut = canvas.subsurface(rect).copy().convert_alpha()
    cut.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return cut
