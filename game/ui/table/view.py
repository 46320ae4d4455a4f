"""How the table looks: the place, the frame, the meters, and what the playback moves over them."""

import math
import random
from collections.abc import Hashable
from typing import Final

import pygame

from game.engine.rules import Mode
from game.ui import layout
from game.ui.celebrations.lights import GLINT, Lights
from game.ui.celebrations.screen import Screen
from game.ui.odds import odds
from game.ui.questions import average_words
from game.ui.scenes.proof import short
from game.ui.table.actions import TableActions
from game.ui.table.controls import TableControls
from game.ui.widgets.backdrop import Backdrop
from game.ui.widgets.hud import Hud
from game.ui.widgets.overlay import draw_overlay
from game.ui.widgets.shooting_star import ShootingStar

BESIDE: Final = layout.BUY.union(layout.ANTE)
"""What a demonstration has no use for; its caption lies there."""
MARK: Final = 56
MIN_MARK: Final = 36
"""Size of the letters that say no money stands behind a round, canvas pixels."""
HINTS: Final = (
    "Eight or more matching symbols anywhere pay",
    "Hearts left on the board multiply the win",
    "Four or more scatters start 15 free spins",
    "Click a symbol to see what it pays",
)
COUNT_SWELLS: Final = 0.35
"""Seconds in which SPINS LEFT settles after it changed."""
HINT_STAYS: Final = 7.0
TWINKLES_EVERY: Final = 6.5
TWINKLE: Final = 0.7
"""Seconds from light to light on the same stone, and those one takes."""
STONES: Final = ((960, 108), (1422, 140), (1420, 888), (960, 902), (500, 888), (498, 140))
"""The stones in the frame, canvas pixels."""


