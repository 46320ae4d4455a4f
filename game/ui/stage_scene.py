"""What the base game and the free spins look and work alike in: the stage, the bar and the waiting for screens."""

import random
from collections.abc import Callable
from typing import Any, Final

import pygame

from game.engine.rules import BASE_BET
from game.platform.input import Action, Command, Focused, PointerPressed, Press, Release
from game.platform.sprites import touches
from game.present.director import AskBigWin, AskCap, AskFreeSpins, AskIntro, AskSummary, Request
from game.present.tempo import Speed
from game.ui import layout
from game.ui.keys import with_key
from game.ui.scene import Scene
from game.ui.scenes.celebrations import BigWin, Cap, FreeSpinsIntro, FreeSpinsSummary, Screen, draw_overlay
from game.ui.services import Services
from game.ui.table.playback import RoundPlayback
from game.ui.widgets.backdrop import Backdrop
from game.ui.widgets.controls import Area, ControlGroup, CountButton, IconButton
from game.ui.widgets.hud import Hud, bet_coins

LEFT: Final = layout.BUY.unionall([layout.ANTE, layout.TOTAL_MULTIPLIER, layout.TOTAL_LABEL])
WINS: Final = layout.WINS.union(layout.FREE_WINS)
METERS: Final = layout.CREDIT.unionall([layout.BET, layout.WIN])
REPLAY: Final = "REPLAY"
DEMO: Final = "DEMO"
"""What the board is marked with when no money stands behind the round."""
MARK: Final = 56
MIN_MARK: Final = 36
"""Size of that mark's letters, canvas pixels."""
SPEEDS: Final = (Speed.NORMAL, Speed.QUICK, Speed.TURBO)


