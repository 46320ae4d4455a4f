"""The board: plate, symbols, the frame before them, rising amounts and hearts in flight."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

import pygame

from game.engine.board import HEART_CELLS
from game.engine.rules import BANDS, HEART_COLOURS, PAYS, REELS, ROWS, SCATTER, heart_colour
from game.platform.sprites import Atlas, Sprite, clipped
from game.present.stage import CELL, Piece, Stage
from game.ui import layout
from game.ui.theme import WIN_PARTS, Theme, ThemeAssets
from game.ui.widgets.suspense import Suspense

IDLE_FRAME: Final = 1 / 18
"""Seconds a frame of an idle animation stays when its sheet does not say."""
REST_BETWEEN: Final = (0.9, 3.2)
"""Seconds a heart and a scatter keep still between two turns of their idle animation."""
SHIMMER_EVERY: Final = (0.5, 1.6)
"""Seconds between two symbols that shimmer on a quiet board."""
SWEEP_EVERY: Final = 6.0
SWEEP_STEP: Final = 0.085
"""Seconds between two lights that sweep over the whole board, and from each of its diagonals to the next."""
REACH: Final = 240
"""Side of the square a symbol's picture may fill."""
RISE: Final = 46.0
"""Pixels an amount rises."""
POPUP: Final = 60
JOYFUL_POPUP: Final = 84
"""Size of the amounts that rise from the board, larger and in gold once the round has won more than its stake."""
DRAWN_IN: Final = 0.1
"""How much smaller the scatters that wait for one more are, as a share of their size."""
TRAILS: Final = 4
"""Strengths of a trail."""
STREAKED: Final = 0.55
"""From this speed on a streak stands over a falling symbol."""
HOLE: Final = layout.BOARD.inflate(24, 24)
"""Where symbols may be drawn: a little under the frame's rails, never beyond them."""
AURAS: Final = (SCATTER, "heart_pink", "heart_orange")
"""Sprites whose light shines round them always."""
WINS_KEPT: Final = 6
"""Win animations that stay decoded, beside those the board may soon show."""
WING_BEAT: Final = (0, 2, 3, 4, 6, 8, 9, 8)
BEAT_FRAME: Final = 0.036
"""The idle frames of a heart that make up a beat of its wings, and seconds that each of them stays."""
ALWAYS_ALIVE: Final = (SCATTER, *(f"heart_{colour}" for colour in HEART_COLOURS))
"""Sprites whose idle animation comes as they land, and again and again."""


def sprite_name(cell: str) -> str:
    """The frame a cell is drawn with; a heart's value is drawn over it."""
    return f"heart_{heart_colour(HEART_CELLS[cell])}" if cell in HEART_CELLS else cell


