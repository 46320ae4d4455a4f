"""What keeps the game from being started."""


class CannotStart(Exception):
    """The game cannot be started, or cannot play on by itself; the text is for the player."""

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status
        """The program's exit status."""
