"""The three spins the summary names."""

from game.engine import Mode, Seed, play
from game.engine import events as ev
from game.present.best_spins import SHOWN, best_spins


def settled(played):
    return [event for event in played.events if isinstance(event, ev.SpinSettled) and event.spin and event.win]


def test_names_the_largest_wins_in_order():
    for seed in range(40):
        played = play(Mode.BUY, Seed(seed))
        best = best_spins(played.events)
        assert [entry.win for entry in best] == sorted((e.win for e in settled(played)), reverse=True)[:SHOWN]
        assert {(entry.spin, entry.win) for entry in best} <= {(e.spin, e.win) for e in settled(played)}


def test_says_what_paid_and_what_multiplied_it():
    for seed in range(40):
        played = play(Mode.BUY, Seed(seed))
        for entry in best_spins(played.events, count=100):
            spin, pays, multiplier = 0, [], 1
            for event in played.events:
                if isinstance(event, ev.BoardDropped):
                    spin = event.spin
                if spin != entry.spin:
                    continue
                if isinstance(event, ev.SymbolsPaid):
                    pays += [(win.pay, win.symbol, win.count) for win in event.wins]
                if isinstance(event, ev.ScattersPaid):
                    pays.append((event.pay, "scatter", event.count))
                if isinstance(event, ev.HeartsApplied):
                    multiplier = event.multiplier
            assert entry.multiplier == multiplier
            assert any(p[1:] == (entry.symbol, entry.count) and p[0] == max(pays)[0] for p in pays)


def test_base_game_has_none():
    assert all(
        not best_spins(play(Mode.BASE, Seed(seed)).events) for seed in range(50) if play(Mode.BASE, Seed(seed)).win < 60
    )
