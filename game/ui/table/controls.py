"""The table's buttons: where each lies, what it does, and when it is there."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pygame

from game.engine.rules import Mode
from game.platform.input import Action
from game.present.tempo import Speed
from game.ui import layout
from game.ui.keys import with_key
from game.ui.questions import ante_words, average_words, bet_hint, buy_hint, credit_words
from game.ui.scenes.explain import OF_ROUND, OF_WIN
from game.ui.table.actions import TableActions
from game.ui.table.cells import Cells
from game.ui.widgets.buy_card import BuyCard
from game.ui.widgets.controls import Area, Control, ControlGroup, CountButton, IconButton, Toggle
from game.ui.widgets.timeline import Timeline


def _reading_order(control: Control) -> tuple[int, int, int]:
    """Row by row from the top, the whole bar as one row; so the keyboard goes from control to control."""
    rect = control.rect
    in_bar = rect.centery > layout.BAR.top
    return int(in_bar), 0 if in_bar else rect.top // 100, rect.left


class TableControls(ControlGroup):
    """Builds itself from the table's actions; some controls show only in the base game or a replay."""

    def __init__(self, actions: TableActions) -> None:
        super().__init__()
        self.actions, self.services = actions, actions.services
        self._add_common()
        self._add_replay()
        self.add(
            Area(
                layout.WIN,
                "Explain this win",
                actions.explain_win,
                tooltip=lambda: self.services.tr(OF_WIN if actions.playback.joyful else OF_ROUND),
                enabled=actions.is_idle,
            )
        )
        self._add_base()
        self.controls.sort(key=_reading_order)
        telling = {"BUY FREE SPINS": actions.buy, "Speed": actions.next_speed, "Autoplay": actions.press_autoplay}
        telling |= {"Theme": actions.switch_theme, "Double Chance": partial(actions.set_ante, on=True)}
        for control in self.controls:
            if control.name not in ("SPIN", "Stop"):
                control.on_refused = telling.get(control.name, actions.is_free_to_act)

    def update(self, dt: float) -> None:
        super().update(dt)
        self.buy_card.update(dt, still=self.actions.services.settings.reduced_motion)
        spread = self.actions.playback.free and not self._in_replay()  # nothing is bet here: evenly beside SPIN
        self._speed.rect = layout.MINUS if spread else layout.SPEED
        self._autoplay.rect = layout.PLUS if spread else layout.AUTOPLAY

    def _icon(
        self, rect: pygame.Rect, name: str, press: Callable[[], None], key: Action | None, **more: Any
    ) -> IconButton:
        """A button with an icon, its tooltip naming the key that does the same."""
        if key is not None:
            more["tooltip"] = self._keyed(name, key)
        return self.add(IconButton(rect, name, press, **more))

    def _keyed(self, text: str, key: Action) -> Callable[[], str]:
        return lambda: with_key(self.services, self.services.tr(text), key)

    # -- when they are there ----------------------------------------------------------------------------------

    def _in_base(self) -> bool:
        return not self.actions.playback.free

    def _at_table(self) -> bool:
        """In the base game with the player's money."""
        return self._in_base() and not self.actions.replays.mark

    def _not_guided(self) -> bool:
        return self._in_base() and not self.actions.replays.guided

    def _led(self) -> bool:
        return self.actions.replays.led

    def _shows_board(self) -> bool:
        """Whether there are symbols to ask about."""
        return self._in_base() and self.actions.is_idle() and bool(self.actions.playback.stage.pieces)

    def _in_replay(self) -> bool:
        return bool(self.actions.replays.mark)

    # -- building ---------------------------------------------------------------------------------------------

    def _add_common(self) -> None:
        actions, settings, idle = self.actions, self.services.settings, self.actions.is_idle
        reached = actions.may_open_panels
        self._icon(layout.MENU, "Menu", actions.open_menu, Action.BACK, icon="menu", kind="square", enabled=reached)
        self._icon(
            layout.SOUND,
            "Sound on or off",
            self.services.toggle_sound,
            Action.MUTE,
            icon=lambda: "sound_on" if settings.sound else "sound_off",
            kind="square",
        )
        self._icon(
            layout.INFO, "Rules and pays", actions.open_info, Action.INFO, icon="info", kind="square", enabled=reached
        )
        self._speed = self._icon(
            layout.SPEED,
            "Speed",
            actions.next_speed,
            None,
            icon=lambda: "clock" if self.services.speed is Speed.RELAXED else f"speed_{self.services.speed}",
            tooltip=self._speed_tooltip,
            enabled=lambda: not settings.responsible,
            visible=lambda: not self._led(),
        )
        self._autoplay = self.add(
            CountButton(
                layout.AUTOPLAY,
                "Autoplay",
                actions.press_autoplay,
                icon="auto",
                count=lambda: actions.autoplay.left,
                tooltip=self._autoplay_tooltip,
                enabled=lambda: actions.autoplay.running is not None or (idle() and not settings.responsible),
                visible=lambda: not self._in_replay(),
            )
        )

    def _add_replay(self) -> None:
        """What a replay is led with; it stands where the bet is changed and the reels are spun otherwise."""
        playback, replays = self.actions.playback, self.actions.replays
        led, guided = self._led, lambda: replays.guided
        self.bar: list[Control] = [
            Timeline(
                layout.TIMELINE,
                "Timeline",
                lambda: replays.length,
                lambda: playback.shown,
                replays.marks,
                replays.scrub,
                replays.scrubbed,
                tooltip=replays.where,
                visible=led,
            )
        ]
        self.add(self.bar[0])
        leading: tuple[tuple[str, str | Callable[[], str], Callable[[], None]], ...] = (
            ("Play again", "spin", replays.again),
            ("Previous spin", "first", replays.previous_spin),
            ("Previous step", "previous", replays.back),
            (
                "Pause or resume",
                lambda: "play" if playback.held or playback.finished else "pause",
                playback.pause_or_go_on,
            ),
            ("Next step", "next", replays.step),
            ("Next spin", "last", replays.next_spin),
            ("Speed", lambda: f"speed_{self.services.speed}", self.actions.next_speed),
            ("Exit replay", "close", replays.leave),
        )
        places = layout.columns(layout.LEADING, len(leading), 12)
        for (name, icon, press), rect in zip(leading, places, strict=True):
            tooltip = self._speed_tooltip if name == "Speed" else name
            more: dict[str, Any] = {"tooltip": tooltip, "visible": led}
            self.bar.append(self._icon(rect, name, press, None, icon=icon, kind="square", **more))
        self._icon(layout.MINUS, "Next step", playback.step, None, icon="next", visible=guided)
        self._icon(layout.HISTORY, "Exit replay", replays.leave, None, icon="close", visible=guided)

    def _add_base(self) -> None:
        actions, services, idle = self.actions, self.services, self.actions.is_idle
        self.buy_card = self.add(
            BuyCard(
                layout.BUY,
                "BUY FREE SPINS",
                actions.buy,
                price=lambda: services.money(actions.replays.bet.price(Mode.BUY)),
                average=lambda: average_words(services, actions.replays.bet.price(Mode.BUY)),
                tooltip=self._buy_tooltip,
                enabled=lambda: idle() and not services.settings.ante and not services.settings.responsible,
                visible=self._not_guided,
            )
        )
        self.add(
            Toggle(
                layout.ANTE_TOGGLE,
                "Double Chance",
                lambda: actions.replays.mode is Mode.ANTE,
                actions.set_ante,
                tooltip=self._ante_tooltip,
                enabled=lambda: idle() and not services.settings.responsible,
                visible=self._not_guided,
            )
        )
        self._icon(
            layout.THEME_BUTTON,
            "Theme",
            actions.switch_theme,
            Action.THEME,
            icon="theme",
            kind="square",
            enabled=actions.may_switch_theme,
            visible=self._at_table,
        )
        self.add(
            Area(
                layout.PROOF,
                "Proof",
                actions.open_proof,
                tooltip="This commits the game to the next round before you bet. Press to see how to check it.",
                enabled=idle,
                visible=lambda: self._at_table() and services.table.commitment is not None,
            )
        )
        limits = "Your session: set limits, take a break, or stop for 24 hours"
        at_table: dict[str, Any] = {"enabled": idle, "visible": self._at_table}
        self.add(Area(layout.CLOCK, "Session", actions.open_limits, tooltip=limits, **at_table))
        meter = self.add(
            Area(
                layout.BET,
                "Bet",
                actions.open_bet,
                tooltip=lambda: bet_hint(services),
                enabled=idle,
                visible=self._in_base,
            )
        )
        meter.on_wheel = actions.turn_bet
        self.add(
            Area(
                layout.CREDIT,
                "Credit",
                actions.press_credit,
                tooltip="Your play money. It can't be cashed out.",
                enabled=idle,
                visible=self._in_base,
            )
        )
        self._icon(layout.MINUS, "Bet down", actions.bet_down, Action.BET_DOWN, icon="minus", **at_table).repeating()
        self._add_spin()
        self._icon(layout.PLUS, "Bet up", actions.bet_up, Action.BET_UP, icon="plus", **at_table).repeating()
        self._icon(layout.HISTORY, "History", actions.open_history, Action.HISTORY, icon="history", **at_table)
        log = "Message log"
        self.add(Area(layout.BANNER, log, actions.open_log, tooltip=log, enabled=idle, visible=self._in_base))
        self.cells = self.add(Cells(actions.cell_words, actions.open_symbol, self._shows_board))

    def _add_spin(self) -> None:
        """The spin button; in the free spins there is nothing to spin, only to stop."""
        actions, idle = self.actions, self.actions.is_idle
        self._icon(
            layout.SPIN,
            "SPIN",
            actions.press_main,
            None,
            icon=lambda: "icon_large/spin" if idle() else "icon_large/stop",
            kind="spin",
            tooltip=self._spin_tooltip,
            enabled=self._may_press_spin,
            visible=lambda: self._in_base() and not self._led(),
        )
        self._icon(
            layout.SPIN,
            "Stop",
            actions.press_main,
            None,
            icon="icon_large/stop",
            kind="spin",
            tooltip="Stop the reels now (doesn't change the result)",
            enabled=lambda: not self.services.settings.responsible,
            visible=lambda: not self._in_base() and not self._led(),
        )

    def _may_press_spin(self) -> bool:
        return not (self.actions.playback.playing and self.services.settings.responsible)

    # -- tooltips ---------------------------------------------------------------------------------------------

    def _speed_tooltip(self) -> str:
        tr = self.services.tr
        text = tr("Speed: {speed}").format(speed=tr(str(self.services.speed)))
        return with_key(self.services, text, Action.SPEED)

    def _autoplay_tooltip(self) -> str:
        tr = self.services.tr
        if self.services.settings.responsible:
            return tr("Autoplay is off in responsible mode.")
        text = tr("Stop autoplay") if self.actions.autoplay.running is not None else tr("Autoplay")
        return with_key(self.services, text, Action.AUTOPLAY)

    def _spin_tooltip(self) -> str:
        tr, idle = self.services.tr, self.actions.is_idle()
        if idle and not self.services.table.affords():
            return credit_words(self.services, wanted=self.services.table.price())
        return with_key(self.services, tr("Spin") if idle else tr("Stop"), Action.SPIN)

    def _ante_tooltip(self) -> str:
        if self.services.settings.responsible:
            return self.services.tr("Double Chance is off in responsible mode.")
        return with_key(self.services, ante_words(self.services), Action.ANTE)

    def _buy_tooltip(self) -> str:
        tr = self.services.tr
        if self.services.settings.responsible:
            return tr("You can't buy free spins in responsible mode.")
        if self.services.settings.ante:
            return tr("Turn off Double Chance to buy free spins.")
        return with_key(self.services, buy_hint(self.services), Action.BUY)
