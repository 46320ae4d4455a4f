"""The base game: the table at rest and the paid spin."""

import random
from collections.abc import Callable, Hashable, Sequence
from pathlib import Path
from typing import Any, Final

import pygame

from game.engine import Seed, play
from game.engine.board import Board
from game.engine.events import BoardDropped
from game.engine.rules import FREE_SPINS, Mode
from game.platform.input import Action, Command, PointerPressed, Press
from game.platform.sprites import touches
from game.present.autoplay import Plan
from game.table import Played
from game.ui import layout
from game.ui.keys import with_key
from game.ui.replay_scene import nothing
from game.ui.round_scene import RoundScene
from game.ui.scenes.free_spins import FreeSpins
from game.ui.scenes.gif_export import GifExport
from game.ui.services import Services
from game.ui.table.playback import RoundPlayback
from game.ui.widgets.buy_card import BuyCard
from game.ui.widgets.controls import Area, IconButton, Toggle
from game.ui.widgets.shooting_star import ShootingStar

HINTS: Final = (
    "Eight or more matching symbols anywhere pay",
    "Hearts left on the board multiply the win",
    "Four or more scatters start 15 free spins",
    "Click a symbol to see what it pays",
)
HINT_STAYS: Final = 7.0
LOOK_EVERY: Final = 1.0
"""Seconds between two looks at whether a reality check is due."""


