"""The words of the game: one gettext catalogue a language, English in the code itself."""

import gettext
from collections.abc import Sequence
from pathlib import Path
from typing import Final

DOMAIN: Final = "celestial_hearts"
ENGLISH: Final = "en"


class Language:
    """The catalogue in use."""

    def __init__(self, folder: Path, code: str = ENGLISH) -> None:
        """Use ``code``; English where there is no such catalogue."""
        self.folder = folder
        self.use(code)

    def use(self, code: str) -> None:
        """Change the language."""
        self.code = code
        self._catalogue = gettext.translation(DOMAIN, self.folder, [code], fallback=True)

    def tr(self, text: str) -> str:
        """The text in this language."""
        return self._catalogue.gettext(text) if text else ""


def languages(folder: Path) -> Sequence[str]:
    """Codes of all languages there are, English first."""
    found = sorted(path.parent.parent.name for path in folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return [ENGLISH, *(code for code in found if code != ENGLISH)]
