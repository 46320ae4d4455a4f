"""The table: a player's seat between the engine and the ledger. It takes stakes, plays rounds and settles them.

The outcome of a round is fixed and written down before anything of it is shown.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from game.engine import Mode, Round, Seed, play
from game.ledger import (
    Ledger,
    LedgerError,
    Limit,
    LimitKind,
    Malfunction,
    Preset,
    RefillRefused,
    Rules,
    Seen,
    State,
    StoredRound,
    new_proof,
)
from game.messages import Message
from game.money import Bet
from game.settings import Settings


@dataclass(frozen=True, slots=True)
class Played:
    """A round and how the ledger holds it."""

    round: Round
    bet: Bet
    stored: StoredRound | None
    """None for a demonstration or a replay, which no money stands behind."""


class Table:
    """Bets, stakes and settlements of one profile."""

    def __init__(self, ledger: Ledger, settings: Settings, next_seed: Callable[[], Seed] | None = None) -> None:
        """``next_seed`` tells the seeds of a demonstration; without it each round has a proof of its own."""
        self.ledger, self.settings, self.next_seed = ledger, settings, next_seed
        self._proof = new_proof()
        self.rules: Rules | None = None
        """The rules of responsible mode; None outside of it."""
        with suppress(LedgerError):  # a disk that fails now is met again, and said so, with the first stake
            self._follow_rules()
        self.open: Played | None = None
        """The round whose stake is taken and which is not settled yet."""
        self.refills = True
        """Whether free refills may be taken: a demonstration takes none in a player's own game."""
        self.balance = ledger.balance
        """Minor units; read from the ledger after everything that changes it."""

    @property
    def bet(self) -> Bet:
        """The bet of the next round."""
        return Bet(self.settings.coin, self.settings.level)

    def set_bet(self, bet: Bet) -> None:
        """Change the bet of the next round."""
        self.settings.coin, self.settings.level = bet.coin, bet.level

    @property
    def mode(self) -> Mode:
        """What the spin button plays."""
        return Mode.ANTE if self.settings.ante and self.rules is None else Mode.BASE

    @property
    def commitment(self) -> str | None:
        """What commits the next round's seed, to be shown before the press; None in a demonstration with a seed."""
        return None if self.next_seed is not None else self._proof.commitment

    def _follow_rules(self) -> None:
        """Take over what the ledger says of responsible mode; a setting of an earlier version is handed to it."""
        ledger = self.ledger
        if self.settings.responsible and not ledger.was_set(LimitKind.RESPONSIBLE):
            ledger.set_responsible(Preset.OWN)
        self.rules = ledger.responsible()
        self.settings.responsible = self.rules is not None

    def set_responsible(self, preset: Preset | None) -> Limit:
        """Enter, change or leave responsible mode: see :meth:`Ledger.set_responsible`."""
        limit = self.ledger.set_responsible(preset)
        self._follow_rules()
        return limit

    def price(self, mode: Mode | None = None) -> int:
        """Minor units that a round costs now."""
        return self.bet.price(mode or self.mode)

    def affords(self, mode: Mode | None = None) -> bool:
        """Whether the balance carries a round."""
        return self.balance >= self.price(mode)

    def start(self, mode: Mode) -> Played:
        """Take the stake and play a round; raises ``LedgerError`` and takes nothing when it may not be played.

        A round that could not be paid when it ended (the disk was full) is paid first.
        """
        if self.open is not None:
            self.settle()
        bet = self.bet
        self._follow_rules()
        self.ledger.check(mode, bet)
        if self.next_seed is None:
            proof = replace(self._proof, words=self.settings.words)
            played = play(mode, proof.seed)
        else:
            proof, played = None, play(mode, self.next_seed())
        try:
            stored = self.ledger.stake(played, bet, proof)
        except LedgerError:
            # A disk may fail after the commit reached it: if the stake is down, the round is played.
            found = self.ledger.open_round()
            if found is None or found.seed != played.seed:
                raise
            stored = found
        self.open = Played(played, bet, stored)
        self._proof = new_proof()
        self.balance = self.ledger.balance
        return self.open

    def resume(self) -> Played | None:
        """Take up a round that was left open; raises ``Malfunction`` when it was void and refunded instead."""
        found = self.ledger.resume()
        self.balance = self.ledger.balance
        if found is None:
            return None
        stored, played = found
        if played is None:
            raise Malfunction(stored.reason, stored.explanation)
        self.open = Played(played, stored.bet, stored)
        return self.open

    def mark_spin_shown(self, spin: int) -> None:
        """Note the spin that is being shown; where that cannot be written, the spin may be shown twice."""
        if self.open is not None and self.open.stored is not None:
            with suppress(LedgerError):
                self.ledger.mark_spin_shown(self.open.stored.id, spin)

    def settle(self, seen: Seen = Seen()) -> None:  # noqa: B008  it does not change
        """Pay the open round, of which the player has ``seen`` so much.

        Raises ``Malfunction`` when its record was damaged meanwhile: then it is void. After any other ``LedgerError``
        it is still open and can be settled again.
        """
        if self.open is not None and self.open.stored is not None:
            try:
                self.ledger.settle(self.open.stored.id, seen)
            except Malfunction as error:
                self.ledger.void(self.open.stored.id, error.reason)
                self.open = None
                self.balance = self.ledger.balance
                raise
        self.open = None
        self.balance = self.ledger.balance

    def last_played(self) -> Played | None:
        """The newest round that was paid, played again; None when there is none. Raises ``LedgerError``."""
        for stored in self.ledger.history(1):
            if stored.state == State.PAID:
                return Played(self.ledger.replay(stored), stored.bet, stored)
        return None

    def close(self) -> None:
        """Let the ledger go."""
        self.ledger.close()

    def choose_bankroll(self, bankroll: int) -> None:
        """Begin with so much play money, and be filled up to it; raises ``LedgerError``.

        Once a round was played the credit stays as it is until the game is started over or refilled.
        """
        self.settings.bankroll = bankroll
        self.ledger.begin_with(bankroll)
        self.balance = self.ledger.balance

    def refill(self) -> None:
        """Fill the credit up to the bankroll the player chose; raises ``LedgerError``."""
        if not self.refills:
            raise RefillRefused(Message("A demo can't take a refill in your own game."))
        self.ledger.refill(self.settings.bankroll)
        self.balance = self.ledger.balance
