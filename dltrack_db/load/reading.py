"""Unpack and verify the files of a plan, and add notes from run headers, run descriptions and topic fields."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from dltrack_db.base import parts
from dltrack_db.base.files import plainfile, tempfolder
from dltrack_db.base.recipes import run_metadata
from dltrack_db.errors import SourceError
from dltrack_db.load import run_notes, sidecars, topic_fields
from dltrack_db.load.plan import Item, Plan, StagedFile


def read(plan: Plan, folder: Path, say: Callable[[str], None], *, unverified: bool) -> list[StagedFile]:
    """Unpack and verify the files of a plan; all items must have paths.

    The result also contains notes as additional files: comments at the start of run files, descriptions next to run
    files, and fields of topics. If `unverified` is set, files with an unexpected checksum are accepted.
    """
    unpacked = folder / "plain"
    unpacked.mkdir()
    unique = list(dict.fromkeys(_path(item) for item in plan.items))  # a file of clicks is two items: topics and labels
    in_parquet = {item.path for item in plan.items if (part := parts.find(item.part)) and part.takes_parquet}
    opened = plainfile.open_all(unique, unpacked, takes_parquet=in_parquet.__contains__)
    plain_by_path = dict(zip(unique, opened, strict=True))
    pairs = [(item, plain_by_path[_path(item)]) for item in plan.items]
    headers = [one for item, plain in pairs if (one := run_notes.extract_header(item, plain, unpacked, say))]
    headers += [one for item in plan.items if (one := sidecars.write_notes(item, unpacked, say))]
    fields = [(one, plain) for item, plain in pairs if (one := topic_fields.extract(item, plain))]
    pairs += zip(headers, plainfile.open_all([_path(item) for item in headers], unpacked), strict=True)
    files = [
        StagedFile(
            number,
            item,
            plain,
            item.display_name or tempfolder.display_name(plain.source),
            _verify(item, plain, unverified),
        )
        for number, (item, plain) in enumerate([*pairs, *fields], start=1)
    ]
    _report_other_runs(plan.edition, files, say)
    return files


def _path(item: Item) -> Path:
    assert item.path is not None
    return item.path


def _report_other_runs(edition: str, files: Sequence[StagedFile], say: Callable[[str], None]) -> None:
    """Report the downloaded runs with another md5 than the submitted file."""
    fetched = [file for file in files if file.item.part == "runs" and file.item.addresses]
    others = [file.item.name for file in fetched if file.verified != "md5"]
    if others:
        say(
            f"{edition}: the md5 of {len(others)} of {len(fetched)} downloaded runs differs from the md5 of the "
            f"submitted file: {', '.join(others[:5])}{' …' if len(others) > 5 else ''}"
        )


def _verify(item: Item, plain: plainfile.PlainFile, accept: bool) -> str:
    """Return how a file is verified as the official file: by 'md5', by row 'counts' later, or 'none'."""
    spec = item.spec
    if item.part == "runs" and item.collection:
        _refuse_run_of_another(item, plain)
    if spec is None and item.part == "runs" and item.collection:
        submitted = run_metadata.submitted_md5(item.collection, item.name)
        return "md5" if submitted in (plain.md5, plain.plain_md5) else "none"
    if spec is None:
        return "none"
    known = {*spec.md5}
    if item.part == "scores" and item.collection:
        known |= run_metadata.score_md5s(item.collection, item.name)
    # packed or unpacked, because compression does not change the content; with `accept`, no file is verified by md5
    if known & {plain.md5, plain.plain_md5} and not accept:
        return "md5"
    if item.part == "scores":
        return "none"
    was_repacked = spec.file.endswith(".gz") != (plain.compression == "gzip")
    if spec.md5 and not was_repacked and not accept:
        raise SourceError(
            f"{plain.source}: the file has md5 {plain.md5}, but the official {spec.file} has {' or '.join(spec.md5)}; "
            f"download the official file from {spec.url}, or check only the row counts, with --unverified"
        )
    if spec.bytes not in (None, plain.bytes) and not (spec.md5 or was_repacked or item.has_clicks or accept):
        raise SourceError(
            f"{plain.source}: the file has {plain.bytes:,} bytes instead of {spec.bytes:,}; correct the recipe, or "
            "check only the row counts, with --unverified"
        )
    return "counts" if spec.rows is not None else "none"


def _refuse_run_of_another(item: Item, plain: plainfile.PlainFile) -> None:
    """Raise SourceError if an identical run file was submitted to another collection."""
    collection = str(item.collection)
    homes = (
        [run_metadata.submitted_to(md5) for md5 in {plain.md5, plain.plain_md5}]
        if run_metadata.run_ids(collection)
        else []
    )
    if others := sorted({one for each in homes for one in each if one[0] != collection}):
        home, run = others[0]
        raise SourceError(
            f"{plain.source} is the file of run '{run}', which was submitted to {home}, not to {collection}; "
            f"load the file with: dltrack ingest runs {plain.source} --collection {home}"
        )
