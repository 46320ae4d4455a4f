"""The head-up display: logo, banner line, left column and bottom bar."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import pygame

from game.engine.rules import CAP, SCATTER, STAKES, Mode
from game.language import Language
from game.money import Bet
from game.present.round_view import WinLine
from game.present.stage import Amount, BannerPart, Stage, Symbol, Text
from game.ui import layout
from game.ui.odds import average_cost, odds
from game.ui.services import Services
from game.ui.theme import OF_HEIGHT, Theme

WIN_ROWS: Final = 4
FREE_WIN_ROWS: Final = 3
"""Lines the list of wins shows before it counts the rest together; fewer in free spins."""
MINI: Final = 0.3
"""Scale of a symbol in a line of text."""


def clock_text(elapsed: timedelta) -> str:
    """Hours, minutes and seconds."""
    seconds = int(elapsed.total_seconds())
    return f"{seconds // 3600:d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"


def bet_coins(mode: Mode) -> int:
    """Coins of what the player calls the bet in a mode: what a round of it costs."""
    return STAKES[mode]


def maximum_text(language: Language, mode: Mode) -> str:
    """The most a round pays, in bets as the player sees them."""
    return f"{language.number(CAP // bet_coins(mode))}×"


def total_of(lines: Sequence[WinLine], multiplier: int) -> int:
    """Coins that a list of wins comes to: hearts multiply all of it but what scatters pay."""
    return sum(line.pay * (1 if line.symbol == SCATTER else multiplier) for line in lines)


MARK_ENDS: Final = (1896, 110)
"""Middle of the right end of the mark on pictures that leave the game: above her head, where nothing stands."""


def mark_play(picture: pygame.Surface, services: Services) -> None:
    """Say on a picture that leaves the game that it is play money."""
    letters = max(14, picture.get_height() // 26)
    words = services.theme.fonts.line(services.tr("PLAY MONEY"), "strong", letters, (255, 255, 255))
    words = words.subsurface(words.get_bounding_rect())
    plate = pygame.Surface((words.get_width() + letters * 2 // 3, words.get_height() + letters // 4), pygame.SRCALPHA)
    plate.fill((0, 0, 0, 150))
    plate.blit(words, words.get_rect(center=plate.get_rect().center))
    scale = picture.get_height() / layout.CANVAS.height
    picture.blit(plate, plate.get_rect(midright=(round(MARK_ENDS[0] * scale), round(MARK_ENDS[1] * scale))))


FOOT: Final = 26
"""Height of the line below an amount."""
MIN_LABEL: Final = 17
"""Size of a meter's label where it stands beside a long text."""


