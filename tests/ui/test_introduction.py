"""The introduction, and the guided first spin that costs nothing."""

from game import paths
from game.engine.events import BoardTumbled, HeartsApplied, SymbolsPaid
from game.language import languages
from game.platform.input import Action
from game.present.guide import BEFORE, caption, example_round, is_example


def test_the_example_shows_a_tumble_and_a_heart_and_nothing_rare():
    played = example_round()
    assert is_example(played)
    kinds = {type(event) for event in played.events}
    assert {SymbolsPaid, BoardTumbled, HeartsApplied} <= kinds
    assert example_round() == played
    assert all(caption(event) for event in played.events)


def test_it_comes_at_the_start_until_it_is_switched_off(sit_down, tmp_path):
    player = sit_down(splash=True)
    assert player.scenes == ["TableScene", "Splash"]
    for text in ("18+", "Play money", "Average return 96.50%", "1 spin in 8 pays more than it costs", "Top win 5,000×"):
        assert player.reads(text)
    player.press("Show this when the game starts", "Play")
    assert player.scenes == ["TableScene"]
    assert not player.services.settings.intro


def test_the_guided_spin_explains_each_step_and_is_free(player):
    base = player.scene
    player.press("Menu", "Introduction", "Demo spin")
    assert player.scenes == ["TableScene"]
    said = []
    for _ in range(40):
        player.until(lambda: not base.playback.playing or base.playback.held or base.playback.finished, 60)
        if not base.playback.playing:
            break
        assert "DEMO" in player.texts()
        said.append(base.playback.caption)
        player.key(Action.SPIN)
    assert BEFORE not in said
    assert len(set(said)) >= 4
    assert player.services.table.balance == 200_000
    assert player.services.table.ledger.statistics().total.rounds == 0
    assert base.replays.mark == ""
    player.press("SPIN")
    assert player.services.table.balance < 200_000


def test_the_guided_spin_can_be_left(player):
    player.press("Menu", "Introduction", "Demo spin")
    player.wait(1)
    player.key(Action.BACK)
    player.wait(0.1)
    assert player.scenes == ["TableScene"]
    assert player.scene.is_idle()


def test_it_works_in_responsible_mode_too(sit_down):
    player = sit_down(responsible=True)
    base = player.scene
    player.press("Menu", "Introduction", "Demo spin")
    for _ in range(40):
        player.until(lambda: not base.playback.playing or base.playback.held or base.playback.finished, 60)
        if not base.playback.playing:
            return
        player.key(Action.SPIN)
    raise AssertionError


def test_the_first_screen_offers_every_language(sit_down):
    player = sit_down(splash=True)
    codes = languages(paths.locale_folder())
    said = set()
    for code in (*codes[1:], codes[0]):
        player.focus("Language")
        player.key(Action.RIGHT)
        assert player.services.settings.language == code
        said.add(player.services.tr("Play"))
        assert player.services.tr("Play") in player.texts()
    assert len(said) > len(codes) // 2
