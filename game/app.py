"""The program: the order of starting up, the loop, and what happens when something breaks."""

import ctypes
import json
import locale
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from game import files, paths
from game.clock import GameClock, local_now
from game.crash import LastDefence, print_error
from game.engine.command_line import INTERRUPTED, run_guarded
from game.errors import CannotStart
from game.messages import Message, message_of, translate
from game.options import Options, parse

if TYPE_CHECKING:
    from game.engine import Seed
    from game.ledger import Ledger
    from game.program import Program
    from game.settings import Loaded, Settings
    from game.ui.services import Services

NAME: Final = "celestial-hearts"
M_MMAP_THRESHOLD: Final = -3
LARGE_BLOCK: Final = 256 * 1024
"""Bytes from which on memory is fetched from the system and given back to it."""
M_ARENA_MAX: Final = -8
TURN: Final = 0.001
"""Seconds a thread that decodes may keep the interpreter while the frame waits for it; Python's own 5 ms are felt."""


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
        return paths.Profile(_scratch_folder(cleanup), scratch=True)
    profile = paths.find_profile(options.profile)
    if options.replay is not None:  # it needs no saved game, which may be open in another window
        return replace(profile, own_saves=_scratch_folder(cleanup))
    return profile


def _scratch_folder(cleanup: ExitStack) -> Path:
    """A folder for this run only; raises ``OSError``."""
    return Path(cleanup.enter_context(tempfile.TemporaryDirectory(prefix=f"{NAME}-", ignore_cleanup_errors=True)))


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


def start(options: Options, profile: paths.Profile, cleanup: ExitStack, seed: "Seed | None" = None) -> "Program":
    """Open the window first, then everything else; raises :class:`CannotStart`.

    What has to be closed again is left to ``cleanup``. ``seed`` is that of rounds played by hand, for tests.
    """
    from game.platform.display import Display, NoDisplay
    from game.ui import fallback_screen

    loaded = _load_settings(options, profile)
    fullscreen = loaded.settings.fullscreen if options.fullscreen is None else options.fullscreen
    try:
        icon = paths.icons_folder() / "icon-64.png"
        display = Display(
            "Celestial Hearts", icon, fullscreen=fullscreen, size=options.size, window=loaded.settings.window
        )
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
    from game.program import Program, bankroll, serve  # the other large part, while the pictures are decoded

    try:
        clock = GameClock() if display.headless else None
        held = bankroll(options, loaded.settings.bankroll)
        ledger = Ledger.open(profile.saves, clock or local_now, bankroll=held)
    except LedgerError as error:
        if not options.automatic and not display.headless:
            tr = Language(paths.locale_folder(), loaded.settings.language).tr
            told = translate(message_of(error), tr, str)
            fallback_screen.show_until_pressed(display, paths.fonts_folder(), told, tr("Press any key to close."))
        raise CannotStart(str(error), 1) from error
    cleanup.callback(ledger.close)
    demonstration = options.replay is None and _is_demonstration(options, profile, loaded.settings, ledger)
    services = serve(options, profile, loaded, display, ledger, skins, options.seed or seed)
    services.table.refills = demonstration or not options.automatic
    cleanup.callback(services.table.close)
    cleanup.callback(services.background.stop)
    cleanup.callback(services.audio.close)
    services.to_answer += [("Your saved game", note) for note in ledger.notes]
    services.to_answer += [("Settings", note) for note in loaded.notes]
    _notify_of_surroundings(services, options, profile.note, demonstration=demonstration)
    services.notify_once(found.notes)
    services.loading = loader
    return Program(services, options, theme, clock)


def _load_settings(options: Options, profile: paths.Profile) -> "Loaded":
    """The player's settings; at the first start amounts are written as where the player is."""
    from game.money import local_currency
    from game.settings import load_settings

    loaded = load_settings(profile.settings_file)
    if loaded.first_time and not options.automatic:
        loaded.settings.currency = local_currency(_locale()).code
    return loaded


def _locale() -> str:
    """The name of the player's locale, for money; empty where the system has none."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MONETARY", "LANG"))
    return next(filter(None, named), None) or locale.getlocale()[0] or ""


def _notify_of_surroundings(services: "Services", options: Options, note: str, *, demonstration: bool) -> None:
    """Say what of the game's own files or the profile is not as it should be."""
    if note:
        services.notify(note)
    if demonstration and not options.automatic:
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
        elif untouched:
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


if __name__ == "__main__":
    sys.exit(main())
