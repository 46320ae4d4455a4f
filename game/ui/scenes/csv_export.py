"""The progress of a long history that is written to a spreadsheet; leaving it early leaves no file."""

from collections.abc import Callable, Generator
from pathlib import Path

from game import files
from game.ledger import LedgerError
from game.platform.background import LongWork
from game.ui.boxes import Box, Grid, Text
from game.ui.panel import Panel
from game.ui.services import Services


def export_csv(services: Services, path: Path) -> None:
    """Write every round of the history to ``path``, with a panel where that takes a while."""

    def steps() -> Generator[tuple[int, int]]:
        with services.table.ledger.reader() as reader:
            yield from reader.export_csv(path)

    work = LongWork(steps(), services.background.submit)
    if work.over:
        _tell(services, work, path)
    else:
        services.stack.push(CsvExport(services, work, lambda: _tell(services, work, path)))


def _tell(services: Services, work: LongWork, path: Path) -> None:
    match work.error:
        case None:
            services.notify(services.tr("Rounds exported to {file}").format(file=path))
        case LedgerError():
            services.notify(work.error)
        case OSError():
            text = services.tr("Couldn't export the history: {fault}")
            services.notify(text.format(fault=files.reason(work.error)))
        case _:
            raise work.error


class CsvExport(Panel):
    """Shows how far the work has come."""

    title = "Exporting history"
    size = (980, 400)

    def __init__(self, services: Services, work: LongWork, then: Callable[[], None]) -> None:
        """``then`` is called once the work is over."""
        self.work, self.then = work, then
        super().__init__(services)

    def contents(self) -> Box:
        return Text(self._progress, 32, align="centre", grows=True)

    def buttons(self) -> Box:
        return Grid(self.button("Cancel", self.close), columns=1)

    def static_key(self) -> None:
        return None

    def update(self, dt: float) -> None:
        super().update(dt)
        if self.work.over:
            self.close(then=self.then)
            return
        self.work.go_on()
        if self.services.display.headless:
            self.services.background.finish()  # no time of the game passes meanwhile

    def exit(self) -> None:
        self.work.stop()

    def _progress(self) -> str:
        share = min(1.0, self.work.done / self.work.of) if self.work.of else 0.0
        return self.services.tr("{percent} exported.").format(percent=self.services.language.percent(share, 0))
