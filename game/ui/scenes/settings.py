"""The settings panel: every choice takes effect at once and is saved."""

from collections.abc import Callable
from dataclasses import fields
from typing import Any, Final

import pygame

from game import paths
from game.language import language_name, languages
from game.ledger import LedgerError, Preset, start_over
from game.money import CURRENCIES, FREE_CREDIT
from game.platform.input import Action, Command, Erased, KeyNamed, PointerPressed, Press, key_map
from game.present.tempo import Speed
from game.settings import TEXT_SIZES, Settings
from game.ui.keys import ACTIONS, key_name, keys_of
from game.ui.panel import Panel, Question
from game.ui.scenes.credits import Credits
from game.ui.scenes.safe_play import SafePlay
from game.ui.services import Services
from game.ui.widgets.controls import Button, Control, Slider, Tab, Toggle
from game.ui.widgets.field import Choice
from game.ui.widgets.rows import Rows

TABS: Final = ("Display and sound", "Play", "Accessibility", "Keys", "Profile")
ROW: Final = 84
CLOSE_ROW: Final = 76
"""Height of a row, and of one where there are eight."""
SCANNING: Final = {"off": "Off", "slow": "Slow", "medium": "Medium", "fast": "Fast"}
"""Setting of the scanning -> its name."""
KEPT_AFRESH: Final = (
    "language",
    "currency",
    "reduced_motion",
    "reduce_flashing",
    "text_size",
    "custom_cursor",
    "narration",
    "scanning",
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
    size = (1400, 900)

    def __init__(self, services: Services, tab: str = TABS[0]) -> None:
        self.tab = tab
        self.waiting: Action | None = None
        """The action whose new key is awaited."""
        self._deaf = False
        services.find_skins()
        super().__init__(services)

    def build(self) -> None:
        width = (self.body.width - 4 * 10) // 5
        for index, name in enumerate(TABS):
            rect = pygame.Rect(self.body.left + index * (width + 10), self.body.top - 6, width, 70)
            self.controls.add(Tab(rect, name, self._is(name), self._opener(name)))
        self._build_look()
        self._build_play()
        self._build_comfort()
        self._build_keys()
        self._build_profile()

    # -- pages ------------------------------------------------------------------------------------------------

    def _is(self, tab: str) -> Callable[[], bool]:
        return lambda: self.tab == tab

    def _opener(self, tab: str) -> Callable[[], None]:
        def open_tab() -> None:
            self.tab, self.waiting = tab, None
            self.services.audio.play("button")

        return open_tab

    def at(self, row: int, pitch: int = ROW) -> pygame.Rect:
        """A row of the page."""
        return pygame.Rect(self.body.left + 40, self.body.top + 92 + row * pitch, self.body.width - 80, 70)

    def _add(self, tab: str, control: Control) -> None:
        control.is_visible = self._is(tab)
        self.controls.add(control)

    def _toggle(self, tab: str, row: int, name: str, label: str, tooltip: str = "", pitch: int = ROW) -> None:
        def value() -> bool:
            return bool(getattr(self.services.settings, name))

        place = self.at(row, pitch)
        self._add(tab, Toggle(place, label, value, lambda on: self.change(name, on), label=label, tooltip=tooltip))

    def _build_look(self) -> None:
        services, settings, tab = self.services, self.services.settings, TABS[0]
        folder = paths.locale_folder()
        spoken = {code: language_name(folder, code) for code in languages(folder)}

        def title(name: str) -> str:
            return services.tr(services.skins[name].title) if name in services.skins else name

        self._add(
            tab,
            Choice(
                self.at(0),
                "Theme",
                lambda: list(services.skins),
                lambda: services.theme.skin.name,
                self._choose_theme,
                shown=title,
                label="Theme",
                enabled=lambda: services.loading is None,
            ),
        )
        self._add(
            tab,
            Choice(
                self.at(1),
                "Language",
                lambda: list(spoken),
                lambda: settings.language,
                self._choose_language,
                shown=lambda code: spoken.get(code, code),
                label="Language",
            ),
        )
        self._add(
            tab,
            Choice(
                self.at(2),
                "Currency",
                lambda: list(CURRENCIES),
                lambda: settings.currency,
                lambda code: self.change("currency", code),
                shown=lambda code: services.tr(CURRENCIES[code].name),
                label="Currency",
                tooltip="Only changes how amounts look. It's all play money.",
            ),
        )
        for row, (name, label) in enumerate((("music_volume", "Music"), ("effects_volume", "Effects"))):
            self._add(tab, self._slider(row + 3, name, label))
        self._toggle(tab, 5, "sound", "Sound")
        self._add(
            tab,
            Toggle(
                self.at(6),
                "Full screen",
                lambda: settings.fullscreen,
                services.set_fullscreen,
                label="Full screen",
            ),
        )

    def _slider(self, row: int, name: str, label: str) -> Slider:
        def value() -> float:
            return float(getattr(self.services.settings, name))

        def follow(level: float) -> None:
            setattr(self.services.settings, name, level)
            self.services.apply_sound()

        return Slider(self.at(row), f"{label} volume", value, follow, self.services.save_settings, label=label)

    def _build_play(self) -> None:
        settings, tab = self.services.settings, TABS[1]
        self._add(
            tab,
            Choice(
                self.at(0),
                "Speed",
                lambda: [str(speed) for speed in Speed],
                lambda: settings.speed,
                lambda speed: self.change("speed", speed),
                shown=lambda speed: self.services.tr(speed).capitalize(),
                label="Speed",
                enabled=lambda: not settings.responsible,
            ),
        )
        self._toggle(tab, 1, "responsible", "Responsible mode")
        self._toggle(tab, 3, "intro", "Show the introduction when the game starts")
        told = "Reels slow down when one more scatter would start free spins. Never in responsible mode."
        self._toggle(tab, 5, "anticipation", "Build up to free spins", told)
        told = "A round that pays its bet or less says PAID, with what it cost."
        self._toggle(tab, 6, "show_losses", "Show returns below the bet as losses", told)

    def _build_comfort(self) -> None:
        toggles = (
            (
                "reduced_motion",
                "Reduced motion",
                "Symbols fade in and out where they lie, and nothing drifts. Results don't change.",
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
            ("custom_cursor", "Theme mouse pointer", "Use the theme's mouse pointer instead of your system's."),
        )
        for row, (name, label, told) in enumerate(toggles):
            self._toggle(TABS[2], row, name, label, told, CLOSE_ROW)
        services = self.services
        self._add(
            TABS[2],
            Choice(
                self.at(len(toggles), CLOSE_ROW),
                "Text size",
                lambda: [str(size) for size in TEXT_SIZES],
                lambda: str(services.settings.text_size),
                lambda size: self.change("text_size", int(size)),
                shown=lambda size: services.language.percent(int(size) / 100, 0),
                label="Text size",
                tooltip="Panels whose text no longer fits scroll.",
            ),
        )
        told = "A highlight goes from one thing to the next. Any click, Space, Enter or a gamepad's A chooses it."
        self._add(
            TABS[2],
            Choice(
                self.at(len(toggles) + 1, CLOSE_ROW),
                "One-switch scanning",
                lambda: list(SCANNING),
                lambda: services.settings.scanning,
                lambda speed: self.change("scanning", speed),
                shown=lambda speed: services.tr(SCANNING[speed]),
                label="One-switch scanning",
                tooltip=told,
            ),
        )

    def _build_keys(self) -> None:
        area = pygame.Rect(self.body.left + 40, self.body.top + 84, self.body.width - 80, 8 * 66)
        self.actions = [action for action in ACTIONS if action not in (Action.BACK, Action.FOCUS_NEXT)]
        rows = Rows(area, "List of keys", 66, lambda: len(self.actions), self._draw_key, self._await_key)
        rows.is_enabled = lambda: self.services.settings.scanning == "off"  # the one switch must not lose its key
        self._add(TABS[3], rows)
        usual = pygame.Rect(self.body.right - 380, self.rect.bottom - 112, 340, 76)
        button = Button(usual, "Reset keys", self._usual_keys, size=28, tooltip="Restore the default keys.")
        self._add(TABS[3], button)

    def _build_profile(self) -> None:
        entries: tuple[tuple[str, str, Callable[[], None]], ...] = (
            ("Safe play", "help", lambda: self.services.stack.push(SafePlay(self.services))),
            ("Credits and licences", "star", lambda: self.services.stack.push(Credits(self.services))),
            ("Start over", "warning", self.ask_start_over),
        )
        for index, (name, icon, action) in enumerate(entries):
            rect = pygame.Rect(self.body.centerx - 300, self.body.top + 240 + index * 108, 600, 88)
            self._add(TABS[4], Button(rect, name, action, icon=icon))

    # -- changing ---------------------------------------------------------------------------------------------

    def change(self, name: str, value: Any) -> None:
        """Take a choice over and save it."""
        settings = self.services.settings
        setattr(settings, name, value)
        self.services.theme.text_size = settings.text_size
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

    def _choose_language(self, code: str) -> None:
        self.services.use_language(code)

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
            case PointerPressed():
                self.waiting = None
                super().handle(command)
            case Press(Action.BACK) if not self._deaf:  # of a gamepad: a key's own name comes before what it does
                self.waiting, self._deaf = None, True
            case Press() | KeyNamed() | Erased():
                pass
            case _:
                super().handle(command)

    def _give_key(self, key: str, action: Action) -> None:
        """Let ``key`` ask for ``action``; nothing happens for a key that is fixed."""
        settings, tr = self.services.settings, self.services.tr
        if key in FIXED_KEYS:
            if key != "escape":
                self.services.notify(tr("{key} can't be changed.").format(key=key_name(key)))
            return
        changed = {name: does for name, does in settings.keys.items() if does != action and name != key}
        changed[key] = str(action)
        left = key_map(changed).values()
        lost = next((other for other in ACTIONS if other not in left), None)
        if lost is Action.SPIN:
            self.services.notify(tr("Spin needs at least one key."))
            return
        settings.keys = changed
        self._use_keys()
        if lost is not None:
            self.services.notify(tr("{action} no longer has a key.").format(action=tr(ACTIONS[lost])))

    def _usual_keys(self) -> None:
        self.services.settings.keys = {}
        self._use_keys()

    def _use_keys(self) -> None:
        self.services.use_keys(self.services.settings.keys)
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
        ).format(amount=self.services.money(FREE_CREDIT))
        self._ask("Start over?", text, "Start over", self._ask_again)

    def _ask_again(self) -> None:
        text = self.services.tr("Are you sure? You can't undo this in the game.")
        self._ask("Really start over?", text, "Yes, start over", self._start_over)

    def _ask(self, title: str, text: str, yes: str, on_yes: Callable[[], None]) -> None:
        self.services.stack.push(Question(self.services, title, text, yes=yes, no="Cancel", on_yes=on_yes))

    def _start_over(self) -> None:
        services = self.services
        try:
            services.table.ledger, aside = start_over(services.table.ledger)
        except LedgerError as error:
            services.notify(error)
            return
        services.table.balance = services.table.ledger.balance
        usual = Settings()
        for entry in fields(Settings):
            if entry.name not in (*KEPT_AFRESH, "unknown"):
                setattr(services.settings, entry.name, getattr(usual, entry.name))
        services.use_keys(services.settings.keys)
        services.apply_sound()
        services.save_settings()
        services.notify(services.tr("You've started over. Your old game is in {folder}").format(folder=aside))

    # -- drawing ----------------------------------------------------------------------------------------------

    def _draw_key(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        services, theme, action = self.services, self.services.theme, self.actions[index]
        theme.stretched(canvas, "card", rect.inflate(0, -4))
        if chosen:
            theme.stretched(canvas, "focus", rect.inflate(-4, -4))
        row = rect.inflate(-48, 0)
        left = pygame.Rect(row.left, row.top, row.width * 6 // 10, row.height)
        theme.text(canvas, services.tr(ACTIONS[action]), left, size=28, align="left")
        keys = " / ".join(services.tr(key_name(key)) for key in keys_of(services.settings, action))
        text, colour = keys or services.tr("no key"), "gold" if keys else "warn"
        if self.waiting is action:
            text, colour = services.tr("Press a key …"), "accent"
        right = pygame.Rect(left.right, row.top, row.right - left.right, row.height)
        theme.text(canvas, text, right, size=28, style="strong", colour=colour, align="right")

    def draw_body(self, canvas: pygame.Surface) -> None:
        tr = self.services.tr
        notes: tuple[tuple[int, str], ...] = ()
        if self.tab == TABS[1]:
            notes = (
                (
                    2,
                    tr(
                        "At least 2.5 seconds per spin, one press per spin, no autoplay or fast speeds, "
                        "reality checks on."
                    ),
                ),
                (4, tr("The pages that explain the game, with a demo spin.")),
            )
        for row, text in notes:
            rect = self.at(row).move(0, -14)
            self.services.theme.paragraph(canvas, text, rect, size=26, colour="muted")
        if self.tab == TABS[3]:
            foot = pygame.Rect(self.body.left + 40, self.rect.bottom - 112, self.body.width - 460, 76)
            text = tr("Choose an action, then press the new key. Esc cancels.")
            self.services.theme.text(canvas, text, foot, size=26, colour="muted", align="left")
        if self.tab == TABS[4]:
            area = pygame.Rect(self.body.left + 40, self.body.top + 96, self.body.width - 80, 120)
            text = tr("Your game is saved in {folder}").format(folder=self.services.profile.folder)
            self.draw_words(canvas, text, area, size=28)
