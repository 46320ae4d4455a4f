"""Collects the game's texts, brings every catalogue up to date and compiles it (needs Babel).

    python -m game.locale [LANGUAGE ...]

A language is a folder with a ``format.toml``; its catalogue is made if there is none yet.

A text is what is given to ``tr``, and every other literal that reads like one in the modules that hold words for the
player; names made of data (symbols, speeds, keys, skins) are added from the data itself.
"""

import argparse
import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from game import __version__, paths
from game.language import DOMAIN, ENGLISH, FORMAT_FILE
from game.money import CURRENCIES
from game.platform.input import BUTTONS, BUTTONS_WITHOUT_HAT, DEFAULT_KEYS
from game.present.tempo import Speed
from game.ui.names import SYMBOL_NAMES

PACKAGE: Final = Path(__file__).resolve().parents[1]
HERE: Final = PACKAGE / "locale"
AUTHORS: Final = "Celestial Hearts authors"
SOURCES: Final = (
    "app.py",
    "program.py",
    "crash.py",
    "money.py",
    "paths.py",
    "settings.py",
    "skins.py",
    "ledger",
    "present/autoplay.py",
    "present/director.py",
    "present/hearts.py",
    "present/wins.py",
    "present/guide.py",
    "ui",
)
"""Modules that hold words for the player, under the package."""
SPOKEN: Final = (
    *("app.py", "program.py", "crash.py", "money.py", "settings.py", "skins.py"),
    *("ledger", "present/autoplay.py"),
)
WRITTEN_DOWN: Final = ("ledger/reasons.py",)
"""Of these only what is raised or looked up counts."""
NOT_WORDS: Final = re.compile(r"[a-z0-9_./+-]*|[^A-Za-z]*|[a-z_]+/\{.*")
"""Names of pictures, colours and styles, and signs."""
NOT_SHOWN: Final = frozenset(
    (
        *("rounds", "loss_limit", "×{value}", "{count} ×", "{count} × {symbol} ({where})", "coin value", "OK", "Enter"),
        *(
            "0123456789abcdefABCDEF",
            "python -m game",
            "{n",
            "Text",
            "CREDITS.md",
            "LICENSE",
            "Alt+Enter",
            "Shift+Tab",
            "*-OFL.txt",
            "-OFL",
            "Celestial Hearts",
        ),
        *(
            "a table of names",
            "a text of 1 to 60 letters",
            "no skin has been loaded yet",
            "not the settings this game writes",
            "no skin was found: the game's files are incomplete",
        ),
    )
)
"""Names of controls and files, signs, and what is said before there is a window."""
CLASS_NAME: Final = re.compile(r"_[A-Z]\w*|([A-Z][a-z]+){2,}")


def plurals_in(file: Path) -> Iterator[tuple[str, str]]:
    """Every text in a module that has a plural, with it: the first two arguments of ``ntr`` or ``Message``."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and called(node) in ("ntr", "Message"):
            forms = [part.value for part in node.args[:2] if isinstance(part, ast.Constant)]
            texts = [form for form in forms if isinstance(form, str)]
            if len(texts) == len(node.args[:2]) == 2:
                yield texts[0], texts[1]


def texts_in(file: Path) -> Iterator[tuple[str, int]]:
    """Every text in a module with its line."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    docstrings = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    docstrings |= {id(part) for node in ast.walk(tree) for kind in annotations(node) for part in ast.walk(kind)}
    pieces = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    looked_up = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and called(node) in ("tr", "Message")
        for argument in node.args
        for part in ast.walk(argument)
    }
    raised = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise)
        for part in ast.walk(node)
        if id(part) not in pieces
    }
    name = file.relative_to(PACKAGE).as_posix()
    only_spoken = name.startswith(SPOKEN) and name not in WRITTEN_DOWN
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str) or id(node) in docstrings:
            continue
        wanted = id(node) in looked_up or (
            id(node) in raised if only_spoken else id(node) not in pieces and not NOT_WORDS.fullmatch(node.value)
        )
        shown = node.value not in NOT_SHOWN and not CLASS_NAME.fullmatch(node.value)
        if wanted and shown and re.search(r"[A-Za-z]", node.value):
            yield node.value, node.lineno


