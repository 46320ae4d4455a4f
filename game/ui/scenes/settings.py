"""The settings panel: every choice takes effect at once and is saved."""

from collections.abc import Callable, Sequence
from dataclasses import fields
from typing import Any, Final

import pygame

from game.ledger import LedgerError, Preset, start_over
from game.money import CURRENCIES
from game.platform.input import Action, ButtonNamed, Command, Erased, KeyNamed, PointerPressed, Press, key_map
from game.present.tempo import Speed
from game.settings import TEXT_SIZES, Settings
from game.ui.boxes import NOWHERE, Box, Column, Grid, Room, Row, Text, shown_while
from game.ui.keys import ACTIONS, buttons_of, key_name, keys_of
from game.ui.panel import Panel, Question
from game.ui.scenes.choices import bankroll_choice, language_choice
from game.ui.scenes.credits import Credits
from game.ui.scenes.safe_play import SafePlay
from game.ui.services import Services
from game.ui.widgets.controls import Slider, Tab, Toggle
from game.ui.widgets.field import Choice
from game.ui.widgets.rows import Rows

TABS: Final = ("Display and sound", "Play", "Accessibility", "Keys", "Profile")
PAD_COLUMN: Final = 190
"""Width of the column with the gamepad's buttons."""
SCANNING: Final = {"off": "Off", "slow": "Slow", "medium": "Medium", "fast": "Fast"}
"""Setting of the scanning -> its name."""
KEPT_AFRESH: Final = (
    "window",
    "fullscreen",
    "bankroll",
    "language",
    "currency",
    "reduced_motion",
    "reduce_flashing",
    "text_size",
    "high_contrast",
    "custom_cursor",
    "narration",
    "captions",
    "scanning",
    "mono",
    "anticipation",
    "show_losses",
    "responsible",
    "theme",
)
"""Settings that stay when the player starts over."""
FIXED_KEYS: Final = ("escape", "tab")
"""Keys that always do what they do: the way back and the way round."""


