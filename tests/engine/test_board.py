"""Boards: counting, paying, tumbling."""

from hypothesis import given
from hypothesis import strategies as st

from game.engine import board as bd
from game.engine.rules import HEART_VALUES, PAYS, REELS, ROWS

CELLS = (*PAYS, "scatter", *(f"x{value}" for value in HEART_VALUES))
cells = st.sampled_from(CELLS)
boards = st.lists(st.lists(cells, min_size=ROWS, max_size=ROWS).map(tuple), min_size=REELS, max_size=REELS).map(tuple)
few_kinds = st.sampled_from(("sun", "yellow", "teal", "scatter", "x2"))
crowded_boards = st.lists(
    st.lists(few_kinds, min_size=ROWS, max_size=ROWS).map(tuple), min_size=REELS, max_size=REELS
).map(tuple)


@given(boards | crowded_boards)
def test_every_cell_is_counted_once(board):
    counts = bd.count_cells(board)
    assert sum(counts.values()) == REELS * ROWS
    for cell in CELLS:
        assert counts[cell] == len(bd.positions_of(board, cell))
        assert all(board[reel][row] == cell for reel, row in bd.positions_of(board, cell))


@given(crowded_boards)
def test_eight_of_a_paying_symbol_win_wherever_they_lie(board):
    shown = [cell for column in board for cell in column]
    won = dict(bd.winning_symbols(board))
    for symbol in PAYS:
        assert (symbol in won) == (shown.count(symbol) >= 8)
    assert list(won) == [symbol for symbol in PAYS if symbol in won]


@given(boards)
def test_hearts_are_listed_reel_by_reel_from_the_top(board):
    listed = bd.hearts_on(board)
    assert [place for _, place in listed] == sorted(place for _, place in listed)
    assert all(board[reel][row] == f"x{value}" for value, (reel, row) in listed)
    assert len(listed) == sum(cell.startswith("x") for column in board for cell in column)


@given(boards | crowded_boards, st.sets(st.tuples(st.integers(0, REELS - 1), st.integers(0, ROWS - 1))), st.data())
def test_a_tumble_keeps_order_and_refills_from_the_top(board, removed, data):
    lost = bd.gaps(removed)
    refills = tuple(tuple(data.draw(st.lists(cells, min_size=count, max_size=count))) for count in lost)
    after = bd.tumble(board, removed, refills)
    for reel in range(REELS):
        kept = [board[reel][row] for row in range(ROWS) if (reel, row) not in removed]
        assert list(after[reel]) == list(refills[reel]) + kept
        assert len(after[reel]) == ROWS
