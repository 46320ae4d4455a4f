"""How a win came about: every number from the round's own events."""

from typing import Final, assert_never

import pygame

from game.engine import events as ev
from game.table import Played
from game.ui.answers import ReplayRound
from game.ui.boxes import NOWHERE, Box
from game.ui.names import symbol_name
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.rows import Rows

ROW: Final = 52
OF_WIN: Final = "How this win was worked out"
OF_ROUND: Final = "How this round was worked out"
"""What an account is called: of a win only where more was paid than the round cost."""


class Explain(Panel):
    """Tumbles, hearts, scatters and totals of one round."""

    size = (1320, 400)

    def __init__(self, services: Services, played: Played) -> None:
        self.played = played
        self.title = OF_WIN if played.round.win > played.round.stake else OF_ROUND
        self.lines = explain(played, services)
        super().__init__(services)

    def contents(self) -> Box:
        return Rows(NOWHERE, "Account", ROW, lambda: len(self.lines), self._draw_row, most=13)

    def buttons(self) -> Box:
        return self.button("Watch again", self.watch_again, icon="play", size=28)

    def watch_again(self) -> None:
        """Replay the round at the table."""
        self.close(ReplayRound(Played(self.played.round, self.played.bet, None), None))

    def confirm(self) -> None:
        self.close()

    def _draw_row(self, canvas: pygame.Surface, index: int, rect: pygame.Rect, chosen: bool) -> None:
        theme, (text, symbol, amount, heading) = self.services.theme, self.lines[index]
        if heading or chosen:
            theme.stretched(canvas, "card", rect.inflate(0, -4))
        row = rect.inflate(-44, 0)
        indent = 0 if heading else 44
        amount_width = theme.fonts.width(amount, "strong", theme.size(32))
        left = pygame.Rect(row.left + indent, row.top, row.width - amount_width - 10 - indent, row.height)
        style, colour = ("strong", "gold") if heading else ("body", "text")
        theme.text(canvas, text, left, size=30, style=style, colour=colour, align="left")
        if symbol:
            mini = theme.scaled.get(theme.assets.symbols[symbol], 0.28, 0.28)
            mini.draw_centred(canvas, row.left + 16, row.centery)
        right = pygame.Rect(left.right + 10, row.top, amount_width, row.height)
        theme.text(canvas, amount, right, size=32, style="strong", align="right")


Line = tuple[str, str, str, bool]
"""Text, symbol to draw before it, amount, whether it is a heading."""


def explain(played: Played, services: Services) -> list[Line]:
    """The lines of a round's account."""
    tr, ntr = services.tr, services.ntr

    def money(coins: int) -> str:
        return services.money(played.bet.amount(coins))

    lines: list[Line] = [(tr("Bet"), "", money(played.round.stake), True)]
    tumble = 0
    for event in played.round.events:
        match event:
            case ev.BoardDropped(spin=spin):
                tumble = 0
                if spin:
                    lines.append((tr("Free spin {spin}").format(spin=spin), "", "", True))
            case ev.SymbolsPaid(wins=wins):
                for win in wins:
                    where = tr("drop") if not tumble else tr("tumble {number}").format(number=tumble)
                    name = symbol_name(services, win.symbol)
                    text = tr("{count} × {symbol} ({where})").format(count=win.count, symbol=name, where=where)
                    lines.append((text, win.symbol, money(win.pay), False))
            case ev.BoardTumbled():
                tumble += 1
            case ev.HeartsApplied(hearts=hearts, multiplier=by, total_multiplier=total, before=before, after=after):
                added = " + ".join(f"×{heart.value}" for heart in hearts)
                text = tr("Hearts {added}: {before} × {multiplier}")
                if total is not None:
                    text = tr("Hearts {added}, total multiplier ×{multiplier}: {before} × {multiplier}")
                lines.append((text.format(added=added, before=money(before), multiplier=by), "", money(after), False))
            case ev.ScattersPaid(count=count, pay=pay):
                lines.append(
                    (
                        ntr("{count} scatter (not multiplied)", "{count} scatters (not multiplied)", count),
                        "scatter",
                        money(pay),
                        False,
                    )
                )
            case ev.SpinSettled(spin=spin, win=win_now):
                if spin and not win_now:
                    lines.pop()
            case ev.FreeSpinsWon(count=count):
                lines.append((ntr("{count} free spin", "{count} free spins", count), "scatter", "", False))
            case ev.FreeSpinsAdded(count=count):
                lines.append((ntr("{count} more free spin", "{count} more free spins", count), "scatter", "", False))
            case ev.CapReached(forfeited=forfeited):
                text = tr("Top win reached")
                if forfeited:
                    text = ntr("Top win reached; {count} spin lost", "Top win reached; {count} spins lost", forfeited)
                lines.append((text, "", "", True))
            case ev.FreeSpinsEnded(spins=spins, win=won):
                lines.append(
                    (ntr("{count} free spin in total", "{count} free spins in total", spins), "", money(won), True)
                )
            case ev.RoundEnded(win=won):
                times = f"{services.language.number(won / played.round.stake, 2)}×"
                text = tr("Paid: {times} the bet").format(times=times) if won else tr("Paid")
                net = services.money(played.bet.amount(won - played.round.stake), signed=True)
                lines += [(tr("Bet"), "", money(played.round.stake), True), (text, "", money(won), True)]
                lines.append((tr("Net"), "", net, True))
            case _:
                assert_never(event)
    return lines
