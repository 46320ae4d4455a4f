"""Assembles the symbols of one skin: a page for stills, one for what moves at rest, and one a symbol for its win."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from PIL import Image

from sprites.source.atlas import Frame, Page, Tag, pack_pages
from sprites.source.symbols import catalogue, gems, hearts, motion
from sprites.source.symbols.canvas import DRAFT_SCALE, MOVING_SCALE, STILL_SCALE, finish, moved, picture
from sprites.source.symbols.glow import aura, halo
from sprites.source.symbols.shards import shards
from sprites.source.symbols.values import value

SPRITES = Path(__file__).resolve().parents[2]
CACHE = Path(__file__).resolve().parents[1] / ".cache" / "symbols"
"""Where finished pictures wait, so that `--only` need not draw the others again."""
NUMBER_BELOW = 3.0
"""How far a number's middle lies below its heart's, pixels."""
SPOTS = ((7.0, -75.0, 17.0), (58.0, -29.0, 13.0), (-64.0, 36.0, 12.0), (-68.0, -29.0, 13.0), (58.0, 38.0, 12.0))
"""Where the scatter twinkles (diadem and the stones of its ring), and how large."""
Pictures = dict[str, Image.Image]


def _still(skin: str, name: str, scale: int) -> tuple[Image.Image, np.ndarray]:
    """A symbol's frame and its premultiplied picture before the finish."""
    drawn = catalogue.still(skin, name, scale)
    painted = drawn.canvas.rgba.copy()
    return picture(finish(drawn)), painted


def _pay(skin: str, name: str, scale: int) -> Pictures:
    """What rests of a paying symbol: its still, idle frames, halo and fragments."""
    still, painted = _still(skin, name, scale)
    made = {name: still}
    for k in range(motion.SWEEP_FRAMES):
        lit = still
        if skin == "christmas" and name == "moon":
            lit = motion.flicker(lit, k, motion.SWEEP_FRAMES)
        if k:
            lit = motion.sweep(lit, k / motion.SWEEP_FRAMES, faceted=name in gems.GEMS)
        made[f"{name}/idle/{k:02d}"] = lit
    made[f"glow/{name}"] = halo(motion.pixels_of(still)[..., 3], catalogue.GLOW[name])
    seed = catalogue.PAYS.index(name)
    made |= {f"shard/{name}/{k}": shard for k, shard in enumerate(shards(painted, seed))}
    return made


def _heart(skin: str, name: str, scale: int) -> Pictures:
    """What rests of a multiplier heart: its still, its flapping wings and the light round it."""
    made = {name: _still(skin, name, scale)[0]}
    drawn: dict[float, Image.Image] = {0.0: made[name]}
    for k in range(motion.FLAP_FRAMES):
        lift = motion.flap_lift(k)
        if lift not in drawn:
            pose = {"lift": lift, "phase": k / motion.FLAP_FRAMES}
            drawn[lift] = picture(finish(catalogue.posed(skin, name, pose, min(scale, MOVING_SCALE))))
        made[f"{name}/idle/{k:02d}"] = drawn[lift]
    made[f"glow/{name}"] = _light(skin, name, made[name])
    return made


def _scatter(skin: str, scale: int) -> Pictures:
    """What rests of the scatter: twinkles that go round its ring, then a blink."""
    still, _ = _still(skin, "scatter", scale)
    shut = picture(finish(catalogue.posed(skin, "scatter", {"mood": "blink"}, scale)))
    idle = [motion.twinkle(still, SPOTS, k, 8) for k in range(8)]
    idle[0] = still
    made = {"scatter": still}
    made |= {f"scatter/idle/{k:02d}": frame for k, frame in enumerate([*idle, shut, shut, still])}
    made["glow/scatter"] = _light(skin, "scatter", still)
    return made


def _light(skin: str, name: str, still: Image.Image) -> Image.Image:
    rays = (catalogue.WINTER_AURA if skin == "christmas" else {}).get(name) or catalogue.AURAS.get(name)
    return aura(*rays) if rays else halo(motion.pixels_of(still)[..., 3], catalogue.GLOW[name])


def resting(skin: str, name: str, scale: int = STILL_SCALE) -> Pictures:
    """Every frame of one symbol that the board at rest needs."""
    if name == "scatter":
        return _scatter(skin, scale)
    return (_heart if name.startswith("heart_") else _pay)(skin, name, scale)


def winning(skin: str, name: str, scale: int = MOVING_SCALE) -> Pictures:
    """The frames of one symbol's win."""
    made = {}
    for k in range(motion.WIN_FRAMES):
        frame = motion.win(name, k)
        drawn = catalogue.posed(skin, name, frame.pose, scale, snowy=frame.snowy)
        done = finish(drawn)
        if skin == "christmas" and not frame.snowy:
            motion.shake_off(done, k, seed=catalogue.SYMBOLS.index(name))
        made[f"{name}/win/{k:02d}"] = picture(moved(done, frame.size, frame.tilt))
    return made


