"""The running program: what every scene may use, put together, and the loop."""

import itertools
import random
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from game import files, paths
from game.clock import GameClock
from game.crash import print_error
from game.engine import Mode, Seed, play
from game.engine.rng import derived_seed
from game.errors import CannotStart
from game.language import Language
from game.ledger import AWAY, Ledger, LedgerError
from game.messages import Message
from game.money import DEFAULT, FREE_CREDIT
from game.options import Options
from game.platform.audio import Audio
from game.platform.display import Display
from game.platform.input import (
    Action,
    Command,
    Erased,
    Focused,
    Input,
    PointerPressed,
    Press,
    Quit,
    Scrolled,
    SoundDevice,
    Typed,
    Uncovered,
)
from game.settings import Loaded, Overrides, SettingsNotSaved, save_settings
from game.skins import Skin
from game.table import Played, Table
from game.ui.captions import Captions
from game.ui.narrator import Narrator
from game.ui.panel import Question
from game.ui.scan import Scanner
from game.ui.scenes.ledger_error import LedgerErrorPanel
from game.ui.scenes.loading import Loading
from game.ui.services import Services
from game.ui.table.scene import TableScene
from game.ui.theme import Theme
from game.ui.toasts import draw_toasts, press_toast
from game.ui.widgets.hud import mark_play

RATE: Final = 60
RATE_AWAY: Final = 5
FRAME: Final = 1 / RATE
MAX_FRAME: Final = 0.05
"""Seconds; a longer pause of the machine does not make the game leap."""
CHECK_EVERY: Final = 1.0
"""Seconds."""
DRAW_EVERY_HEADLESS: Final = 10
"""Without a screen only every so many frames are drawn."""


def bankroll(options: Options, chosen: int) -> int:
    """Minor units that a new profile begins with: in a demonstration's scratch profile enough for all its rounds."""
    if options.demo is None or options.profile is not None:
        return chosen
    return max(FREE_CREDIT, options.demo * DEFAULT.price(options.mode or Mode.BASE))


def serve(
    options: Options,
    profile: paths.Profile,
    loaded: Loaded,
    display: Display,
    ledger: Ledger,
    skins: Mapping[str, Skin],
    seed: Seed | None,
) -> Services:
    """Put together what every scene may use."""
    settings = loaded.settings
    if options.automatic and loaded.first_time:
        settings.coin, settings.level = DEFAULT.coin, DEFAULT.level
    only_now = Overrides(settings)
    only_now.set("speed", options.speed)
    only_now.set("sound", False if options.mute else None)
    only_now.expect("theme", options.theme)
    last = ledger.history(1) if options.demo is not None else []
    numbers = itertools.count(last[0].id if last else 0)  # a demo that is continued does not begin again

    def next_seed() -> Seed:
        assert seed is not None
        return derived_seed(seed, next(numbers))

    def save() -> None:
        if options.automatic or options.replay is not None:  # a replay may be shown beside the running game
            return
        try:
            save_settings(only_now.to_save(), profile.settings_file)
        except SettingsNotSaved as error:
            services.notify(error)

    language = Language(paths.locale_folder(), settings.language)
    services = Services(
        display=display,
        audio=Audio(paths.sounds_folder(), mono=settings.mono),
        theme=Theme(paths.fonts_folder(), language.tr),
        table=Table(ledger, settings, None if seed is None else next_seed),
        settings=settings,
        language=language,
        skins=skins,
        sounds=paths.sounds_folder(),
        rng=random.Random(seed),
        save_settings=save,
        profile=profile,
        demo=options.automatic,
        watching=options.replay is not None,
        first_time=loaded.first_time,
    )
    services.theme.text_size, services.theme.high_contrast = settings.text_size, settings.high_contrast
    services.theme.fonts.use_language(language.code)
    services.apply_sound()
    return services


