"""The hearts' great moment: they gather, add up and multiply the win."""

from typing import Final

from game.engine import events as ev
from game.present import script as sc
from game.present.round_view import fold
from game.present.stage import Act, Amount, BannerPart, Climax, FlyingHeart, Piece, Sound, Sparkle, Text
from game.present.telling import Telling
from game.present.tempo import MAX_HEART_STAGGER

CHEERED: Final = 50
"""From this multiplier on she cheers and the board shines in the heart's colour."""
SLAMS: Final = 6
"""How many of the rising sounds there are."""


class Hearts:
    """The part of a round's presentation in which hearts multiply."""

    def __init__(self, told: Telling) -> None:
        self.told, self.stage, self.tempo = told, told.stage, told.tempo

    def multiply(self, event: ev.HeartsApplied) -> sc.Script:
        """The board dims, the hearts gather and add up, and what they come to multiplies the win."""
        stage, tempo = self.stage, self.tempo
        after = fold(self.told.view, event)
        pieces = [stage.pieces[reel][row] for reel, row in (heart.position for heart in event.hearts)]
        flyers = [
            FlyingHeart(heart.value, piece.centre, slot)
            for slot, (heart, piece) in enumerate(zip(event.hearts, pieces, strict=True))
        ]
        self.told.rejoice(Act("cast"))
        climax = stage.climax = Climax(flyers, event.before, event.total_multiplier, joyful=stage.joyful)
        stagger = min(tempo.heart_stagger, MAX_HEART_STAGGER / max(1, len(flyers) - 1))

        def dim(progress: float) -> None:
            climax.dim = progress

        def strike(progress: float) -> None:
            climax.strike = progress

        def ring(progress: float) -> None:
            climax.ring = progress

        flights = [
            self._tear_off(piece, flyer, tempo.heart_dim / 2 + slot * stagger)
            for slot, (piece, flyer) in enumerate(zip(pieces, flyers, strict=True))
        ]
        yield sc.Par([sc.Tween(tempo.heart_dim, dim, sc.ease_out), *flights])
        words: list[BannerPart] = [Text("×{value}", (("value", event.multiplier),)), Text("×"), Amount(event.before)]
        yield sc.Wait(tempo.heart_sum)
        if event.total_multiplier is not None:
            yield from self._gather(climax, event.total_multiplier)
        stage.banner = tuple(words)
        yield sc.Tween(tempo.heart_dive, strike)
        stage.banner = (*words, Text("="), Amount(event.after))
        self.told.sound("multiply")
        self.told.rejoice(Sound("heart_ring"), Act("cheer" if event.multiplier >= CHEERED else "cheer_small"))
        yield sc.Tween(tempo.heart_multiply, ring)
        self.told.rejoice(Sparkle("sum", 0, 0))
        yield sc.Wait(tempo.heart_sum)

        def light_up(progress: float) -> None:
            dim(1 - progress)

        def return_to_cells(progress: float) -> None:
            for piece in pieces:
                piece.visible = True
                piece.scale_x = piece.scale_y = 1.0 if tempo.calm else 0.5 + 0.5 * sc.ease_out_back(progress)

        yield sc.Tween(tempo.release, light_up)
        stage.climax, stage.multiplier = None, event.multiplier
        self.told.rejoice(Sparkle("meter", 0, 0))
        back = sc.Tween(tempo.release * 0.6, return_to_cells)
        yield sc.Par([back, self.told.roll(after.win, after.spin_win, tempo.release)])
        for piece in pieces:
            piece.rest()

    def _gather(self, climax: Climax, total: int) -> sc.Script:
        """In free spins the sum goes to the total multiplier first, which beats, and the new total takes its place."""
        stage, tempo = self.stage, self.tempo

        def gather(progress: float) -> None:
            climax.gather = progress

        def beat(progress: float) -> None:
            stage.beat, climax.turn = progress % 1.0, progress

        yield sc.Tween(tempo.heart_dive, gather)
        stage.total_multiplier = total
        self.told.sound("total_beat", "heart_add_neutral")
        self.told.rejoice(Sparkle("total", 0, 0))
        yield sc.Tween(tempo.heart_dive + tempo.heart_sum / 2, beat)

    def _tear_off(self, piece: Piece, flyer: FlyingHeart, delay: float) -> sc.Leaf:
        """A heart shakes, tears off its cell, flies to its slot and joins the sum with a blow."""
        stage, tempo = self.stage, self.tempo

        def shake(progress: float) -> None:
            flyer.shake = progress

        def start() -> None:
            piece.visible = False
            if stage.joyful:
                stage.cue(Sound("heart_tear"))

        def fly(progress: float) -> None:
            flyer.progress = progress

        def arrive() -> None:
            stage.hearts_sum += flyer.value
            if stage.climax is not None:
                stage.climax.sum, stage.climax.slam = stage.hearts_sum, 0.0
            self.told.sound(f"heart_slam_{min(flyer.slot + 1, SLAMS)}", "heart_slam_neutral")
            self.told.rejoice(Sparkle("sum", 0, 0))

        def slam(progress: float) -> None:
            if stage.climax is not None:
                stage.climax.slam = progress

        return sc.Seq(
            [
                sc.Wait(delay),
                sc.Tween(tempo.heart_shake, shake),
                sc.Do(start),
                sc.Tween(tempo.heart_flight, fly, sc.ease_in_out),
                sc.Do(arrive),
                sc.Tween(tempo.heart_slam, slam),
            ]
        )
