"""Credits and licences: the texts that come with the game, to be read in it."""

from pathlib import Path
from typing import Final

import pygame

from game import paths
from game.ui.boxes import NOWHERE, Box
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.rows import Rows
from game.ui.widgets.scroll import BAR, BESIDE_BAR

LINE: Final = 40
LARGEST: Final = 64 * 1024
"""Bytes read of a text."""


def license_files() -> list[Path]:
    """The credits, the game's licence and those of the typefaces, where they are."""
    package = Path(__file__).resolve().parents[2]
    folders = dict.fromkeys((paths.assets_root(), package, package.parent))
    found = [folder / name for name in ("CREDITS.md", "LICENSE") for folder in folders if (folder / name).is_file()]
    return [*dict.fromkeys(found), *sorted(paths.fonts_folder().glob("*-OFL.txt"))]


def plain(text: str) -> str:
    """Text as paragraphs of one line each: lines that were only broken are joined, a table's row is its cells."""
    lines: list[str] = []
    joins = False
    for line in text.splitlines():
        if joins and line.strip() and not line.startswith(("|", "#", "-")):
            lines[-1] += " " + line.strip()
            continue
        joins = bool(line.strip()) and not line.startswith(("|", "#", "-"))
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if all(set(cell) <= set("-: ") for cell in cells):
                continue
            line = "  ·  ".join(cells)  # noqa: PLW2901
        lines.append(line.lstrip("#").strip().replace("`", ""))
    return "\n".join(lines)


class Credits(Panel):
    """One long text."""

    title = "Credits and licences"
    size = (1500, 980)

    def __init__(self, services: Services) -> None:
        self.lines: list[tuple[str, bool]] = []
        self._broken_at: tuple[int, int] | None = None
        super().__init__(services)

    def contents(self) -> Box:
        return Rows(NOWHERE, "Text", LINE, lambda: len(self.lines), self._draw_row)

    def arrange(self) -> None:
        size, width = self.services.theme.size(24), self.inner_width
        if self._broken_at != (size, width):
            self._broken_at = size, width
            self._break(size, width - BAR - BESIDE_BAR)
        super().arrange()

    def _break(self, size: int, width: int) -> None:
        """Break the texts into lines of the panel's width."""
        fonts = self.services.theme.fonts
        self.lines.clear()
        for file in license_files():
            try:
                text = file.read_bytes()[:LARGEST].decode("utf-8", "replace")
            except OSError:
                continue
            title, _, rest = plain(text).strip().partition("\n")
            if file.suffix == ".txt":  # a typeface's licence begins with a long line of its own
                title, rest = file.stem.removesuffix("-OFL"), plain(text)
            self.lines.append((title, True))
            for block in rest.strip().splitlines():
                self.lines += [(line, False) for line in fonts.paragraph(block, "body", size, width)]
            self.lines.append(("", False))

    def confirm(self) -> None:
        self.close()

    def _draw_row(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        text, heading = self.lines[index]
        if text:
            self.services.theme.text(
                canvas,
                text,
                rect,
                size=28 if heading else 24,
                style="strong" if heading else "body",
                colour="gold" if heading else "text",
                align="left",
            )
