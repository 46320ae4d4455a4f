"""Proof that a round's seed was fixed before the press: a commitment shown first, the secret behind it kept after.

The secret is 64 hexadecimal digits, drawn for each round alone and held in memory only, so that nobody can look up a
round before it is played. Anyone can verify it with common tools:

    commitment = SHA-256 of the secret's digits, in hexadecimal
    seed       = the first 63 bits of SHA-256 of the secret's digits followed by the player's words in UTF-8

>>> proof = Proof("00" * 32, "my words")
>>> proof.commitment[:16], int(proof.seed)
('60e05bd1b195af2f', 7119154208044034377)
"""

import hashlib
import secrets
import sqlite3
from dataclasses import dataclass
from typing import Final

from game.engine import Seed

SEED_BITS: Final = 63


@dataclass(frozen=True, slots=True)
class Proof:
    """A secret and the player's words, from which a round's seed follows."""

    secret: str
    """64 hexadecimal digits."""
    words: str = ""
    """What the player mixed in; may be empty."""

    @property
    def commitment(self) -> str:
        """What can be shown before the press: it tells nothing of the seed, and fits no other secret."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    @property
    def seed(self) -> Seed:
        """The seed of the round."""
        mixed = hashlib.sha256((self.secret + self.words).encode()).digest()
        return Seed(int.from_bytes(mixed[:8]) >> (64 - SEED_BITS))

    def verify(self, seed: int, commitment: str | None = None) -> bool:
        """Whether a round's ``seed``, and the ``commitment`` noted before it was played, come of this secret."""
        return self.seed == seed and (commitment is None or commitment.strip().lower() == self.commitment)


def new_proof() -> Proof:
    """A proof with a fresh secret of the operating system's and no words."""
    return Proof(secrets.token_hex(32))


def proof_of(db: sqlite3.Connection, round_id: int) -> Proof | None:
    """The proof kept with a round; None where its seed was drawn without one."""
    if not db.execute("SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE name = 'proofs')").fetchone()[0]:
        return None  # a ledger of an earlier version, looked at as it is
    row = db.execute("SELECT secret, words FROM proofs WHERE round_id = ?", (round_id,)).fetchone()
    return None if row is None else Proof(*row)
