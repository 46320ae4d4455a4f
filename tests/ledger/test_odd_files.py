"""A pipe, a device or a folder in the place of a file of the ledger's is said, and never waited for."""

import os
import sys

import pytest

from game.ledger import Ledger, LedgerError, audit
from game.ledger.journal import JOURNAL_NAME
from game.ledger.lock import LOCK_NAME
from game.ledger.storage import LEDGER_NAME, SEAL_NAME
from tests.ui.driver import START

NAMES = [LEDGER_NAME, SEAL_NAME, JOURNAL_NAME, LOCK_NAME, f"{LEDGER_NAME}-wal", f"{LEDGER_NAME}-shm"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no pipes among its files")
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
@pytest.mark.parametrize("name", NAMES)
def test_what_could_be_waited_for_for_ever_is_said(tmp_path, name, kind):
    Ledger.open(tmp_path, lambda: START).close()
    path = tmp_path / name
    path.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        path.mkdir()
    with pytest.raises(LedgerError, match=name):
        Ledger.open(tmp_path, lambda: START)
    with pytest.raises(LedgerError):
        audit(tmp_path)
    assert path.exists(), "it is left for the player to look at"
