"""The fuzzer of texts of users: spoiled JSON lines, TSV, Parquet and mappings, held against the strict parser."""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path

import duckdb

from dltrack_db.errors import DltrackError
from dltrack_db.load import corpus
from dltrack_db.load.corpus.store import Store
from torture import mutations, strict_own
from torture.corpus_fuzz import Loader
from torture.fuzz import Figures, Verdict
from torture.strict_parser import Refused

# fmt: off
VALUES = (
    "", " ", "plain", "é", "東京 😀", "\n", "\r", "\t", "\0", "\\", '"', "\x7f", "\u2028", "\ufeff", "\u00a0", "\u202e",
    "{}", "null", "a b", "x" * 3000, "id", 7, -7, 0, 10**30, 1.5, True, None, [], {}, ["a"], {"a": [1]},
)
# fmt: on
KINDS = ("json", "tsv", "parquet")
ROWS = """
    select corpus.official_id(stem, key), text, corpus.official_id(document_stem, document_key)
    from store.passages where load_no = $1 order by rowid"""


def mutated(kind: str, chance: random.Random, folder: Path) -> tuple[bytes, bytes | None]:
    """Texts and their mapping, if any, spoiled or not."""
    ids = [f"{chance.choice('abc')}_{number}" for number in range(chance.randint(1, 12))]
    rows = [{"id": each, "text": f"text of {each}, naïve"} for each in ids]
    if chance.random() < 0.3:
        rows = [{**row, "title": chance.choice(("", "On it"))} for row in rows]
    names = {"id": chance.choice(strict_own.IDS), "text": chance.choice(strict_own.TEXTS)}
    if chance.random() < 0.25:
        row = chance.choice(rows)
        row[chance.choice([*row, "more"])] = chance.choice(VALUES)
    rows = [{names.get(name, name): value for name, value in row.items()} for row in rows]
    mapping = None
    if chance.random() < 0.4:
        mapping = _mapping(ids, chance)
    if kind == "parquet":
        return _parquet(rows, chance, folder), mapping
    if kind == "json":
        content = "".join(f"{json.dumps(row, ensure_ascii=chance.random() < 0.5)}\n" for row in rows)
    else:
        columns = list(rows[0])
        head = ["\t".join(columns)] if chance.random() < 0.5 else []
        content = "\n".join([*head, *("\t".join(str(row.get(name, "")) for name in columns) for row in rows), ""])
    return _spoil(content.encode("utf-8", "surrogatepass"), chance), mapping


def _mapping(ids: list[str], chance: random.Random) -> bytes:
    pairs = [[each, f"whole {number}" if chance.random() < 0.02 else f"whole-{number // 3}"]
             for number, each in enumerate(ids) if chance.random() < 0.9]  # fmt: skip
    if chance.random() < 0.15 and pairs:
        chance.choice(pairs)[chance.randrange(2)] = str(chance.choice(VALUES))
    names = chance.choice(strict_own.PASSAGES), chance.choice(strict_own.DOCUMENTS)
    if chance.random() < 0.5:
        content = "".join(f"{json.dumps(dict(zip(names, pair, strict=True)))}\n" for pair in pairs)
    else:
        content = "\n".join("\t".join(pair) for pair in ([list(names)] if chance.random() < 0.5 else []) + pairs) + "\n"
    return _spoil(content.encode("utf-8", "surrogatepass"), chance)


def _spoil(content: bytes, chance: random.Random) -> bytes:
    if chance.random() < 0.15:
        content = content.replace(b"\n", chance.choice((b"\r\n", b"\n\n", b" \n")), chance.choice((1, -1)))
    if chance.random() < 0.1:
        content = content.removesuffix(b"\n")
    if chance.random() < 0.05:
        content = b"\xef\xbb\xbf" + content
    if chance.random() < 0.2:
        content = mutations.damage(content, chance)
    if chance.random() < 0.2:
        content = gzip.compress(content, mtime=0)
        if chance.random() < 0.2:
            content = mutations.damage(content, chance)
    return content


def _parquet(rows: list[dict[str, object]], chance: random.Random, folder: Path) -> bytes:
    import pyarrow
    import pyarrow.parquet

    columns = {name: [row.get(name) for row in rows] for name in {name: 1 for row in rows for name in row}}
    for name, values in columns.items():
        kinds = {type(value) for value in values if value is not None}
        if len(kinds) > 1 or 10**30 in values or kinds & {list, dict}:
            columns[name] = [None if value is None else str(value) for value in values]
    path = folder / "made.parquet"
    how = chance.choice(("none", "snappy", "zstd", "gzip"))
    pyarrow.parquet.write_table(pyarrow.table(columns), path, compression=how, row_group_size=chance.choice((3, 100)))
    content = path.read_bytes()
    return mutations.damage(content, chance) if chance.random() < 0.3 else content


def verdict(loader: Loader, path: Path, mapping: Path | None) -> Verdict:
    """The loader's reading of the files."""
    try:
        spec, source = corpus.Texts("own", path, mapping=mapping).open()
        store = Store(loader.con, spec, spec.files[0], "full", is_subset=False)
    except DltrackError as error:
        return Verdict(reason=str(error))
    return loader.load(spec, store, lambda: source, ROWS)


def compare(content: bytes, mapping: bytes | None, verdict: Verdict, figures: Figures) -> None:
    """Count a pair of files: loaded with exactly the strict parser's rows, or refused with a reason by both.

    A damaged Parquet file may be read by one library and refused by another; then only a reason is asked for.
    """
    figures.tried += 1
    both = content + (b"\n--mapping--\n" + mapping if mapping is not None else b"")
    try:
        wanted: list[tuple] | Refused = strict_own.load(content, mapping)
    except Refused as refused:
        wanted = refused
    is_parquet = content.startswith(b"PAR1")
    if verdict.rows is None:
        if not verdict.reason or "Traceback" in verdict.reason:
            figures.wrong.append(("own", both, "refused without a reason"))
        elif isinstance(wanted, Refused) or (is_parquet and "cannot be read as Parquet" in verdict.reason):
            figures.refused_with_reason += 1
            figures.reasons[getattr(wanted, "reason", "Parquet")] += 1
        else:
            figures.wrong.append(("own", both, f"refused, though valid: {verdict.reason}"))
    elif isinstance(wanted, Refused):
        if is_parquet and wanted.reason.startswith("no Parquet"):
            figures.loaded_equal += 1  # as much as DuckDB's reader vouches for
        else:
            figures.wrong.append(("own", both, f"loaded, though {wanted.reason}"))
    elif sorted(verdict.rows, key=str) != sorted(wanted, key=str):  # joined with a mapping, they come in any order
        figures.wrong.append(("own", both, "loaded with other rows"))
    else:
        figures.loaded_equal += 1


def campaign(count: int, seed: int, folder: Path) -> Figures:
    """Try so many files."""
    figures, chance = Figures(), random.Random(seed)
    (folder / "own").mkdir(exist_ok=True)
    loader = Loader(folder / "own")
    path, mapping_path = folder / "own" / "texts", folder / "own" / "mapping"
    try:
        while figures.tried < count:
            content, mapping = mutated(KINDS[figures.tried % 3], chance, folder / "own")
            path.write_bytes(content)
            if mapping is not None:
                mapping_path.write_bytes(mapping)
            try:
                found = verdict(loader, path, None if mapping is None else mapping_path)
            except duckdb.Error as error:
                found = Verdict(reason=f"Traceback {error}")
            compare(content, mapping, found, figures)
    finally:
        loader.close()
    return figures
