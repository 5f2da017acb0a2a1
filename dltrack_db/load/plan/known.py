"""List the files of recipe entries with many files, and the labels that recipes identify by checksum."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path, PurePosixPath
from urllib.parse import quote

from dltrack_db.base import parts, recipes
from dltrack_db.base.recipes import BaselinesSpec, CollectionSpec, FileSetSpec, LabelsSpec, ScoreSetSpec, run_metadata


def label_files(collection: CollectionSpec) -> dict[str, LabelsSpec]:
    """Return the unofficial label sets of a collection in all recipes, by the md5 of their files."""
    specs = [spec for name in recipes.names() for spec in recipes.load(name).entries(LabelsSpec)]
    return {
        md5: spec
        for spec in specs
        if spec.collection == collection.collection and spec.name != collection.qrels_variant and not spec.short_ids
        for md5 in spec.md5
    }


def score_files(spec: ScoreSetSpec) -> Iterator[ScoreSetSpec]:
    """Yield the published files of a score set with address and md5: one file, or one per run if the url has {run}."""
    if not spec.url or not spec.folders:
        return
    if "{run}" not in spec.url:
        yield spec
        return
    scores, ending = f"{spec.name}/{spec.folders[0].rpartition('/')[2]}", spec.file.removeprefix("*")
    for run in run_metadata.scored_runs(str(spec.collection), scores):
        md5 = tuple(run_metadata.score_md5s(str(spec.collection), f"{scores}/{run}"))
        yield replace(spec, file=run + ending, url=spec.url.replace("{run}", quote(run)), md5=md5)


def baseline_files(spec: BaselinesSpec) -> Iterator[tuple[PurePosixPath, BaselinesSpec]]:
    """Yield (path, entry) for each file of an entry of part 'runs'; if the url has {file}, those of `baselines.csv`."""
    if "{file}" not in (spec.url or ""):
        path = PurePosixPath(spec.file)
        yield path, replace(spec, file=path.name)
        return
    for row in run_metadata.baselines(str(spec.collection), spec.name):
        path, url = PurePosixPath(row["path"]), str(spec.url).replace("{file}", quote(row["path"], safe="/="))
        file_spec = replace(spec, name=row["run_id"], file=path.name, url=url)
        yield path, replace(file_spec, bytes=int(row["bytes"]), md5=(row["md5"],), files=None)


def pages_file(part: parts.Part) -> Path:
    """Return the path of the list of a part's pages, with their checksums and entry counts."""
    return part.folder / part.pages


def track_pages(spec: FileSetSpec) -> Iterator[FileSetSpec]:
    """Yield one entry for each track that has the page of `spec`, with address, checksum and entry count."""
    part = next(one for one in parts.all_parts() if one.name == spec.part)
    with pages_file(part).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            track = f"{row['edition']}/{row['track']}"
            if row["page"] == spec.file and (not spec.folders or {row["edition"], track} & {*spec.folders}):
                words = row | {"page": PurePosixPath(spec.file).parts[0].removesuffix(".md")}
                yield replace(
                    spec,
                    name="/".join(words[column] for column in part.tables[0].file),
                    file=f"{track}/{spec.file}",
                    url=str(spec.url).replace("{track}", track),
                    bytes=int(row["bytes"]),
                    md5=(row["md5"],),
                    rows=int(row["num_rows"]),
                )
