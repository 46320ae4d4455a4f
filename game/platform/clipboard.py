"""The system's clipboard, where there is one."""

import pygame


def copy(text: str) -> bool:
    """Put ``text`` on the clipboard; False when that cannot be done here."""
    try:
        if hasattr(pygame.scrap, "put_text"):
            pygame.scrap.put_text(text)
        else:
            pygame.scrap.init()
            pygame.scrap.put(pygame.SCRAP_TEXT, text.encode())
    except (pygame.error, NotImplementedError, AttributeError):
        return False
    return True
