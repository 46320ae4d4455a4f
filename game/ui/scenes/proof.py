"""Proof: the commitment to the next round with the player's own words, and what shows that a played one kept to it."""

from dataclasses import dataclass
from typing import Final

import pygame

from game.ledger import Malfunction, Proof, StoredRound
from game.platform.clipboard import copy
from game.ui.panel import Panel
from game.ui.services import Services
from game.ui.widgets.field import Field

SHORT: Final = 8
"""Digits of a commitment that stand at the table, and the fewest that tell it from another."""


def short(commitment: str) -> str:
    """How a commitment is shown where there is little room."""
    return commitment[:SHORT]


def _draw_rows(
    canvas: pygame.Surface, services: Services, rows: tuple[tuple[str, str], ...], body: pygame.Rect, top: int
) -> int:
    """Rows of a name above digits or words, from ``top`` down; returns the bottom y."""
    for name, value in rows:
        label = pygame.Rect(body.left, top, body.width, 34)
        services.theme.text(canvas, name, label, size=25, colour="muted", align="left")
        box = pygame.Rect(body.left, top + 36, body.width, 52)
        services.theme.stretched(canvas, "card", box)
        services.theme.text(canvas, value, box.inflate(-36, -8), size=30, style="strong", align="left")
        top += 96
    return top


def _copy(services: Services, text: str) -> None:
    tr = services.tr
    services.notify(tr("Copied.") if copy(text) else tr("Couldn't copy. It is shown in full on this page."))


class NextRound(Panel):
    """Before the press: what commits the game to the next round, and the player's own words."""

    title = "Proof for the next round"
    size = (1360, 700)

    def build(self) -> None:
        body = self.body
        self._words = self.controls.add(
            Field(
                pygame.Rect(body.left, body.top + 270, body.width, 70),
                "Your words",
                self.services.settings.words,
                self._read,
                label="Your words",
                hint="none",
                tooltip="Anything you like. Together with the secret it makes the seed.",
                letters="",
                share=0.78,
            )
        )
        y = self.rect.bottom - 132
        self.add_button(pygame.Rect(body.left, y, 330, 84), "Copy", self.copy, icon="export", size=28)
        self.add_button(pygame.Rect(body.right - 300, y, 300, 84), "Done", self.close, kind="button_primary")

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

    def draw_body(self, canvas: pygame.Surface) -> None:
        tr, body = self.services.tr, self.body
        told = tr(
            "A secret for the next round has been drawn, and this commits the game to it: the SHA-256 of the secret. "
            "Note it, add words of your own if you like, and play. Then choose the round in the history and press "
            "Verify: the secret is shown, and with your words it makes the seed."
        )
        area = pygame.Rect(body.left, body.top - 6, body.width, 150)
        self.services.theme.paragraph(canvas, told, area, size=28)
        rows = ((tr("Commitment to the next round"), self.commitment),)
        _draw_rows(canvas, self.services, rows, body, body.top + 154)
        foot = pygame.Rect(body.left, body.top + 352, body.width, 34)
        note = tr("Your words change the seed, but nobody can tell how before the round is played.")
        self.services.theme.text(canvas, note, foot, size=25, colour="muted")


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

    def build(self) -> None:
        body = self.body
        self.controls.add(
            Field(
                pygame.Rect(body.left, body.top + 556, body.width, 66),
                "Commitment you noted",
                "",
                self._read,
                label="Commitment you noted",
                hint="not entered",
                tooltip="The first eight digits are enough.",
                letters="0123456789abcdefABCDEF",
                share=0.7,
            )
        )
        y = self.rect.bottom - 122
        self.add_button(pygame.Rect(body.left, y, 330, 80), "Copy secret", self.copy, icon="export", size=27)
        self.add_button(pygame.Rect(body.right - 300, y, 300, 80), "Done", self.close, kind="button_primary")

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

    def draw_body(self, canvas: pygame.Surface) -> None:
        theme, tr, body = self.services.theme, self.services.tr, self.body
        rows = (
            (tr("Commitment shown before the round"), self.proof.commitment),
            (tr("Secret"), self.proof.secret),
            (tr("Your words"), self.proof.words or tr("none")),
            (tr("Seed"), str(self.stored.seed)),
        )
        y = _draw_rows(canvas, self.services, rows, body, body.top - 8) + 2
        for check in self.checks:
            icon = theme.scaled.get(theme.assets.ui[f"icon/{'check' if check.good else 'warning'}"], 0.7, 0.7)
            icon.draw_centred(canvas, body.left + 20, y + 24)
            line = pygame.Rect(body.left + 56, y, body.width - 56, 48)
            theme.text(canvas, check.text, line, size=28, colour="good" if check.good else "warn", align="left")
            y += 54
