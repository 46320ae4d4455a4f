"""Cuts the fallback faces out of Noto: the characters in common use of every script a title or a path may hold.

    python sprites/source/subset_fonts.py NOTO_SANS_FOLDER NOTO_SANS_CJK_BOLD.ttc

The first holds ``NotoSans-Bold.ttf``, ``NotoSansArabic-Bold.ttf`` and so on. Needs fonttools.
"""

import sys
from collections.abc import Iterable
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FOLDER = Path(__file__).resolve().parents[1] / "fonts" / "fallback"
SCRIPTS = (
    "", "Hebrew", "Arabic", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam",
    "Sinhala", "Thai", "Lao", "Myanmar", "Khmer", "Armenian", "Georgian", "Ethiopic",
)  # fmt: skip
"""Noto Sans and what stands behind its name for the other scripts."""
LATIN_AND_NEIGHBOURS = [
    *range(0x20, 0x7F), *range(0xA0, 0x250), *range(0x250, 0x370), *range(0x370, 0x530), *range(0x1E00, 0x2000),
    *range(0x2000, 0x2070), *range(0x20A0, 0x20C0), *range(0x2100, 0x2150), 0xFFFD,
]  # fmt: skip
EAST_ASIAN_MARKS = [
    0x20, 0xA0, *range(0x2000, 0x2070), *range(0x2190, 0x2200), *range(0x2460, 0x2600), *range(0x2600, 0x2700),
    *range(0x3000, 0x3100), *range(0x31F0, 0x3200), *range(0xFF00, 0xFFF0),
]  # fmt: skip
"""Spaces, punctuation, arrows, stars, kana and full-width forms."""
HAN = range(0x4E00, 0xA000)
HANGUL = range(0xAC00, 0xD7A4)


def encoded(codec: str, within: Iterable[int], rows: range) -> set[int]:
    """Characters of a double-byte set whose first byte lies in ``rows``."""
    found = set()
    for code in within:
        try:
            raw = chr(code).encode(codec)
        except UnicodeEncodeError:
            continue
        if len(raw) == 2 and raw[0] in rows:
            found.add(code)
    return found


def simplified() -> set[int]:
    """GB 2312, first level: 3755 characters in the order of their sound."""
    return encoded("gb2312", HAN, range(0xB0, 0xD8))


def traditional() -> set[int]:
    """Big5, first level: 5401 characters."""
    return encoded("big5", HAN, range(0xA4, 0xC7))


def japanese() -> set[int]:
    """JIS X 0208, first level: 2965 kanji, with those of daily use among them."""
    return encoded("euc_jp", HAN, range(0xB0, 0xD0))


def korean() -> set[int]:
    """KS X 1001: 2350 syllables."""
    return encoded("euc_kr", HANGUL, range(0xB0, 0xC9))


def cut(font: TTFont, codes: Iterable[int] | None, name: str) -> None:
    """Write a font with only those characters (all where None is given), without hints and what only editors read."""
    options = subset.Options()
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]
    options.layout_features = ["*"] if codes is None else ["ccmp", "kern", "mark", "mkmk", "liga"]
    options.drop_tables += ["DSIG", "BASE", "VORG", "vhea", "vmtx"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=sorted(font.getBestCmap()) if codes is None else sorted(codes))
    cutter.subset(font)
    font.save(FOLDER / name)
    print(f"{(FOLDER / name).stat().st_size:9,} {name}")


def main(noto: Path, cjk: Path) -> None:
    """Write every face."""
    FOLDER.mkdir(exist_ok=True)
    for script in SCRIPTS:
        name = f"NotoSans{script}-Bold.ttf"
        cut(TTFont(noto / name), None if script else LATIN_AND_NEIGHBOURS, name)
    chinese = simplified() | traditional() | korean() | {*EAST_ASIAN_MARKS}
    for number, codes, name in (
        (2, chinese, "NotoSansSC-Bold.otf"), (0, japanese() | {*EAST_ASIAN_MARKS}, "NotoSansJP-Bold.otf")
    ):  # fmt: skip
        font = TTFont(cjk, fontNumber=number)
        print(font["name"].getDebugName(4))
        cut(font, codes, name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
