"""A disk as the system calls of a traced program left it, and what a loss of power may make of it.

What was written to a file is sure once that file was synced. What was not may be there whole, in part, torn inside a
sector, or not at all, each write by itself; a file may have its size and be zeros. Names change in order, and a sync of
anything makes all earlier changes of names sure (ext4, XFS, Btrfs, APFS); or, strictly, a change of names is sure only
once its folder was synced.
"""

import os
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

SECTOR: Final = 512
WAYS: Final = ("lost", "kept", "prefix", "subset", "torn", "sectors", "zeros")
"""What may have become of writes that were not synced."""
MODELLED: Final = (
    *("openat", "mkdir", "write", "pwrite64", "ftruncate", "fsync", "fdatasync", "rename", "unlink", "rmdir"),
    *("lseek", "read"),
)
NOT_MODELLED: Final = ("writev", "sendfile", "copy_file_range", "fallocate", "link", "symlink", "truncate")
"""Calls that must not touch the folder, since this knows nothing of them."""
Operation = tuple[str, *tuple[str | int | bytes, ...]]
"""A call's kind, then a path, an offset or length, and bytes; ``said`` comes with what the program wrote to stdout."""


def trace(command: list[str], folder: Path, **options: object) -> list[Operation]:
    """Run a program and return what it did to files in ``folder``, in order, and what it said meanwhile.

    Raises ``OSError`` where strace is missing or may not trace. Only the program's first thread is seen.
    """
    if shutil.which("strace") is None:
        raise FileNotFoundError("strace")
    log = folder.with_suffix(".trace")
    traced = ["strace", "-qq", "-y", "-xx", "-s", "10000000", "-o", str(log)]
    traced += ["-e", f"trace={','.join((*MODELLED, *NOT_MODELLED))}"]
    done = subprocess.run([*traced, *command], capture_output=True, text=True, check=False, **options)
    if done.returncode and "ptrace" in done.stderr:
        raise PermissionError(done.stderr)
    assert done.returncode == 0, done.stderr
    operations = list(_parse(log.read_text(), str(folder)))
    log.unlink()
    return operations


