"""A PAR sheet as one self-contained HTML page with plots."""

from collections.abc import Callable, Mapping, Sequence
from html import escape
from io import StringIO
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from game.lab.par import NO_INTERVAL, PARTS, sheet_text, tells_of

Sheet = Mapping[str, Any]

INK, BAR, OTHER, LOSS = "#2b2440", "#d9679a", "#5b7fc7", "#b8433f"
PLOT_SIZE: Final = (7.2, 3.6)
"""Inches."""
PAGE: Final = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 16px/1.5 system-ui, sans-serif; color: #2b2440; background: #faf7fb; margin: 2rem auto; max-width: 76rem;
       padding: 0 1rem; }}
h1 {{ font-size: 1.6rem; margin-bottom: 0; }}
p.model {{ margin-top: .2rem; color: #6b6382; }}
dl {{ display: flex; flex-wrap: wrap; gap: 1rem; margin: 1.5rem 0; }}
dl div {{ background: #fff; border-radius: .6rem; padding: .8rem 1.2rem; box-shadow: 0 1px 4px #2b244022; }}
dt {{ font-size: .8rem; color: #6b6382; }} dd {{ margin: 0; font-size: 1.3rem; font-variant-numeric: tabular-nums; }}
dd small {{ font-size: .75rem; color: #6b6382; display: block; }}
.plots {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(30rem, 1fr)); gap: 1rem; }}
figure {{ background: #fff; border-radius: .6rem; padding: .8rem; margin: 0; box-shadow: 0 1px 4px #2b244022; }}
svg {{ width: 100%; height: auto; }}
pre {{ background: #fff; border-radius: .6rem; padding: 1rem; overflow-x: auto; font-size: .82rem;
      box-shadow: 0 1px 4px #2b244022; }}
</style></head><body>
<h1>{title}</h1><p class="model">{model}</p>
<dl>{figures}</dl>
<div class="plots">{plots}</div>
<h2>The whole sheet</h2>
<pre>{text}</pre>
</body></html>
"""


def sheet_html(sheet: Sheet) -> str:
    """The page of a sheet."""
    plots = (_contribution, _sessions, _bands, _win_shares, _returns_by_size, _free_spins, _boards, _hearts, _symbols)
    return PAGE.format(
        title=escape(f"{sheet['game']}: PAR sheet of mode {sheet['mode']}"),
        model=escape(f"model {sheet['model']}, {sheet['rounds']:,} rounds from seed {sheet['seed']}"),
        figures="".join(_card(*figure) for figure in _figures(sheet)),
        plots="".join(f"<figure>{_svg(plot, sheet)}</figure>" for plot in plots),
        text=escape(sheet_text(sheet)),
    )


def _card(label: str, value: str, note: str) -> str:
    return f"<div><dt>{escape(label)}</dt><dd>{escape(value)}<small>{escape(note)}</small></dd></div>"


def _figures(sheet: Sheet) -> Sequence[tuple[str, str, str]]:
    def one_in(number: float | None) -> str:
        return "never seen" if number is None else f"1 in {number:,.0f}"

    def interval(pair: Sequence[float] | None) -> str:
        return NO_INTERVAL if pair is None else f"99 %: {100 * pair[0]:.3f} to {100 * pair[1]:.3f} %"

    free = sheet["free_spins"]
    return (
        ("return, estimator", f"{100 * sheet['rtp']:.3f} %", interval(sheet["rtp_ci99"])),
        ("return, raw", f"{100 * sheet['raw_rtp']:.3f} %", interval(sheet["raw_rtp_ci99"])),
        ("hit frequency", f"{100 * sheet['hit_frequency']:.2f} %", "rounds that win something"),
        ("standard deviation", f"{sheet['sd']:.2f}", f"volatility index {sheet['volatility_index']:.2f}"),
        ("free spins", one_in(sheet["free_spins_one_in"]), "rounds"),
        ("cap", one_in(sheet["cap_one_in"]), f"rounds reach {sheet['cap_coins']:,} coins"),
        ("median free spins", f"{free['median_bets']:.1f}x" if free["rounds"] else "none", "base bets a round"),
    )


def _svg(plot: Callable[[Axes, Sheet], None], sheet: Sheet) -> str:
    figure = Figure(figsize=PLOT_SIZE, layout="constrained")
    axes = figure.add_subplot()
    axes.spines[["top", "right"]].set_visible(False)
    plot(axes, sheet)
    page = StringIO()
    figure.savefig(page, format="svg", metadata={"Date": None})
    return page.getvalue().partition("<svg")[1] + page.getvalue().partition("<svg")[2]


def _contribution(axes: Axes, sheet: Sheet) -> None:
    shares = [100 * sheet["contribution"][key] for key in PARTS]
    bars = axes.barh(list(PARTS.values()), shares, color=[BAR if share >= 0 else LOSS for share in shares])
    axes.bar_label(bars, fmt="%.2f", padding=3, color=INK)
    axes.invert_yaxis()
    axes.set_xlim(min(shares) - 4, max(shares) + 5)
    axes.set_title("What the return is made of, % of the stake")


def _told(axes: Axes, sheet: Sheet, rows: Sequence[Sheet]) -> Sequence[Sheet]:
    """Those rows whose returns the sheet can tell of; if there are none, the plot says so."""
    told = [row for row in rows if tells_of(sheet, row["rounds"])]
    if not told:
        axes.text(0.5, 0.5, NO_INTERVAL, ha="center", transform=axes.transAxes)
        axes.set_axis_off()
    return told


def _bands(axes: Axes, sheet: Sheet) -> None:
    axes.set_title("Where 90 % of returns lie, by rounds played, %")
    if not (bands := _told(axes, sheet, sheet["return_bands"])):
        return
    lengths = [band["rounds"] for band in bands]
    low, high = ([100 * band[end] for band in bands] for end in ("low", "high"))
    axes.fill_between(lengths, low, high, color=BAR, alpha=0.35)
    axes.plot(lengths, [100 * sheet["rtp"]] * len(lengths), color=INK)
    axes.set_xscale("log")


def _sessions(axes: Axes, sheet: Sheet) -> None:
    axes.set_title("Return by rounds played, %: the middle half and 95 % of sessions")
    if not (rows := _told(axes, sheet, sheet.get("sessions", {}).get("returns", []))):
        return
    lengths = [row["rounds"] for row in rows]
    low, lower, middle, upper, high = ([100 * row["quantiles"][key] for row in rows] for key in rows[0]["quantiles"])
    axes.fill_between(lengths, low, high, color=BAR, alpha=0.25)
    axes.fill_between(lengths, lower, upper, color=BAR, alpha=0.4)
    axes.plot(lengths, middle, color=INK, marker="o")
    axes.set_xscale("log")
    axes.set_ylim(0, 250)


def _bucket_names(sheet: Sheet) -> list[str]:
    tops = [(row["up_to"], row["capped"]) for row in sheet["win_buckets"]]
    return ["0" if not top else "cap" if capped else f"≤{top:,.10g}" for top, capped in tops]


def _win_shares(axes: Axes, sheet: Sheet) -> None:
    axes.bar(_bucket_names(sheet), [100 * row["share_of_rounds"] for row in sheet["win_buckets"]], color=OTHER)
    axes.set_yscale("log")
    axes.tick_params(axis="x", rotation=60, labelsize=8)
    axes.set_title("Rounds by win in stakes, % (logarithmic)")


def _returns_by_size(axes: Axes, sheet: Sheet) -> None:
    axes.bar(_bucket_names(sheet), [100 * row["return"] for row in sheet["win_buckets"]], color=BAR)
    axes.tick_params(axis="x", rotation=60, labelsize=8)
    axes.set_title("Return by win in stakes, % of the stake")


def _free_spins(axes: Axes, sheet: Sheet) -> None:
    free = sheet["free_spins"]
    if free["rounds"]:
        shares = [100 * count / free["rounds"] for count in free["histogram_of_10_bets"]]
        axes.bar([10 * number + 5 for number in range(len(shares))], shares, width=9, color=OTHER)
        axes.axvline(free["median_bets"], color=INK, linestyle="--")
        axes.axvline(100, color=LOSS, linestyle=":")
    axes.set_title("Rounds with free spins by worth in base bets, % (dashes: median)")


def _boards(axes: Axes, sheet: Sheet) -> None:
    for shift, place, colour in ((-0.2, "paid_spin", BAR), (0.2, "free_spins", OTHER)):
        counts = sheet["winning_boards"][place]
        shares = [100 * count / max(sum(counts), 1) for count in counts]
        label = place.replace("_", " ")
        axes.bar([number + shift for number in range(len(shares))], shares, width=0.4, color=colour, label=label)
    axes.set_yscale("log")
    axes.legend(frameon=False)
    axes.set_title("Winning boards a spin, % (logarithmic)")


def _hearts(axes: Axes, sheet: Sheet) -> None:
    for place, colour in (("paid_spin", BAR), ("free_spins", OTHER)):
        rows = sheet["hearts"][place]["by_value"]
        seen = [row["seen"] for row in rows.values()]
        shares = [100 * count / max(sum(seen), 1) for count in seen]
        axes.plot(list(rows), shares, marker="o", color=colour, label=place.replace("_", " "))
    axes.set_yscale("log")
    axes.legend(frameon=False)
    axes.set_title("Hearts seen by value, % (logarithmic)")


def _symbols(axes: Axes, sheet: Sheet) -> None:
    rows = sheet["symbols"]["paid_spin"]
    bottom = [0.0] * len(rows)
    shades = (BAR, OTHER, INK)
    for band, shade in zip(next(iter(rows.values())), shades, strict=True):
        returns = [100 * row[band]["coins"] / sheet["coins_staked"] for row in rows.values()]
        axes.bar(list(rows), returns, bottom=bottom, color=shade, label=band)
        bottom = [below + more for below, more in zip(bottom, returns, strict=True)]
    axes.tick_params(axis="x", rotation=30)
    axes.set_ylim(0, 1.2 * max(bottom, default=1.0) + 0.01)
    axes.legend(frameon=False, ncols=3, loc="upper left")
    axes.set_title("Return of each symbol on paid spins, before hearts, %")
