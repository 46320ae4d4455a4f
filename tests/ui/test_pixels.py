"""Every panel in both skins, and the table itself, as pictures."""

import pytest

from game.engine import Mode, find_model, play
from game.ui.layout import CANVAS
from game.ui.odds import Odds
from tests.ui.driver import Player, playing
from tests.ui.pictures import check, picture
from tests.ui.test_panels import MODEL, PANELS, close_panel, open_panel

SKINS = ("princess", "christmas")
VARYING = ("credits", "settings_profile")
"""Panels that show paths or texts of this machine."""


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
        patch.setattr("game.ui.scenes.base_game.play", played)
        patch.setattr("game.ui.scenes.statistics.odds", FIGURES.get)
        patch.setattr("game.ui.scenes.info_pages.odds", FIGURES.get)
        yield


@pytest.fixture(scope="module", params=SKINS)
def table(request, tmp_path_factory):
    """One game a skin for all its pictures, at rest and without anything that drifts."""
    folder = tmp_path_factory.mktemp(request.param)
    with playing(folder, "--theme", request.param, reduced_motion=True) as player:
        yield player


@pytest.mark.parametrize("name", [name for name in PANELS if name not in VARYING])
def test_panel(table: Player, name):
    panel = open_panel(table, name)
    table.services.toasts.clear()
    skin = table.services.theme.skin.name
    check(f"{skin}/{name}", picture(frozen(table), panel.rect.inflate(8, 96).clip(CANVAS)))
    close_panel(table)


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


@pytest.mark.parametrize("skin", SKINS)
def test_table_at_rest(sit_down, skin):
    player = sit_down("--theme", skin, reduced_motion=True)
    player.press("SPIN")
    player.until(player.scene.is_idle, 60)
    player.click(10, 600)
    player.services.stack.scenes[0].playback.character = None
    check(f"{skin}/table", picture(frozen(player)))
