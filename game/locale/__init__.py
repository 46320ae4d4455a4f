"""The languages of the game, a folder each.

``format.toml`` says how the language writes its own name, numbers and dates,
``LC_MESSAGES/celestial_hearts.po`` is written by people, and the game reads the ``.mo`` compiled from it.
To add a language, make a folder with a ``format.toml`` and run what also follows a change of a text or a translation::

    python -m game.locale
"""
