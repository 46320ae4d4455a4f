"""Celestial Hearts: a play-money tumble slot with an honest, headless engine."""

__version__ = "1.0.0"
