"""Sixteen crops of the table and its panels as pictures, and that no label of them can vanish unnoticed."""

import pytest

from game.engine import Mode, find_model, play
from game.platform.text import Fonts
from game.ui import layout
from game.ui.odds import Odds
from tests.ui.driver import Player, playing
from tests.ui.pictures import changed, check, crop, load, tiles_that_differ
from tests.ui.test_panels import MODEL, close_panel, open_panel

TABLE_CROPS = {
    "top": layout.LOGO.union(layout.BANNER),
    "left": layout.BUY.union(layout.CLOCK).inflate(16, 16),
    "bar": layout.BAR.copy(),
    "board": layout.FRAME.copy(),
}
PANELS = {
    "princess": ("bet", "round", "statistics", "autoplay"),
    "christmas": ("question", "info_1", "limits", "menu"),
}


FIGURES = {
    Mode.BASE: Odds(2_400_000_000, 0.965, 0.0001, 0.286, 0.12, 0.0, 400.6, 729_000.0, 12.1, 19.9),
    Mode.ANTE: Odds(2_400_000_000, 0.965, 0.0001, 0.29, 0.1, 0.0, 199.9, 364_000.0, 13.0, 21.4),
    Mode.BUY: Odds(900_000_000, 0.965, 0.0001, 1.0, 0.22, 0.35, None, 1750.0, 2.4, 3.9),
}
"""Stand for the measured ones, which change with the model."""


@pytest.fixture(scope="module", autouse=True)
def one_model():
    """Rounds and figures that do not change when another model becomes the current one."""
    with pytest.MonkeyPatch.context() as patch:

        def played(mode, seed):
            return play(mode, seed, find_model(MODEL))

        patch.setattr("game.table.play", played)
        patch.setattr("game.ui.table.scene.play", played)
        patch.setattr("game.ui.scenes.statistics.odds", FIGURES.get)
        patch.setattr("game.ui.scenes.info_pages.odds", FIGURES.get)
        yield


@pytest.fixture(scope="module", params=PANELS)
def table(request, tmp_path_factory):
    """One game a skin for all its pictures, at rest and without anything that drifts."""
    folder = tmp_path_factory.mktemp(request.param)
    with playing(folder, "--theme", request.param, reduced_motion=True) as player:
        player.press("SPIN")
        player.until(player.scene.is_idle, 60)
        yield player


def frozen(player: Player):
    """The canvas with the session's clock at a fixed time."""
    from game.ui import panel as panel_module
    from game.ui.scenes import session as session_module
    from game.ui.widgets import hud

    modules = (panel_module, session_module, hud)
    kept = [module.clock_text for module in modules]
    for module in modules:
        module.clock_text = lambda elapsed: "0:12:34"
    try:
        return player.draw()
    finally:
        for module, function in zip(modules, kept, strict=True):
            module.clock_text = function


def test_table_looks_as_saved(table: Player):
    table.click(10, 600)
    skin = table.services.theme.skin.name
    canvas = frozen(table)
    for name, area in TABLE_CROPS.items():
        check(f"{skin}/{name}", crop(canvas, area))


def test_panels_look_as_saved(table: Player):
    skin = table.services.theme.skin.name
    for name in PANELS[skin]:
        panel = open_panel(table, name)
        table.services.toasts.clear()
        check(f"{skin}/{name}", crop(frozen(table), panel.rect))
        close_panel(table)


@pytest.mark.parametrize("name", ["bet", "statistics"])
def test_no_label_can_vanish_unnoticed(table: Player, name, monkeypatch):
    """Each text of a panel, left out, makes its crop differ from the saved one."""
    skin = table.services.theme.skin.name
    if name not in PANELS[skin]:
        pytest.skip("this panel is kept in the other skin")
    panel = open_panel(table, name)
    table.services.toasts.clear()
    area = panel.rect
    drawn: list[str] = []
    line = Fonts.line

    def noting(fonts, text, *args, **more):
        drawn.append(text)
        return line(fonts, text, *args, **more)

    whole = crop(frozen(table), area)
    monkeypatch.setattr(Fonts, "line", noting)
    panel.draw(table.services.display.canvas.copy())
    labels = {text for text in drawn if len(text.strip()) > 2}
    missed, told = [], 0
    for label in labels:

        def without(fonts, text, *args, left_out=label, **more):
            return line(fonts, " " if text == left_out else text, *args, **more)

        monkeypatch.setattr(Fonts, "line", without)
        shown = crop(frozen(table), area)
        if not changed(shown, whole).any():
            continue  # it stands outside the crop, or beneath the panel
        told += 1
        if not tiles_that_differ(shown, load(f"{skin}/{name}")).any():
            missed.append(label)
    close_panel(table)
    assert not missed
    assert told > 5