class StageScene(Scene):
    """A scene with the board in its middle."""

    free = False
    """Whether it shows the free-spins place."""

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        self.services, self.playback = services, playback
        self.hud = Hud(services)
        self.backdrop = Backdrop(services.theme, random.Random(services.rng.random()))
        self.controls = ControlGroup()
        self._waiting: Request | None = None
        """The screen that was put above this scene for the script."""
        self.painted: tuple[tuple[object, ...], pygame.Surface] | None = None
        """The picture of all that stands still, after what it depends on."""
        self._rehearsed: StageScene | None = None
        """The scene with the skin that is being loaded, painted ahead."""
        self._build_common()

    def _build_common(self) -> None:
        add, services, tr = self.controls.add, self.services, self.services.tr
        idle = self.is_idle
        add(
            IconButton(
                layout.MENU,
                "Menu",
                self.open_menu,
                icon="menu",
                kind="square",
                enabled=idle,
                tooltip=self.keyed("Menu", Action.BACK),
            )
        )
        add(
            IconButton(
                layout.SOUND,
                "Sound on or off",
                services.toggle_sound,
                icon=lambda: "sound_on" if services.settings.sound else "sound_off",
                kind="square",
                tooltip=self.keyed("Sound on or off", Action.MUTE),
            )
        )
        add(
            IconButton(
                layout.INFO,
                "Rules and pays",
                self.open_info,
                icon="info",
                kind="square",
                enabled=idle,
                tooltip=self.keyed("Rules and pays", Action.INFO),
            )
        )
        self.speed = add(
            IconButton(
                layout.SPEED,
                "Speed",
                self.next_speed,
                icon=lambda: f"speed_{services.settings.speed}",
                tooltip=lambda: with_key(
                    services, tr("Speed: {speed}").format(speed=tr(str(services.settings.speed))), Action.SPEED
                ),
                enabled=lambda: not services.settings.responsible,
            )
        )
        self._build_autoplay()
        self._build_replay()
        add(Area(layout.WIN, "Explain this win", self.explain_win, tooltip="How this win was worked out", enabled=idle))

    def _build_autoplay(self) -> None:
        services, playback = self.services, self.playback
        self.controls.add(
            CountButton(
                layout.AUTOPLAY,
                "Autoplay",
                self.press_autoplay,
                icon="auto",
                count=lambda: None if playback.auto is None else playback.auto.left,
                tooltip=self._autoplay_tooltip,
                enabled=lambda: playback.auto is not None or (self.is_idle() and not services.settings.responsible),
                visible=lambda: not playback.mark,
            )
        )

    def _build_replay(self) -> None:
        """What a replay is led with; it stands where the bet is changed otherwise."""
        playback, add = self.playback, self.controls.add

        def replaying() -> bool:
            return playback.mark == REPLAY

        pause = lambda: "play" if playback.held else "pause"  # noqa: E731
        add(IconButton(layout.AUTOPLAY, "Pause or resume", self.pause_replay, icon=pause, visible=replaying))
        add(IconButton(layout.MINUS, "Next step", playback.step, icon="next", visible=lambda: bool(playback.mark)))
        add(
            IconButton(
                layout.HISTORY, "Exit replay", self.leave_replay, icon="close", visible=lambda: bool(playback.mark)
            )
        )

    def keyed(self, text: str, action: Action) -> Callable[[], str]:
        """A tooltip that names the key that does the same."""
        return lambda: with_key(self.services, self.services.tr(text), action)

    # -- what subclasses say ----------------------------------------------------------------------------------

    def is_idle(self) -> bool:
        """Whether nothing is being played, by hand or by itself."""
        return not self.playback.playing and self.playback.auto is None

    def hint(self) -> str:
        """The banner's quiet line."""
        return ""

    def open_menu(self) -> None:
        """The player wants the menu."""

    def open_info(self) -> None:
        """The player wants the rules."""

    def explain_win(self) -> None:
        """The player wants to know where the win came from."""

    def draw_left(self, canvas: pygame.Surface) -> None:
        """What moves above the list of wins."""

    def draw_sky(self, canvas: pygame.Surface) -> None:
        """What passes through the sky behind the character."""

    def draw_static_left(self, canvas: pygame.Surface) -> None:
        """What stands still above the list of wins."""

    def open_autoplay(self) -> None:
        """The player wants the game to play by itself."""

    def press_main(self) -> None:
        """The spin button, Space or Enter."""
        self.interrupt()

    def interrupt(self) -> None:
        """A press while something plays: autoplay ends after this round; otherwise the step is hurried."""
        auto = self.playback.auto
        if auto is not None and auto.stopped is None:
            auto.stop()
            self.services.audio.play("button_off")
            self.services.notify(self.services.tr("Autoplay stops after this round."))
        else:
            self.playback.press()

    def press_autoplay(self) -> None:
        """The autoplay button: choose, or end what runs."""
        if self.playback.auto is not None:
            self.interrupt()
        elif self.services.settings.responsible:
            self.services.notify(self.services.tr("Autoplay is off in responsible mode."))
        elif self.is_idle():
            self.open_autoplay()

    def _autoplay_tooltip(self) -> str:
        tr = self.services.tr
        if self.services.settings.responsible:
            return tr("Autoplay is off in responsible mode.")
        text = tr("Stop autoplay") if self.playback.auto is not None else tr("Autoplay")
        return with_key(self.services, text, Action.AUTOPLAY)

    def pause_replay(self) -> None:
        """Hold a replay, or let it run on."""
        self.playback.pause_or_go_on()

    def leave_replay(self) -> None:
        """Leave a replay or the demonstration before its end."""
        self.playback.abandon()
        if self.free:
            self.leave_free_spins()

    def leave_free_spins(self) -> None:
        """The free spins are over."""

    # -- living -----------------------------------------------------------------------------------------------

    def next_speed(self) -> None:
        """Normal, quick, turbo, normal …; takes effect at the next spin."""
        if not self.services.settings.responsible:
            at = SPEEDS.index(Speed(self.services.settings.speed))
            self.services.settings.speed = str(SPEEDS[(at + 1) % len(SPEEDS)])
            self.services.save_settings()
            self.services.audio.play("button")

    def handle(self, command: Command) -> None:
        if self.controls.handle(command):
            return
        match command:
            case Press(Action.SPIN):
                self.press_main()
            case Press(Action.SPEED):
                self.next_speed()
            case Press(Action.AUTOPLAY):
                self.press_autoplay()
            case Press(Action.BACK) if self.playback.mark and self.playback.playing:
                self.leave_replay()
            case Press(Action.BACK) if self.controls.focused is not None:
                self.controls.clear_focus()
            case PointerPressed(x, y) if self.playback.playing and layout.FRAME.collidepoint(x, y):
                self.interrupt()
            case Focused(gained=False) | Release(Action.SPIN):
                self.controls.let_go()
            case _:
                self.handle_key(command)

    def handle_key(self, command: Command) -> None:
        """Keys that only one of the scenes has."""

    def update(self, dt: float) -> None:
        self.controls.update(dt)
        self.backdrop.still = self.services.settings.reduced_motion
        self.backdrop.update(dt)
        self.playback.update(dt)
        request = self.playback.request
        if request is not None and self._waiting is None:
            self._open(request)

    def _open(self, request: Request) -> None:
        services, playback = self.services, self.playback
        match request:
            case AskFreeSpins():
                playback.answer()
                self.enter_free_spins()
                return
            case AskIntro():
                screen: Scene = FreeSpinsIntro(services, playback, request)
            case AskSummary():
                screen = FreeSpinsSummary(services, playback, request)
            case AskBigWin():
                screen = BigWin(services, playback, request)
            case AskCap():
                screen = Cap(services, playback, request)
        self._waiting = request
        services.stack.push(screen)

    def enter_free_spins(self) -> None:
        """Go over to the free spins."""

    def pause(self) -> None:
        self.controls.let_go()

    def resume(self, result: Any) -> None:
        if self._waiting is not None:
            over = isinstance(self._waiting, AskSummary | AskCap)
            self._waiting = None
            self.playback.answer()
            if over and self.free:
                self.leave_free_spins()

    def rehearse(self, unseen: Services) -> None:
        other = type(self)(unseen, RoundPlayback(unseen))
        other.static_layer()
        other.backdrop.draw_life(pygame.Surface(layout.CANVAS.size), free=self.free)
        self._rehearsed = other

    def change_skin(self) -> None:
        """Another skin was loaded."""
        theme = self.services.theme
        other, self._rehearsed = self._rehearsed, None
        if other is not None and other.painted is not None and other.painted[0] == self.static_layer_key():
            self.backdrop, self.painted = other.backdrop, other.painted
            self.backdrop.theme = theme
        else:
            self.backdrop = Backdrop(theme, random.Random(self.services.rng.random()))

    # -- drawing ----------------------------------------------------------------------------------------------

    def static_layer_key(self) -> tuple[object, ...]:
        """What the standing picture depends on."""
        chosen = self.services.settings
        return (
            id(self.services.theme.assets),
            self.services.language.code,
            chosen.ante,
            chosen.larger_text,
            chosen.currency,
        )

    def static_layer(self) -> pygame.Surface:
        """Everything that stands still, on one surface; repainted when something of it changes."""
        key = self.static_layer_key()
        if self.painted is not None and self.painted[0] == key:
            return self.painted[1]
        ground = pygame.Surface(layout.CANVAS.size) if self.painted is None else self.painted[1]
        self.backdrop.draw(ground, free=self.free)
        clear = pygame.Surface(layout.CANVAS.size, pygame.SRCALPHA)
        self._draw_furniture(clear)
        self.backdrop.stand_behind(ground, clear, free=self.free)
        self._draw_furniture(ground)
        self.services.theme.assets.release("free" if self.free else "base")
        self.painted = key, ground
        return ground

    def _draw_furniture(self, canvas: pygame.Surface) -> None:
        self.playback.board.draw_plate(canvas, self.free)
        self.hud.draw_static_layer(canvas)
        self.draw_static_left(canvas)

    def draw(self, canvas: pygame.Surface) -> None:
        services, playback = self.services, self.playback
        bet = playback.played.bet if playback.played else services.table.bet
        canvas.blit(self.static_layer(), (0, 0))
        self.backdrop.draw_life(canvas, free=self.free)
        self.draw_sky(canvas)
        if touches(canvas, WINS):
            self.hud.draw_wins(canvas, playback.stage, bet)
        if touches(canvas, LEFT):
            self.draw_left(canvas)
        if touches(canvas, layout.CLOCK):
            self.hud.draw_clock(canvas)
        playback.board.draw(canvas, playback.clock)
        playback.board.draw_frame(canvas)
        if touches(canvas, layout.BANNER):
            self.hud.draw_banner(canvas, playback.stage.banner, self.hint(), bet)
        playback.draw_character(canvas)
        canvas.blit(self.static_layer(), layout.HEM, layout.HEM)
        playback.draw_cat(canvas)
        if touches(canvas, METERS):
            self.draw_meters(canvas)
        self.controls.draw(canvas, services.theme)
        self._draw_mark(canvas)
        self._draw_overlay(canvas)
        if isinstance(services.stack.top, Screen):
            playback.draw_flights(canvas)  # a screen celebrates before its veil
        else:
            playback.draw_above(canvas)
        self.controls.draw_tooltip(canvas, services.theme)

    def draw_meters(self, canvas: pygame.Surface) -> None:
        """CREDIT, BET and WIN."""
        services, hud, tr, stage = self.services, self.hud, self.services.tr, self.playback.stage
        credit = services.money(services.table.balance)
        hud.draw_meter(canvas, layout.CREDIT, tr("CREDIT"), credit, size=40, least=24)
        playing = self.playback.played if self.playback.playing else None
        price = playing.bet.price(playing.round.mode) if playing else services.table.price()
        hud.draw_meter(canvas, layout.BET, tr("BET"), services.money(price), size=36, least=22)
        label = tr("ROUND WIN") if self.free else tr("WIN")
        win = self.playback.coins(stage.win) if stage.win else ""
        times = ""
        if stage.win and not self.playback.playing:
            coins = bet_coins(self.playback.played.round.mode) if self.playback.played is not None else BASE_BET
            times = f"{services.language.number(stage.win / coins, 2)}× {tr('BET')}"
        hud.draw_meter(canvas, layout.WIN, label, win, size=50, least=34, colour="gold", second=times)
        if win and self.is_idle():
            hint = services.theme.scaled.get(services.theme.assets.ui["icon/help"], 0.6, 0.6)
            hint.draw_centred(canvas, layout.WIN.right - 34, layout.WIN.bottom - 34)

    def _draw_mark(self, canvas: pygame.Surface) -> None:
        """Say at the corner, where the theme is changed otherwise, that no money stands behind what is shown."""
        if self.playback.mark:
            theme, text, size = self.services.theme, self.services.tr(self.playback.mark), MARK
            while size > MIN_MARK and theme.fonts.width(text, "display", size) > layout.THEME.width:
                size -= 2
            mark = theme.lettering(text, size)
            canvas.blit(mark, mark.get_rect(midright=(layout.THEME.right - 4, layout.THEME.centery)))

    def _draw_overlay(self, canvas: pygame.Surface) -> None:
        if self.playback.stage.overlay is not None:
            draw_overlay(canvas, self.services, self.playback, self.playback.stage.overlay)
