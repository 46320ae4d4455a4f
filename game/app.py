"""The program: the order of starting up, the loop, and what happens when something breaks."""

import ctypes
import importlib
import itertools
import json
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game import paths
from game.options import Options, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.engine import Seed
    from game.ledger import Ledger
    from game.platform.display import Display
    from game.platform.input import Command
    from game.settings import Loaded
    from game.skins import Skin
    from game.ui.layout import Rect
    from game.ui.services import Services

RATE: Final = 60
RATE_AWAY: Final = 5
M_MMAP_THRESHOLD: Final = -3
LARGE_BLOCK: Final = 256 * 1024
"""Bytes from which on memory is fetched from the system and given back to it."""
M_ARENA_MAX: Final = -8
FRAME: Final = 1 / RATE
TURN: Final = 0.001
"""Seconds a thread that decodes may keep the interpreter while the frame waits for it; Python's own 5 ms are felt."""
MAX_FRAME: Final = 0.05
"""Seconds; a longer pause of the machine does not make the game leap."""
PART_COSTS: Final = 150_000
"""Pixels that could be drawn in the time it takes to go through a scene once more."""
AMBIENCE_EVERY: Final = 2
"""While nothing is played, what breathes and drifts is redrawn only every so many frames: it moves that slowly."""
DRAW_EVERY_HEADLESS: Final = 10
"""Without a screen only every so many frames are drawn."""


def prepare_sdl() -> None:
    """What SDL must find in the environment; it reads it when pygame is first imported."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "celestial-hearts")
    if sys.platform.startswith("linux"):
        # The software GL that SDL would show frames through costs 13 ms a flip where there is no GPU.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


def tune_process() -> None:
    """Let frames take their turn before threads that decode, and a skin's memory go back to the system (with glibc).

    Without the latter glibc learns from the first freed sheet to keep such blocks in its arenas, where they fragment:
    fifty theme switches then cost some 200 MB.
    """
    sys.setswitchinterval(TURN)
    if sys.platform.startswith("linux"):
        mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
        if mallopt is not None:
            mallopt(M_MMAP_THRESHOLD, LARGE_BLOCK)
            mallopt(M_ARENA_MAX, 2)


def print_error(text: str) -> None:
    """One line on stderr, where there is one."""
    if sys.stderr is not None:
        print(f"celestial-hearts: {text}", file=sys.stderr)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the game; returns the exit status."""
    prepare_sdl()
    tune_process()
    options = parse(arguments)
    if options.audit:
        return run_audit(options)
    if options.screenshot is not None and not options.screenshot.parent.is_dir():
        print_error(f"there is no folder {options.screenshot.parent} for the screenshot")
        return 2
    while True:
        status, again = run_once(options)
        if not again:
            return status


def run_once(options: Options) -> tuple[int, bool]:
    """The game from opening to closing; its exit status and whether the player wants it opened again."""
    with ExitStack() as cleanup:
        if options.selftest or (options.demo is not None and options.profile is None):
            scratch = cleanup.enter_context(tempfile.TemporaryDirectory(prefix="celestial-hearts-"))
            profile = paths.Profile(Path(scratch))
        else:
            profile = paths.find_profile(options.profile)
        program = None
        try:
            program = start(options, profile, cleanup)
            return program.run(), False
        except CannotStart as error:
            print_error(str(error))
            return error.status, False
        except KeyboardInterrupt:
            return 130, False
        except Exception:  # noqa: BLE001  the last line of defence: write down, tell, offer to go on
            from game.crash import crashed

            services = program.services if program is not None else None
            return 1, crashed(profile, services, by_itself=options.automatic)


def run_audit(options: Options) -> int:
    """Print the ledger's totals; 0 when they agree and every round reproduces."""
    from game.ledger import LedgerError, audit

    try:
        totals = audit(paths.find_profile(options.profile).folder)
    except LedgerError as error:
        print_error(str(error))
        return 1
    mended = totals.pop("mended")
    if mended:
        print_error(f"{mended} of the rounds cannot be verified: their records were damaged once and mended")
    print(json.dumps(totals))
    return 0 if totals["agrees"] else 1


class CannotStart(Exception):
    """The game cannot be started, or cannot play on by itself; the text is for the player."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status
        """The program's exit status."""


