"""What a skin's pictures take in memory, and when its larger parts are there."""

import gc
import weakref

import pygame
import pytest

from game.engine import Mode, Seed, play
from game.skins import OWN_SKINS
from game.ui import skin_loader
from game.ui import theme as look_module
from game.ui.playback import SHOWN_ONCE, parts_of
from game.ui.skin_loader import SkinLoader
from game.ui.theme import BACKGROUND_OF, LAZY, PARTS, ThemeAssets
from tests.ui.conftest import KeptLoader

MAX_BYTES = 64 * 2**20
MAX_MOMENT_BYTES = 96 * 2**20
"""Bytes of decoded pictures a skin may hold at rest, and in any moment."""
MOMENTS = {
    "a trigger": ("free", "bursts", "wave", "intro"),
    "the first tier": ("bursts", "sunburst", "near_coins", "crest_1"),
    "the last tier": ("free", "bursts", "sunburst", "near_coins", "crest_5", "tier_5"),
    "the cap": ("free", "bursts", "near_coins", "cap"),
}
"""What is decoded together beyond what the board at rest has: parts, and a picture that fills the screen."""


def held(surfaces):
    """Bytes of the surfaces, those that share pixels counted once."""
    roots = {}
    for surface in surfaces:
        while surface.get_parent() is not None:
            surface = surface.get_parent()  # noqa: PLW2901
        roots[id(surface)] = surface.get_pitch() * surface.get_height()
    return sum(roots.values())


def held_by(assets, character):
    sheets = [assets.symbols, assets.stage, assets.ui, assets.effects, assets.screens, assets.place]
    sheets += [assets.crests, assets.moments]
    groups = [group._value for sheet in sheets for group in sheet._groups.values() if group._value]
    sprites = [sprite for frames in [sheet.ready for sheet in sheets] + groups for sprite in frames.values()]
    backgrounds = [later._value for later in assets.backgrounds.values() if later._value]
    strips = [surface for frame in character.frames.values() for surface, _, _ in frame]
    picture = assets.pictures._picture
    backgrounds += [picture._value] if picture is not None and picture._value is not None else []
    alphabet = assets.alphabet
    pieces = [piece for sheet in alphabet._sheets.values() for piece in sheet._pieces.values()]
    return held([*(sprite.surface for sprite in sprites), *backgrounds, *strips, *pieces]) + alphabet._glyphs.used


def there(assets):
    """The parts that are decoded."""
    return {part for part in PARTS if assets._sheet(part)._groups[part]._value is not None}


@pytest.mark.parametrize("skin", OWN_SKINS)
def test_a_skin_stays_within_its_memory_at_rest_and_in_every_moment(sit_down, skin, monkeypatch):
    monkeypatch.setattr(KeptLoader, "kept", {})  # what other tests decoded does not count
    player = sit_down("--theme", skin)
    assets, character = player.services.theme.assets, player.services.character
    player.draw()
    assert there(assets) <= {"splash"}
    assert assets.backgrounds["base"]._value is None
    assert held_by(assets, character) <= MAX_BYTES
    for moment, parts in MOMENTS.items():
        for part in parts:
            if part in PARTS:
                assets._sheet(part)._groups[part].get()
            else:
                assert assets.pictures.get(part).get_size() == (1920, 1080)
        assert held_by(assets, character) <= MAX_MOMENT_BYTES, moment
        assets.release(*(part for part in parts if part in PARTS))
        assets.pictures.release()


def test_one_picture_is_decoded_at_a_time(player):
    pictures = player.services.theme.assets.pictures
    first = pictures.get("tier_3")
    assert pictures.get("tier_3") is first
    pictures.get("cap")
    assert pictures.get("tier_3") is not first
    assert pictures.get("no such picture") is None
    pictures.release()


def test_every_part_names_frames_that_are_there(player):
    assets = player.services.theme.assets
    for sheet, parts in LAZY.items():
        for part in parts:
            assert getattr(assets, sheet).members(part), part
    assert BACKGROUND_OF.keys() <= PARTS.keys()


