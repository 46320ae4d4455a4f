"""Sentences with values: English as they stand, and said again in another language with its own amounts and dates."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from game import paths
from game.language import Language
from game.ledger import LimitKind, Malfunction
from game.ledger.errors import InsufficientBalance, to_ledger_error
from game.ledger.ledger import Ledger
from game.ledger.reasons import VoidReason, explain
from game.messages import Message, Minor, message_of, translate
from game.money import Bet

MOMENT = datetime(2026, 10, 3, 9, 5, tzinfo=UTC)


def in_afrikaans(told, known=()):
    language = Language(paths.locale_folder(), "af")

    def shown(value):
        if isinstance(value, Minor):
            return f"R{value / 100:.2f}".replace(".", ",")
        return language.moment(value) if isinstance(value, datetime) else str(value)

    return translate(told, language.tr, shown, known)


def test_a_sentence_reads_in_english():
    told = Message("You're taking a break until {when}.", when=MOMENT)
    assert told == "You're taking a break until 03 October 2026, 09:05."
    assert Message("{amount}", amount=Minor(123456)) == "1,234.56"


def test_it_is_said_again_with_amounts_and_dates_of_the_language():
    assert "3 Okt 2026, 09:05" in in_afrikaans(Message("You're taking a break until {when}.", when=MOMENT))
    fault = InsufficientBalance(200, 150)
    assert str(fault).startswith("This round costs 2.00")
    assert in_afrikaans(message_of(fault)).startswith("Hierdie rondte kos R2,00; jy het R1,50.")


def test_a_sentence_within_a_sentence_is_said_again_too():
    inner = Message("It was restored from the backup {file}.", file="a.sqlite")
    told = Message("Your saved game was damaged. {instead} The damaged file is {file}.", file="b.sqlite", instead=inner)
    assert "restored from the backup a.sqlite." in told
    assert in_afrikaans(told).endswith("rugsteun a.sqlite herstel. Die beskadigde lêer is b.sqlite.")


@pytest.mark.parametrize("reason", VoidReason)
def test_a_reason_kept_in_the_ledger_has_a_text(reason):
    text = explain(reason, 12, "9.9.9+00")
    assert isinstance(text, Message)
    assert text != reason
    assert "12" in text or reason is VoidReason.REPAIRED


def test_a_counted_message_has_a_plural():
    one, two = (Message("{count} round", "{count} rounds", count=count) for count in (1, 2))
    assert (one, two) == ("1 round", "2 rounds")

    def ntr(singular, plural, count):
        return f"<{singular if count == 1 else plural}>"

    assert translate(two, str, str, ntr=ntr) == "<2 rounds>"
    assert translate(one, str, str, ntr=ntr) == "<1 round>"


def test_what_no_catalogue_knows_stays_as_it_is():
    assert in_afrikaans("nothing of the kind") == "nothing of the kind"
    assert message_of(ValueError()) == ""
    assert message_of(OSError(2, "gone")) == "[Errno 2] gone"


def test_every_refusal_of_the_ledger_can_be_said(tmp_path: Path):
    said = []
    with Ledger.open(tmp_path, lambda: MOMENT) as ledger:
        for ask in (
            lambda: ledger.round(99),
            ledger.refill,
            lambda: (_ for _ in ()).throw(Malfunction(VoidReason.DAMAGED, explain(VoidReason.DAMAGED, 1, ""))),
            lambda: (_ for _ in ()).throw(to_ledger_error(OSError(5, "I/O error"), tmp_path)),
        ):
            with pytest.raises(Exception) as caught:
                ask()
            said.append(caught.value)
        ledger.set_limit(LimitKind.BUDGET, 1)
        with pytest.raises(Exception) as caught:
            ledger.check("base", Bet(10, 1))
        said.append(caught.value)
    for fault in said:
        told = message_of(fault)
        assert isinstance(told, Message), told
        assert in_afrikaans(told) != told
