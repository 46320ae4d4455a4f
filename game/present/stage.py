"""The view model of the main screen: every piece and number that moves, as plain values.

The director writes here, the widgets draw from here; nothing in it draws, sounds or waits. Distances are canvas
pixels (1920 x 1080), the board's own origin is its top left corner.
"""

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from game.engine.board import Board, Cell
from game.engine.rules import REELS, ROWS
from game.present.round_view import RoundView, WinLine

CELL: Final = 148
"""Side of a board cell."""
BOARD_HEIGHT: Final = CELL * ROWS


@dataclass(slots=True)
class Piece:
    """One symbol on the board."""

    cell: Cell
    reel: int
    row: int
    y: float = 0.0
    """Offset from the cell's place, downwards."""
    scale_x: float = 1.0
    scale_y: float = 1.0
    light: float = 1.0
    """1 as drawn, less is dimmed."""
    glow: float = 0.0
    """Strength of the halo behind it, 0 to 1."""
    fade: float = 1.0
    """How far it has come to be seen, 0 to 1, where motion is reduced."""
    visible: bool = True
    lifted: bool = False
    """Drawn over the others."""
    speed: float = 0.0
    """How fast it falls, 0 to 1: streaks stand over what is quick."""
    win: float | None = None
    """How far its win animation has come, 0 to 1; None while it does not win."""

    def rest(self) -> None:
        """Back to how it lies when nothing moves."""
        self.y, self.scale_x, self.scale_y, self.light, self.glow, self.fade = 0.0, 1.0, 1.0, 1.0, 0.0, 1.0
        self.lifted, self.speed, self.win = False, 0.0, None

    @property
    def centre(self) -> tuple[float, float]:
        """Its centre on the board, offset included."""
        return (self.reel + 0.5) * CELL, (self.row + 0.5) * CELL + self.y


@dataclass(slots=True)
class FlyingHeart:
    """A heart that tore off its cell."""

    value: int
    start: tuple[float, float]
    """Centre of its cell on the board."""
    slot: int = 0
    """Its place in the row above the sum, from the left."""
    shake: float = 0.0
    """How hard it shakes before it tears off, 0 to 1."""
    progress: float = 0.0
    """Flight from its cell to its slot, 0 to 1."""


@dataclass(slots=True)
class Climax:
    """The hearts' great moment over the dimmed board: they gather, their sum slams up and multiplies the win.

    Progresses run from 0 to 1; what has not begun is 0.
    """

    hearts: list[FlyingHeart]
    before: int
    """Coins of the win that is multiplied."""
    total: int | None = None
    """The total multiplier that the sum goes into first; None in the base game."""
    dim: float = 0.0
    sum: int = 0
    """Values that have arrived."""
    slam: float = 0.0
    """Since the last value arrived."""
    gather: float = 0.0
    """A copy of the sum flies to the total multiplier."""
    turn: float = 0.0
    """The new total slams up in the sum's place."""
    strike: float = 0.0
    """What multiplies dives into the win."""
    ring: float = 0.0
    """The ring of light, the camera's punch and the count of the product."""
    joyful: bool = False

    @property
    def multiplier(self) -> int:
        """What the win is multiplied by."""
        return sum(heart.value for heart in self.hearts) if self.total is None else self.total


@dataclass(slots=True)
class Popup:
    """An amount that rises from a win and fades."""

    coins: int
    x: float
    y: float
    """Centre on the board."""
    age: float = 0.0
    life: float = 0.9


@dataclass(slots=True)
class Overlay:
    """A short message over the board: a retrigger or a big spin inside the free spins."""

    kind: str
    """``"retrigger"`` or ``"big_spin"``."""
    number: int
    """Spins added, or coins won."""
    progress: float = 0.0
    joyful: bool = False
    """The round has won more than it cost."""


@dataclass(frozen=True, slots=True)
class Text:
    """Words in the banner line (a catalogue text with its values)."""

    text: str
    values: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Symbol:
    """A symbol's picture in the banner line."""

    name: str


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of coins in the banner line, shown as money at the round's bet."""

    coins: int


BannerPart: TypeAlias = Text | Symbol | Amount


@dataclass(frozen=True, slots=True)
class Sound:
    """Play an effect."""

    name: str


