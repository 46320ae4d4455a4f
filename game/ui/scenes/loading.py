"""The loading screen: the logo and a true progress bar."""

from collections.abc import Callable
from typing import Final

import pygame

from game.platform.pictures import decoded
from game.ui import layout
from game.ui.scene import Scene
from game.ui.services import Services
from game.ui.skin_loader import SkinLoader

BAR: Final = pygame.Rect(640, 787, 640, 26)


class NoSkin(RuntimeError):
    """Not one skin's pictures can be used."""


class Loading(Scene):
    """Shown while a skin's sheets are decoded in a thread."""

    def __init__(self, services: Services, then: Callable[[], None]) -> None:
        self.services, self.then = services, then
        self.shown = 0.0
        self._failed: set[str] = set()
        self.logo = self._logo()

    def _logo(self) -> pygame.Surface | None:
        """The skin's logo, twice as large as on the stage; a skin may do without."""
        loader = self.services.loading
        file = loader.skin.file("logo.png") if loader is not None else None
        if file is None or not file.is_file():
            return None
        try:
            return pygame.transform.smoothscale_by(decoded(file).convert_alpha(), 2)
        except (OSError, ValueError, pygame.error):
            return None  # a damaged logo only leaves the bar

    def update(self, dt: float) -> None:
        loader = self.services.loading
        aim = loader.progress if loader is not None else 1.0
        self.shown += (aim - self.shown) * min(1.0, dt * 14)
        if self.services.finish_loading():
            self.then()
        elif loader is not None and self.services.loading is None:
            self._try_another(loader)

    def draw(self, canvas: pygame.Surface) -> None:
        canvas.fill((14, 8, 34))
        if self.logo is not None:
            canvas.blit(self.logo, self.logo.get_rect(center=(layout.CANVAS.centerx, 450)))
        pygame.draw.rect(canvas, (60, 44, 110), BAR, border_radius=13)
        filled = pygame.Rect(BAR.left, BAR.top, max(26, round(BAR.width * self.shown)), BAR.height)
        pygame.draw.rect(canvas, (255, 216, 115), filled, border_radius=13)
        pygame.draw.rect(canvas, (255, 246, 224), BAR, width=2, border_radius=13)

    def _try_another(self, failed: SkinLoader) -> None:
        """A skin's pictures are damaged: show the next one, which the notice of the fault then explains."""
        self._failed.add(failed.skin.name)
        for name in self.services.skins:
            if name not in self._failed:
                self.services.load_skin(name)
                return
        raise NoSkin(f"no skin can be shown: {failed.error}")