class BoardWidget:
    """Draws the pieces of a stage; keeps only clocks of its own."""

    def __init__(self, theme: Theme, stage: Stage, rng: random.Random) -> None:
        self.theme, self.stage, self.rng = theme, stage, rng
        self.suspense = Suspense(theme, stage)
        self.still = False
        """Reduced motion: no shimmer or flapping."""
        self._clock = 0.0
        self._next_shimmer = 1.0
        self._next_sweep = SWEEP_EVERY / 2
        self._shimmers: dict[tuple[int, int], float] = {}
        """Cell -> when its shimmer began."""
        self._composed: dict[tuple[int, str], Sprite] = {}
        self._trails: dict[tuple[int, str, int], Sprite] = {}
        self._rails: list[tuple[pygame.Surface, tuple[int, int]]] = []
        """The frame's strips and their places."""
        self._landed: dict[tuple[int, int], float] = {}
        """Cell -> when what lies there came to rest."""
        self._wins: tuple[ThemeAssets | None, list[str]] = (None, [])
        """Symbols whose win animation was fetched for the theme that is shown, the latest last."""

    def update(self, dt: float) -> None:
        """Let idle animations run."""
        self._clock += dt
        self._landed |= {(piece.reel, piece.row): self._clock for piece in self.stage.all_pieces() if piece.y}
        self._fetch_wins()
        if self._clock >= self._next_shimmer and self.stage.pieces:
            self._next_shimmer = self._clock + self.rng.uniform(*SHIMMER_EVERY)
            piece = self.rng.choice(self.stage.all_pieces())
            self._shimmers[piece.reel, piece.row] = self._clock
            self._shimmers = {cell: begun for cell, begun in self._shimmers.items() if self._clock - begun < 2}
        if self._clock >= self._next_sweep:
            self._next_sweep = self._clock + SWEEP_EVERY
            for piece in self.stage.all_pieces():
                self._shimmers[piece.reel, piece.row] = self._clock + SWEEP_STEP * (piece.reel + ROWS - piece.row)

    def _fetch_wins(self) -> None:
        """Have the win animations of what can win on this board decoded, and let go of what was long not shown."""
        if self.still:
            return
        names = [sprite_name(piece.cell) for piece in self.stage.all_pieces()]
        soon = [name for name in dict.fromkeys(names) if name not in PAYS or names.count(name) >= BANDS[0]]
        assets, fetched = self._wins
        if assets is not self.theme.assets:
            assets, fetched = self.theme.assets, []
        elif set(soon) == set(fetched[len(fetched) - len(soon) :]):
            return
        for name in soon:
            if name not in fetched:
                assets.prefetch(WIN_PARTS[name])
        fetched = [name for name in fetched if name not in soon] + soon
        spare = max(0, len(fetched) - max(WINS_KEPT, len(soon)))
        assets.release(*(WIN_PARTS[name] for name in fetched[:spare]))
        self._wins = (assets, fetched[spare:])

    # -- drawing ----------------------------------------------------------------------------------------------

    def draw_plate(self, canvas: pygame.Surface, free: bool) -> None:
        """The plate under the symbols; takes the frame out of the sheet's part that it lies in."""
        stage = self.theme.assets.stage
        plate = "plate_free" if free and "plate_free" in stage else "plate"
        stage[plate].draw(canvas, *layout.BOARD.topleft)
        self._rails = _rails_of(stage, free=free)

    @property
    def hole(self) -> pygame.Rect:
        """Where symbols are drawn, canvas pixels."""
        return self.suspense.hole(HOLE)

    def draw_frame(self, canvas: pygame.Surface) -> None:
        """The fire, and before it the frame, under whose rails symbols slide."""
        self.suspense.draw_fire(canvas, self._clock)
        self.suspense.frame(canvas, self._rails)

    def draw(self, canvas: pygame.Surface) -> None:
        """The symbols."""
        pieces = self.stage.all_pieces()
        flat = [piece for piece in pieces if piece.visible and not piece.lifted]
        flat.sort(key=lambda piece: (piece.cell in HEART_CELLS) + 2 * (piece.cell == SCATTER))
        self.suspense.lean(canvas)
        with clipped(canvas, self.hole):
            for piece in [piece for piece in self.stage.leaving if piece.visible] + flat:
                self._draw_piece(canvas, piece)
            self.suspense.step_back(canvas, min((piece.light for piece in flat), default=1.0))
            waiting = [piece for piece in flat if self.stage.suspense > 0 and piece.cell == SCATTER]
            for piece in [piece for piece in pieces if piece.visible and piece.lifted] + waiting:
                self._draw_piece(canvas, piece)

    def draw_above(self, canvas: pygame.Surface, money: Callable[[int], str]) -> None:
        """What flies over the board: the amounts."""
        for popup in [popup for popup in self.stage.popups if popup.age >= 0]:
            self._draw_popup(canvas, popup.coins, popup.x, popup.y, popup.age / popup.life, money)

    def _draw_piece(self, canvas: pygame.Surface, piece: Piece) -> None:
        clip, reach = canvas.get_clip(), REACH / 2 * max(1.0, piece.scale_x, piece.scale_y)
        x, y = piece.centre
        if not (
            clip.left - reach < layout.BOARD.left + x < clip.right + reach
            and clip.top - reach < layout.BOARD.top + y < clip.bottom + reach
        ):
            return
        name = sprite_name(piece.cell)
        frame = self._win_frame(name, piece)
        x, y = self._on_canvas(piece, frame or self.theme.assets.symbols[name])
        scale_x = scale_y = zoom = self.suspense.zoom
        if piece.cell == SCATTER:  # so that neighbours that beat leave each other room
            zoom *= 1 - DRAWN_IN * self.stage.suspense
        if frame is None:  # the frames of a win are drawn at their sizes
            scale_x, scale_y = piece.scale_x * zoom, piece.scale_y * zoom
        elif piece.win == 1:  # what waits to burst breathes
            scale_x = scale_y = zoom * (1 + 0.02 * round(1 + math.sin(13 * self._clock)))
        streak = self._streak(name, piece.speed) if piece.speed > STREAKED else None
        if streak is not None:
            streak.draw_centred(canvas, x, y - CELL * (0.5 + 0.4 * piece.speed), pygame.BLEND_RGB_ADD)
        if piece.fade >= 1 and (name in AURAS or piece.glow > 0.3):
            glow = self.theme.assets.light.get(f"glow/{name}")
            if glow is not None:
                self.theme.scaled.get(glow, scale_x, scale_y).draw_centred(canvas, x, y, pygame.BLEND_RGB_ADD)
        for sprite in self._sprites(piece) if frame is None else self._with_value(frame, piece):
            shown = self.theme.scaled.get(sprite, scale_x, scale_y)
            shown.surface.set_alpha(round(255 * piece.fade))
            shown.draw_centred(canvas, x, y)
            shown.surface.set_alpha(255)

    def _streak(self, name: str, speed: float) -> Sprite | None:
        """A soft trail in a symbol's colour, stronger the quicker it falls; gold where all wait for a scatter."""
        streak = self.theme.assets.light.get("streak")
        glow = self.theme.assets.light.get(f"glow/{name}")
        level = math.ceil(TRAILS * (speed - STREAKED) / (1 - STREAKED))
        key = (id(self.theme.assets), "gold" if self.stage.suspense else name, level)
        if streak is None or glow is None:
            return streak
        if key not in self._trails:
            hue = (255, 190, 70) if self.stage.suspense else pygame.transform.average_color(glow.surface)[:3]
            brightest = max(1, *hue)
            width, height = streak.surface.get_size()
            soft = pygame.transform.smoothscale(streak.surface, (max(2, width // 24), height))
            soft = pygame.transform.smoothscale(soft, (width, height))
            soft.fill([255 * part * level // (brightest * TRAILS) for part in hue], special_flags=pygame.BLEND_RGB_MULT)
            self._trails = {kept: each for kept, each in self._trails.items() if kept[0] == key[0]}
            self._trails[key] = replace(streak, surface=soft)
        return self._trails[key]

    def _on_canvas(self, piece: Piece, sprite: Sprite) -> tuple[float, float]:
        """Where the middle of a piece stands on the canvas: so far inwards that the frame's rails do not cut it.

        A piece that falls in or out is moved as one in the row next to that edge.
        """
        x, y = piece.centre
        box = sprite.place_centred(0, 0)
        row = min(max(y, 0.5 * CELL), (ROWS - 0.5) * CELL)
        x = min(max(x, -box.left), layout.BOARD.width - box.right)
        y += min(max(row, -box.top), layout.BOARD.height - box.bottom) - row
        return self.suspense.near(layout.BOARD.left + x, layout.BOARD.top + y)

    def _win_frame(self, name: str, piece: Piece) -> Sprite | None:
        """The frame of its win animation that a piece shows now, if there is one."""
        if piece.win is None or self.still:
            return None
        frames = self.theme.assets.symbols.animation(f"{name}/win")
        return frames[frame_at(frames, piece.win)] if frames else None

    def _with_value(self, frame: Sprite, piece: Piece) -> list[Sprite]:
        return [frame, self.theme.assets.symbols[f"value/{piece.cell}"]] if piece.cell in HEART_CELLS else [frame]

    def _sprites(self, piece: Piece) -> list[Sprite]:
        name = sprite_name(piece.cell)
        at_rest = piece.y == 0 and piece.scale_x == 1
        idle = None if self.still or not at_rest else self._idle_frame(name, piece)
        if idle is None and piece.cell in HEART_CELLS:
            return [self.heart_with_value(name, piece.cell)]
        return self._with_value(idle or self.theme.assets.symbols[name], piece)

    def _idle_frame(self, name: str, piece: Piece) -> Sprite | None:
        frames = self.theme.assets.symbols.animation(f"{name}/idle")
        if not frames:
            return None
        if name in ALWAYS_ALIVE:
            landed = self._landed.get((piece.reel, piece.row), -piece.reel * 1.37 - piece.row * 0.61)
            at = (self._clock - landed) % (len(frames) * _length(frames[0]) + REST_BETWEEN[name == SCATTER])
            index = int(at / _length(frames[0]))
            return frames[index] if index < len(frames) else None
        begun = self._shimmers.get((piece.reel, piece.row))
        if begun is None:
            return None
        index = math.floor((self._clock - begun) / _length(frames[0]))
        return frames[index] if 0 <= index < len(frames) else None

    def heart(self, value: int, clock: float | None = None) -> list[Sprite]:
        """The pictures of a heart that carries ``value``, its wings beating by a ``clock`` in seconds."""
        cell = f"x{value}"
        frames = self.theme.assets.symbols.animation(f"{sprite_name(cell)}/idle") if clock is not None else []
        if not frames or clock is None:
            return [self.heart_with_value(sprite_name(cell), cell)]
        beat = WING_BEAT[int(clock / BEAT_FRAME) % len(WING_BEAT)]
        return [frames[beat % len(frames)], self.theme.assets.symbols[f"value/{cell}"]]

    def heart_place(self, centre: tuple[float, float], value: int) -> tuple[float, float]:
        """Where the heart of a cell, whose middle lies there on the board, is drawn on the canvas."""
        cell = f"x{value}"
        piece = Piece(cell, int(centre[0] // CELL), int(centre[1] // CELL))
        return self._on_canvas(piece, self.theme.assets.symbols[sprite_name(cell)])

    def heart_with_value(self, name: str, cell: str) -> Sprite:
        """A heart and its value in one picture, so that both scale as one."""
        key = (id(self.theme.assets), cell)
        if key not in self._composed:
            self._composed = {kept: sprite for kept, sprite in self._composed.items() if kept[0] == key[0]}
            heart, value = self.theme.assets.symbols[name], self.theme.assets.symbols[f"value/{cell}"]
            whole = pygame.Surface(heart.size, pygame.SRCALPHA)
            heart.draw(whole, 0, 0)
            value.draw(whole, 0, 0)
            box = whole.get_bounding_rect()
            self._composed[key] = Sprite(whole.subsurface(box).copy(), box.topleft, heart.size)
        return self._composed[key]

    def _draw_popup(
        self, canvas: pygame.Surface, coins: int, x: float, y: float, progress: float, money: Callable[[int], str]
    ) -> None:
        if self.stage.joyful:
            text = self.theme.lettering(money(coins), JOYFUL_POPUP)
        else:
            text = self.theme.fonts.line(money(coins), "strong", POPUP, self.theme.colour("text"), 3)
        rise = RISE if self.still else RISE * (1 - (1 - progress) ** 2)
        faded = text
        if progress > 0.65:
            faded = text.copy()
            faded.set_alpha(round(255 * (1 - progress) / 0.35))
        place = faded.get_rect(center=(layout.BOARD.left + x, layout.BOARD.top + y - rise))
        canvas.blit(faded, place.clamp(layout.BOARD.inflate(40, 40)))

    def cell_at(self, x: float, y: float) -> str | None:
        """The cell under a canvas point, at rest."""
        if not layout.BOARD.collidepoint(x, y) or not self.stage.pieces:
            return None
        reel = int((x - layout.BOARD.left) // CELL)
        row = int((y - layout.BOARD.top) // CELL)
        return self.stage.pieces[min(reel, REELS - 1)][row].cell if row < len(self.stage.pieces[0]) else None


def _rails_of(stage: Atlas, *, free: bool) -> list[tuple[pygame.Surface, tuple[int, int]]]:
    """The strips of a skin's frame; a frame in one piece where the skin has no strips."""
    found = [name for name in stage.names if name.startswith("rail_free/" if free else "rail/")]
    whole = "frame_free" if free and "frame_free" in stage else "frame"
    rails = [(stage[name], stage.place.get(name, layout.FRAME.topleft)) for name in found or [whole]]
    return [(rail.surface, (x + rail.offset[0], y + rail.offset[1])) for rail, (x, y) in rails]


def frame_at(frames: Sequence[Sprite], progress: float) -> int:
    """The number of the frame that is shown when an animation has come so far, each as long as its sheet says."""
    at = progress * sum(_length(frame) for frame in frames)
    for number, frame in enumerate(frames):
        at -= _length(frame)
        if at < 0:
            return number
    return len(frames) - 1


def _length(frame: Sprite) -> float:
    return frame.duration / 1000 if frame.duration else IDLE_FRAME