def annotations(node: ast.AST) -> list[ast.expr]:
    """What a node says about types."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return [node.returns] if node.returns is not None else []
    kind = getattr(node, "annotation", None)
    return [kind] if isinstance(kind, ast.expr) else []


def called(node: ast.Call) -> str:
    """The bare name of what is called."""
    function = node.func
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def names() -> Iterator[str]:
    """Texts that are data."""
    yield from SYMBOL_NAMES.values()
    yield from map(str, Speed)
    yield "off"
    yield from (currency.name for currency in CURRENCIES.values())
    yield from (key.capitalize() for key in DEFAULT_KEYS if len(key) > 1 and not re.fullmatch(r"f\d+", key))
    yield from {name for name in (*BUTTONS.values(), *BUTTONS_WITHOUT_HAT.values()) if len(name) > 2}
    for manifest in sorted(paths.sprites_folder().glob("*/skin.toml")):
        skin = tomllib.loads(manifest.read_text(encoding="utf-8"))
        yield skin["title"]
        yield from skin["tiers"]["names"]
        yield from skin["symbols"].values()


def template() -> Catalog:
    """All texts, untranslated."""
    catalogue = Catalog(domain=DOMAIN, project="Celestial Hearts", charset="utf-8")
    for source in SOURCES:
        place = PACKAGE / source
        for file in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            place_of_text = [(file.relative_to(PACKAGE.parent).as_posix(), 0)]
            counted = list(plurals_in(file))
            for forms in counted:
                catalogue.add(forms, locations=place_of_text)
            for text in {text for text, _ in texts_in(file)}.difference(*counted):
                catalogue.add(text, locations=place_of_text)
    for name in names():
        catalogue.add(name)
    return catalogue


def update(language: str, texts: Catalog) -> list[str]:
    """Bring one catalogue up to date and compile it; returns the texts that are not translated."""
    folder = HERE / language / "LC_MESSAGES"
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / f"{DOMAIN}.po"
    if written.exists():
        with written.open("rb") as file:
            catalogue = read_po(file, locale=language, domain=DOMAIN)
    else:
        catalogue = Catalog(locale=language, domain=DOMAIN, project="Celestial Hearts", charset="utf-8")
    catalogue.update(texts, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    catalogue.fuzzy = False
    catalogue.project, catalogue.version = "Celestial Hearts", __version__
    catalogue.copyright_holder = catalogue.last_translator = catalogue.language_team = AUTHORS
    catalogue.msgid_bugs_address, catalogue.revision_date = "", texts.creation_date
    catalogue.header_comment = f"# Celestial Hearts in {catalogue.locale and catalogue.locale.english_name}."
    buffer = BytesIO()
    write_po(buffer, catalogue, width=100, omit_header=False, sort_output=True, include_lineno=False)
    if not written.exists() or without_dates(written.read_bytes()) != without_dates(buffer.getvalue()):
        written.write_bytes(buffer.getvalue())
    compiled = written.with_suffix(".mo")
    buffer = BytesIO()
    write_mo(buffer, catalogue)
    if not compiled.exists() or without_dates(compiled.read_bytes()) != without_dates(buffer.getvalue()):
        compiled.write_bytes(buffer.getvalue())
    return [str(message.id) for message in catalogue if message.id and not is_translated(message)]


def without_dates(catalogue: bytes) -> bytes:
    """The file without the days on which it was made, which alone are no reason to write it again."""
    return re.sub(rb"\d{4}-\d\d-\d\d \d\d:\d\d[+-]\d{4}", b"", catalogue)


def translated_languages() -> list[str]:
    """Every language but English."""
    return sorted(file.parent.name for file in HERE.glob(f"*/{FORMAT_FILE}") if file.parent.name != ENGLISH)


def is_translated(message: Message) -> bool:
    """Whether every form of a text has a translation."""
    return all(message.string) if isinstance(message.string, (tuple, list)) else bool(message.string)


def main() -> int:
    """Update every catalogue, or those named; 1 when one is incomplete."""
    parser = argparse.ArgumentParser(prog="python -m game.locale", description="Bring the catalogues up to date.")
    known = translated_languages()
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE", help=f"one of {', '.join(known)} (default: all)")
    wanted = parser.parse_args().languages or known
    unknown = sorted({*wanted} - {*known})
    if unknown:
        parser.error(f"no {FORMAT_FILE} in {HERE / unknown[0]}")
    texts = template()
    missing = {language: update(language, texts) for language in wanted}
    for language, untranslated in missing.items():
        for text in untranslated:
            print(f"{language}: not translated: {text!r}")
    print(f"{len(texts)} texts")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
