"""Pictures of what is on screen, compared with saved ones; where they differ, both are put side by side.

After a wanted change, look at the differences and keep the new pictures with

    UPDATE_REFERENCES=1 python -m pytest tests/ui/test_pixels.py
"""

import os
from pathlib import Path

import numpy as np
import pygame

SIZE = (960, 540)
REFERENCES = Path(__file__).with_name("references")
FAILURES = Path(__file__).resolve().parents[2] / ".cache" / "pictures"
LEVELS = 0xF8
"""Bits of a colour channel that are kept: the files stay small, and rounding does not matter."""
FAR = 32
"""A channel that differs by more is a different pixel."""
MAX_DIFFERENT = 0.004
"""Share of the pixels that may differ: fonts are drawn a little differently from one system to the next."""


def same(canvas: pygame.Surface, other: pygame.Surface) -> bool:
    """Whether two surfaces show the same to the last pixel."""
    return np.array_equal(pygame.surfarray.array3d(canvas), pygame.surfarray.array3d(other))


def picture(canvas: pygame.Surface, area: pygame.Rect | None = None) -> np.ndarray:
    """The canvas (or only ``area`` of it, black around) at 960 x 540, as ``[y, x, channel]``."""
    if area is not None:
        cut = pygame.Surface(canvas.get_size()).convert()
        cut.blit(canvas, area, area)
        canvas = cut
    small = pygame.transform.smoothscale(canvas, SIZE)
    return np.transpose(pygame.surfarray.array3d(small), (1, 0, 2)) & LEVELS


def check(name: str, shown: np.ndarray) -> None:
    """Compare with the saved picture ``name``; an ``AssertionError`` says where both can be looked at."""
    saved = REFERENCES / f"{name}.png"
    if os.environ.get("UPDATE_REFERENCES"):
        saved.parent.mkdir(parents=True, exist_ok=True)
        _save(shown, saved)
        return
    assert saved.is_file(), f"there is no picture {saved}; see {__name__} on how to keep one"
    reference = np.transpose(pygame.surfarray.array3d(pygame.image.load(saved)), (1, 0, 2))
    far = (np.abs(shown.astype(int) - reference.astype(int)) > FAR).any(axis=2)
    if far.mean() <= MAX_DIFFERENT:
        return
    marked = np.where(far[..., None], np.array([255, 0, 255], np.uint8), shown // 3)
    together = FAILURES / f"{name}.png"
    together.parent.mkdir(parents=True, exist_ok=True)
    _save(np.concatenate([reference, shown, marked], axis=1), together)
    raise AssertionError(f"{far.mean():.2%} of the pixels differ; saved, shown and marked stand in {together}")


def _save(pixels: np.ndarray, path: Path) -> None:
    pygame.image.save(pygame.surfarray.make_surface(np.transpose(pixels, (1, 0, 2))), path)