@dataclass(frozen=True, slots=True)
class Burst:
    """Shards and sparks fly from a cell."""

    symbol: str
    x: float
    y: float
    """Centre on the board."""
    joyful: bool
    """More light, once the round has won more than its stake."""
    push: tuple[float, float] = (0.0, 0.0)
    """Cells from the middle of what bursts: its fragments fly that way."""


@dataclass(frozen=True, slots=True)
class Sparkle:
    """A puff of light where something landed or arrived."""

    kind: str
    """Heart colour, ``"scatter"`` or ``"meter"``."""
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Dust:
    """A reel came to rest on the sill, at that point of the board."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Act:
    """The character plays a clip."""

    clip: str


@dataclass(frozen=True, slots=True)
class SpinShown:
    """A spin's board has begun to fall: worth noting in the ledger."""

    spin: int


Cue: TypeAlias = Sound | Burst | Sparkle | Dust | Act | SpinShown


@dataclass(slots=True)
class Stage:
    """The main screen between two frames."""

    pieces: list[list[Piece]] = field(default_factory=list)
    """``pieces[reel][row]``; empty before the first board."""
    leaving: list[Piece] = field(default_factory=list)
    """Pieces of the old board falling away."""
    banner: tuple[BannerPart, ...] = ()
    wins: list[WinLine] = field(default_factory=list)
    win: float = 0.0
    """Coins shown in the WIN meter, rolling."""
    stake: int = 0
    """Coins the round shown has cost."""
    joyful: bool = False
    """The round shown has won more than it cost: only then anything celebrates, shines or is called a win."""
    spin_win: float = 0.0
    """Coins of the spin on the board, rolling."""
    hearts_sum: int = 0
    """Sum of the hearts that have joined in this sequence."""
    multiplier: int = 1
    """What the win of the spin on the board was multiplied by."""
    climax: Climax | None = None
    popups: list[Popup] = field(default_factory=list)
    overlay: Overlay | None = None
    glowing_reels: dict[int, float] = field(default_factory=dict)
    """Reels on which one more scatter would trigger -> how high the fire beside them stands, 0 to 1."""
    embers: dict[int, float] = field(default_factory=dict)
    """Such reels that have landed -> how high the fire still stands that goes out."""
    suspense: float = 0.0
    """How far the rest of the board steps back for such a reel, 0 to 1."""
    beat: float = 0.0
    """Progress of the total multiplier's heartbeat, 0 to 1; 0 while it rests."""
    wave: float = 0.0
    """Petals or snow in front of everything: 0 to 1 while they fill the screen."""
    free_spins: bool = False
    spins_left: int = 0
    total_multiplier: int = 0
    cues: list[Cue] = field(default_factory=list)
    """What happened since the widgets last looked."""

    def cue(self, *cues: Cue) -> None:
        """Note something for the widgets to do."""
        self.cues.extend(cues)

    def take_cues(self) -> list[Cue]:
        """What happened since the last call."""
        cues, self.cues = self.cues, []
        return cues

    def lay(self, board: Board) -> None:
        """Put a board down at rest."""
        self.pieces = [[Piece(board[reel][row], reel, row) for row in range(ROWS)] for reel in range(REELS)]
        self.leaving = []

    def show(self, view: RoundView) -> None:
        """Show a picture at rest, without any movement."""
        if view.board is not None:
            self.lay(view.board)
        self.wins = list(view.wins)
        self.win, self.spin_win = float(view.win), float(view.spin_win)
        self.hearts_sum = sum(view.hearts)
        self.free_spins, self.spins_left = view.free_spins, view.spins_left
        self.total_multiplier = view.total_multiplier
        self.multiplier = view.multiplier
        self.climax, self.popups, self.overlay = None, [], None
        self.glowing_reels, self.embers = {}, {}
        self.suspense = self.beat = self.wave = 0.0

    def board(self) -> Board:
        """The cells on screen."""
        return tuple(tuple(piece.cell for piece in column) for column in self.pieces)

    def fire(self, reel: int) -> float:
        """How high the fire beside a reel stands, 0 to 1."""
        return max(self.glowing_reels.get(reel, 0.0), self.embers.get(reel, 0.0))

    def all_pieces(self) -> list[Piece]:
        """Every piece of the board, reel by reel."""
        return [piece for column in self.pieces for piece in column]

    def age_popups(self, dt: float) -> None:
        """Let rising amounts rise and fade."""
        for popup in self.popups:
            popup.age += dt
        self.popups = [popup for popup in self.popups if popup.age < popup.life]
