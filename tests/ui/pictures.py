"""Crops of the screen compared tile by tile with saved ones; where they differ, both are put side by side.

A share of the whole picture would let any label vanish unnoticed. So every tile of 32 x 32 pixels must match by itself.
After a wanted change, look at the differences and keep the new crops with

    UPDATE_REFERENCES=1 python -m pytest tests/ui/test_pixels.py
"""

import os
from pathlib import Path

import numpy as np
import pygame

REFERENCES = Path(__file__).with_name("references")
FAILURES = Path(__file__).resolve().parents[2] / ".cache" / "pictures"
LEVELS = 0xF8
"""Bits of a colour channel that are kept: the files stay small, and rounding does not matter."""
FAR = 32
"""A channel that differs by more is a different pixel."""
TILE = 32
STEP = 16
"""From tile to tile: they overlap, so that no small label hides on the border of two."""
MAX_DIFFERENT = 0.15
"""Share of a tile's pixels that may differ: letters are drawn a little differently from one system to the next."""


def same(canvas: pygame.Surface, other: pygame.Surface) -> bool:
    """Whether two surfaces show the same to the last pixel."""
    red, green, blue, _ = masks = canvas.get_masks()
    assert masks == other.get_masks()
    differ = pygame.surfarray.pixels2d(canvas) ^ pygame.surfarray.pixels2d(other)
    return not (differ & (red | green | blue)).any()


def crop(canvas: pygame.Surface, area: pygame.Rect) -> np.ndarray:
    """``area`` of the canvas at its own size, as ``[y, x, channel]``."""
    return np.transpose(pygame.surfarray.array3d(canvas.subsurface(area)), (1, 0, 2)) & LEVELS


def changed(shown: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """For each pixel, whether it is another one: ``[y, x]``."""
    return (np.abs(shown.astype(int) - reference.astype(int)) > FAR).any(axis=2)


def tiles_that_differ(shown: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Which tiles have too many pixels that differ: ``[row, column]``, from the top left in steps of half a tile."""
    far = changed(shown, reference)
    height, width = far.shape
    rows, columns = range(0, max(1, height - STEP), STEP), range(0, max(1, width - STEP), STEP)
    return np.array([[far[y : y + TILE, x : x + TILE].mean() > MAX_DIFFERENT for x in columns] for y in rows])


def load(name: str) -> np.ndarray:
    """The saved crop ``name``."""
    saved = REFERENCES / f"{name}.png"
    assert saved.is_file(), f"there is no picture {saved}; see {__name__} on how to keep one"
    return np.transpose(pygame.surfarray.array3d(pygame.image.load(saved)), (1, 0, 2))


def check(name: str, shown: np.ndarray) -> None:
    """Compare with the saved crop ``name``; an ``AssertionError`` says where both can be looked at."""
    if os.environ.get("UPDATE_REFERENCES"):
        _save(shown, REFERENCES / f"{name}.png")
        return
    reference = load(name)
    assert shown.shape == reference.shape, f"{name} was saved at another size"
    differ = tiles_that_differ(shown, reference)
    if not differ.any():
        return
    marked = shown // 3
    for row, column in np.argwhere(differ):
        marked[row * STEP : row * STEP + TILE, column * STEP : column * STEP + TILE] |= np.array(
            [128, 0, 128], np.uint8
        )
    together = FAILURES / f"{name}.png"
    _save(np.concatenate([reference, shown, marked], axis=1), together)
    raise AssertionError(f"{differ.sum()} tiles differ; saved, shown and marked stand in {together}")


def _save(pixels: np.ndarray, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(pygame.surfarray.make_surface(np.transpose(pixels, (1, 0, 2))), path)