def start(options: Options, profile: paths.Profile, cleanup: ExitStack) -> "Program":
    """Open the window first, then everything else; raises :class:`CannotStart`.

    What has to be closed again is left to ``cleanup``.
    """
    from game.platform.display import Display, NoDisplay
    from game.settings import load_settings
    from game.ui import fallback_screen

    loaded = load_settings(profile.settings_file)
    fullscreen = loaded.settings.fullscreen if options.fullscreen is None else options.fullscreen
    try:
        icon = paths.icons_folder() / "icon-64.png"
        display = Display("Celestial Hearts", icon, fullscreen=fullscreen, size=options.size)
    except NoDisplay as error:
        raise CannotStart(str(error), 2) from error
    cleanup.callback(display.close)
    fallback_screen.first_frame(display, paths.fonts_folder())

    from game.skins import find_skins

    found = find_skins(paths.sprites_folder(), profile.skins)
    skins = found.skins
    if not skins:
        raise CannotStart("no skin was found: the game's files are incomplete", 2)
    if options.theme is not None and options.theme not in skins:
        wrong = found.errors.get(options.theme)
        raise CannotStart(wrong or f"unknown theme {options.theme!r}: choose {', '.join(skins)}", 2)
    theme = options.theme or (loaded.settings.theme if loaded.settings.theme in skins else next(iter(skins)))

    from game.ui import skin_loader

    introduced = loaded.settings.intro and not options.automatic and options.replay is None
    loader = skin_loader.begin(skins[theme], ("base", "splash") if introduced else ("base",), threads=2)

    from game.language import Language
    from game.ledger import Ledger, LedgerError
    from game.messages import message_of, translate

    try:
        clock = GameClock() if display.headless else None
        ledger = Ledger.open(profile.folder, clock or (lambda: datetime.now().astimezone()))
    except LedgerError as error:
        if not options.automatic and not display.headless:
            tr = Language(paths.locale_folder(), loaded.settings.language).tr
            told = translate(message_of(error), tr, str)
            fallback_screen.show_until_pressed(display, paths.fonts_folder(), told, tr("Press any key to close."))
        raise CannotStart(str(error), 1) from error
    cleanup.callback(ledger.close)
    services = _serve(options, profile, loaded, display, ledger, skins)
    cleanup.callback(services.table.close)
    cleanup.callback(services.background.stop)
    cleanup.callback(services.audio.close)
    for note in (profile.note, *loaded.notes, *ledger.notes):
        if note:
            services.notify(note)
    services.notify_once(found.notes)
    services.loading = loader
    importlib.import_module("game.ui.table.scene")  # while the pictures are decoded, not when they are there
    return Program(services, options, theme, clock)


def _serve(
    options: Options,
    profile: paths.Profile,
    loaded: "Loaded",
    display: "Display",
    ledger: "Ledger",
    skins: "Mapping[str, Skin]",
) -> "Services":
    """Put together what every scene may use."""
    from game.engine.rng import derived_seed, new_seed
    from game.language import Language
    from game.money import DEFAULT
    from game.platform.audio import Audio
    from game.settings import SettingsNotSaved, save_settings
    from game.table import Table
    from game.ui.services import Services
    from game.ui.theme import Theme

    settings = loaded.settings
    if options.automatic and loaded.first_time:
        settings.coin, settings.level = DEFAULT.coin, DEFAULT.level
    settings.speed = options.speed or settings.speed
    settings.sound = settings.sound and not options.mute
    numbers = itertools.count()

    def next_seed() -> "Seed":
        return new_seed() if options.seed is None else derived_seed(options.seed, next(numbers))

    def save() -> None:
        try:
            save_settings(settings, profile.settings_file)
        except SettingsNotSaved as error:
            services.notify(error)

    language = Language(paths.locale_folder(), settings.language)
    services = Services(
        display=display,
        audio=Audio(paths.sounds_folder()),
        theme=Theme(paths.fonts_folder(), language.tr),
        table=Table(ledger, settings, next_seed),
        settings=settings,
        language=language,
        skins=skins,
        sounds=paths.sounds_folder(),
        rng=random.Random(options.seed),
        save_settings=save,
        profile=profile,
        demo=options.automatic,
        first_time=loaded.first_time,
    )
    services.theme.larger_text = settings.larger_text
    services.theme.fonts.use_language(language.code)
    services.apply_sound()
    return services


class GameClock:
    """The time without a screen: it begins now and passes with the frames, so that a demonstration repeats itself."""

    def __init__(self) -> None:
        self.now = datetime.now().astimezone()

    def __call__(self) -> datetime:
        return self.now

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.now += timedelta(seconds=seconds)


