"""White 48-pixel icons with a soft dark contour, drawn from strokes of one weight."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import skia
from PIL import Image

from sprites.source.colours import PALETTES
from sprites.source.kit.paint import Canvas
from sprites.source.kit.shapes import arc, box, crescent, disc, heart, joined, leaf, line, placed, polar, polygon, star

SIZE = 48
WEIGHT = 4.6
"""Stroke thickness of the icons, in pixels."""

Cover = np.ndarray


class Sketch:
    """Collects the coverage of one icon on its own canvas; `cut` takes away again, with a clear gap."""

    def __init__(self, size: int = SIZE, scale: int = 4) -> None:
        self.canvas = Canvas(size, size, scale)
        self.size = size
        self.cover: Cover = np.zeros(self.canvas.shape, np.float32)
        self.unit = size / SIZE

    def _scaled(self, path: skia.Path) -> skia.Path:
        return placed(path, 0, 0, 0, self.unit)

    def fill(self, *paths: skia.Path) -> None:
        """Adds filled outlines."""
        for path in paths:
            self.cover = np.maximum(self.cover, self.canvas.mask(self._scaled(path)))

    def draw(self, *paths: skia.Path, weight: float = WEIGHT) -> None:
        """Adds stroked lines."""
        for path in paths:
            self.cover = np.maximum(self.cover, self.canvas.stroke(self._scaled(path), weight * self.unit))

    def cut(self, path: skia.Path, weight: float = 0) -> None:
        """Takes away a filled outline, or a stroke of `weight`."""
        path = self._scaled(path)
        gone = self.canvas.stroke(path, weight * self.unit) if weight else self.canvas.mask(path)
        self.cover = self.cover * (1 - gone)

    def image(self, ink: str) -> Image.Image:
        """The icon in white on its contour of colour `ink`."""
        c = self.canvas
        c.over(ink, np.clip(c.blur(c.shifted(self.cover, 0, 1.2), 1.6) * 0.9, 0, 1))
        c.over(ink, np.clip(c.blur(c.grown(self.cover, 1.5), 0.5), 0, 1) * 0.9)
        c.over(c.down(((0, "#FFFFFF"), (0.55, "#FFFFFF"), (1, "#E6E2FF")), 6 * self.unit, 42 * self.unit), self.cover)
        return c.image()


def _arrow_head(x: float, y: float, degrees: float, size: float) -> skia.Path:
    """A solid triangle at (x, y) pointing along `degrees` (0 up)."""
    return polygon([polar(x, y, size, degrees + k) for k in (0, 128, 232)])


def _speaker(s: Sketch) -> None:
    s.fill(polygon([(5, 18), (13, 18), (25, 8), (25, 40), (13, 30), (5, 30)]))
    s.draw(polygon([(6, 19), (13, 19), (24, 10), (24, 38), (13, 29), (6, 29)]), weight=3)


def _menu(s: Sketch) -> None:
    s.draw(line((9, 13), (39, 13)), line((9, 24), (39, 24)), line((9, 35), (39, 35)), weight=5.4)


def _sound_on(s: Sketch) -> None:
    _speaker(s)
    s.draw(arc(25, 24, 9, 45, 90), arc(25, 24, 17, 45, 90), weight=4.2)


def _sound_off(s: Sketch) -> None:
    _speaker(s)
    s.draw(line((32, 18), (43, 30)), line((43, 18), (32, 30)))


def _info(s: Sketch) -> None:
    s.draw(disc(24, 24, 18), weight=4.2)
    s.fill(disc(24, 15.4, 3.2))
    s.draw(line((24, 23), (24, 33.5)), weight=5.2)


def _play_bars(count: int) -> Callable[[Sketch], None]:
    def drawn(s: Sketch) -> None:
        width = 11.5
        left = 24 - (width * count) / 2 + 1
        for k in range(count):
            x = left + k * width
            s.fill(polygon([(x, 12), (x + width - 1, 24), (x, 36)]))
            s.draw(polygon([(x, 12), (x + width - 1, 24), (x, 36)]), weight=2.4)

    return drawn


def _auto(s: Sketch) -> None:
    s.draw(arc(24, 24, 16, -60, 130), arc(24, 24, 16, 120, 130), weight=4.6)
    for degrees in (74, 254):
        s.fill(_arrow_head(*polar(24, 24, 16, degrees), degrees + 96, 8.4))
    s.fill(polygon([(20, 16.5), (32, 24), (20, 31.5)]))


def _spin(s: Sketch) -> None:
    for turn in (0, 180):
        s.draw(arc(24, 24, 15.5, 12 + turn, 104), weight=5.6)
        base, heading = polar(24, 24, 15.5, 118 + turn), 118 + turn + 106
        head = polygon([polar(*base, 7.6, heading - 90), polar(*base, 13, heading), polar(*base, 7.6, heading + 90)])
        s.fill(head)
        s.draw(head, weight=1.4)


def _stop(s: Sketch) -> None:
    s.fill(box(11, 11, 26, 26, 5))


def _minus(s: Sketch) -> None:
    s.draw(line((10, 24), (38, 24)), weight=6.6)


def _plus(s: Sketch) -> None:
    s.draw(line((10, 24), (38, 24)), line((24, 10), (24, 38)), weight=6.6)


def _history(s: Sketch) -> None:
    s.draw(arc(25, 24, 16, -70, 300), weight=4.4)
    s.fill(_arrow_head(*polar(25, 24, 16, -76), 190, 9))
    s.draw(line((25, 15), (25, 25), (32, 29)), weight=4.2)


def _close(s: Sketch) -> None:
    s.draw(line((12, 12), (36, 36)), line((36, 12), (12, 36)), weight=6)


def _back(s: Sketch) -> None:
    s.draw(line((20, 11), (8, 23), (20, 35)), weight=5.2)
    s.draw(line((10, 23), (30, 23)), arc(30, 31, 8, 0, 150), weight=5.2)


def _chevron(points: tuple[tuple[float, float], ...], bar: float | None = None) -> Callable[[Sketch], None]:
    def drawn(s: Sketch) -> None:
        s.draw(line(*points), weight=6.2)
        if bar is not None:
            s.draw(line((bar, 11), (bar, 37)), weight=6.2)

    return drawn


def _play(s: Sketch) -> None:
    outline = polygon([(15, 10), (38, 24), (15, 38)])
    s.fill(outline)
    s.draw(outline, weight=4)


def _pause(s: Sketch) -> None:
    s.fill(box(11, 9, 10, 30, 3.5), box(27, 9, 10, 30, 3.5))


def _statistics(s: Sketch) -> None:
    s.fill(box(7, 26, 8, 15, 2), box(20, 18, 8, 23, 2), box(33, 8, 8, 33, 2))
    s.draw(line((7, 17), (18, 9), (24, 11)), weight=3.4)


def _limits(s: Sketch) -> None:
    shield = skia.Path()
    shield.moveTo(24, 5)
    shield.cubicTo(30, 9, 35, 10, 40, 10.5)
    shield.cubicTo(41, 25, 37, 36, 24, 43)
    shield.cubicTo(11, 36, 7, 25, 8, 10.5)
    shield.cubicTo(13, 10, 18, 9, 24, 5)
    shield.close()
    s.draw(shield, weight=4.4)
    s.draw(line((16, 24), (22, 30), (33, 18)), weight=5)


def _settings(s: Sketch) -> None:
    s.fill(disc(24, 24, 13))
    for k in range(8):
        tooth = box(-4.2, -20, 8.4, 9, 2)
        s.fill(placed(tooth, 24, 24, 45 * k))
    s.cut(disc(24, 24, 6))


def _theme(s: Sketch) -> None:
    palette = skia.Path()
    palette.moveTo(24, 6)
    palette.cubicTo(38, 6, 44, 16, 42, 25)
    palette.cubicTo(40, 32, 33, 29, 30, 31)
    palette.cubicTo(26, 34, 31, 39, 26, 42)
    palette.cubicTo(14, 43, 6, 34, 6, 24)
    palette.cubicTo(6, 14, 14, 6, 24, 6)
    palette.close()
    s.fill(palette)
    for x, y in ((14, 24), (18, 14.5), (29, 13), (36, 20)):
        s.cut(disc(x, y, 3.2))
    s.cut(disc(17.5, 33, 3.4))


def _refill(s: Sketch) -> None:
    s.draw(arc(24, 25, 15.5, 40, 285), weight=4.6)
    s.fill(_arrow_head(*polar(24, 25, 15.5, 34), 300, 9))
    s.draw(line((24, 18), (24, 32)), line((17, 25), (31, 25)), weight=4.4)


def _check(s: Sketch) -> None:
    s.draw(line((9, 25), (20, 36), (39, 13)), weight=6.8)


def _star(s: Sketch) -> None:
    outline = star(24, 25, 19, 8.4, 5)
    s.fill(outline)
    s.draw(outline, weight=2.6)


def _heart(s: Sketch) -> None:
    s.fill(heart(24, 24.5, 37))


def _help(s: Sketch) -> None:
    s.draw(disc(24, 24, 18), weight=4.2)
    hook = skia.Path()
    hook.moveTo(18.5, 19.5)
    hook.cubicTo(18.5, 12, 30, 12, 30, 19)
    hook.cubicTo(30, 23.5, 24, 23.5, 24, 28)
    s.draw(hook, weight=4.6)
    s.fill(disc(24, 34.4, 2.9))


def _export(s: Sketch) -> None:
    s.draw(line((9, 28), (9, 40), (39, 40), (39, 28)), weight=4.8)
    s.draw(line((24, 30), (24, 10)), line((15, 18), (24, 8.5), (33, 18)), weight=5)


def _verify(s: Sketch) -> None:
    s.draw(disc(20, 20, 13), weight=4.4)
    s.draw(line((30, 30), (41, 41)), weight=6.4)
    s.draw(line((14, 20), (18.6, 24.6), (26.5, 15.5)), weight=4.2)


def _gif(s: Sketch) -> None:
    s.fill(box(4, 10, 40, 28, 5))
    for x in (8, 36.6):
        for y in (13, 21.7, 30.4):
            s.cut(box(x, y, 3.6, 4.6, 1))
    s.cut(polygon([(19, 17), (32, 24), (19, 31)]))


def _bet(s: Sketch) -> None:
    for k in range(3):
        y = 34 - 9.5 * k
        oval = skia.Path()
        oval.addOval(skia.Rect.MakeXYWH(7, y - 6, 34, 13))
        body = joined(oval, box(7, y, 34, 6.5), placed(oval, 0, 6))
        s.cut(body, weight=3)
        s.fill(body)
    oval = skia.Path()
    oval.addOval(skia.Rect.MakeXYWH(14, 11.6, 20, 6.4))
    s.cut(oval, weight=2.2)


def _buy(s: Sketch) -> None:
    s.draw(line((4, 9), (10, 9), (15, 30), (37, 30), (42, 15), (12, 15)), weight=4.6)
    s.fill(polygon([(12, 15), (42, 15), (37, 30), (15, 30)]))
    s.cut(star(26.5, 23, 7, 3, 5))
    s.fill(disc(18.5, 38.5, 4), disc(34, 38.5, 4))


def _ante(s: Sketch) -> None:
    for x, y, r in ((16, 18, 11), (32, 31, 11)):
        s.cut(star(x, y, r, r * 0.45, 5), weight=5)
        s.fill(star(x, y, r, r * 0.45, 5))
    s.draw(line((32, 6), (32, 18)), line((26, 12), (38, 12)), weight=4.2)


def _warning(s: Sketch) -> None:
    outline = polygon([(24, 8), (42, 39), (6, 39)])
    s.fill(outline)
    s.draw(outline, weight=4.5)
    s.cut(line((24, 19), (24, 28)), weight=4.6)
    s.cut(disc(24, 34.6, 2.7))


def _clock(s: Sketch) -> None:
    s.draw(disc(24, 24, 17.5), weight=4.4)
    s.draw(line((24, 13.5), (24, 24.5), (31, 29)), weight=4.4)


def _wallet(s: Sketch) -> None:
    s.fill(box(5, 13, 38, 27, 5))
    s.fill(polygon([(8, 15), (33, 6.5), (36, 15)]))
    s.cut(line((8, 16.4), (37, 16.4)), weight=2.6)
    s.cut(box(29, 21, 16, 12, 5))
    s.fill(box(31.6, 23.4, 14, 7.4, 3.4))
    s.cut(disc(35.6, 27, 1.7))


def _globe(s: Sketch) -> None:
    s.draw(disc(24, 24, 17.5), weight=4)
    oval = skia.Path()
    oval.addOval(skia.Rect.MakeXYWH(16, 6.5, 16, 35))
    s.draw(oval, line((7, 24), (41, 24)), weight=3.4)
    s.draw(line((10, 15), (38, 15)), line((10, 33), (38, 33)), weight=2.8)


def _keyboard(s: Sketch) -> None:
    s.fill(box(4, 11, 40, 26, 5))
    for row, y in enumerate((15.4, 22)):
        for k in range(5):
            s.cut(box(8.6 + 6.4 * k + (1.4 if row else 0), y, 4, 4, 1))
    s.cut(box(14, 29, 20, 4, 1.4))


def _fullscreen(s: Sketch) -> None:
    for degrees in (0, 90, 180, 270):
        s.draw(placed(line((-16, -6), (-16, -16), (-6, -16)), 24, 24, degrees), weight=5.4)


def _music(s: Sketch) -> None:
    s.fill(placed(box(-6.5, -5, 13, 10, 5), 13, 36, -18), placed(box(-6.5, -5, 13, 10, 5), 34, 32, -18))
    s.draw(line((17.6, 34), (17.6, 12), (38.6, 8), (38.6, 30)), weight=4)
    s.fill(polygon([(17, 10.5), (39.5, 6), (39.5, 14), (17, 18.5)]))


def _gift(s: Sketch) -> None:
    s.fill(box(8, 21, 32, 20, 3), box(5, 14, 38, 9, 3))
    s.cut(line((24, 15), (24, 41)), weight=4.4)
    s.cut(line((6, 22.6), (42, 22.6)), weight=2)
    s.draw(arc(17.5, 9.5, 5, 0, 360), arc(30.5, 9.5, 5, 0, 360), weight=4)


def _moon(s: Sketch) -> None:
    s.fill(crescent(24, 24, 18))


def _holly(s: Sketch) -> None:
    for degrees in (-58, 58):
        s.fill(leaf(24, 28, 23, 15, degrees))
    for x, y in ((18.5, 31), (29.5, 31), (24, 39)):
        s.cut(disc(x, y, 6.6))
        s.fill(disc(x, y, 4.8))


DRAWINGS: dict[str, Callable[[Sketch], None]] = {
    "menu": _menu,
    "sound_on": _sound_on,
    "sound_off": _sound_off,
    "info": _info,
    "speed_normal": _play_bars(1),
    "speed_quick": _play_bars(2),
    "speed_turbo": _play_bars(3),
    "auto": _auto,
    "stop": _stop,
    "minus": _minus,
    "plus": _plus,
    "history": _history,
    "close": _close,
    "back": _back,
    "first": _chevron(((36, 11), (23, 24), (36, 37)), bar=13),
    "previous": _chevron(((31, 10), (17, 24), (31, 38))),
    "next": _chevron(((17, 10), (31, 24), (17, 38))),
    "last": _chevron(((12, 11), (25, 24), (12, 37)), bar=35),
    "play": _play,
    "pause": _pause,
    "statistics": _statistics,
    "limits": _limits,
    "settings": _settings,
    "theme": _theme,
    "refill": _refill,
    "check": _check,
    "star": _star,
    "heart": _heart,
    "help": _help,
    "export": _export,
    "verify": _verify,
    "gif": _gif,
    "bet": _bet,
    "spin": _spin,
    "buy": _buy,
    "ante": _ante,
    "warning": _warning,
    "clock": _clock,
    "wallet": _wallet,
    "globe": _globe,
    "keyboard": _keyboard,
    "fullscreen": _fullscreen,
    "music": _music,
    "gift": _gift,
    "moon": _moon,
    "holly": _holly,
}
LARGE = ("spin", "stop", "play", "pause")
LARGE_SIZE = 104


def large_icon(name: str, skin: str) -> Image.Image:
    """The icon `name` at 104 px."""
    sketch = Sketch(LARGE_SIZE, scale=3)
    DRAWINGS[name](sketch)
    return sketch.image(PALETTES[skin].ink)


def icons(skin: str) -> dict[str, Image.Image]:
    """Every `icon/<name>` (48 px) and the few `icon_large/<name>` (104 px) that stand on the SPIN button."""
    ink = PALETTES[skin].ink
    drawn = {}
    for name, draw in DRAWINGS.items():
        sketch = Sketch()
        draw(sketch)
        drawn[f"icon/{name}"] = sketch.image(ink)
    for name in LARGE:
        drawn[f"icon_large/{name}"] = large_icon(name, skin)
    return drawn
