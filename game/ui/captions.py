"""Captions for those who do not hear: what sounds is written in a place of its own, and kept in the message log."""

from collections.abc import Hashable
from types import MappingProxyType
from typing import Final

import pygame

from game.ui.panel import Panel
from game.ui.services import Services

PLACE: Final = pygame.Rect(530, 61, 860, 38)
"""Between the banner and the board, canvas pixels."""
STAYS: Final = 2.0
"""Seconds a caption is shown."""
AT_ONCE: Final = 2
"""Captions beside one another."""
CUES: Final = MappingProxyType(
    {
        "spin": "Reels spin",
        "slam": "Reels stop",
        "drop": "Reels land",
        "scatter": "Scatter chime",
        "scatter_neutral": "Thud",
        "anticipation": "Tension rises",
        "burst": "Symbols burst",
        "tumble": "Symbols fall",
        "win": "Win chime",
        "tick": "Soft tick",
        "heart": "Heart chime",
        "heart_neutral": "Heartbeat",
        "heart_add_neutral": "Soft tick",
        "heart_tear": "Heart tears off",
        "heart_slam": "Heart strikes the sum",
        "heart_ring": "Ringing",
        "multiply": "Win multiplied",
        "multiply_neutral": "Thud",
        "total_beat": "Heartbeat",
        "retrigger": "Free spins chime",
        "retrigger_neutral": "Soft tick",
        "wave": "Rushing wind",
        "intro": "Opening chords",
        "intro_neutral": "Rushing wind",
        "summary": "Closing chords",
        "summary_neutral": "Thud",
        "tier": "Fanfare",
        "cap": "Great fanfare",
        "title_slam": "Thud",
        "shatter": "Glass shatters",
        "count_loop": "Coins counted",
        "count_big": "Coins counted",
        "count_end": "Final chord",
        "voice_gasp": "She gasps",
        "voice_laugh": "She laughs",
        "voice_cheer": "She cheers",
        "voice_triumph": "She cheers",
        "voice_cap": "She cheers",
        "chime": "Wand chime",
        "reality_check": "Bell",
        "error": "Warning tone",
    }
)
"""Sound -> what it is called. A sound that comes in several pitches is named once; presses have no caption."""


def caption_for(sound: str) -> str:
    """What people call a sound; empty for one that only answers a press."""
    name = sound.removesuffix("_neutral")
    return CUES.get(sound) or CUES.get(name) or CUES.get(name.rpartition("_")[0], "")


class Captions:
    """Hears every sound that is played, on or off."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.shown: dict[str, float] = {}
        """Caption -> seconds it stays."""

    def hear(self, sound: str) -> None:
        """A sound is played: show its caption, and keep it once for as long as it goes on."""
        words = caption_for(sound)
        if not words or not self.services.settings.captions:
            return
        text = f"[{self.services.tr(words)}]"
        if text not in self.shown:
            self.services.log.add(text, spoken=False)
        self.shown[text] = STAYS
        while len(self.shown) > AT_ONCE:
            del self.shown[min(self.shown, key=self.shown.__getitem__)]

    def update(self, dt: float) -> None:
        """Let captions go."""
        self.shown = {text: left - dt for text, left in self.shown.items() if left > dt}

    def key(self) -> Hashable:
        """What their picture depends on."""
        return tuple(self.shown)

    def draw(self, canvas: pygame.Surface) -> None:
        """In their place, where no panel lies over it."""
        if not self.shown or isinstance(self.services.stack.top, Panel):
            return
        theme, text = self.services.theme, "   ".join(self.shown)
        width = min(PLACE.width, theme.fonts.width(text, "strong", theme.size(26)) + 48)
        plate = pygame.Surface((width, PLACE.height), pygame.SRCALPHA)
        pygame.draw.rect(plate, (12, 6, 28, 225), plate.get_rect(), border_radius=PLACE.height // 2)
        box = plate.get_rect(center=PLACE.center)
        canvas.blit(plate, box)
        theme.text(canvas, text, box.inflate(-36, 0), size=26, style="strong")
