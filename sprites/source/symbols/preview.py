"""Contact sheet of a finished symbols sheet: python -m sprites.source.symbols.preview SKIN OUT.png.

Each symbol at the size it is shown, in colour and in grey, on the board's plate; then a whole board, values,
glows, shards and some frames of idle and win animations.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from PIL import Image

SPRITES = Path(__file__).resolve().parents[2]
PLATE = (16, 10, 42)
CELL = 148
STILLS = (
    "sun",
    "winged_heart",
    "moon",
    "star",
    "red",
    "blue",
    "green",
    "teal",
    "yellow",
    "scatter",
    "heart_green",
    "heart_blue",
    "heart_pink",
    "heart_orange",
)
VALUE_OF = {"heart_green": "x2", "heart_blue": "x25", "heart_pink": "x100", "heart_orange": "x500"}
BOARD = (
    "sun red blue moon green heart_pink",
    "teal scatter star yellow winged_heart sun",
    "heart_blue moon green red sun blue",
    "star yellow teal winged_heart scatter heart_orange",
    "green sun heart_green blue teal star",
)


class Atlas:
    """A packed sheet, read back."""

    def __init__(self, path: Path) -> None:
        atlas = json.loads(path.read_text(encoding="utf-8"))
        self.frames = atlas["frames"]
        images = atlas["meta"].get("images", [atlas["meta"]["image"]])
        self.pages = [Image.open(path.with_name(name)).convert("RGBA") for name in images]

    def get(self, name: str) -> Image.Image:
        """The frame in its full source size."""
        entry = self.frames[name]
        box, at, size = entry["frame"], entry["spriteSourceSize"], entry["sourceSize"]
        whole = Image.new("RGBA", (size["w"], size["h"]))
        page = self.pages[entry.get("page", 0)]
        whole.paste(page.crop((box["x"], box["y"], box["x"] + box["w"], box["y"] + box["h"])), (at["x"], at["y"]))
        return whole

    def symbol(self, name: str) -> Image.Image:
        """The frame with its number, if it is a heart."""
        picture = self.get(name)
        still = name.split("/", maxsplit=1)[0]
        if still in VALUE_OF:
            picture.alpha_composite(self.get(f"value/{VALUE_OF[still]}"))
        return picture


def _put(canvas: Image.Image, picture: Image.Image, x: int, y: int) -> None:
    """Lay `picture` on the canvas with its centre at x, y."""
    left, top = x - picture.width // 2, y - picture.height // 2
    cut = picture.crop((max(0, -left), max(0, -top), picture.width, picture.height))
    canvas.alpha_composite(cut, (max(0, left), max(0, top)))


def _add(canvas: Image.Image, picture: Image.Image, x: int, y: int) -> None:
    """Add `picture`'s light to the canvas, as the game does with glows."""
    light = Image.new("RGBA", canvas.size)
    _put(light, picture, x, y)
    pre = np.asarray(light, np.float32)
    total = np.asarray(canvas, np.float32)
    total[..., :3] += pre[..., :3] * pre[..., 3:] / 255
    canvas.paste(Image.fromarray(np.clip(total, 0, 255).astype(np.uint8), "RGBA"))


def _stills(atlas: Atlas) -> Image.Image:
    step = CELL + 14
    strip = Image.new("RGBA", (7 * step + 60, 4 * (step + 12)), (*PLATE, 255))
    for i, name in enumerate(STILLS):
        row, column = divmod(i, 7)
        picture = atlas.symbol(name)
        x, y = column * step + step // 2, 2 * row * (step + 12) + step // 2 + 6
        _put(strip, picture, x, y)
        tile = Image.new("RGBA", (240, 240), (*PLATE, 255))
        tile.alpha_composite(picture)
        grey = tile.crop((39, 39, 201, 201)).convert("L").convert("RGBA")
        strip.paste(grey, (column * step, (2 * row + 1) * (step + 12)))
    return strip


def _board(atlas: Atlas, stage: Path) -> Image.Image:
    """A board full of symbols on the stage's plate, if that is drawn; hearts lie over their neighbours."""
    left, top = 60, 30
    board = Image.new("RGBA", (6 * CELL + 2 * left, 5 * CELL + 2 * top), (*PLATE, 255))
    if stage.exists():
        board.alpha_composite(Atlas(stage).get("plate"), (left, top))
    cells = [(r, c, name) for r, row in enumerate(BOARD) for c, name in enumerate(row.split())]
    for r, c, name in sorted(cells, key=lambda cell: cell[2].startswith("heart_")):
        _put(board, atlas.symbol(name), left + c * CELL + CELL // 2, top + r * CELL + CELL // 2)
    return board


def _details(atlas: Atlas, names: tuple[str, ...]) -> Image.Image:
    """Idle frames of some symbols, every value, glows under symbols, and shards."""
    strip = Image.new("RGBA", (1400, 160 * len(names) + 620), (*PLATE, 255))
    for r, name in enumerate(names):
        loop = sorted(f for f in atlas.frames if f.startswith(f"{name}/"))
        shown = [loop[k * len(loop) // 8] for k in range(8)]
        for k, frame in enumerate(shown):
            _put(strip, atlas.symbol(frame), 90 + 172 * k, 80 + 160 * r)
    y = 160 * len(names) + 60
    for k, frame in enumerate(f for f in atlas.frames if f.startswith("value/")):
        _put(strip, atlas.get(frame), 60 + 92 * k, y)
    for k, name in enumerate(("sun", "moon", "star", "red", "teal", "heart_pink")):
        _add(strip, atlas.get(f"glow/{name}"), 120 + 220 * k, y + 175)
        _put(strip, atlas.symbol(name), 120 + 220 * k, y + 175)
    for k, frame in enumerate(f for f in atlas.frames if f.startswith("shard/")):
        row, column = divmod(k, 15)
        _put(strip, atlas.get(frame), 50 + 60 * column, y + 320 + 60 * row)
    return strip


def main() -> None:
    """Writes OUT.png (stills), OUT_board.png and OUT_details.png."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("skin")
    parser.add_argument("out", type=Path)
    names = ("sun", "moon", "red", "heart_blue", "scatter")
    shown = tuple(f"{name}/{kind}" for name in names for kind in ("idle", "win"))
    parser.add_argument("--frames", nargs="*", default=shown, help="animations, such as sun/win")
    asked = parser.parse_args()
    atlas = Atlas(SPRITES / asked.skin / "symbols.json")
    _stills(atlas).convert("RGB").save(asked.out)
    _board(atlas, SPRITES / asked.skin / "stage.json").convert("RGB").save(
        asked.out.with_stem(asked.out.stem + "_board")
    )
    _details(atlas, tuple(asked.frames)).convert("RGB").save(asked.out.with_stem(asked.out.stem + "_details"))


if __name__ == "__main__":
    main()