class Program:
    """The loop."""

    def __init__(self, services: Services, options: Options, theme: str, clock: GameClock | None = None) -> None:
        self.services, self.options, self.theme = services, options, theme
        self.input = Input(services.display.to_canvas)
        self.input.set_keys(services.settings.keys)
        services.use_keys = self.input.set_keys
        services.pad = self.input.pad
        services.pad.changed = services.settings.pad
        self.narrator = Narrator(services, sys.stdout if options.narrate else None)
        self.scanner = Scanner(services, self.narrator.say)
        self.captions = Captions(services)
        services.audio.heard = self.captions.hear
        self.focused = True
        self._idle = 0.0
        """Seconds since anything was pressed or played."""
        self._since_check = 0.0
        """Seconds of the game since the ledger's clock of play was read."""
        self.clock = clock
        """Passes with the frames where there is no screen."""
        self._resting: object = None
        """The scene and its value of rest when the last frame was drawn."""

    def run(self) -> int:
        """Start the scenes and run until the player leaves."""
        services = self.services
        self.begin()
        frame = 0
        headless = services.display.headless
        while not services.closing:
            dt = self._headless_step() if headless else min(services.display.wait_for_frame(self._rate()), MAX_FRAME)
            for command in self.input.commands():
                self.handle(command)
            self.update(dt)
            frame += 1
            if frame % DRAW_EVERY_HEADLESS == 0 if headless else services.display.visible:
                self.draw(ambience=headless or self._ambience_due(frame))
        self._resting = None  # the last picture is drawn whole
        self.draw()
        status = 0 if self.options.screenshot is None else self._save_last_frame(self.options.screenshot)
        services.stack.clear()
        services.stack.apply()
        self.narrator.close()
        if self.options.size is None and not headless:
            services.settings.window = services.display.window
        services.save_settings()
        return status

    def _save_last_frame(self, file: Path) -> int:
        """Save the demonstration's last picture; the exit status."""
        try:
            self.services.display.save(file, partial(mark_play, services=self.services))
        except OSError as error:
            print_error(f"the screenshot could not be saved as {file} ({files.reason(error)})")
            return 1
        return 0

    def _rate(self) -> int:
        """Frames a second: few while the player looks elsewhere and nothing is being played."""
        if self.focused and self.services.display.visible:
            return RATE
        top = self.services.stack.top
        return RATE_AWAY if top is not None and top.static_key() is not None else RATE

    def _ambience_due(self, frame: int) -> bool:
        """Whether what moves by itself on a resting scene is redrawn; it stands still while the player is away."""
        top = self.services.stack.top
        rate = top.ambient_rate() if top is not None and self.focused else 0
        return rate > 0 and frame % (RATE // rate) == 0

    def _headless_step(self) -> float:
        """A frame's time; none passes while a skin is decoded, which takes as long as it takes."""
        if self.services.loading is None or self.services.loading.done:
            return FRAME
        time.sleep(0.005)
        return 0.0

    def begin(self) -> None:
        """Put up the loading screen; the table follows once the skin, which :func:`start` began to load, is there."""
        services = self.services
        services.stack.push(Loading(services, self._loaded))
        services.stack.apply()

    def _loaded(self) -> None:
        """The first skin is there: put up the table."""
        services, options = self.services, self.options
        table = TableScene(services)
        services.stack.replace(table)
        services.stack.apply()
        if options.replay is not None:
            played = play(options.mode or Mode.BASE, options.replay, options.model)
            table.replays.begin(Played(played, options.bet or DEFAULT, None), self._close)
            return
        if options.demo is not None:
            table.demo.modes = [options.mode or Mode.BASE] * options.demo
        elif options.selftest:
            table.demo.modes = list(Mode)
            table.demo.skins = [name for name in services.skins if name != self.theme]
        if not table.rounds.resume_open():
            table.actions.welcome()
        for title, note in reversed(services.to_answer):
            if options.automatic:
                services.notify(note)
                continue
            services.log.add(services.say(note))
            services.stack.push(Question(services, title, services.say(note), must_answer=True))

    def _close(self) -> None:
        self.services.closing = True

    def handle(self, command: Command) -> None:
        """Commands for the program itself; the others go to the top scene."""
        self._guarded(lambda: self._handle(command))

    def _guarded(self, step: Callable[[], None]) -> None:
        """Do a step; where the saved game cannot be read or written in it, say so and offer to try again."""
        try:
            step()
        except LedgerError as error:
            if self.options.automatic:
                raise CannotStart(str(error), 1) from error
            stack = self.services.stack
            stack.push(LedgerErrorPanel(self.services, error))
            while not isinstance(stack.top, LedgerErrorPanel):
                with suppress(LedgerError):  # what else was asked of the stack may need the ledger too
                    stack.apply()

    def _handle(self, command: Command) -> None:
        services = self.services
        top = services.stack.top
        if isinstance(command, Press | PointerPressed | Scrolled | Typed | Erased):
            self._idle = 0.0
        if self.scanner.take(command):
            return
        match command:
            case Quit():
                services.closing = True
            case PointerPressed(x, y) if press_toast(services, x, y):
                pass
            case Press() if top is not None and top.takes_keys:
                services.stack.handle(command)
            case Press(Action.FULLSCREEN):
                services.set_fullscreen(not services.display.fullscreen)
            case Press(Action.SCREENSHOT):
                self.screenshot()
            case Press(Action.READ):
                self.narrator.say_figures()
            case Press(Action.MUTE):
                services.toggle_sound()
            case Uncovered():
                self._resting = None
            case SoundDevice(there=there):
                (services.audio.device_came if there else services.audio.device_left)()
            case Focused(gained=gained):
                self.focused = gained
                if gained:
                    services.audio.look_for_device()
                services.audio.set_quiet(not gained)
                services.stack.handle(command)
            case _:
                services.stack.handle(command)

    def screenshot(self) -> None:
        """Save the picture on screen in the profile."""
        services = self.services
        folder = services.profile.screenshots
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = files.free_name(folder / f"celestial-hearts-{datetime.now(UTC):%Y%m%d-%H%M%S}.png")
            services.display.save(file, partial(mark_play, services=services))
        except OSError as error:
            services.notify(Message("Couldn't save the screenshot: {fault}", fault=files.reason(error)))
            return
        services.notify(Message("Screenshot saved as {file}", file=file), folder)

    def update(self, dt: float) -> None:
        """One step of everything that lives."""
        self._guarded(lambda: self._update(dt))

    def _update(self, dt: float) -> None:
        services = self.services
        if self.clock is not None:
            self.clock.advance(dt)
        self._read_clock(dt)
        services.stack.update(dt)
        self.scanner.update(dt)
        self.captions.update(dt)
        self.narrator.update()
        services.audio.update(dt)
        services.point(visible=self.input.pointing)
        if services.toasts:
            services.toasts[-1].left -= dt
            services.toasts[:] = [toast for toast in services.toasts if toast.left > 0]

    def _read_clock(self, dt: float) -> None:
        """Let the ledger count the time as play, drawn or not: to it a gap of more than a few seconds is none.

        A reality check ends a demonstration, for it needs someone to answer it.
        """
        top = self.services.stack.top
        self.services.table.ledger.away = self._idle > AWAY.total_seconds() or (top is not None and top.rests)
        self._since_check += dt
        if self._since_check < CHECK_EVERY:
            return
        self._since_check = 0.0
        table = self.services.table
        self._idle = 0.0 if table.open is not None else self._idle + CHECK_EVERY
        table.ledger.session()
        if self.options.demo is not None and table.open is None and table.ledger.reality_check_due():
            raise CannotStart("A reality check is due, which a demo can't answer.", 1)

    def draw(self, *, ambience: bool = True) -> None:
        """Redraw where something changed, or with ``ambience`` where something moves by itself."""
        self._guarded(lambda: self._draw(ambience=ambience))

    def _draw(self, *, ambience: bool) -> None:
        services, top = self.services, self.services.stack.top
        canvas = services.display.canvas
        state = (
            None
            if top is None or (key := top.static_key()) is None
            else (id(top), key, self.scanner.key(), self.captions.key())
        )
        if state is None or state != self._resting or (ambience and top is not None and top.ambient_rate()):
            services.stack.draw(canvas)
            self.captions.draw(canvas)
            self.scanner.draw(canvas)
            draw_toasts(canvas, services)
            services.display.show(passing=state is None)
        self._resting = state