class Program:
    """The loop."""

    def __init__(self, services: "Services", options: Options, theme: str, clock: GameClock | None = None) -> None:
        from game.platform.input import Input

        self.services, self.options, self.theme = services, options, theme
        self.input = Input(services.display.to_canvas)
        self.input.set_keys(services.settings.keys)
        services.use_keys = self.input.set_keys
        self.focused = True
        self.clock = clock
        """Passes with the frames where there is no screen."""
        self._resting: object = None
        """The scene and its value of rest when the last frame was drawn."""
        self._moved: list[Rect] = []
        """Parts that were moving in it."""

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
        if self.options.screenshot is not None:
            services.display.save(self.options.screenshot)
        services.stack.clear()
        services.stack.apply()
        services.save_settings()
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
        return self.focused and (frame % AMBIENCE_EVERY == 0 or (top is not None and top.needs_full_rate()))

    def _headless_step(self) -> float:
        """A frame's time; none passes while a skin is decoded, which takes as long as it takes."""
        if self.services.loading is None or self.services.loading.done:
            return FRAME
        time.sleep(0.005)
        return 0.0

    def begin(self) -> None:
        """Put up the loading screen; the table follows once the skin, which :func:`start` began to load, is there."""
        from game.ui.scenes.loading import Loading

        services = self.services
        services.stack.push(Loading(services, self._loaded))
        services.stack.apply()

    def _loaded(self) -> None:
        """The first skin is there: put up the table."""
        from game.engine import Mode, play
        from game.money import DEFAULT
        from game.table import Played
        from game.ui.table.scene import TableScene

        services, options = self.services, self.options
        table = TableScene(services)
        services.stack.replace(table)
        services.stack.apply()
        if options.replay is not None:
            mode = options.mode or Mode.BASE
            table.replays.begin(Played(play(mode, options.replay), DEFAULT, None))
            return
        if options.demo is not None:
            table.demo.modes = [options.mode or Mode.BASE] * options.demo
        elif options.selftest:
            table.demo.modes = list(Mode)
            table.demo.skins = [name for name in services.skins if name != self.theme]
        if not table.rounds.resume_open():
            table.actions.welcome()

    def handle(self, command: "Command") -> None:
        """Commands for the program itself; the others go to the top scene."""
        self._guarded(lambda: self._handle(command))

    def _guarded(self, step: Callable[[], None]) -> None:
        """Do a step; where the saved game cannot be read or written in it, say so and offer to try again."""
        from game.ledger import LedgerError
        from game.ui.scenes.ledger_error import LedgerErrorPanel

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

    def _handle(self, command: "Command") -> None:
        from game.platform.input import Action, Focused, Press, Quit, SoundDevice, Uncovered

        services = self.services
        top = services.stack.top
        match command:
            case Quit():
                services.closing = True
            case Press() if top is not None and top.takes_keys:
                services.stack.handle(command)
            case Press(Action.FULLSCREEN):
                services.set_fullscreen(not services.display.fullscreen)
            case Press(Action.SCREENSHOT):
                self.screenshot()
            case Press(Action.MUTE):
                services.toggle_sound()
            case Uncovered():
                self._resting = None
            case SoundDevice(there=there):
                (services.audio.device_came if there else services.audio.device_left)()
            case Focused(gained=gained):
                self.focused = gained
                services.audio.set_quiet(not gained)
                services.stack.handle(command)
            case _:
                services.stack.handle(command)

    def screenshot(self) -> None:
        """Save the picture on screen in the profile."""
        services = self.services
        folder = services.profile.screenshots
        stem = f"celestial-hearts-{datetime.now(UTC):%Y%m%d-%H%M%S}"
        names = (f"{stem}.png" if number == 1 else f"{stem}-{number}.png" for number in itertools.count(1))
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = next(folder / name for name in names if not (folder / name).exists())
            services.display.save(file)
        except OSError as error:
            services.notify(services.tr("Couldn't save the screenshot: {fault}").format(fault=error))
            return
        services.notify(services.tr("Screenshot saved as {file}").format(file=file))

    def update(self, dt: float) -> None:
        """One step of everything that lives."""
        self._guarded(lambda: self._update(dt))

    def _update(self, dt: float) -> None:
        services = self.services
        if self.clock is not None:
            self.clock.advance(dt)
        services.stack.update(dt)
        services.audio.update(dt)
        services.point(visible=self.input.pointing)
        for toast in services.toasts:
            toast.left -= dt
        services.toasts[:] = [toast for toast in services.toasts if toast.left > 0]

    def draw(self, *, ambience: bool = True) -> None:
        """One frame: all of it, or only what moves while everything else rests; without ``ambience`` not even that."""
        self._guarded(lambda: self._draw(ambience=ambience))

    def _draw(self, *, ambience: bool) -> None:
        from game.ui.toasts import draw_toasts

        services, top = self.services, self.services.stack.top
        canvas = services.display.canvas
        state = None if top is None else (id(top), top.static_key())
        if top is not None and state is not None and state[1] is not None and state == self._resting:
            if ambience:
                moving = list(top.animated_areas())
                self._draw_parts([*moving, *self._moved])
                self._moved = moving
        else:
            services.stack.draw(canvas)
            draw_toasts(canvas, services)
            services.display.show(passing=state is not None and state[1] is None)
            self._moved = []
        self._resting = state

    def _draw_parts(self, parts: "list[Rect]") -> None:
        """Draw and show only some parts of the canvas."""
        from game.platform.sprites import clipped, merged

        services = self.services
        parts = merged(parts, PART_COSTS)
        if not parts:
            return
        for part in parts:
            with clipped(services.display.canvas, part):
                services.stack.draw(services.display.canvas)
        services.display.show(parts)


if __name__ == "__main__":
    sys.exit(main())
