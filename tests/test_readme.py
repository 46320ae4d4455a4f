"""The README's numbers are the engine's, its links lead somewhere and its commands can be found."""

import re
from pathlib import Path

import pytest

from game.engine.model import CURRENT
from game.engine.rules import BASE_BET, CAP, FREE_SPINS, HEART_VALUES, PAYS, SCATTER_PAYS, STAKES, Mode
from game.lab.par import measured_sheet

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
NAMES = {
    "sun": "sun medallion",
    "winged_heart": "winged-heart medallion",
    "moon": "crescent-moon medallion",
    "star": "star medallion",
    "red": "red heart gem",
}


@pytest.mark.parametrize("symbol", PAYS)
def test_paytable_is_the_engines(symbol):
    name = NAMES.get(symbol, f"{symbol} gem")
    row = re.search(rf"^\| {re.escape(name)} \| (.+) \|$", TEXT, re.MULTILINE)
    assert row is not None
    assert [float(cell) * BASE_BET for cell in row[1].split(" | ")] == list(PAYS[symbol])


def test_rules_are_the_engines():
    four, five, six = (coins // BASE_BET for coins in SCATTER_PAYS.values())
    assert f"Scatters pay {four}, {five} and {six} for" in TEXT
    assert f"×{min(HEART_VALUES)} to ×{max(HEART_VALUES)}" in TEXT
    assert f"**{FREE_SPINS} free spins**" in TEXT
    assert f"costs {STAKES[Mode.BUY] // STAKES[Mode.BASE]} base bets" in TEXT
    assert f"at most {CAP // BASE_BET:,} base bets" in TEXT


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize("name", ["play", "test", "build"])
def test_commands_are_marked(name):
    block = re.search(rf"<!-- command: {name} -->\n```sh\n(.+)\n```", TEXT)
    assert block is not None
    assert block[1].startswith("python3 -m venv .venv && ")


@pytest.mark.parametrize("mode", Mode)
def test_returns_are_the_measured_sheets(mode):
    sheet = measured_sheet(mode)
    low, high = sheet["rtp_ci99"]
    often = "always" if mode is Mode.BUY else f"1 in {sheet['free_spins_one_in']:.1f}"
    file = f"{CURRENT}.{mode}.par.json"
    figures = f"{100 * sheet['rtp']:.4f}% ± {50 * (high - low):.4f} | {often}"
    assert f"\n| {mode} | {figures} | [{file}](game/engine/models/{file}) |\n" in TEXT