class TableView:
    """Draws the table; :meth:`draw` changes nothing but the picture of what stands still, which it keeps."""

    def __init__(self, actions: TableActions, controls: TableControls) -> None:
        self.actions, self.controls = actions, controls
        self.services, self.playback, self.replays = actions.services, actions.playback, actions.replays
        self.hud = Hud(self.services)
        self.lights = Lights(self.services.theme, still=False, calm=False)
        self.star = ShootingStar(self.services.theme, self._rng())
        self._backdrops = {False: Backdrop(self.services.theme, self._rng())}
        """Whether it is the free spins' -> the place."""
        self._painted: dict[bool, tuple[tuple[Hashable, ...], pygame.Surface]] = {}
        """Whether it is the free spins' -> the picture of all that stands still, after what it depends on."""
        self._free = False
        """The free spins' place is drawn."""
        self._counted = 0, 0.0
        """Free spins left as they were last, and when that changed."""

    def _rng(self) -> random.Random:
        return random.Random(self.services.rng.random())

    @property
    def backdrop(self) -> Backdrop:
        """The place that is drawn."""
        return self._backdrops[self._free]

    def change_skin(self) -> None:
        """Another skin is shown from now on."""
        for free in self._backdrops:
            self._backdrops[free] = Backdrop(self.services.theme, self._rng())

    def update(self, dt: float) -> None:
        """Let everything move that moves by itself."""
        if self._free != self.playback.free:
            self._free = self.playback.free
            if self._free:
                self._backdrops[True] = Backdrop(self.services.theme, self._rng())
            else:
                del self._backdrops[True]
                self._painted.pop(True, None)
        if self._counted[0] != self.playback.stage.spins_left:
            self._counted = self.playback.stage.spins_left, self.playback.clock
        still = self.services.settings.reduced_motion
        self.backdrop.still = still
        self.backdrop.update(dt)
        self.star.update(dt, resting=self.actions.is_idle() and not still)

    # -- what stands still ------------------------------------------------------------------------------------

    def static_layer_key(self) -> tuple[Hashable, ...]:
        """What the standing picture depends on."""
        settings, theme = self.services.settings, self.services.theme
        drawn = (theme.text_size, theme.high_contrast)
        shown = (self.replays.mode, *drawn, settings.currency, bool(self.replays.mark))
        return id(theme.assets), self.services.language.code, *shown

    def static_layer(self) -> pygame.Surface:
        """Everything that stands still, on one surface; repainted when something of it changes."""
        key, free = self.static_layer_key(), self._free
        painted = self._painted.get(free)
        if painted is not None and painted[0] == key:
            return painted[1]
        layer = pygame.Surface(layout.CANVAS.size) if painted is None else painted[1]
        self.backdrop.draw(layer, free=free)
        clear = pygame.Surface(layout.CANVAS.size, pygame.SRCALPHA)
        self._draw_furniture(clear)
        self.backdrop.stand_behind(layer, clear, free=free)
        self._draw_furniture(layer)
        self.services.theme.assets.release("free" if free else "base")
        self._painted[free] = key, layer
        return layer

    def _draw_furniture(self, canvas: pygame.Surface) -> None:
        self.playback.board.draw_plate(canvas, self._free)
        clock = layout.FREE_CLOCK if self._free else layout.CLOCK
        self.hud.draw_static_layer(canvas, self.replays.mode, clock)
        if self._free:
            theme, inner = self.services.theme, layout.SPINS_LEFT.inflate(-64, -20)
            self.hud.draw_tablet(canvas, layout.SPINS_LEFT, carved=True)
            label = pygame.Rect(inner.left, inner.top, inner.width - 92, inner.height)
            theme.text(canvas, self.services.tr("SPINS LEFT"), label, size=30, style="strong", align="left")
            return
        self.hud.draw_tablet(canvas, layout.ANTE)
        if not self.replays.mark:
            self.services.theme.stretched(canvas, "pill", layout.THEME.inflate(-36, -20).move(-18, 0))
            if self.services.table.commitment is not None:
                self.services.theme.stretched(canvas, "pill", layout.PROOF.inflate(0, -16))

    # -- what a resting table redraws -------------------------------------------------------------------------

    def static_key(self) -> Hashable | None:
        """See :meth:`game.ui.scene.Scene.static_key`."""
        services, playback = self.services, self.playback
        busy = not self.actions.is_idle() or playback.particles.alive or playback.homing.alive or playback.stage.popups
        if busy or services.toasts:
            return None
        session = services.table.ledger.session()
        controls = tuple((control.state, control.is_visible()) for control in self.controls.controls)
        proof = services.table.commitment
        shown = (
            services.table.balance,
            services.table.price(),
            proof,
            playback.stage.win,
            playback.stage.banner,
            self.hint(),
        )
        still = playback.pose() if services.settings.reduced_motion else ()
        clock = (session.elapsed.seconds, session.net)
        return (
            controls,
            self.controls.cells.cell.topleft,
            self.controls.buy_card.shade,
            self.controls.tooltip_shown,
            shown,
            clock,
            self.static_layer_key(),
            still,
        )

    def ambient_rate(self) -> int:
        """See :meth:`game.ui.scene.Scene.ambient_rate`."""
        if self.services.settings.reduced_motion:
            return 0  # her pose is part of what rests
        return 60 if self.star.rect is not None or self.playback.acting else 30

    # -- drawing ----------------------------------------------------------------------------------------------

    def hint(self) -> str:
        """The banner's quiet line."""
        tr = self.services.tr
        if self._free and not self.replays.led:
            return tr("On a winning spin, hearts raise the total multiplier")
        if self.services.loading is not None:
            return tr("Loading theme …")
        if self.playback.stage.suspense and not self._free:
            return tr(HINTS[2])
        if self.playback.playing:
            return self.replays.where() if self.replays.led else ""
        if not self.services.table.affords():
            return tr("Not enough credit for this bet")
        return tr(HINTS[int(self.playback.clock / HINT_STAYS) % len(HINTS)])

    def draw(self, canvas: pygame.Surface) -> None:
        """The whole table."""
        services, playback = self.services, self.playback
        bet = playback.played.bet if playback.played else services.table.bet
        canvas.blit(self.static_layer(), (0, 0))
        self.backdrop.draw_life(canvas, free=self._free)
        self.star.draw(canvas)
        self.hud.draw_wins(canvas, playback.stage, bet, joyful=playback.joyful)
        (self._draw_free_spins if self._free else self._draw_ante)(canvas)
        self.hud.draw_clock(canvas, layout.FREE_CLOCK if self._free else layout.CLOCK)
        playback.board.draw(canvas)
        playback.draw_dusk(canvas)
        playback.board.draw_frame(canvas)
        self._draw_twinkles(canvas)
        self.hud.draw_banner(canvas, playback.stage.banner, self.hint(), bet, joyful=playback.joyful)
        celebrating = isinstance(services.stack.top, Screen)
        if not celebrating:  # a screen draws her itself, over the stage that it keeps as a picture
            playback.draw_character(canvas)
            canvas.blit(self.static_layer(), layout.HEM, layout.HEM)
            playback.draw_cat(canvas)
        self._draw_meters(canvas)
        self.controls.draw(canvas, services.theme)
        self._draw_corner(canvas)
        if playback.stage.overlay is not None:
            draw_overlay(canvas, services, playback.stage.overlay, playback.coins(playback.stage.overlay.number))
        if celebrating:
            playback.draw_flights(canvas)  # a screen celebrates before its veil
        else:
            playback.draw_above(canvas)
        self.controls.draw_tooltip(canvas, services.theme, (layout.LOGO, layout.CLOCK))
        if self.replays.guided and not self._free:
            self._draw_caption(canvas)

    def _draw_twinkles(self, canvas: pygame.Surface) -> None:
        """The logo and the frame's stones catch the light, one after another."""
        theme, clock = self.services.theme, self.playback.clock
        star, lights = theme.assets.light.get("star4"), self.lights
        lights.still, lights.calm = self.services.settings.reduced_motion, self.services.settings.reduce_flashing
        if lights.still:
            return
        if clock % TWINKLES_EVERY < GLINT:
            logo = theme.assets.stage["logo"]
            x, y = theme.assets.stage.place.get("logo", layout.LOGO.topleft)
            middle = (
                x + logo.offset[0] + logo.surface.get_width() / 2,
                y + logo.offset[1] + logo.surface.get_height() / 2,
            )
            lights.glint(canvas, logo.surface, middle, clock % TWINKLES_EVERY)
        for number, place in enumerate(STONES if star is not None else ()):
            since = (clock - 0.9 * (number + 1)) % TWINKLES_EVERY
            if star is not None and 0 < since < TWINKLE:
                share = round(1.2 * math.sin(math.pi * since / TWINKLE), 1)
                theme.scaled.get(star, share, share).draw_centred(canvas, *place, pygame.BLEND_RGB_ADD)

    def _draw_meters(self, canvas: pygame.Surface) -> None:
        """CREDIT, BET and WIN."""
        services, hud, tr, stage = self.services, self.hud, self.services.tr, self.playback.stage
        credit = "–" if services.watching else services.money(services.table.balance)
        hud.draw_meter(
            canvas, layout.CREDIT, tr("CREDIT"), credit, size=38, least=24, second=tr("PLAY MONEY"), small=22
        )
        if self.actions.is_idle() and not services.watching and services.table.ledger.can_refill:
            refill = services.theme.assets.ui["icon/refill"]
            refill.draw_centred(canvas, layout.CREDIT.left + 38, layout.CREDIT.top + 32)
        shown = self.playback.played if self.playback.playing or self.playback.fresh else None
        price = shown.bet.amount(shown.round.stake) if shown else services.table.price()
        average = average_words(services, price)
        hud.draw_meter(canvas, layout.BET, tr("BET"), services.money(price), size=36, least=22, foot=average)
        joyful = self.playback.joyful
        label = tr("PAID") if stage.win and not joyful else tr("ROUND WIN") if self._free else tr("WIN")
        win = self.playback.coins(stage.win) if stage.win else ""
        colour = "gold" if joyful else "text"
        hud.draw_meter(canvas, layout.WIN, label, win, size=50, least=34, colour=colour, second=self._times())
        if win and self.actions.is_idle():
            hint = services.theme.scaled.get(services.theme.assets.ui["icon/help"], 0.6, 0.6)
            hint.draw_centred(canvas, layout.WIN.right - 34, layout.WIN.bottom - 34)

    def _times(self) -> str:
        """How many times its price a round paid; its net where that is a loss."""
        services, played, win = self.services, self.playback.played, self.playback.stage.win
        if played is None or not win or self.playback.playing:
            return ""
        if self.playback.joyful or not services.settings.show_losses:
            return f"{services.language.number(win / played.round.stake, 2)}× {services.tr('BET')}"
        net = services.money(played.bet.amount(round(win) - played.round.stake), signed=True)
        return f"{services.tr('NET')} {net}"

    def _draw_corner(self, canvas: pygame.Surface) -> None:
        """The skin's name; in its place, what is shown when no money stands behind it."""
        theme, rect = self.services.theme, layout.THEME
        if self.replays.mark:
            text, size = self.services.tr(self.replays.mark), MARK
            while size > MIN_MARK and theme.lettering_width(text, size) > rect.width:
                size -= 2
            mark = theme.lettering(text, size)
            canvas.blit(mark, mark.get_rect(midright=(rect.right - 4, rect.centery)))
        elif not self._free:
            box = pygame.Rect(rect.left + 20, rect.top, rect.width - 112, rect.height)
            theme.text(canvas, self.services.tr(theme.skin.title), box, size=28, style="strong")
            self._draw_proof(canvas)

    def _draw_proof(self, canvas: pygame.Surface) -> None:
        """The start of what commits the game to the next round."""
        theme, commitment = self.services.theme, self.services.table.commitment
        if commitment is not None:
            icon = theme.scaled.get(theme.assets.ui["icon/verify"], 0.6, 0.6)
            icon.draw_centred(canvas, layout.PROOF.left + 34, layout.PROOF.centery)
            box = pygame.Rect(layout.PROOF.left + 58, layout.PROOF.top, layout.PROOF.width - 78, layout.PROOF.height)
            theme.text(canvas, short(commitment), box, size=25, style="strong")

    def _draw_ante(self, canvas: pygame.Surface) -> None:
        """Beside the board: double chance and what it costs."""
        theme, tr, services = self.services.theme, self.services.tr, self.services
        inner = layout.ANTE.inflate(-40, -20)
        width = layout.ANTE_TOGGLE.left - inner.left - 10
        cost = pygame.Rect(inner.left, inner.top, width, 40)
        text = tr("BET {price}").format(price=services.money(self.replays.bet.price(Mode.ANTE)))
        theme.text(canvas, text, cost, size=26, style="strong", colour="gold", align="left")
        box = pygame.Rect(inner.left, inner.top + 40, width, inner.height - 68)
        theme.words(canvas, tr("DOUBLE CHANCE"), box, size=26, style="strong")
        known = odds(Mode.ANTE)
        if known is not None and known.free_spins_one_in is not None:
            foot = pygame.Rect(inner.left, inner.bottom - 26, inner.width, 28)
            often = tr("1 in {count}").format(count=services.language.number(known.free_spins_one_in))
            theme.text(canvas, f"{tr('Free spins')}: {often}", foot, size=22, colour="muted", align="left")

    def _draw_free_spins(self, canvas: pygame.Surface) -> None:
        """Beside the board: spins left and the total multiplier."""
        theme, tr, stage = self.services.theme, self.services.tr, self.playback.stage
        inner = layout.SPINS_LEFT.inflate(-64, -20)
        value = pygame.Rect(inner.right - 92, inner.top - 4, 92, inner.height)
        since = self.playback.clock - self._counted[1]
        self._figures(canvas, str(stage.spins_left), value, 46, 1 + 0.4 * max(0.0, 1 - since / COUNT_SWELLS))
        at = layout.TOTAL_MULTIPLIER.topleft
        piece = "medallion/lit" if stage.total_multiplier else "medallion/asleep"
        medallion, swell = theme.assets.stage[piece], self._heartbeat()
        middle = at[0] + medallion.size[0] / 2, at[1] + medallion.size[1] / 2
        theme.scaled.get(medallion, 1 + swell, 1 + swell).draw_centred(canvas, *middle)
        if stage.total_multiplier:
            text = f"×{stage.total_multiplier}"
            place = theme.text_place(piece, *at, kind="value")
            self._figures(canvas, text, place, 64, 1 + 2 * swell)
        ribbon, (x, y) = theme.assets.stage["ribbon"], layout.TOTAL_LABEL.topleft
        ribbon.draw(canvas, x, y)
        theme.text(canvas, tr("TOTAL MULTIPLIER"), theme.text_place("ribbon", x, y), size=26, style="strong")

    def _figures(self, canvas: pygame.Surface, text: str, place: pygame.Rect, cap: int, swell: float) -> None:
        """Figures that are larger for a moment."""
        theme, alphabet = self.services.theme, self.services.theme.assets.alphabet
        if swell == 1 or self.services.settings.reduced_motion or not alphabet.covers(text):
            theme.figures(canvas, text, place, cap=cap)
            return
        picture = alphabet.line(text, alphabet.fitted(text, cap, place.width)).surface
        picture = pygame.transform.smoothscale_by(picture, swell)
        canvas.blit(picture, picture.get_rect(center=place.center))

    def _heartbeat(self) -> float:
        """How much larger the medallion of the total multiplier is while it beats, twice and less the second time."""
        beat = self.playback.stage.beat
        if not beat or self.services.settings.reduced_motion:
            return 0.0
        return 0.25 * abs(math.sin(2 * math.pi * beat)) * (1 - 0.6 * beat)

    def _draw_caption(self, canvas: pygame.Surface) -> None:
        """Beside the board, in the place of what a demonstration has no use for: what is happening."""
        theme, rect = self.services.theme, BESIDE
        theme.stretched(canvas, "panel", rect.inflate(24, 24))
        area = pygame.Rect(rect.left + 24, rect.top + 22, rect.width - 48, rect.height - 84)
        theme.words(canvas, self.services.tr(self.playback.caption), area, size=28, align="centre")
        foot = pygame.Rect(rect.left + 24, rect.bottom - 56, rect.width - 48, 40)
        theme.text(canvas, self.replays.prompt(), foot, size=25, style="strong", colour="gold")