def _plain(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", "")) if text.startswith("\\x") else text.encode()


def _parse(log: str, folder: str) -> Iterator[Operation]:
    offsets: dict[str, int] = {}

    def inside(path: bytes) -> str | None:
        name = os.path.normpath(path.decode(errors="surrogateescape"))
        return os.path.relpath(name, folder) if f"{name}/".startswith(f"{folder}/") else None

    for line in log.splitlines():
        found = re.match(r"(\w+)\((.*)\)\s+= (\d+)", line)
        if found is None:
            continue  # a call that failed
        call, arguments, result = found[1], found[2], int(found[3])
        texts = [_plain(text) for text in re.findall(r'"([^"]*)"', arguments)]
        opened = re.match(r"(\d+)<([^>]*)>", arguments)
        handle, path = (opened[1], inside(_plain(opened[2]))) if opened and call != "openat" else ("", None)
        numbers = [int(number) for number in re.findall(r"(?<=, )\d+(?=,|$)", arguments)]
        named = [inside(text) for text in texts[:2]] if call in ("openat", "mkdir", "rename", "unlink", "rmdir") else []
        if call == "write" and handle == "1":
            yield "said", texts[0]
        elif call in NOT_MODELLED:
            assert path is None, line[:200]
        elif call == "openat" and named and named[0] is not None:
            offsets[str(result)] = 0
            if "O_CREAT" in arguments:
                yield "create", named[0]
            if "O_TRUNC" in arguments:
                yield "cut", named[0], 0
        elif named and named[0] is not None:
            yield call, *(name for name in named if name is not None)
        elif path is None:
            continue
        elif call == "lseek":
            offsets[handle] = result
        elif call == "read":
            offsets[handle] += result
        elif call == "write":
            yield "write", path, offsets[handle], texts[0][:result]
            offsets[handle] += result
        elif call == "pwrite64":
            yield "write", path, numbers[-1], texts[0][:result]
        elif call == "ftruncate":
            yield "cut", path, numbers[-1]
        elif call in ("fsync", "fdatasync"):
            yield "sync", path


def _change(content: bytearray, change: tuple[int, bytes | None]) -> None:
    """Write bytes at an offset, or with None cut the content there."""
    offset, data = change
    content.extend(bytes(max(0, offset - len(content))))
    if data is None:
        del content[offset:]
    else:
        content[offset : offset + len(data)] = data


@dataclass
class _File:
    sure: bytearray = field(default_factory=bytearray)
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)

    def after(self, way: str, chance: random.Random) -> bytes:
        """What may be read of it after a loss of power."""
        content, changes = bytearray(self.sure), list(self.pending)
        if way == "lost":
            changes = []
        elif way == "prefix":
            changes = changes[: chance.randint(0, len(changes))]
        elif way == "subset":
            changes = [change for change in changes if chance.random() < 0.5]
        elif way == "torn" and changes:
            changes = changes[: chance.randint(1, len(changes))]
            offset, data = changes.pop()
            if data is not None:
                changes.append((offset, data[: SECTOR * chance.randint(0, len(data) // SECTOR)]))
        elif way == "sectors":
            pieces = [
                (offset + at, None if data is None else data[at : at + SECTOR])
                for offset, data in changes
                for at in range(0, max(1, len(data or b"")), SECTOR)
            ]
            changes = [piece for piece in pieces if chance.random() < 0.5]
        elif way == "zeros":
            changes = [(offset, None if data is None else bytes(len(data))) for offset, data in changes]
        for change in changes:
            _change(content, change)
        return bytes(content)


class Disk:
    """A folder, of which it is known what is sure to be on the disk and what is not yet."""

    def __init__(self, folder: Path) -> None:
        """Begin with what is in a folder, all of it sure."""
        self.folders: set[str] = {"."}
        self.names: dict[str, _File] = {}
        for path in folder.rglob("*"):
            name = str(path.relative_to(folder))
            if path.is_dir():
                self.folders.add(name)
            else:
                self.names[name] = _File(bytearray(path.read_bytes()))
        self._sure_names, self._sure_folders = dict(self.names), set(self.folders)
        self._renamings: list[tuple[str, ...]] = []
        self._made: dict[int, _File] = {}

    def apply(self, operation: Operation) -> None:
        """Do what the program did."""
        kind, name, *rest = operation
        assert isinstance(name, str)
        if kind == "sync":
            if name in self.names:
                file = self.names[name]
                for change in file.pending:
                    _change(file.sure, change)
                file.pending.clear()
            self._renamings.append(("sync", name))
        elif kind in ("write", "cut"):
            if name in self.names:  # not one that was removed while open
                offset, data = (*rest, None)[:2]
                self.names[name].pending.append((offset, data))
        elif kind != "create" or name not in self.names:
            if kind == "create":
                self._made[len(self._renamings)] = _File()
            self._renamings.append((kind, name, *rest))
            self._rename(self.names, self.folders, len(self._renamings) - 1)

    def _rename(self, names: dict[str, _File], folders: set[str], number: int) -> None:
        """Make one of the changes of names."""
        kind, name, *target = self._renamings[number]
        if kind == "create":
            names[name] = self._made[number]
        elif kind == "mkdir":
            folders.add(name)
        elif kind == "rename" and name in names:
            names[target[0]] = names.pop(name)
        elif kind == "unlink":
            names.pop(name, None)
        elif kind == "rmdir":
            folders.discard(name)

    def after(self, target: Path, chance: random.Random, ways: tuple[str, ...] = WAYS, *, strict: bool = False) -> int:
        """Write into ``target`` what a loss of power now may leave, and return a digest of it."""
        names, folders = dict(self._sure_names), set(self._sure_folders)
        for number in self._surviving(chance, strict=strict):
            self._rename(names, folders, number)
        found = {
            name: file.after(chance.choice(ways), chance)
            for name, file in names.items()
            if str(Path(name).parent) in folders
        }
        for folder in sorted(folders):
            (target / folder).mkdir(parents=True, exist_ok=True)
        for name, content in found.items():
            (target / name).write_bytes(content)
        return hash((frozenset(found.items()), frozenset(folders)))

    def _surviving(self, chance: random.Random, *, strict: bool) -> list[int]:
        """Which changes of names are on the disk."""
        changes = self._renamings
        if not strict:
            sure = max((number + 1 for number, change in enumerate(changes) if change[0] == "sync"), default=0)
            return list(range(chance.choice((sure, len(changes), chance.randint(sure, len(changes))))))
        kept = []
        for number, (_, *paths) in enumerate(changes):
            synced = {change[1] for change in changes[number + 1 :] if change[0] == "sync"}
            if {str(Path(path).parent) for path in paths} <= synced or chance.random() < 0.5:
                kept.append(number)
        return kept
