"""`dltrack sources`: list the official files, or check that they are still available."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Annotated

import typer

from dltrack_db.base import recipes
from dltrack_db.base.progress import readable
from dltrack_db.base.recipes import BaselinesSpec, FileSpec, ScoreSetSpec
from dltrack_db.cli.common import OutputFormat
from dltrack_db.errors import SourceError, UsageError
from dltrack_db.load import corpus, plan
from dltrack_db.load.downloads.probe import Known
from dltrack_db.show import Format, print_rows, table

_COLUMNS = ["edition", "file", "bytes", "md5", "url"]


def sources(
    editions: Annotated[
        list[str] | None, typer.Argument(metavar="[ID...]", help="Editions or corpora. [default: all]")
    ] = None,
    check: Annotated[
        bool, typer.Option("--check", help="Check that each file is available, with its known size and checksum.")
    ] = False,
    format: OutputFormat = Format.table,
) -> None:
    """List the official files with address, size and checksum, or check that they are still available.

    Example: dltrack sources trec2021 --check

    Without ID, the format table prints one line per edition or corpus; other formats list all files. --check downloads
    no files: it asks the servers for size and checksum, which few servers report. The exit code is 1 if a file is
    missing or differs.
    """
    if not check and not editions and format is Format.table:
        _print_totals()
        return
    listed = _files(editions or [*recipes.names(), *corpus.names()])
    if not check:
        rows = [(edition, name, known.bytes, " ".join(known.md5), known.url) for edition, name, known in listed]
        print_rows(_COLUMNS, rows, format, fit=table.Fit(keys=["edition", "file"], point=["url"], expendable=["md5"]))
        return
    from dltrack_db.load.downloads import probe

    answers = list(probe.ask(known for _, _, known in listed))
    print_rows(
        ["edition", "file", "answer", "bytes", "checksum", "url"],
        [
            (edition, name, one.verdict, one.bytes, "equal" if one.is_checked else "not told", one.known.url)
            for (edition, name, _), one in zip(listed, answers, strict=True)
        ],
        format,
        fit=table.Fit(keys=["edition", "file"], point=["answer"], expendable=["checksum", "bytes"]),
    )
    if wrong := [one for one in answers if one.verdict != "as known"]:
        raise SourceError(
            f"{len(wrong)} of {len(answers)} files are missing or differ, such as {wrong[0].known.url} "
            f"({wrong[0].verdict}); try again later, or load the files from a folder: dltrack ingest ID --from DIR"
        )


def _print_totals() -> None:
    """Print the file count and total known size of each edition and corpus; a file can belong to several of them."""
    files_by_name = {name: [known for _, _, known in _files([name])] for name in [*recipes.names(), *corpus.names()]}
    rows = [
        (name, len(files), sum(one.bytes or 0 for one in files) or None)
        for name, files in files_by_name.items()
        if files
    ]
    print_rows(["edition", "files", "bytes"], rows, fit=table.Fit(keys=["edition"], point=["files"]))
    every = {known.url: known.bytes or 0 for files in files_by_name.values() for known in files}
    print(f"{len(every)} files; the files of known size have {readable(sum(every.values()))} in total.")
    print("Addresses and checksums: dltrack sources trec2021")


def files_of_entry(spec: FileSpec) -> Iterable[FileSpec]:
    """Return the files that an entry of a recipe describes."""
    if isinstance(spec, ScoreSetSpec):
        return plan.score_files(spec)
    return [one for _, one in plan.baseline_files(spec)] if isinstance(spec, BaselinesSpec) else [spec]


def _files(names: list[str]) -> list[tuple[str, str, Known]]:
    """Return edition, name and known facts of the files of editions and corpora, once for each URL."""
    found: dict[str, tuple[str, str, Known]] = {}
    for name in names:
        if name in recipes.names():
            for spec in chain.from_iterable(map(files_of_entry, recipes.load(name).files)):
                if spec.url:  # size and checksum of a file in an archive are not those of the archive
                    facts = (None, ()) if spec.member else (spec.bytes, spec.md5)
                    found.setdefault(spec.url, (name, spec.file, Known(spec.url, *facts, spec.headers)))
        elif name in corpus.names():
            for file in corpus.load_spec(name).files:
                if file.url:
                    found.setdefault(file.url, (name, file.file, Known(file.url, file.bytes, file.md5)))
        else:
            raise UsageError(f"there is no edition or corpus '{name}'; see: dltrack sources")
    return list(found.values())
