"""PAR sheets as people read them, and the measured sheets kept beside the models.

A sheet is one JSON object (:func:`game.lab.sheet.build_sheet` makes it). Reading and printing one needs nothing
beyond the standard library.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

from game.engine.model import CURRENT
from game.engine.rules import Mode

Sheet = Mapping[str, Any]

PARTS: Final = {
    "paying_symbols": "paying symbols, before hearts",
    "hearts": "hearts, on the paid spin",
    "scatter_pays": "scatter pays",
    "free_spins": "free spins",
    "cap": "taken by the cap",
}
"""Key of each part of the return -> what it is called."""
PARTS_NOTE: Final = (
    "The estimator's free spins are played on as if there were no cap, and its last row takes away all of what is "
    "beyond it. The raw rows are of rounds as they are played: free spins end with the spin that reaches the cap, and "
    "only what that spin wins beyond it is taken away. So these two rows differ between the columns; their sums agree."
)
NO_INTERVAL: Final = "none: wins are too uneven for an interval from so few rounds"
MAX_LENGTH: Final = 2
"""Returns over more times the rounds counted than this are not told: the counted mean is not known well enough."""
RUNS: Final = {"paying_nothing": "that pays nothing", "paying_no_more_than_it_costs": "that never pays more"}
"""Key of each losing run -> what it is called."""
WIDTH: Final = 100


class NoSheet(LookupError):
    """A model without a sheet of that mode."""


@cache
def measured_sheet(mode: Mode, version: str = CURRENT) -> Sheet:
    """The measured PAR sheet of a mode, as the JSON object ``simulate --json`` printed; raises :class:`NoSheet`."""
    file = resources.files("game.engine").joinpath("models", f"{version}.{mode}.par.json")
    if not file.is_file():
        raise NoSheet(f"model {version} has no measured sheet of mode {mode}")
    sheet: Sheet = json.loads(file.read_text())
    return sheet


def sheet_text(sheet: Sheet) -> str:
    """The whole sheet as plain text."""
    sections = (_identity, _return, _volatility, _sessions, _features, _wins, _symbols, _boards, _hearts)
    return "\n\n".join("\n".join(section(sheet)) for section in sections) + "\n"


def _line(label: str, value: str) -> str:
    return f"  {label:<38}{value}"


def _percent(share: float, digits: int = 4) -> str:
    return f"{100 * share:.{digits}f} %"


def _range(pair: list[float] | None, digits: int = 4) -> str:
    if pair is None:
        return NO_INTERVAL
    return f"{100 * pair[0]:.{digits}f} to {100 * pair[1]:.{digits}f} %"


def _one_in(number: float | None) -> str:
    return "never seen" if number is None else f"1 in {number:,.1f}" if number < 10_000 else f"1 in {number:,.0f}"


def _identity(sheet: Sheet) -> Iterator[str]:
    yield f"PAR SHEET   {sheet['game']} {sheet['game_version']}   mode {sheet['mode']}"
    yield _line("model", sheet["model"])
    if "measured_model" in sheet:
        yield _line("measured with", f"model {sheet['measured_model']}: the same reels, odds and rules")
    if "engine_version" in sheet:
        yield _line("engine", sheet["engine_version"])
    yield _line("stake", f"{sheet['stake_coins']} coins (base bet 20)")
    interrupted = "   interrupted: of what was counted so far" if sheet["interrupted"] else ""
    yield _line("rounds", f"{sheet['rounds']:,}{interrupted}")
    yield _line("seed", str(sheet["seed"]))
    yield _line("command", sheet["command"])
    yield _line("time", f"{sheet['seconds']:.1f} s, {sheet['rounds_per_second']:,.0f} rounds a second")


def _return(sheet: Sheet) -> Iterator[str]:
    yield "RETURN TO PLAYER"
    won, staked = sheet["coins_won"], sheet["coins_staked"]
    yield f"  {'':<38}{'return':<16}99 % interval"
    columns = f"{_percent(sheet['rtp']):<16}{_range(sheet['rtp_ci99'])}"
    yield _line("estimator", columns)
    yield _line("raw", f"{_percent(sheet['raw_rtp']):<16}{_range(sheet['raw_rtp_ci99'])}")
    yield _line("printed", _percent(sheet["target_rtp"], 2))
    yield _line("estimator's 95 % interval", _range(sheet["rtp_ci95"]))
    yield _line("raw: coins won of coins staked", f"{won:,} of {staked:,}")
    yield _line("what the estimator is", sheet["estimator"].partition(":")[0])
    for line in _wrapped(sheet["estimator"].partition(":")[2].strip()):
        yield _line("", line)
    if sheet["estimator_free_spins"]:
        sets = f"{sheet['estimator_second_sets']} second sets of free spins for each triggering round"
        yield _line("its samples", f"{sheet['estimator_paid_spins']:,} paid spins")
        yield _line("", f"{sheet['estimator_free_spins']:,} single free spins")
        yield _line("", sets)
    yield ""
    yield f"  {'contribution to the return':<38}{'estimator':>14}{'raw':>14}"
    for key, label in PARTS.items():
        parts = _percent(sheet["contribution"][key]), _percent(sheet["raw_contribution"][key])
        yield f"  {label:<38}{parts[0]:>14}{parts[1]:>14}"
    for line in _wrapped(PARTS_NOTE, WIDTH - 2):
        yield f"  {line}"


def _wrapped(text: str, width: int = WIDTH - 42) -> Iterator[str]:
    line = ""
    for word in text.split():
        if len(line) + len(word) > width:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    yield line


def _volatility(sheet: Sheet) -> Iterator[str]:
    yield "VOLATILITY (in stakes)"
    yield _line("hit frequency", _percent(sheet["hit_frequency"], 3))
    yield _line("standard deviation of a round", f"{sheet['sd']:.3f}")
    yield _line("volatility index (90 %)", f"{sheet['volatility_index']:.3f}")
    for band in sheet["return_bands"]:
        ends = [band["low"], band["high"]] if tells_of(sheet, band["rounds"]) else None
        yield _line(f"90 % of returns over {band['rounds']:,}", _range(ends, 2))


def tells_of(sheet: Sheet, rounds: int) -> bool:
    """Whether the rounds counted are enough to tell where returns over so many rounds lie.

    Sheets that store no distribution of wins are older than that law: theirs was the normal one.
    """
    known = "win_distribution" in sheet and sheet["raw_rtp_ci99"] is not None
    return known and rounds <= MAX_LENGTH * sheet["rounds"]


def _sessions(sheet: Sheet) -> Iterator[str]:
    yield "SESSIONS (from the wins of the rounds played, raw)"
    if "sessions" not in sheet:
        yield "  not measured"
        return
    play = sheet["sessions"]
    yield _line("rounds that pay more than they cost", _percent(play["share_of_rounds_paying_more_than_they_cost"], 3))
    yield _line("average cost of a round", f"{_percent(play['mean_cost_of_a_round'], 3)} of its stake")
    shares = list(play["returns"][0]["quantiles"])
    yield ""
    yield f"  {'return after rounds':<22}" + "".join(f"{f'{share} %':>12}" for share in shares) + f"{'ahead':>12}"
    for row in play["returns"]:
        cells = "".join(f"{_percent(row['quantiles'][share], 2):>12}" for share in shares)
        told = f"{cells}{_percent(row['share_ahead'], 2):>12}" if tells_of(sheet, row["rounds"]) else NO_INTERVAL
        yield f"  {row['rounds']:<22,}{told}"
    yield ""
    for name, runs in play["longest_losing_run_99"].items():
        words = ", ".join(f"{run} in {int(rounds):,}" for rounds, run in runs.items())
        yield _line(f"longest run {RUNS[name]}", f"{words} rounds (99 %)")
    yield ""
    yield f"  {'budget in rounds':<22}" + "".join(
        f"{f'{share} % ruined by':>20}" for share in next(iter(play["rounds_to_ruin"].values()))
    )
    for budget, times in play["rounds_to_ruin"].items():
        cells = "".join(f"{'later' if rounds is None else f'{rounds:,}':>20}" for rounds in times.values())
        yield f"  {budget:<22}{cells}"


def _features(sheet: Sheet) -> Iterator[str]:
    yield "FREE SPINS AND CAP (in base bets)"
    yield _line("free spins, estimator", _one_in(sheet["free_spins_one_in"]))
    yield _line("free spins, raw", _one_in(sheet["raw_free_spins_one_in"]))
    free = sheet["free_spins"]
    if free["rounds"]:
        yield _line("rounds with free spins seen", f"{free['rounds']:,}")
        if free["mean_before_cap_bets"] is not None:
            yield _line("estimator's mean as if without a cap", f"{free['mean_before_cap_bets']:.3f}")
        yield _line("raw mean of the whole round, capped", f"{free['raw_mean_bets']:.2f}")
        yield _line("median of the whole round", f"{free['median_bets']:.1f}")
        spread = "  ".join(f"{percent} % {value:.1f}" for percent, value in free["percentiles_bets"].items())
        yield _line("percentiles", spread)
        yield _line("pays less than 100, what it costs", _percent(free["share_paying_under_100_bets"], 2))
        yield _line("pays 100 or more", _percent(free["share_paying_100_bets_or_more"], 2))
        yield _line("free spins a round", f"{free['spins_a_round']:.3f}")
        yield _line("retriggers a round", f"{free['retriggers_a_round']:.4f}")
    yield _line(f"cap of {sheet['cap_coins']:,} coins, estimator", _one_in(sheet["cap_one_in"]))
    yield _line("rounds seen to reach it, raw", _one_in(sheet["raw_cap_one_in"]))


def _wins(sheet: Sheet) -> Iterator[str]:
    yield "WINS BY SIZE (in stakes)"
    yield f"  {'over':>10}{'up to':>10}{'rounds':>18}{'share of rounds':>18}{'return':>12}"
    for row in sheet["win_buckets"]:
        over = "" if row["up_to"] == 0 or row["capped"] else f"{row['over']:,.10g}"
        top = "the cap" if row["capped"] else f"{row['up_to']:,.10g}"
        share = _percent(row["share_of_rounds"], 6)
        yield f"  {over:>10}{top:>10}{row['rounds']:>18,}{share:>18}{_percent(row['return']):>12}"


def _symbols(sheet: Sheet) -> Iterator[str]:
    for place, title in (("paid_spin", "PAID SPINS"), ("free_spins", "FREE SPINS")):
        symbols = sheet["symbols"][place]
        bands = list(next(iter(symbols.values())))
        yield f"WINS BY SYMBOL AND NUMBER SHOWN, {title}"
        yield "  " + " " * 14 + "".join(f"{band:>18}" for band in bands) + f"{'coins':>20}"
        for symbol, row in symbols.items():
            coins = sum(cell["coins"] for cell in row.values())
            yield f"  {symbol:<14}" + "".join(f"{row[band]['wins']:>18,}" for band in bands) + f"{coins:>20,}"
        scatters = sheet["scatter_pays"][place]
        yield "  scatter pays  " + "".join(f"{f'{count}: {wins:,}':>18}" for count, wins in scatters.items())
        if place == "paid_spin":
            yield ""


def _boards(sheet: Sheet) -> Iterator[str]:
    yield "WINNING BOARDS A SPIN"
    paid, free = sheet["winning_boards"]["paid_spin"], sheet["winning_boards"]["free_spins"]
    yield f"  {'boards':>8}{'paid spins':>20}{'':>12}{'free spins':>20}"
    for boards in range(max(len(paid), len(free))):
        cells = ""
        for counts in (paid, free):
            count = counts[boards] if boards < len(counts) else 0
            cells += f"{count:>20,}{_percent(count / max(sum(counts), 1)):>12}"
        yield f"  {boards:>8}{cells}"


def _hearts(sheet: Sheet) -> Iterator[str]:
    paid, free = sheet["hearts"]["paid_spin"], sheet["hearts"]["free_spins"]
    yield "HEARTS"
    yield f"  {'value':>8}{'paid: seen':>18}{'applied':>16}{'free: seen':>18}{'applied':>16}"
    for value, row in paid["by_value"].items():
        other = free["by_value"][value]
        yield f"  {value:>8}{row['seen']:>18,}{row['applied']:>16,}{other['seen']:>18,}{other['applied']:>16,}"
    yield f"  {'all':>8}{paid['seen']:>18,}{paid['applied']:>16,}{free['seen']:>18,}{free['applied']:>16,}"
