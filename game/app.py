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
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game import files, paths
from game.crash import LastDefence, print_error
from game.engine.command_line import INTERRUPTED, run_guarded
from game.messages import Message, message_of, translate
from game.options import Options, parse

if TYPE_CHECKING:
    from collections.abc import Mapping

    from game.engine import Seed
    from game.ledger import Ledger
    from game.platform.display import Display
    from game.platform.input import Command
    from game.settings import Loaded, Settings
    from game.skins import Skin
    from game.ui.services import Services

NAME: Final = "celestial-hearts"
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
CHECK_EVERY: Final = 1.0
"""Seconds."""
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


def main(arguments: Sequence[str] | None = None, *, seed: "Seed | None" = None) -> int:
    """Run the game; returns the exit status.

    ``seed`` makes rounds played by hand repeatable, for tests: nothing on the command line does.
    """
    prepare_sdl()
    tune_process()
    try:
        options = parse(arguments)
    except SystemExit as end:  # help, the version or bad input: what was printed may not have been written
        status = end.code if isinstance(end.code, int) else 0
        raise SystemExit(status if sys.stdout is None else run_guarded(NAME, lambda: status)) from None
    except OSError as error:
        raise SystemExit(run_guarded(NAME, partial(_raise, error))) from None
    if options.audit:
        return run_guarded(NAME, lambda: run_audit(options))
    if options.fairness:
        return run_guarded(NAME, check_fairness)
    if options.screenshot is not None and (wrong := _cannot_be_saved(options.screenshot)):
        print_error(wrong)
        return 2
    with closing(LastDefence()) as defence:
        while True:
            status, again = run_once(options, defence, seed)
            if not again:
                break
    if options.selftest and status == 0:
        return run_guarded(NAME, _say_it_works)
    return status


def _raise(error: OSError) -> int:
    raise error


def _say_it_works() -> int:
    print("Everything works: a round of each mode was played, and every theme shown.")
    return 0


def _cannot_be_saved(picture: Path) -> str:
    """Why a picture cannot be saved under that name, as far as can be said before; empty where it can."""
    if os.path.isdir(picture):  # noqa: PTH112  never raises
        return f"{picture} is a folder, not a name for the screenshot"
    if not os.path.isdir(picture.parent):  # noqa: PTH112
        return f"there is no folder {picture.parent} for the screenshot"
    return ""


def run_once(options: Options, defence: LastDefence, seed: "Seed | None" = None) -> tuple[int, bool]:
    """The game from opening to closing; its exit status and whether the player wants it opened again."""
    defence.reserve()
    with ExitStack() as cleanup:
        try:
            profile = _profile(options, cleanup)
        except OSError as error:
            print_error(f"there is no folder for saved games ({files.reason(error)}); choose one with --profile")
            return 1, False
        program = None
        try:
            program = start(options, profile, cleanup, seed)
            return program.run(), False
        except CannotStart as error:
            print_error(str(error))
            return error.status, False
        except KeyboardInterrupt:
            return INTERRUPTED, False
        except Exception:  # noqa: BLE001  the last line of defence: write down, tell, offer to go on
            services = program.services if program is not None else None
            return 1, defence.crashed(profile, services, by_itself=options.automatic)


def _profile(options: Options, cleanup: ExitStack) -> paths.Profile:
    """The player's profile, or one for this run only; raises ``OSError``."""
    if options.selftest or (options.demo is not None and options.profile is None):
        scratch = tempfile.TemporaryDirectory(prefix=f"{NAME}-", ignore_cleanup_errors=True)
        return paths.Profile(Path(cleanup.enter_context(scratch)), scratch=True)
    return paths.find_profile(options.profile)


def _print_progress(done: int, of: int) -> None:
    """Show on a terminal how far an audit has come."""
    if sys.stderr is not None and sys.stderr.isatty():
        print(f"\r{done:,} of {of:,} rounds", end="\n" if done == of else "", file=sys.stderr, flush=True)


