"""Proof: the commitment to the next round with the player's own words, and what shows that a played one kept to it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from game.ledger import Malfunction, Proof, StoredRound
from game.platform.clipboard import copy
from game.ui.boxes import NOWHERE, Box, Card, Column, Live, Picture, Room, Row, Text
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.field import Field

SHORT: Final = 8
"""Digits of a commitment that stand at the table, and the fewest that tell it from another."""


def short(commitment: str) -> str:
    """How a commitment is shown where there is little room."""
    return commitment[:SHORT]


def _row(name: str, value: Callable[[], str]) -> Box:
    """A name above digits or words."""
    return Column(Text(name, 25, colour="muted"), Card(Text(value, 30, style="strong")), gap=2)


def _foot(panel: Panel, name: str, copy: Callable[[], None]) -> Box:
    """The buttons that copy and leave."""
    copying = panel.button(name, copy, icon="export", size=28)
    return Row(copying, Room(), panel.button("Done", panel.close, kind="button_primary"), shares=(1, 1.6, 1))


def _copy(services: Services, text: str) -> None:
    tr = services.tr
    services.notify(tr("Copied.") if copy(text) else tr("Couldn't copy. It is shown in full on this page."))


class NextRound(Panel):
    """Before the press: what commits the game to the next round, and the player's own words."""

    title = "Proof for the next round"
    size = (1360, 700)

    def contents(self) -> Box:
        told = (
            "A secret for the next round has been drawn, and this commits the game to it: the SHA-256 of the secret. "
            "Note it, add words of your own if you like, and play. Then choose the round in the history and press "
            "Verify: the secret is shown, and with your words it makes the seed."
        )
        self._words = Field(
            NOWHERE,
            "Your words",
            self.services.settings.words,
            self._read,
            label="Your words",
            hint="none",
            tooltip="Anything you like. Together with the secret it makes the seed.",
            letters="",
            share=0.78,
        )
        note = "Your words change the seed, but nobody can tell how before the round is played."
        return Column(
            Text(told),
            _row("Commitment to the next round", lambda: self.commitment),
            self._words,
            Text(note, 25, colour="muted", align="centre"),
        )

    def buttons(self) -> Box:
        return _foot(self, "Copy", self.copy)

    @property
    def commitment(self) -> str:
        """All digits of it."""
        return self.services.table.commitment or ""

    @property
    def takes_space(self) -> bool:
        return not self._words.focused

    @property
    def takes_keys(self) -> bool:  # type: ignore[override]
        """Letters that are typed do nothing else."""
        return self._words.focused

    def confirm(self) -> None:
        self.close()

    def _read(self, text: str) -> str:
        self.services.settings.words = text
        self.services.save_settings()
        return ""

    def copy(self) -> None:
        """Put the commitment on the clipboard."""
        _copy(self.services, self.commitment)


@dataclass(frozen=True, slots=True)
class Check:
    """What one step of a proof came to."""

    text: str
    good: bool


def checks(services: Services, stored: StoredRound, noted: str = "") -> tuple[Check, ...]:
    """The commitment, the mix and the result of a round, each as it came out; the result alone without a proof."""
    tr, ledger = services.tr, services.table.ledger
    try:
        ledger.replay(stored)
        result = Check(tr("Result: replaying the seed gives exactly the recorded result."), good=True)
    except Malfunction as error:
        result = Check(services.say(error), good=False)
    proof = ledger.proof(stored.id)
    if proof is None:
        return (result,)
    return (_commitment_check(services, proof, noted), _mix_check(services, proof, stored), result)


def _commitment_check(services: Services, proof: Proof, noted: str) -> Check:
    tr = services.tr
    if not noted:
        return Check(tr("Commitment: the SHA-256 of the secret. Is it the one you noted?"), good=True)
    if proof.commitment.startswith(noted.strip().lower()):
        return Check(tr("Commitment: the SHA-256 of the secret is the one you noted."), good=True)
    return Check(tr("Commitment: the SHA-256 of the secret isn't the one you noted."), good=False)


def _mix_check(services: Services, proof: Proof, stored: StoredRound) -> Check:
    tr = services.tr
    if proof.verify(stored.seed):
        return Check(tr("Mix: the secret followed by your words gives the round's seed."), good=True)
    return Check(tr("Mix: the secret followed by your words doesn't give the round's seed."), good=False)


class RoundProof(Panel):
    """After the round: the secret and the words, and what was checked with them."""

    title = "Proof of round {number}"
    size = (1360, 920)

    def __init__(self, services: Services, stored: StoredRound, proof: Proof) -> None:
        self.stored, self.proof = stored, proof
        self.noted = ""
        self.title = services.tr(self.title).format(number=services.language.number(stored.id))
        self.checks = checks(services, stored)
        super().__init__(services)

    def contents(self) -> Box:
        tr, proof = self.services.tr, self.proof
        noted = Field(
            NOWHERE,
            "Commitment you noted",
            "",
            self._read,
            label="Commitment you noted",
            hint="not entered",
            tooltip="The first eight digits are enough.",
            letters="0123456789abcdefABCDEF",
            share=0.7,
        )
        return Column(
            _row("Commitment shown before the round", lambda: proof.commitment),
            _row("Secret", lambda: proof.secret),
            _row("Your words", lambda: proof.words or tr("none")),
            _row("Seed", lambda: str(self.stored.seed)),
            Live(self._checked),
            noted,
            gap=8,
        )

    def _checked(self) -> Box:
        """What each step came to, with a mark before it."""
        return Column(*(self._check(check) for check in self.checks), gap=4)

    def _check(self, check: Check) -> Box:
        theme = self.services.theme
        icon = Picture(lambda: theme.assets.ui[f"icon/{'check' if check.good else 'warning'}"], scale=0.7)
        text = Text(lambda: check.text, 28, colour="good" if check.good else "warn")
        return Row(icon, text, shares=(0, 1), gap=16)

    def buttons(self) -> Box:
        return _foot(self, "Copy secret", self.copy)

    @property
    def takes_keys(self) -> bool:  # type: ignore[override]
        """Digits that are typed do nothing else."""
        return isinstance(self.controls.focused, Field)

    def confirm(self) -> None:
        self.close()

    def _read(self, text: str) -> str:
        enough = len(text) >= SHORT
        self.checks = checks(self.services, self.stored, text if enough else "")
        return "" if enough or not text else self.services.tr("Enter at least the first eight digits.")

    def copy(self) -> None:
        """Put the secret and the words behind it on the clipboard: the seed is made of both as they stand."""
        _copy(self.services, self.proof.secret + self.proof.words)
