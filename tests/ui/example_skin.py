"""A small third skin, drawn by the test that needs it: flat shapes in the places the designed sheets have."""

import json
import shutil
from pathlib import Path

import pygame

COLOURS = {
    "symbols": (90, 200, 160),
    "stage": (40, 60, 110),
    "ui": (60, 90, 150),
    "effects": (250, 240, 180),
    "screens": (70, 60, 120),
}
MANIFEST = """
name = "{name}"
title = "{title}"

[colours]
text = "#FFFFFF"
muted = "#C8D2E6"
gold = "#FFE08A"
accent = "#7FD8FF"
edge = "#0B1B2A"
veil = "#060A12"
good = "#9BF0B4"
warn = "#FFB36B"
ramp = ["#FFFFFF", "#BFE8FF", "#7FD8FF"]

[tiers]
names = ["One", "Two", "Three", "Four", "Five"]

[sounds]
folder = "princess"

[ambience]
kind = "none"
"""


def draw_skin(folder: Path, like: Path, title: str = "Paper") -> Path:
    """A whole skin in ``folder``, with the frames of the designed skin ``like``."""
    folder.mkdir(parents=True)
    (folder / "skin.toml").write_text(MANIFEST.format(name=folder.name, title=title), encoding="utf-8")
    for sheet, colour in COLOURS.items():
        data = json.loads((like / f"{sheet}.json").read_text(encoding="utf-8"))
        meta = data["meta"]
        pages = [pygame.Surface((size["w"], size["h"]), pygame.SRCALPHA) for size in meta.get("sizes", [meta["size"]])]
        for number, entry in enumerate(data["frames"].values()):
            at = entry["frame"]
            shade = tuple(min(255, part * (8 + number % 5) // 10) for part in colour)
            rect = pygame.Rect(at["x"], at["y"], at["w"], at["h"])
            pygame.draw.rect(pages[entry.get("page", 0)], shade, rect, border_radius=min(rect.size) // 5)
        for page, image in zip(pages, meta.get("images", [meta["image"]]), strict=True):
            pygame.image.save(page, folder / "page.png")
            (folder / "page.png").rename(folder / image)
        (folder / f"{sheet}.json").write_text(json.dumps(data), encoding="utf-8")
    for file in like.glob("character*"):
        shutil.copy(file, folder)
    for name, colour in (("background", (30, 70, 90)), ("background_free", (70, 40, 90))):
        picture = pygame.Surface((1920, 1080))
        picture.fill(colour)
        pygame.image.save(picture, folder / f"{name}.png")
        (folder / f"{name}.png").rename(folder / f"{name}.webp")
    return folder
