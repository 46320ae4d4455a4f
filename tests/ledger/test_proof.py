"""A commitment shown before the press, the player's words mixed in, and what proves it afterwards."""

import hashlib

import pytest

from game.engine import Mode, play
from game.ledger import Ledger, Proof, audit, new_proof
from game.ledger.storage import LEDGER_NAME
from game.money import LADDER


def test_a_proof_is_what_common_tools_compute():
    proof = Proof("ab" * 32, "für mich ♥")
    assert proof.commitment == hashlib.sha256(b"ab" * 32).hexdigest()
    digest = hashlib.sha256(("ab" * 32 + "für mich ♥").encode()).hexdigest()
    assert int(proof.seed) == int(digest[:16], 16) // 2


def test_every_secret_is_new_and_every_word_changes_the_seed():
    proofs = [new_proof() for _ in range(50)]
    assert all(len(proof.secret) == 64 and set(proof.secret) <= set("0123456789abcdef") for proof in proofs)
    assert len({proof.commitment for proof in proofs}) == len({proof.seed for proof in proofs}) == 50
    assert len({Proof("00" * 32, words).seed for words in ("", "a", "b", "ab", "ba")}) == 5
    assert all(0 <= int(proof.seed) < 2**63 for proof in proofs)


def test_a_proof_is_kept_with_its_round_and_verified(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        proof = Proof(new_proof().secret, "luck")
        noted = proof.commitment
        stored = ledger.settle(ledger.stake(play(Mode.BASE, proof.seed), LADDER[0], proof).id)
        plain = ledger.settle(ledger.stake(play(Mode.BASE, new_proof().seed), LADDER[0]).id)
        assert ledger.proof(stored.id) == proof
        assert ledger.proof(plain.id) is None
    (folder / LEDGER_NAME).unlink()
    with Ledger.open(folder, clock) as ledger:
        found = ledger.proof(stored.id)
        assert found.verify(stored.seed, noted)
        assert found.verify(stored.seed, f" {noted.upper()}\n")
        assert not found.verify(stored.seed, new_proof().commitment)
        assert not found.verify(stored.seed + 1, noted)
    assert audit(folder)["agrees"]


def test_an_audit_sees_a_round_whose_seed_is_not_its_secret_s(folder, clock):
    with Ledger.open(folder, clock) as ledger:
        ledger.settle(ledger.stake(play(Mode.BASE, new_proof().seed), LADDER[0], new_proof()).id)
    assert audit(folder)["agrees"] is False


@pytest.mark.parametrize("change", ["UPDATE proofs SET words = 'x'", "DELETE FROM proofs"])
def test_a_proof_is_not_changed(folder, clock, change):
    with Ledger.open(folder, clock) as ledger:
        proof = new_proof()
        ledger.settle(ledger.stake(play(Mode.BASE, proof.seed), LADDER[0], proof).id)
        with pytest.raises(Exception, match="proofs"):
            ledger._db.execute(change)
