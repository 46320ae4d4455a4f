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
        self.hud.draw_plate(canvas, layout.SPINS_LEFT)
        self.hud.draw_plate(canvas, layout.TOTAL_MULTIPLIER)

    def draw_left(self, canvas: pygame.Surface) -> None:
        theme, tr, stage = self.services.theme, self.services.tr, self.playback.stage
        rect = layout.SPINS_LEFT
        inner = rect.inflate(-32, -16)
        label = pygame.Rect(inner.left, inner.top, inner.width * 6 // 10, inner.height)
        theme.text(canvas, tr("SPINS LEFT"), label, size=30, style="strong", colour="muted", align="left")
        value = pygame.Rect(label.right, inner.top, inner.right - label.right, inner.height)
        theme.amount(canvas, str(stage.spins_left), value, size=72, least=40)
        rect = layout.TOTAL_MULTIPLIER
        inner = rect.inflate(-36, -20)
        title = pygame.Rect(inner.left, inner.top, inner.width, 30)
        theme.text(canvas, tr("TOTAL MULTIPLIER"), title, size=26, style="strong", colour="muted")
        caption = pygame.Rect(inner.left, inner.bottom - 56, inner.width, 56)
        body = pygame.Rect(inner.left, title.bottom, inner.width, caption.top - title.bottom)
        theme.amount(canvas, f"×{stage.total_multiplier}", body, size=80, least=48, colour="gold")
        text = tr("used when a winning spin has a heart")
        theme.paragraph(canvas, text, caption, size=22, colour="muted", align="centre")
