"""The free spins: their own place and music, with spins left, total multiplier and round win always in sight."""

import pygame

from game.ui import layout
from game.ui.services import Services
from game.ui.stage_scene import StageScene
from game.ui.table.playback import RoundPlayback
from game.ui.widgets.controls import IconButton


class FreeSpins(StageScene):
    """Plays on the script that the base game began, until the round's free spins are over."""

    free = True

    def __init__(self, services: Services, playback: RoundPlayback) -> None:
        super().__init__(services, playback)
        self.controls.add(
            IconButton(
                layout.SPIN,
                "Stop",
                self.press_main,
                icon="icon_large/stop",
                kind="spin",
                tooltip="Stop the reels now (doesn't change the result)",
                enabled=lambda: not services.settings.responsible,
            )
        )
        if not playback.mark:  # nothing is bet here: what is left stands evenly beside SPIN
            self.controls.named("Speed").rect = layout.MINUS
            self.controls.named("Autoplay").rect = layout.PLUS
        self._fade = 0.0

    def enter(self) -> None:
        self.services.play_music(free=True)
        self.playback.act("free_spins")
        if not self.services.settings.reduced_motion:
            self.playback.sparks.sweep()

    def exit(self) -> None:
        self.services.play_music(free=False)
        self.playback.act("idle")

    def leave_free_spins(self) -> None:
        self.services.stack.pop()

    def update(self, dt: float) -> None:
        self._fade += dt
        super().update(dt)

    def hint(self) -> str:
        return self.services.tr("On a winning spin, hearts raise the total multiplier")

    def draw(self, canvas: pygame.Surface) -> None:
        super().draw(canvas)
        if self._fade < 0.5:
            level = round(255 * self._fade / 0.5)
            canvas.fill((level, level, level), layout.CANVAS, pygame.BLEND_RGB_MULT)

    def draw_static_left(self, canvas: pygame.Surface) -> None:
        self.hud.draw_tablet(canvas, layout.SPINS_LEFT, carved=True)
        theme, tr = self.services.theme, self.services.tr
        inner = layout.SPINS_LEFT.inflate(-64, -20)
        label = pygame.Rect(inner.left, inner.top, inner.width - 92, inner.height)
        theme.text(canvas, tr("SPINS LEFT"), label, size=30, style="strong", align="left")

    def draw_left(self, canvas: pygame.Surface) -> None:
        theme, tr, stage = self.services.theme, self.services.tr, self.playback.stage
        inner = layout.SPINS_LEFT.inflate(-64, -20)
        value = pygame.Rect(inner.right - 92, inner.top - 4, 92, inner.height)
        theme.figures(canvas, str(stage.spins_left), value, cap=46)
        at = layout.TOTAL_MULTIPLIER.topleft
        piece = "medallion/lit" if stage.total_multiplier else "medallion/asleep"
        theme.assets.stage[piece].draw(canvas, *at)
        if stage.total_multiplier:
            text = f"×{stage.total_multiplier}"
            theme.figures(canvas, text, theme.text_place(piece, *at, kind="value"), cap=64)
        ribbon, (x, y) = theme.assets.stage["ribbon"], layout.TOTAL_LABEL.topleft
        ribbon.draw(canvas, x, y)
        theme.text(canvas, tr("TOTAL MULTIPLIER"), theme.text_place("ribbon", x, y), size=26, style="strong")
