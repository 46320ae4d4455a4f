"""Scripts: generators that yield leaves of time, run by a clock that only knows ``advance(dt)``.

A leaf's leftover time carries into the next leaf, so the end state does not depend on the frame rate. Skipping
*finishes* leaves, it never cancels them.
"""

from collections.abc import Callable, Generator, Iterable
from typing import Final, Protocol, TypeAlias


class Leaf(Protocol):
    """A stretch of a script."""

    def advance(self, dt: float) -> float | None:
        """Use up to ``dt`` seconds; the leftover when the leaf is over, None while it goes on."""

    def finish(self) -> None:
        """Jump to the leaf's end state."""


Script: TypeAlias = Generator[Leaf, None, None]
Ease: TypeAlias = Callable[[float], float]


def linear(p: float) -> float:
    """No easing."""
    return p


def ease_in(p: float) -> float:
    """Gravity: starts at rest."""
    return p * p


def ease_fall(p: float) -> float:
    """Gravity, for what already moves as it comes into sight."""
    return p * (0.45 + 0.55 * p)


def ease_out(p: float) -> float:
    """Arrives at rest."""
    return 1 - (1 - p) * (1 - p)


def ease_in_out(p: float) -> float:
    """Starts and arrives at rest."""
    return p * p * (3 - 2 * p)


def ease_out_back(p: float) -> float:
    """Overshoots by about a tenth, then settles."""
    q = p - 1
    return 1 + 2.7 * q * q * q + 1.7 * q * q


class Wait:
    """Nothing, for ``duration`` seconds."""

    def __init__(self, duration: float) -> None:
        self.left = max(duration, 0.0)

    def advance(self, dt: float) -> float | None:
        self.left -= dt
        return -self.left if self.left <= 0 else None

    def finish(self) -> None:
        self.left = 0.0


class Tween:
    """Calls ``apply`` with eased progress from 0 to 1 over ``duration`` seconds; always ends on exactly 1."""

    def __init__(self, duration: float, apply: Callable[[float], None], ease: Ease = linear) -> None:
        self.duration, self.apply, self.ease = max(duration, 0.0), apply, ease
        self.elapsed = 0.0

    def advance(self, dt: float) -> float | None:
        self.elapsed += dt
        if self.elapsed >= self.duration:
            leftover = self.elapsed - self.duration
            self.apply(1.0)
            return leftover
        self.apply(self.ease(self.elapsed / self.duration))
        return None

    def finish(self) -> None:
        self.elapsed = self.duration
        self.apply(1.0)


class Do:
    """Calls ``action`` once, taking no time."""

    def __init__(self, action: Callable[[], None]) -> None:
        self.action = action
        self.done = False

    def advance(self, dt: float) -> float | None:
        self.finish()
        return dt

    def finish(self) -> None:
        if not self.done:
            self.done = True
            self.action()


class Seq:
    """Leaves one after another."""

    def __init__(self, leaves: Iterable[Leaf]) -> None:
        self.leaves = list(leaves)
        self.at = 0

    def advance(self, dt: float) -> float | None:
        left: float | None = dt
        while self.at < len(self.leaves):
            left = self.leaves[self.at].advance(left if left is not None else 0.0)
            if left is None:
                return None
            self.at += 1
        return left

    def finish(self) -> None:
        while self.at < len(self.leaves):
            self.leaves[self.at].finish()
            self.at += 1


class Par:
    """Leaves side by side; over when the last one is."""

    def __init__(self, leaves: Iterable[Leaf]) -> None:
        self.running = list(leaves)

    def advance(self, dt: float) -> float | None:
        leftover = dt
        still = []
        for leaf in self.running:
            left = leaf.advance(dt)
            if left is None:
                still.append(leaf)
            else:
                leftover = min(leftover, left)
        self.running = still
        return None if still else leftover

    def finish(self) -> None:
        for leaf in self.running:
            leaf.finish()
        self.running = []


class Drop(Par):
    """A board's drop: can be slammed, which lands everything left within ``SLAM`` seconds."""

    def __init__(self, leaves: Iterable[Leaf], duration: float) -> None:
        super().__init__(leaves)
        self.left = duration
        self.rate = 1.0

    def advance(self, dt: float) -> float | None:
        self.left -= dt * self.rate
        left = super().advance(dt * self.rate)
        return None if left is None else left / self.rate

    def slam(self, within: float) -> bool:
        """Land within ``within`` seconds; False when it was slammed before or is about to end anyway."""
        if self.rate > 1 or self.left <= within:
            return False
        self.rate = self.left / within
        return True


class Ask:
    """Waits for something outside the script (a screen the player leaves); skipping does not touch it."""

    def __init__(self, request: object) -> None:
        self.request: Final = request
        self.asked = False
        self.answered = False

    def answer(self) -> None:
        """Let the script go on."""
        self.answered = True

    def advance(self, dt: float) -> float | None:
        return dt if self.answered else None

    def finish(self) -> None:
        return


class Gate:
    """Waits until it is opened; skipping opens it."""

    def __init__(self) -> None:
        self.opened = False

    def advance(self, dt: float) -> float | None:
        return dt if self.opened else None

    def finish(self) -> None:
        self.opened = True


class Runner:
    """Runs one script; holds the leaf that is playing."""

    def __init__(self, script: Script) -> None:
        self.script = script
        self.leaf: Leaf | None = None
        self.over = False
        self._next()

    def _next(self) -> None:
        self.leaf = next(self.script, None)
        self.over = self.leaf is None

    def advance(self, dt: float) -> None:
        """Let ``dt`` seconds pass."""
        left: float | None = dt
        while self.leaf is not None and left is not None:
            left = self.leaf.advance(left)
            if left is not None:
                self._next()

    def skip(self) -> None:
        """Finish the leaf that is playing."""
        if self.leaf is not None and not isinstance(self.leaf, Ask):
            self.leaf.finish()
            self._next()

    def slam(self, within: float) -> bool:
        """Land a drop that is playing at once; False when no drop is playing."""
        return isinstance(self.leaf, Drop) and self.leaf.slam(within)

    @property
    def asking(self) -> Ask | None:
        """The question the script waits on, if any."""
        return self.leaf if isinstance(self.leaf, Ask) and not self.leaf.answered else None