class BaseGame(RoundScene):
    """Where the player bets and spins."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        super().__init__(services, playback)
        self._after_film: Callable[[], None] = nothing
        self._looked = 0.0
        """Seconds since the limits were looked at."""
        self.star = ShootingStar(services.theme, random.Random(services.rng.random()))
        self._build()

    def _build(self) -> None:
        services, add = self.services, self.controls.add
        idle = self.is_idle
        add(
            BuyCard(
                layout.BUY,
                "BUY FREE SPINS",
                self.ask_buy,
                price=lambda: services.money(services.table.price(Mode.BUY)),
                tooltip=self._why_not_buy,
                enabled=lambda: idle() and not services.settings.ante,
                visible=lambda: not self.playback.guided,
            )
        )
        add(
            Toggle(
                layout.ANTE_TOGGLE,
                "Double Chance",
                lambda: services.settings.ante,
                self.set_ante,
                tooltip=self.keyed(
                    "Costs a quarter more; free spins come twice as often. The return stays the same.", Action.ANTE
                ),
                enabled=idle,
                visible=lambda: not self.playback.guided,
            )
        )
        add(
            IconButton(
                layout.THEME_BUTTON,
                "Theme",
                self.switch_theme,
                icon="theme",
                kind="square",
                enabled=self._may_switch,
                visible=lambda: not self.playback.mark,
                tooltip=self.keyed("Theme", Action.THEME),
            )
        )
        add(Area(layout.BET, "Bet", self.open_bet, tooltip="Choose coin value and level", enabled=idle))
        add(
            Area(
                layout.CREDIT,
                "Credit",
                self.press_credit,
                tooltip=self._credit_tooltip,
                enabled=lambda: idle() and services.table.ledger.can_refill,
            )
        )

        def at_table() -> bool:
            return not self.playback.mark

        add(
            IconButton(
                layout.MINUS,
                "Bet down",
                self.bet_down,
                icon="minus",
                enabled=idle,
                visible=at_table,
                tooltip=self.keyed("Bet down", Action.BET_DOWN),
            )
        )
        add(
            IconButton(
                layout.SPIN,
                "SPIN",
                self.press_main,
                icon=lambda: "icon_large/spin" if idle() else "icon_large/stop",
                kind="spin",
                tooltip=self._spin_tooltip,
                enabled=self._may_press_spin,
            )
        )
        add(
            IconButton(
                layout.PLUS,
                "Bet up",
                self.bet_up,
                icon="plus",
                enabled=idle,
                visible=at_table,
                tooltip=self.keyed("Bet up", Action.BET_UP),
            )
        )
        add(
            IconButton(
                layout.HISTORY,
                "History",
                self.open_history,
                icon="history",
                enabled=idle,
                visible=at_table,
                tooltip=self.keyed("History", Action.HISTORY),
            )
        )
        add(Area(layout.BANNER, "Message log", self.open_log, tooltip="Message log", enabled=idle))

    # -- conditions -------------------------------------------------------------------------------------------

    def _may_press_spin(self) -> bool:
        if self.playback.playing:
            return not self.services.settings.responsible
        return self.services.table.affords()

    def _credit_tooltip(self) -> str:
        return self.services.tr("Get more play money.")

    def _spin_tooltip(self) -> str:
        tr = self.services.tr
        if self.is_idle() and not self.services.table.affords():
            return tr("You don't have enough credit for this bet. Lower the bet, or press CREDIT for more play money.")
        return with_key(self.services, tr("Spin") if self.is_idle() else tr("Stop"), Action.SPIN)

    def _why_not_buy(self) -> str:
        tr, services = self.services.tr, self.services
        if services.settings.ante:
            return tr("Turn off Double Chance to buy free spins.")
        return tr("{count} free spins at once for 100× the base bet. The return stays the same.").format(
            count=FREE_SPINS
        )

    # -- what the player does ---------------------------------------------------------------------------------

    def handle_key(self, command: Command) -> None:
        match command:
            case Press(Action.BACK) if self.playback.auto is not None:
                self.interrupt()
            case Press(Action.BACK):
                self.open_menu()
            case Press(Action.HISTORY):
                self.open_history()
            case Press(Action.BET_UP):
                self.bet_up()
            case Press(Action.BET_DOWN):
                self.bet_down()
            case Press(Action.BUY):
                self.ask_buy()
            case Press(Action.ANTE):
                self.set_ante(not self.services.settings.ante)
            case Press(Action.THEME):
                self.switch_theme()
            case Press(Action.INFO):
                self.open_info()
            case PointerPressed(x, y) if self.is_idle():
                cell = self.playback.board.cell_at(x, y)
                if cell is not None:
                    self.open_symbol(cell)
            case _:
                pass

    def press_main(self) -> None:
        if self.studying:
            self.leave_replay()
        elif not self.is_idle():
            self.interrupt()
        elif self.armed_in <= 0:
            self.spin(self.services.table.mode)

    # -- living -----------------------------------------------------------------------------------------------

    def enter(self) -> None:
        self.services.play_music(free=False)
        if not self.playback.stage.pieces:
            self.playback.stage.lay(self._board_at_rest())

    def _board_at_rest(self) -> Board:
        """A board that won nothing, to look at before the first spin."""
        while True:
            shown = play(Mode.BASE, Seed(self.services.rng.getrandbits(63)))
            if not shown.win:
                return next(event.board for event in shown.events if isinstance(event, BoardDropped))

    def resume(self, result: Any) -> None:
        asked, self._asked = self._asked, None
        if asked == "refill" and result is True:
            self._refill()
        elif asked == "buy" and result is True:
            self.spin(Mode.BUY)
        elif asked == "autoplay" and isinstance(result, Plan):
            self.begin_autoplay(result)
        elif asked == "film":
            self._after_film()
        elif callable(result):
            result(self)
        elif asked == "resume":
            self._take_up(at_once=result is False)
        else:
            super().resume(result)

    def enter_free_spins(self) -> None:
        self.services.stack.push(FreeSpins(self.services, self.playback))

    def update(self, dt: float) -> None:
        self.armed_in = max(0.0, self.armed_in - dt)
        super().update(dt)
        self.star.update(dt, resting=self.is_idle() and not self.services.settings.reduced_motion)
        self.services.finish_loading()
        if self.playback.finished and self._waiting is None and not self.studying:
            self._finish()
        if self.replaying is not None and not self.playback.playing:
            self.end_replay()
        if self.services.stack.top is self and not self.playback.playing:
            self._at_rest(dt)

    def _at_rest(self, dt: float) -> None:
        """Between rounds: autoplay, a held key, a demonstration, a reality check that is due."""
        self._looked += dt
        if self._looked >= LOOK_EVERY:
            self._looked = 0.0
            if not self.services.demo and self.services.table.ledger.reality_check_due():
                self.check_reality()
                return
        self.play_on(dt)
        self._play_demo()

    def change_skin(self) -> None:
        self.playback.change_skin()
        super().change_skin()
        self.services.play_music(free=False)

    def film(self, played: Played, path: Path, then: Callable[[], None]) -> None:
        """Save a replay as an animated GIF; ``then`` is called when that is over."""
        self._after_film = then
        self._ask(
            "film", GifExport(self.services, lambda unseen: BaseGame(unseen, RoundPlayback(unseen)), played, path)
        )

    # -- drawing ----------------------------------------------------------------------------------------------

    def static_key(self) -> Hashable | None:
        services, playback = self.services, self.playback
        busy = not self.is_idle() or playback.particles.alive or playback.stage.popups
        if busy or services.toasts:
            return None
        session = services.table.ledger.session()
        controls = tuple((control.state, control.is_visible()) for control in self.controls.controls)
        shown = (services.table.balance, services.table.price(), playback.stage.win, playback.stage.banner, self.hint())
        still = playback.pose() if services.settings.reduced_motion else ()
        clock = (session.elapsed.seconds, session.net)
        return controls, self.controls.tooltip_shown, shown, clock, self.static_layer_key(), still

    def animated_areas(self) -> Sequence[pygame.Rect]:
        if self.services.settings.reduced_motion:
            return ()  # her pose is part of what rests
        star = self.star.rect
        passing = () if star is None else (star,)
        return [*self.backdrop.animated_areas(), layout.CAT, *self.playback.board.moving_cells(), *passing]

    def needs_full_rate(self) -> bool:
        return self.star.rect is not None or self.playback.acting

    def hint(self) -> str:
        tr = self.services.tr
        if self.services.loading is not None:
            return tr("Loading theme …")
        if self.playback.playing:
            return ""
        if not self.services.table.affords():
            return tr("Not enough credit for this bet")
        return tr(HINTS[int(self.playback.clock / HINT_STAYS) % len(HINTS)])

    def draw_sky(self, canvas: pygame.Surface) -> None:
        self.star.draw(canvas)

    def draw_static_left(self, canvas: pygame.Surface) -> None:
        self.hud.draw_tablet(canvas, layout.ANTE)
        if not self.playback.mark:
            self.services.theme.stretched(canvas, "pill", layout.THEME.inflate(-36, -20).move(-18, 0))

    def draw_left(self, canvas: pygame.Surface) -> None:
        theme, tr, services = self.services.theme, self.services.tr, self.services
        inner = layout.ANTE.inflate(-40, -20)
        width = layout.ANTE_TOGGLE.left - inner.left - 10
        cost = pygame.Rect(inner.left, inner.top, width, 40)
        text = tr("BET {price}").format(price=services.money(services.table.price(Mode.ANTE)))
        theme.text(canvas, text, cost, size=30, style="strong", colour="gold", align="left")
        box = pygame.Rect(inner.left, inner.top + 42, width, inner.height - 42)
        theme.paragraph(canvas, tr("DOUBLE CHANCE TO WIN FREE SPINS"), box, size=24, style="strong")

    def draw(self, canvas: pygame.Surface) -> None:
        super().draw(canvas)
        if self.is_idle() and not self.services.table.affords():
            refill = self.services.theme.assets.ui["icon/refill"]
            refill.draw_centred(canvas, layout.CREDIT.left + 38, layout.CREDIT.top + 32)
        if self.playback.guided:
            self.draw_caption(canvas)
        if self.playback.mark or not touches(canvas, layout.THEME):
            return
        label = self.services.theme.skin.title
        box = pygame.Rect(layout.THEME.left + 20, layout.THEME.top, layout.THEME.width - 112, layout.THEME.height)
        self.services.theme.text(canvas, self.services.tr(label), box, size=28, style="strong")
