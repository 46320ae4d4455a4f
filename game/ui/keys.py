"""The keys as the player reads them: every action, what it is called, and which keys ask for it now."""

from typing import Final

from game.platform.input import Action, key_map
from game.settings import Settings
from game.ui.services import Services

ACTIONS: Final = {
    Action.SPIN: "Spin, stop, continue",
    Action.BET_UP: "Bet up",
    Action.BET_DOWN: "Bet down",
    Action.AUTOPLAY: "Autoplay",
    Action.BUY: "Buy free spins",
    Action.ANTE: "Double Chance",
    Action.THEME: "Theme",
    Action.MUTE: "Sound on or off",
    Action.SPEED: "Speed",
    Action.INFO: "Rules and pays",
    Action.HISTORY: "History",
    Action.READ: "Read out credit, bet, win and net",
    Action.STOP: "Stop for 24 hours",
    Action.BACK: "Back, menu",
    Action.FULLSCREEN: "Full screen",
    Action.SCREENSHOT: "Screenshot",
    Action.LEFT: "Left, decrease",
    Action.RIGHT: "Right, increase",
    Action.FOCUS_NEXT: "Next or previous control",
}
"""Every action a key may have, as the player reads it."""
NAMES: Final = {"return": "Enter", "enter": "Enter"}
"""Keys whose own names are not what is printed on them."""


def key_name(key: str) -> str:
    """A key as the player reads it."""
    return NAMES.get(key, key.capitalize() if len(key) > 1 else key.upper())


def keys_of(settings: Settings, action: Action) -> list[str]:
    """Names of the keys that ask for ``action`` now."""
    keys = [key for key, does in key_map(settings.keys).items() if does is action]
    return list({key_name(key): key for key in reversed(keys)}.values())[::-1]


def buttons_of(services: Services, action: Action) -> list[str]:
    """The gamepad's buttons that ask for ``action`` now, as the player reads them."""
    buttons = [button for button, does in services.pad.actions().items() if does is action]
    return [button_name(services, button) for button in buttons]


def button_name(services: Services, button: int) -> str:
    """A gamepad's button as the player reads it."""
    name = services.pad.name(button)
    return services.tr(name) if name else services.tr("Button {number}").format(number=button + 1)


def key_for(services: Services, action: Action) -> str:
    """The first key that asks for ``action`` now, as the player reads it; empty when there is none."""
    keys = keys_of(services.settings, action)
    return services.tr(key_name(keys[0])) if keys else ""


def with_key(services: Services, text: str, action: Action) -> str:
    """A finished text with the key that does the same, in brackets."""
    key = key_for(services, action)
    return f"{text} ({key})" if key else text