class SettingsPanel(Panel):
    """Five pages of choices."""

    title = "Settings"
    size = (1480, 900)

    def __init__(self, services: Services, tab: str = TABS[0]) -> None:
        self.tab = tab
        self._said = ""
        """What was said of the keys last."""
        self.waiting: Action | None = None
        """The action whose new key is awaited."""
        self._deaf = False
        services.find_skins()
        super().__init__(services)

    def tabs(self) -> Box:
        return Grid(*(Tab(NOWHERE, name, self._is(name), self._opener(name)) for name in TABS), columns=5, gap=10)

    def contents(self) -> Box:
        pages = (self._look(), self._play(), self._comfort(), self._keys(), self._profile())
        return Column(*(shown_while(self._is(tab), *boxes) for tab, boxes in zip(TABS, pages, strict=True)))

    def buttons(self) -> Box:
        text = Text("Choose an action, then press the new key or gamepad button. Esc or B cancels.", 26, colour="muted")
        usual = self.button(
            "Reset keys", self._usual_keys, size=28, tooltip="Restore the default keys and gamepad buttons."
        )
        return shown_while(self._is(TABS[3]), Row(text, usual, shares=(1, 0.45)))

    # -- pages ------------------------------------------------------------------------------------------------

    def _is(self, tab: str) -> Callable[[], bool]:
        return lambda: self.tab == tab

    def _opener(self, tab: str) -> Callable[[], None]:
        def open_tab() -> None:
            self.tab, self.waiting, self.scrolled = tab, None, 0
            self.services.audio.play("button")

        return open_tab

    def _toggle(self, name: str, label: str, tooltip: str = "") -> Toggle:
        def value() -> bool:
            return bool(getattr(self.services.settings, name))

        return Toggle(NOWHERE, label, value, lambda on: self.change(name, on), label=label, tooltip=tooltip)

    def _choice(
        self, name: str, label: str, choices: Callable[[], Sequence[Any]], shown: Callable[[str], str], **more: Any
    ) -> Choice:
        """One of several values of a setting."""

        def change(text: str) -> None:
            self.change(name, next(value for value in choices() if str(value) == text))

        def chosen() -> str:
            return str(getattr(self.services.settings, name))

        return Choice(
            NOWHERE, label, lambda: list(map(str, choices())), chosen, change, shown=shown, label=label, **more
        )

    def _look(self) -> Sequence[Box]:
        services, settings = self.services, self.services.settings

        def title(name: str) -> str:
            return services.tr(services.skins[name].title) if name in services.skins else name

        return (
            Choice(
                NOWHERE,
                "Theme",
                lambda: list(services.skins),
                lambda: services.theme.skin.name,
                self._choose_theme,
                shown=title,
                label="Theme",
                enabled=lambda: services.loading is None,
            ),
            language_choice(services, label="Language"),
            self._choice(
                "currency",
                "Currency",
                lambda: list(CURRENCIES),
                lambda code: services.tr(CURRENCIES[code].name),
                tooltip="Only changes how amounts look. It's all play money.",
            ),
            self._slider("music_volume", "Music"),
            self._slider("effects_volume", "Effects"),
            self._toggle("sound", "Sound"),
            Toggle(NOWHERE, "Full screen", lambda: settings.fullscreen, services.set_fullscreen, label="Full screen"),
        )

    def _slider(self, name: str, label: str) -> Slider:
        def value() -> float:
            return float(getattr(self.services.settings, name))

        def follow(level: float) -> None:
            setattr(self.services.settings, name, level)
            self.services.apply_sound()

        return Slider(NOWHERE, f"{label} volume", value, follow, self.services.save_settings, label=label)

    def _play(self) -> Sequence[Box]:
        settings, tr = self.services.settings, self.services.tr
        return (
            self._choice(
                "speed",
                "Speed",
                lambda: list(Speed),
                lambda speed: tr(str(self.services.speed) if settings.responsible else speed).capitalize(),
                enabled=lambda: not settings.responsible,
            ),
            self._toggle("responsible", "Responsible mode"),
            _note("At least 2.5 seconds per spin, one press per spin, no autoplay or fast speeds, reality checks on."),
            self._toggle("intro", "Show the introduction when the game starts"),
            _note("The pages that explain the game, with a demo spin."),
            self._toggle(
                "anticipation",
                "Build up to free spins",
                "Reels slow down when one more scatter would start free spins. Never in responsible mode.",
            ),
            self._toggle(
                "show_losses",
                "Show returns below the bet as losses",
                "A round that pays its bet or less says PAID, with what it cost.",
            ),
            bankroll_choice(self.services),
        )

    def _comfort(self) -> Sequence[Box]:
        language = self.services.language
        toggles = (
            (
                "reduced_motion",
                "Reduced motion",
                "Symbols fade in and out in place, and nothing drifts. Results don't change.",
            ),
            (
                "reduce_flashing",
                "Reduce flashing",
                "The game never flashes more than three times a second. This removes flashes altogether.",
            ),
            (
                "narration",
                "Narration",
                "Your computer's voice reads out wins, messages, panels and what you move to.",
            ),
            ("captions", "Captions", "Sounds are described above the board and in the message log."),
            ("mono", "Mono sound", "Plays the same sound on both sides, for one ear or one speaker."),
            ("custom_cursor", "Theme mouse pointer", "Use the theme's mouse pointer instead of your system's."),
        )
        return (
            self._choice(
                "text_size",
                "Text size",
                lambda: TEXT_SIZES,
                lambda size: language.percent(int(size) / 100, 0),
                tooltip="Panels scroll where their text no longer fits.",
            ),
            self._toggle(
                "high_contrast", "High contrast", "Black panels and plates with bright text and plain outlines."
            ),
            *(self._toggle(name, label, told) for name, label, told in toggles),
            self._choice(
                "scanning",
                "One-switch scanning",
                lambda: list(SCANNING),
                lambda speed: self.services.tr(SCANNING[speed]),
                tooltip=(
                    "A highlight goes from one thing to the next. Any click, Space, Enter or a gamepad's A chooses it."
                ),
            ),
        )

    def _keys(self) -> Sequence[Box]:
        self.actions = [action for action in ACTIONS if action not in (Action.BACK, Action.FOCUS_NEXT)]
        count = len(self.actions)
        rows = Rows(NOWHERE, "List of keys", 66, lambda: count, self._draw_key, self._await_key, most=8)
        rows.is_enabled = lambda: self.services.settings.scanning == "off"  # the one switch must not lose its key
        return (rows,)

    def _profile(self) -> Sequence[Box]:
        entries: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("Safe play", "help", lambda: self.services.stack.push(SafePlay(self.services))),
            ("Credits and licences", "star", lambda: self.services.stack.push(Credits(self.services))),
            ("Start over", "warning", self.ask_start_over),
        )
        buttons = Column(*(self.button(name, action, icon=icon) for name, icon, action in entries), gap=20)
        return Text(self._saved_in, 28, align="centre"), Row(Room(), buttons, Room(), shares=(0.4, 1, 0.4))

    def _saved_in(self) -> str:
        return self.services.tr("Your game is saved in {folder}").format(folder=self.services.profile.folder)

    # -- changing ---------------------------------------------------------------------------------------------

    def change(self, name: str, value: Any) -> None:
        """Take a choice over and save it."""
        settings = self.services.settings
        setattr(settings, name, value)
        theme = self.services.theme
        theme.text_size, theme.high_contrast = settings.text_size, settings.high_contrast
        self.services.apply_sound()
        if name == "responsible":
            self._set_responsible(on=value)
        self.services.save_settings()

    def _set_responsible(self, *, on: bool) -> None:
        """Responsible mode holds at once; to leave it takes a day."""
        services = self.services
        try:
            limit = services.table.set_responsible(Preset.OWN if on else None)
        except LedgerError as error:
            services.settings.responsible = services.table.rules is not None
            services.notify(error)
            return
        if limit.pending_from is not None:
            when = services.language.moment(limit.pending_from.astimezone(services.now().tzinfo))
            services.notify(services.tr("Responsible mode ends on {when}.").format(when=when))

    def _choose_theme(self, name: str) -> None:
        if self.services.loading is None and name in self.services.skins:
            self.services.audio.play("theme_switch")
            self.services.load_skin(name)

    # -- keys -------------------------------------------------------------------------------------------------

    @property
    def takes_keys(self) -> bool:  # type: ignore[override]
        """While a new key is awaited every key comes here."""
        return self.waiting is not None or self._deaf

    def _await_key(self, index: int) -> None:
        self.waiting, self._deaf = self.actions[index], True

    def handle(self, command: Command) -> None:
        self.commands += 1
        if self.waiting is None:
            if not (self._deaf and isinstance(command, Press)):
                super().handle(command)
            return
        match command:
            case KeyNamed(key) if not self._deaf:
                self._give_key(key, self.waiting)
                self.waiting, self._deaf = None, True
            case ButtonNamed(button) if not self._deaf and self.services.pad.actions().get(button) is not Action.BACK:
                self._give_button(button, self.waiting)
                self.waiting, self._deaf = None, True
            case PointerPressed():
                self.waiting = None
                super().handle(command)
            case Press(Action.BACK) if not self._deaf:  # of a gamepad: a key's own name comes before what it does
                self.waiting, self._deaf = None, True
            case Press() | KeyNamed() | ButtonNamed() | Erased():
                pass
            case _:
                super().handle(command)

    def _give_key(self, key: str, action: Action) -> None:
        """Let ``key`` ask for ``action``; nothing happens for a key that is fixed."""
        settings, tr = self.services.settings, self.services.tr
        self._say("")
        if key in FIXED_KEYS:
            if key != "escape":
                self._say(tr("{key} can't be changed.").format(key=key_name(key)))
            return
        changed = {name: does for name, does in settings.keys.items() if does != action and name != key}
        changed[key] = str(action)
        left = key_map(changed).values()
        lost = next((other for other in ACTIONS if other not in left), None)
        if lost is Action.SPIN:
            self._say(tr("Spin needs at least one key."))
            return
        settings.keys = changed
        self._use_keys()
        if lost is not None:
            self._say(tr("{action} no longer has a key.").format(action=tr(ACTIONS[lost])))

    def _say(self, text: str) -> None:
        """Say something of the keys in place of what was said of them before."""
        self.services.toasts[:] = [toast for toast in self.services.toasts if toast.text != self._said]
        self._said = text
        if text:
            self.services.notify(text)

    def _give_button(self, button: int, action: Action) -> None:
        """Let a gamepad's button ask for ``action``."""
        services, settings = self.services, self.services.settings
        changed = {name: does for name, does in settings.pad.items() if does != action and name != str(button)}
        changed[str(button)] = str(action)
        before, left = services.pad.actions().values(), services.pad.actions(changed).values()
        lost = next((other for other in before if other not in left), None)
        if lost is Action.SPIN:
            self._say(services.tr("Spin needs at least one button."))
            return
        settings.pad = changed
        self._use_keys()
        if lost in ACTIONS:
            self._say(services.tr("{action} no longer has a button.").format(action=services.tr(ACTIONS[lost])))

    def _usual_keys(self) -> None:
        self._say("")
        self.services.settings.keys, self.services.settings.pad = {}, {}
        self._use_keys()

    def _use_keys(self) -> None:
        self.services.use_keys(self.services.settings.keys)
        self.services.pad.changed = self.services.settings.pad
        self.services.save_settings()

    def update(self, dt: float) -> None:
        self._deaf = False
        super().update(dt)

    # -- starting over ----------------------------------------------------------------------------------------

    def ask_start_over(self) -> None:
        """Asked twice, since it puts everything away."""
        text = self.services.tr(
            "Start again with {amount} of play money?\n"
            "Your credit, history and statistics move to a backup folder. Your limits stay."
        ).format(amount=self.services.money(self.services.settings.bankroll))
        self._ask("Start over?", text, "Start over", self._ask_again)

    def _ask_again(self) -> None:
        text = self.services.tr("Are you sure? You can't undo this in the game.")
        self._ask("Really start over?", text, "Yes, start over", self._start_over)

    def _ask(self, title: str, text: str, yes: str, on_yes: Callable[[], None]) -> None:
        self.services.stack.push(Question(self.services, title, text, yes=yes, no="Cancel", on_yes=on_yes))

    def _start_over(self) -> None:
        services = self.services
        try:
            services.table.ledger, aside = start_over(services.table.ledger, services.settings.bankroll)
        except LedgerError as error:
            services.notify(error)
            return
        services.table.balance = services.table.ledger.balance
        usual = Settings()
        for entry in fields(Settings):
            if entry.name not in (*KEPT_AFRESH, "unknown"):
                setattr(services.settings, entry.name, getattr(usual, entry.name))
        self._use_keys()
        services.apply_sound()
        services.notify(services.tr("You've started over. Your old game is in {folder}").format(folder=aside))

    # -- drawing ----------------------------------------------------------------------------------------------

    def _draw_key(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        services, theme, action = self.services, self.services.theme, self.actions[index]
        theme.stretched(canvas, "card", rect.inflate(0, -4))
        if chosen:
            theme.stretched(canvas, "focus", rect.inflate(-4, -4))
        row = rect.inflate(-48, 0)
        left = pygame.Rect(row.left, row.top, row.width * 48 // 100, row.height)
        theme.text(canvas, services.tr(ACTIONS[action]), left, size=28, align="left")
        keys = " / ".join(services.tr(key_name(key)) for key in keys_of(services.settings, action))
        text, colour = keys or services.tr("no key"), "gold" if keys else "warn"
        if self.waiting is action:
            text, colour = services.tr("Press a key or button …"), "accent"
        right = pygame.Rect(left.right, row.top, row.right - left.right - PAD_COLUMN, row.height)
        theme.text(canvas, text, right, size=28, style="strong", colour=colour, align="right")
        pad = pygame.Rect(right.right, row.top, PAD_COLUMN, row.height)
        buttons = " / ".join(buttons_of(services, action))
        theme.text(canvas, buttons, pad, size=28, style="strong", align="right")


def _note(text: str) -> Text:
    """What the line above means."""
    return Text(text, 26, colour="muted")
