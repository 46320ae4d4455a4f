"""What proves the maths: a compiled twin of the engine, PAR sheets, calibration and the search for rare rounds.

Needs the extra ``maths`` (numba), but for what a player sees of it: reading a sheet (:mod:`game.lab.par`).
"""