def seed_of(mode, wanted):
    return next(seed for seed in map(Seed, range(20_000)) if wanted(play(mode, seed)))


def test_a_round_has_what_it_shows_decoded_ahead_and_lets_it_go(player):
    assets = player.services.theme.assets
    seed = seed_of(Mode.BUY, lambda played: played.win > 2000)
    needed = {"free", "wave", "flames", "bursts", "sunburst", "near_coins", "crest_1", "crest_2"}
    assert set(parts_of(play(Mode.BUY, seed))) == needed
    wanted = []
    ahead = ThemeAssets.prefetch
    art_ahead = lambda assets, *parts: (wanted.extend(parts), ahead(assets, *parts))  # noqa: E731
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ThemeAssets, "prefetch", art_ahead)
        player.services.table.next_seed = lambda: seed
        player.scene.rounds.spin(Mode.BUY)
    assert needed <= set(wanted)
    player.until(lambda: player.in_free_spins)
    player.draw()
    assert assets.backgrounds["free"]._value is None, "the place is painted: its pictures are not needed any more"
    player.services.demo = True
    player.until(lambda: player.scenes == ["TableScene"] and player.scene.is_idle(), 900)
    assert not there(assets) & set(SHOWN_ONCE)


def test_an_ordinary_round_needs_no_more_than_the_board(player):
    parts = parts_of(play(Mode.BASE, seed_of(Mode.BASE, lambda played: 0 < played.win < 20)))
    assert set(parts) == {"flames", "bursts"}


def test_a_background_damaged_after_the_start_leaves_a_plain_one(player, monkeypatch):
    assets = player.services.theme.assets
    monkeypatch.setattr(look_module, "decoded", lambda file: pygame.image.load(file.with_name("gone.webp")))
    assets.release("base")
    assert isinstance(assets.backgrounds["base"].get(), pygame.Surface)
    assets.release("base")


def test_another_theme_and_a_changed_setting_repaint_the_static_layer(player):
    view, services = player.scene.view, player.services
    seen = {pygame.image.tobytes(view.static_layer(), "RGB")}
    services.load_skin(services.next_theme())
    player.until(lambda: services.loading is None, 20)
    assert view.backdrop.theme.assets is services.theme.assets
    seen.add(pygame.image.tobytes(view.static_layer(), "RGB"))
    services.settings.text_size = 125
    view.static_layer()
    drawn = pygame.image.tobytes(view.static_layer(), "RGB")
    view._painted.clear()
    assert pygame.image.tobytes(view.static_layer(), "RGB") == drawn
    assert len(seen) == 2


@pytest.mark.parametrize("name", ["RM", "Ж"])
def test_letters_made_ready_are_those_of_the_line(player, monkeypatch, name):
    theme = player.services.theme
    theme.letter([(f"{name}0123456789.,", 61)])
    first = pygame.image.tobytes(theme.lettering(f"{name}12.50", 61), "RGBA")
    theme.assets.alphabet._lines.clear()

    def fail(*_):
        raise AssertionError("made within a frame")

    monkeypatch.setattr("game.platform.alphabet.decoded", fail)
    monkeypatch.setattr("game.platform.lettering._made", fail)
    assert pygame.image.tobytes(theme.lettering(f"{name}12.50", 61), "RGBA") == first


def test_a_theme_that_is_left_is_let_go_without_looking_for_cycles(player, monkeypatch):
    """Cycles are found late and rarely; until then each change would hold some sixty megabytes."""
    monkeypatch.setattr(skin_loader, "SkinLoader", SkinLoader)
    services, left = player.services, []
    gc.collect()
    gc.disable()
    try:
        for _ in range(3):
            services.load_skin(services.next_theme())
            player.until(lambda: services.loading is None, 20)
            player.draw()
            assets, character = services.theme.assets, services.character
            left += [
                weakref.ref(assets),
                weakref.ref(assets.symbols),
                weakref.ref(next(iter(character.frames.values()))[0][0]),
            ]
        del assets, character
        alive = [ref() for ref in left if ref() is not None]
    finally:
        gc.enable()
    assert len(alive) == 3, "only the theme that is shown"