class Hud:
    """Draws the numbers round the board."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @property
    def theme(self) -> Theme:
        """The skin shown."""
        return self.services.theme

    def draw_logo(self, canvas: pygame.Surface, mode: Mode) -> None:
        """The game's logo with the maximum win of a mode on a ribbon."""
        stage, tr = self.theme.assets.stage, self.services.tr
        logo = stage["logo"]
        x, y = stage.place.get("logo", layout.LOGO.topleft)
        logo.draw(canvas, x, y)
        if "ribbon" in stage:
            ribbon = stage["ribbon"]
            rx, ry = stage.place.get("ribbon", (layout.LOGO.centerx - ribbon.size[0] // 2, layout.LOGO.bottom - 40))
            ribbon.draw(canvas, rx, ry)
            box = self.theme.text_place("ribbon", rx, ry)
            if self.theme.high_contrast:
                self.theme.stretched(canvas, "plate", box.inflate(24, 6))
            language = self.services.language
            text = tr("UP TO {times}").format(times=maximum_text(language, mode))
            known = odds(mode)
            if known is not None and known.cap_one_in is not None:
                often = tr("1 in {count}").format(count=language.number(known.cap_one_in))
                whole = f"{text} · {often}"
                text = whole if self._width(whole, 24) <= box.width else f"{maximum_text(language, mode)} · {often}"
            self.theme.text(canvas, text, box, size=24, style="strong", colour="gold")

    def draw_banner(
        self, canvas: pygame.Surface, parts: Sequence[BannerPart], hint: str, bet: Bet, *, joyful: bool
    ) -> None:
        """What just happened, in words and symbols; a quiet hint otherwise."""
        box = layout.BANNER.inflate(-84, -10)
        if not parts:
            self.theme.text(canvas, hint, box, size=30, colour="muted", style="body")
            return
        pieces = [self._banner_piece(part, bet, "gold" if joyful else "text") for part in parts]
        width = sum(piece.get_width() for piece in pieces) + 12 * (len(pieces) - 1)
        line = pygame.Surface((max(1, width), box.height), pygame.SRCALPHA)
        x = 0
        for piece in pieces:
            line.blit(piece, (x, (box.height - piece.get_height()) // 2))
            x += piece.get_width() + 12
        if width > box.width:
            line = pygame.transform.smoothscale(line, (box.width, round(box.height * box.width / width)))
        canvas.blit(line, line.get_rect(center=box.center))

    def draw_static_layer(self, canvas: pygame.Surface, mode: Mode, clock: pygame.Rect = layout.CLOCK) -> None:
        """Everything of the display that stands still: logo, banner, console and the clock's plate."""
        self.draw_logo(canvas, mode)
        stage = self.theme.assets.stage
        stage["banner"].draw(canvas, *stage.place["banner"])
        self.theme.assets.ui["console"].draw(canvas, *layout.CONSOLE)
        self.draw_tablet(canvas, clock)
        if self.theme.high_contrast:
            for rect in (layout.BANNER, layout.CREDIT, layout.BET, layout.WIN):
                self.draw_plate(canvas, rect)

    def _banner_piece(self, part: BannerPart, bet: Bet, colour: str) -> pygame.Surface:
        fonts, theme, tallest = self.theme.fonts, self.theme, layout.BANNER.height - 14
        match part:
            case Text(text=text, values=values):
                words = self.services.tr(text).format(**dict(values))
                return fonts.line(words, "strong", min(theme.size(34), tallest), theme.colour("text"))
            case Amount(coins=coins):
                amount = self.services.money(bet.amount(coins))
                return fonts.line(amount, "strong", min(theme.size(36), tallest), theme.colour(colour))
            case Symbol(name=name):
                return theme.scaled.get(theme.assets.symbols[name], MINI, MINI).surface

    def draw_plate(self, canvas: pygame.Surface, rect: pygame.Rect) -> None:
        """A dark plate for text."""
        self.theme.stretched(canvas, "plate", rect)

    def draw_tablet(self, canvas: pygame.Surface, rect: pygame.Rect, *, carved: bool = False) -> None:
        """A framed dark card of the left column."""
        self.theme.stretched(canvas, "tablet/carved" if carved else "tablet/plain", rect)

    def draw_wins(self, canvas: pygame.Surface, stage: Stage, bet: Bet, *, joyful: bool) -> None:
        """The list of this sequence's wins with its total, on a card as high as it needs; nothing without a win."""
        lines, theme = stage.wins, self.theme
        if not lines:
            return
        rect = (layout.FREE_WINS if stage.free_spins else layout.WINS).copy()
        most = WIN_ROWS if not stage.free_spins else FREE_WIN_ROWS
        rect.height = min(rect.height, 40 * min(len(lines), most) + 64)
        self.draw_tablet(canvas, rect)
        inner = rect.inflate(-40, -16)
        rows = lines[-most:] if len(lines) <= most else lines[-(most - 1) :]
        y = inner.top
        if len(lines) > most:
            rest = lines[: -(most - 1)]
            text = self.services.tr("+{count} more").format(count=len(rest))
            self._win_row(
                canvas, pygame.Rect(inner.left, y, inner.width, 40), text, None, sum(r.pay for r in rest), bet
            )
            y += 40
        for line in rows:
            row = pygame.Rect(inner.left, y, inner.width, 40)
            self._win_row(canvas, row, f"{line.count} ×", line, line.pay, bet)
            y += 40
        total = pygame.Rect(inner.left, inner.bottom - 40, inner.width, 40)
        pygame.draw.line(canvas, theme.colour("muted"), (inner.left, total.top - 1), (inner.right, total.top - 1), 2)
        theme.text(canvas, self.services.tr("TOTAL"), total, size=26, style="strong", colour="muted", align="left")
        amount = self.services.money(bet.amount(total_of(lines, stage.multiplier)))
        colour = "gold" if joyful else "text"
        if stage.multiplier > 1:
            text, tallest = f"×{stage.multiplier}", round(total.height * OF_HEIGHT)
            label, wide = (
                theme.fonts.width(words, "strong", min(theme.size(size), tallest)) + 12
                for words, size in ((self.services.tr("TOTAL"), 26), (text, 28))
            )
            times = pygame.Rect(total.left + max(96, label), total.top, wide, total.height)
            theme.text(canvas, text, times, size=28, style="strong", colour=colour, align="left")
            total = pygame.Rect(times.right, total.top, total.right - times.right, total.height)
        theme.text(canvas, amount, total, size=30, style="strong", colour=colour, align="right")

    def _win_row(
        self, canvas: pygame.Surface, row: pygame.Rect, text: str, line: WinLine | None, pay: int, bet: Bet
    ) -> None:
        theme = self.theme
        theme.text(canvas, text, pygame.Rect(row.left, row.top, 150, row.height), size=26, style="strong", align="left")
        if line is not None:
            mini = theme.scaled.get(theme.assets.symbols[line.symbol], 0.26, 0.26)
            mini.draw_centred(canvas, row.left + 96, row.centery)
        right = pygame.Rect(row.left + 150, row.top, row.width - 150, row.height)
        theme.text(canvas, self.services.money(bet.amount(pay)), right, size=28, style="strong", align="right")

    def draw_clock(self, canvas: pygame.Surface, rect: pygame.Rect = layout.CLOCK) -> None:
        """Time played and net position of this session, on a tablet that lies there already.

        Where there is room for it, what its bets cost on average stands above the net.
        """
        theme, tr, money = self.theme, self.services.tr, self.services.money
        session = self.services.table.ledger.session()
        net = tr("NET")
        if session.refills:
            net = self.services.ntr("NET · {count} refill", "NET · {count} refills", session.refills)
        rows = [(tr("SESSION"), clock_text(session.elapsed)), (net, money(session.net, signed=True))]
        if rect.height > layout.FREE_CLOCK.height:
            rows.insert(1, (tr("EXPECTED"), money(-average_cost(session.stake), signed=True)))
        inner = rect.inflate(-40, -10)
        row = pygame.Rect(inner.left, inner.top, inner.width, inner.height // len(rows))
        for name, value in rows:
            size = min(theme.size(28), row.height)  # no larger than the row lets the value be
            room = row.width - theme.fonts.width(value, "strong", size) - 12
            label = pygame.Rect(row.left, row.top, max(room, row.width // 3), row.height)
            theme.text(canvas, name, label, size=26, style="strong", colour="muted", align="left")
            theme.text(canvas, value, row, size=28, style="strong", align="right")
            row.top = row.bottom

    def _width(self, text: str, size: int) -> int:
        return self.theme.fonts.width(text, "strong", self.theme.size(size))

    def draw_meter(
        self,
        canvas: pygame.Surface,
        rect: pygame.Rect,
        label: str,
        value: str,
        *,
        size: int,
        least: int,
        colour: str = "text",
        second: str | None = None,
        small: int = 25,
        foot: str = "",
    ) -> None:
        """A label of size ``small``, an amount and texts beside the label and below, in a well that lies there already.

        The label stands in the middle, or at the left where a ``second`` text may stand beside it, now or later.
        An amount in ``gold`` is set in the display alphabet.
        """
        theme = self.theme
        inner = rect.inflate(-28, -14)
        title = pygame.Rect(inner.left, inner.top, inner.width, 28)
        line = rect.inflate(-20, -14)
        if second and self._width(label, MIN_LABEL) + self._width(second, MIN_LABEL) + 8 > line.width:
            label, second = second, None  # what kind of money it is says it all
        if second is not None:
            taken = label + second
            while second and small > MIN_LABEL and self._width(taken, small) + 8 > line.width:
                small -= 1
            left = pygame.Rect(line.left, line.top, min(self._width(label, small), line.width // 2), 28)
            theme.text(canvas, label, left, size=small, style="strong", colour="muted", align="left")
            right = pygame.Rect(left.right + 8, line.top, line.right - left.right - 8, 28)
            theme.text(canvas, second, right, size=small, style="strong", colour="muted", align="right")
        else:
            theme.text(canvas, label, title, size=25, style="strong", colour="muted")
        body = pygame.Rect(inner.left, title.bottom, inner.width, inner.bottom - title.bottom)
        if foot:
            body.height -= FOOT - 6
            below = pygame.Rect(rect.left + 8, body.bottom, rect.width - 16, FOOT)
            theme.text(canvas, foot, below, size=22, least=MIN_LABEL, colour="muted")
        if colour == "gold" and value:
            theme.figures(canvas, value, body.move(0, -7), cap=size * 4 // 5)
        else:
            theme.text(canvas, value, body, size=size, least=least, style="strong", colour=colour)
