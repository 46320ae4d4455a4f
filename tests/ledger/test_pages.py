"""Rows found page by page are the rows SQLite itself gives."""

import sqlite3
from contextlib import closing

from hypothesis import given
from hypothesis import strategies as st

from game.ledger.pages import rows

values = st.none() | st.integers(-(2**63), 2**63 - 1) | st.text(max_size=40) | st.binary(max_size=40)
tables = st.lists(st.tuples(values, values, values), max_size=120)


@given(tables)
def test_every_row_of_a_sound_file_is_found(tmp_path_factory, table):
    path = tmp_path_factory.mktemp("pages") / "file.sqlite"
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE listed (id INTEGER PRIMARY KEY, a, b, c)")
        db.executemany("INSERT INTO listed (a, b, c) VALUES (?, ?, ?)", table)
        db.commit()
        size = db.execute("PRAGMA page_size").fetchone()[0]
    found = {row for row in rows(path.read_bytes(), size) if len(row) == 4}
    assert {(number, *row) for number, row in enumerate(table, 1)} <= found


@given(st.binary(max_size=3000))
def test_no_bytes_break_the_reader(contents):
    assert isinstance(list(rows(contents, 512)), list)
