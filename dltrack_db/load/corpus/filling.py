"""Store the members of a corpus, one after the other."""

from __future__ import annotations

from pathlib import Path

from dltrack_db.errors import DltrackError, FormatError, SourceError
from dltrack_db.load.corpus.chunks import ChunkFiles
from dltrack_db.load.corpus.estimate import CorpusPlan
from dltrack_db.load.corpus.feed import Batch, Feeder, Layout, MemberEnd, MemberFailure
from dltrack_db.load.corpus.members import Member, Source, StreamSource
from dltrack_db.load.corpus.options import CorpusOptions, CorpusReport
from dltrack_db.load.corpus.spec import CorpusSpec
from dltrack_db.load.corpus.store import Store


def layout(spec: CorpusSpec, source: Source, *, is_subset: bool) -> Layout:
    """Return the layout of chunk files for the members of a source."""
    file = spec.file_for(source.name)
    return Layout(
        file.record_end.encode(),
        chunk_records=spec.row_group_rows,
        record_bytes=file.record_bytes,
        needs_final_end=not (is_subset or spec.is_own),
    )


class Filling:
    """Reads the members of a source, and inserts their batches into the storage tables."""

    def __init__(
        self,
        store: Store,
        source: Source,
        spec: CorpusSpec,
        options: CorpusOptions,
        report: CorpusReport,
        plan: CorpusPlan,
    ) -> None:
        self._store, self._source, self._spec, self._options = store, source, spec, options
        self._report, self._plan = report, plan
        self._layout = options.layout or layout(spec, source, is_subset=options.is_subset)
        self._done = source.start if isinstance(source, StreamSource) else 0
        self._rows = 0

    def run(self, scratch: Path, finished: dict[str, int | None]) -> None:
        """Read and store all members, except for those in `finished`."""
        chunks = ChunkFiles(scratch)
        feeder = Feeder(
            self._source, self._layout, chunks, resume=self._store.partial(), finished=finished, on_bytes=self._count
        )
        for event in feeder.events():
            member = event.member
            is_rejected = member is not None and member.name in self._report.rejected
            match event:
                case Batch():
                    if not is_rejected:
                        self._add(event)
                    chunks.give_back(event.files)
                case MemberEnd():
                    if not is_rejected:
                        self._store.finish(event)
                        self._report.members += 1
                case MemberFailure():
                    self._set_aside(member, event.error)
            self._report_progress()
        self._check_any(finished)

    def _report_progress(self) -> None:
        self._options.on_progress(self._done, self._plan.bytes_to_read, self._rows)

    def _check_any(self, finished: dict[str, int | None]) -> None:
        if not self._report.members and not finished:
            raise SourceError(f"{self._source.label} has no file that can be loaded")

    def _count(self, packed: int) -> None:
        self._done += packed

    def _add(self, batch: Batch) -> None:
        try:
            self._store.add(batch, self._source.label)
            self._rows += batch.places.records
        except FormatError as error:
            self._set_aside(batch.member, error)

    def _set_aside(self, member: Member | None, error: DltrackError) -> None:
        """Remove the rows of a damaged member; raise the error, unless damaged members are to be left out."""
        if member is not None and member.name not in self._report.rejected:
            if self._options.reject_files:
                self._store.reject(member, str(error))
                self._report.rejected[member.name] = str(error)
                self._options.say(f"left out: {error}")
                return
            self._store.forget(member)
        raise error