def numbers() -> Pictures:
    """The numbers of all values."""
    made = {}
    for number in catalogue.HEART_VALUES:
        colour = catalogue.colour_of(number)
        shade = "#ffd98a" if colour == "orange" else "#dbe0ff"
        made[f"value/x{number}"] = value(number, hearts.TIERS[colour].middle + NUMBER_BELOW, shade)
    return made


Job = tuple[str, Callable[..., Pictures], tuple[Any, ...]]


def _kept(job: Job, folder: Path, *, fresh: bool) -> Pictures:
    """A job's pictures: those kept from before, unless they are to be drawn `fresh`."""
    name, make, arguments = job
    cv2.setNumThreads(1)
    place = folder / name
    files = sorted(place.glob("*.png"))
    if files and not fresh:
        return {file.stem.replace("~", "/"): Image.open(file).convert("RGBA") for file in files}
    made = make(*arguments)
    place.mkdir(parents=True, exist_ok=True)
    for file in files:
        file.unlink()
    for key, image in made.items():
        image.save(place / f"{key.replace('/', '~')}.png", compress_level=1)
    return made


def _duration(name: str) -> int:
    if "/win/" in name:
        return motion.WIN_MS[int(name[-2:])]
    if "/idle/" in name:
        return motion.FLAP_MS if name.startswith("heart_") else motion.SWEEP_MS
    return 0


def _tags(names: Iterable[str]) -> list[Tag]:
    """The animations among the frames, in whose order their indices count."""
    spans: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        if "/win/" in name or "/idle/" in name:
            spans.setdefault(name[:-3], []).append(index)
    return [Tag(name, span[0], span[-1]) for name, span in spans.items()]


def draw_sheet(skin: str, only: list[str], *, draft: bool = False) -> None:
    """Write `sprites/<skin>/symbols.png`, `symbols_idle.webp`, `symbols_<name>.webp` for each win, and `symbols.json`.

    Names in `only` are drawn again, others taken from the cache; drafts are coarse, and are
    kept with a cache of their own instead of replacing the sheet.
    """
    unknown = set(only) - set(catalogue.SYMBOLS)
    if unknown:
        raise SystemExit(f"no such symbol: {', '.join(sorted(unknown))}; there are {', '.join(catalogue.SYMBOLS)}")
    folder = CACHE / (f"{skin}-draft" if draft else skin)
    jobs = _jobs(skin, draft=draft)
    fresh = [not only or job[0].split("-", 1)[1] in only for job in jobs]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        made = list(pool.map(partial(_call, folder=folder), jobs, fresh))
    assemble({job[0]: part for job, part in zip(jobs, made)}, folder / "sheet" if draft else SPRITES / skin)


def _jobs(skin: str, *, draft: bool) -> list[Job]:
    still, moving = (DRAFT_SCALE, DRAFT_SCALE) if draft else (STILL_SCALE, MOVING_SCALE)
    rest: list[Job] = [(f"rest-{name}", resting, (skin, name, still)) for name in catalogue.SYMBOLS]
    return rest + [(f"win-{name}", winning, (skin, name, moving)) for name in catalogue.SYMBOLS]


def assemble(made: dict[str, Pictures], folder: Path) -> None:
    """Pack every symbol's pictures (`rest-<name>` and `win-<name>`) into a skin's sheet and its pages."""
    still, moving, wins = numbers(), {}, {}
    order: list[str] = []
    for name in catalogue.SYMBOLS:
        pictures = made[f"rest-{name}"]
        keys = sorted(pictures, key=lambda key, name=name: (not key.startswith(name), key))  # drawn or kept alike
        order += keys
        for key in keys:
            image = pictures[key]
            moves = "/idle/" in key and image.tobytes() != pictures[name].tobytes()
            (moving if moves or key.startswith("glow/") else still)[key] = image
        wins |= made[f"win-{name}"]
    pages = [Page(folder / "symbols.png", _framed(still)), Page(folder / "symbols_idle.webp", _framed(moving))]
    pages += [Page(folder / f"symbols_{name}.webp", _framed(made[f"win-{name}"])) for name in catalogue.SYMBOLS]
    order += [*numbers(), *wins]
    sizes = pack_pages(pages, folder / "symbols.json", order=order, tags=_tags(order))
    still_size, moving_size, *others = (width * height * 4 / 2**20 for width, height in sizes)
    print(
        f"  symbols: {still_size + moving_size:.1f} MB at rest, "
        f"wins {min(others):.1f} to {max(others):.1f} MB each, {sum(others):.1f} in all; {len(order)} frames",
        flush=True,
    )


def _call(job: Job, fresh: bool, folder: Path) -> Pictures:
    return _kept(job, folder, fresh=fresh)


def _framed(pictures: Pictures) -> dict[str, Frame]:
    return {name: Frame(image, _duration(name)) for name, image in pictures.items()}
