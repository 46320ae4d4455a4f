"""The catalogues: ``<language>/LC_MESSAGES/celestial_hearts.po`` is written by people, the game reads the ``.mo``.

After a text of the game or a translation changed::

    python -m game.locale
"""
