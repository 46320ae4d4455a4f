"""The proof of a round: committed to before the press, mixed with the player's words, checked afterwards."""

import hashlib
import itertools

import pytest

from game import table
from game.ledger import Proof
from game.platform.input import Action, Typed
from game.ui.scenes import proof
from game.ui.scenes.history import History, RoundCard
from game.ui.scenes.proof import RoundProof


@pytest.fixture(autouse=True)
def drawn(monkeypatch):
    """Secrets that are the same in every run, in place of the system's."""
    numbers = itertools.count()
    monkeypatch.setattr(table, "new_proof", lambda: Proof(hashlib.sha256(b"%d" % next(numbers)).hexdigest()))


@pytest.fixture
def player(sit_down):
    return sit_down(seed=None)


def spin(player):
    player.press("SPIN")
    player.until(lambda: player.services.table.open is None)
    player.wait(1)


def open_last(player):
    """The proof of the newest round, by the presses that lead there."""
    player.press("History")
    history = player.scene
    assert isinstance(history, History)
    history.rounds.chosen = 0
    player.click(history.rounds.rect.left + 200, history.rounds.rect.top + 20)
    player.wait()
    assert isinstance(player.scene, RoundCard)
    player.press("Verify round")
    player.wait()
    assert isinstance(player.scene, RoundProof)


def type_words(player, text):
    player.focus("Your words")
    for letter in text:
        player.give(Typed(letter))
    player.wait()


def test_the_commitment_is_at_the_table_before_the_press_and_whole_one_press_away(player, monkeypatch):
    copied = []
    monkeypatch.setattr(proof, "copy", lambda text: bool(copied.append(text)) or True)
    commitment = player.services.table.commitment
    assert commitment[:8] in player.texts()
    player.press("Proof")
    player.wait()
    assert commitment in player.texts()
    player.press("Copy")
    assert copied == [commitment]
    player.press("Done")
    spin(player)
    stored = player.services.table.ledger.history(1)[0]
    assert player.services.table.ledger.proof(stored.id).commitment == commitment
    assert player.services.table.commitment != commitment
    assert player.services.table.commitment[:8] in player.texts()


def test_words_are_mixed_in_and_verify_says_so_in_plain_words(player):
    commitment = player.services.table.commitment
    player.press("Proof")
    type_words(player, "mine, é 5")
    player.key(Action.BACK)
    spin(player)
    stored = player.services.table.ledger.history(1)[0]
    kept = player.services.table.ledger.proof(stored.id)
    assert kept.words == "mine, é 5"
    mixed = hashlib.sha256((kept.secret + "mine, é 5").encode()).digest()
    assert int.from_bytes(mixed[:8]) >> 1 == stored.seed
    open_last(player)
    texts = player.texts()
    assert {commitment, kept.secret, "mine, é 5", str(stored.seed)} <= set(texts)
    for part in ("Mix: the secret followed by your words gives", "Result: replaying the seed gives exactly"):
        assert player.reads(part)
    player.focus("Commitment you noted")
    player.type(commitment[:8])
    assert player.reads("is the one you noted.")
    player.type("00000000")
    assert player.reads("isn't the one you noted.")


def test_keys_that_are_typed_as_words_do_nothing_else(player):
    player.press("Proof")
    player.focus("Your words")
    for name in ("space", "m", "b", "a"):
        player.key_named(name)
    assert not player.services.settings.sound
    assert player.scenes[-1] == "NextRound"
    assert player.group.focused.name == "Your words"


def test_words_that_were_chosen_hold_after_a_restart(sit_down, tmp_path):
    with_words = sit_down(folder=tmp_path / "mine", seed=None)
    with_words.press("Proof")
    type_words(with_words, "again")
    with_words.services.table.close()
    again = sit_down(folder=tmp_path / "mine", seed=None)
    assert again.services.settings.words == "again"


def test_a_round_that_was_cut_off_keeps_its_proof(sit_down, tmp_path):
    first = sit_down(folder=tmp_path / "mine", seed=None, words="w")
    commitment = first.services.table.commitment
    first.press("SPIN")
    first.wait(0.5)
    assert first.services.table.open is not None
    first.services.table.ledger._db.close()
    first.services.table.ledger._lock.release()
    again = sit_down(folder=tmp_path / "mine", seed=None)
    again.wait()
    again.press("Skip to result")
    again.wait(2)
    open_last(again)
    assert commitment in again.texts()
    assert all(check.good for check in again.scene.checks)


def test_a_proof_that_does_not_fit_is_told(player):
    spin(player)
    ledger = player.services.table.ledger
    ledger._db.execute("DROP TRIGGER proofs_no_update")
    ledger._db.execute("UPDATE proofs SET words = 'other'")
    open_last(player)
    assert player.reads("doesn't give the round's seed.")


def test_a_demonstration_commits_to_nothing(sit_down):
    assert "Proof" not in [control.name for control in sit_down().group.shown]