def run_audit(options: Options) -> int:
    """Print the ledger's totals; 0 when they agree and every round reproduces."""
    from game.ledger import LedgerError, audit

    try:
        totals = audit(paths.find_profile(options.profile).folder, _print_progress)
    except LedgerError as error:
        print_error(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        print_error(f"there is no folder for saved games ({files.reason(error)}); choose one with --profile")
        return 1
    mended = totals.pop("mended")
    if mended:
        print_error(f"{mended} of the rounds cannot be verified: their records were damaged once and mended")
    print(json.dumps(totals))
    return 0 if totals["agrees"] else 1


def check_fairness() -> int:
    """Run the tests of every fairness clause; 0 when all hold, 2 where there are none to run."""
    from game.fairness import NoClauses, run_fairness

    try:
        return run_fairness()
    except NoClauses as error:
        print_error(str(error))
        return 2


class CannotStart(Exception):
    """The game cannot be started, or cannot play on by itself; the text is for the player."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status
        """The program's exit status."""


def start(options: Options, profile: paths.Profile, cleanup: ExitStack, seed: "Seed | None" = None) -> "Program":
    """Open the window first, then everything else; raises :class:`CannotStart`.

    What has to be closed again is left to ``cleanup``. ``seed`` is that of rounds played by hand, for tests.
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

    try:
        clock = GameClock() if display.headless else None
        ledger = Ledger.open(profile.folder, clock or local_now, bankroll=_bankroll(options))
    except LedgerError as error:
        if not options.automatic and not display.headless:
            tr = Language(paths.locale_folder(), loaded.settings.language).tr
            told = translate(message_of(error), tr, str)
            fallback_screen.show_until_pressed(display, paths.fonts_folder(), told, tr("Press any key to close."))
        raise CannotStart(str(error), 1) from error
    cleanup.callback(ledger.close)
    demonstration = _is_demonstration(options, profile, loaded.settings, ledger)
    services = _serve(options, profile, loaded, display, ledger, skins, options.seed or seed)
    services.table.refills = demonstration or not options.automatic
    cleanup.callback(services.table.close)
    cleanup.callback(services.background.stop)
    cleanup.callback(services.audio.close)
    for note in (profile.note, *loaded.notes, *ledger.notes):
        if note:
            services.notify(note)
    _notify_of_surroundings(services, options, demonstration=demonstration)
    services.notify_once(found.notes)
    services.loading = loader
    importlib.import_module("game.ui.table.scene")  # while the pictures are decoded, not when they are there
    return Program(services, options, theme, clock)


def _notify_of_surroundings(services: "Services", options: Options, *, demonstration: bool) -> None:
    """Say what of the game's own files or the profile is not as it should be."""
    if demonstration and not options.automatic and options.replay is None:
        services.notify(Message("These saved games come from a demo: their rounds may have been chosen."))
    if services.language.error is not None:
        services.notify(Message("The translation is damaged: {reason}", reason=services.language.error))


def _is_demonstration(options: Options, profile: paths.Profile, settings: "Settings", ledger: "Ledger") -> bool:
    """Whether the saved games are a demo's own: in a scratch folder, or in one where a demo played the first round.

    Raises :class:`CannotStart` for what may not be done with a player's own: chance decides there, not a seed, and
    responsible mode knows no rounds that are played automatically.
    """
    if profile.scratch:
        return True
    mark = profile.demonstration_mark
    untouched = not ledger.history(1)
    try:
        if options.demo is not None and untouched:
            files.write_bytes(mark, b"A demo played the rounds in this folder.\n")
        elif untouched and options.replay is None:
            mark.unlink(missing_ok=True)
    except OSError as error:
        raise CannotStart(f"{mark} cannot be written ({files.reason(error)})", 1) from error
    marked = os.path.lexists(mark)
    if options.demo is not None and (settings.responsible or ledger.responsible() is not None):
        raise CannotStart(f"responsible mode is on in {profile.folder}: rounds are not played automatically", 2)
    if options.demo is not None and options.seed is not None and not marked:
        raise CannotStart(
            f"--seed repeats a demo, but {profile.folder} holds a game of your own: leave out --profile or choose a"
            " new folder",
            2,
        )
    return marked


def _bankroll(options: Options) -> int:
    """Minor units that a new profile begins with: in a demonstration's scratch profile enough for all its rounds."""
    from game.engine import Mode
    from game.money import DEFAULT, FREE_CREDIT

    if options.demo is None or options.profile is not None:
        return FREE_CREDIT
    return max(FREE_CREDIT, options.demo * DEFAULT.price(options.mode or Mode.BASE))


def _serve(
    options: Options,
    profile: paths.Profile,
    loaded: "Loaded",
    display: "Display",
    ledger: "Ledger",
    skins: "Mapping[str, Skin]",
    seed: "Seed | None",
) -> "Services":
    """Put together what every scene may use."""
    from game.engine.rng import derived_seed
    from game.language import Language
    from game.money import DEFAULT
    from game.platform.audio import Audio
    from game.settings import Overrides, SettingsNotSaved, save_settings
    from game.table import Table
    from game.ui.services import Services
    from game.ui.theme import Theme

    settings = loaded.settings
    if options.automatic and loaded.first_time:
        settings.coin, settings.level = DEFAULT.coin, DEFAULT.level
    only_now = Overrides(settings)
    only_now.set("speed", options.speed)
    only_now.set("sound", False if options.mute else None)
    only_now.expect("theme", options.theme)
    last = ledger.history(1) if options.demo is not None else []
    numbers = itertools.count(last[0].id if last else 0)  # a demo that is continued does not begin again

    def next_seed() -> "Seed":
        assert seed is not None
        return derived_seed(seed, next(numbers))

    def save() -> None:
        if options.automatic:
            return
        try:
            save_settings(only_now.to_save(), profile.settings_file)
        except SettingsNotSaved as error:
            services.notify(error)

    language = Language(paths.locale_folder(), settings.language)
    services = Services(
        display=display,
        audio=Audio(paths.sounds_folder()),
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
        first_time=loaded.first_time,
    )
    services.theme.larger_text = settings.larger_text
    services.theme.fonts.use_language(language.code)
    services.apply_sound()
    return services


def local_now() -> datetime:
    """The time with the system's zone, or with UTC where the system's makes no sense."""
    try:
        return datetime.now().astimezone()
    except (ValueError, OverflowError, OSError):
        return datetime.now(UTC)


class GameClock:
    """The time without a screen: it begins now and passes with the frames, so that a demonstration repeats itself."""

    def __init__(self) -> None:
        self.now = local_now()

    def __call__(self) -> datetime:
        return self.now

    def steady(self) -> float:
        """Seconds that have passed."""
        return self.now.timestamp()

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
        services.save_settings()
        return status

    def _save_last_frame(self, file: Path) -> int:
        """Save the demonstration's last picture; the exit status."""
        from game.ui.widgets.hud import mark_play

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
                if gained:
                    services.audio.look_for_device()
                services.audio.set_quiet(not gained)
                services.stack.handle(command)
            case _:
                services.stack.handle(command)

    def screenshot(self) -> None:
        """Save the picture on screen in the profile."""
        from game.ui.widgets.hud import mark_play

        services = self.services
        folder = services.profile.screenshots
        try:
            folder.mkdir(parents=True, exist_ok=True)
            file = files.free_name(folder, f"celestial-hearts-{datetime.now(UTC):%Y%m%d-%H%M%S}", ".png")
            services.display.save(file, partial(mark_play, services=services))
        except OSError as error:
            services.notify(Message("Couldn't save the screenshot: {fault}", fault=files.reason(error)))
            return
        services.notify(Message("Screenshot saved as {file}", file=file))

    def update(self, dt: float) -> None:
        """One step of everything that lives."""
        self._guarded(lambda: self._update(dt))

    def _update(self, dt: float) -> None:
        services = self.services
        if self.clock is not None:
            self.clock.advance(dt)
        self._read_clock(dt)
        services.stack.update(dt)
        services.audio.update(dt)
        services.point(visible=self.input.pointing)
        for toast in services.toasts:
            toast.left -= dt
        services.toasts[:] = [toast for toast in services.toasts if toast.left > 0]

    def _read_clock(self, dt: float) -> None:
        """Let the ledger count the time as play, drawn or not: to it a gap of more than a few seconds is none.

        A reality check ends a demonstration, for it needs someone to answer it.
        """
        self._since_check += dt
        if self._since_check < CHECK_EVERY:
            return
        self._since_check = 0.0
        table = self.services.table
        table.ledger.session()
        if self.options.demo is not None and table.open is None and table.ledger.reality_check_due():
            raise CannotStart("A reality check is due, which a demo cannot answer.", 1)

    def draw(self, *, ambience: bool = True) -> None:
        """Redraw where something changed, or with ``ambience`` where something moves by itself."""
        self._guarded(lambda: self._draw(ambience=ambience))

    def _draw(self, *, ambience: bool) -> None:
        from game.ui.toasts import draw_toasts

        services, top = self.services, self.services.stack.top
        canvas = services.display.canvas
        state = None if top is None or (key := top.static_key()) is None else (id(top), key)
        if state is None or state != self._resting or (ambience and top is not None and top.ambient_rate()):
            services.stack.draw(canvas)
            draw_toasts(canvas, services)
            services.display.show(passing=state is None)
        self._resting = state


if __name__ == "__main__":
    sys.exit(main())
