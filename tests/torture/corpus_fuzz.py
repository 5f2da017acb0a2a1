"""The fuzzer of corpora: spoiled tars and JSON lines through the loader, held against the strict parser."""

from __future__ import annotations

import gzip
import io
import json
import random
import tarfile
import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from corpus import small

from dltrack_db.base import resources
from dltrack_db.errors import DltrackError
from dltrack_db.load import corpus
from dltrack_db.load.corpus import acceptance, loading
from dltrack_db.load.corpus.estimate import make_plan
from dltrack_db.load.corpus.feed import Layout
from dltrack_db.load.corpus.filling import Filling
from dltrack_db.load.corpus.members import Source
from dltrack_db.load.corpus.options import CorpusOptions, CorpusReport
from dltrack_db.load.corpus.store import Store
from dltrack_db.store import database
from torture import mutations, strict_corpus
from torture.fuzz import Figures, Verdict
from torture.strict_parser import Refused

NAMES = {"passage": "msmarco-v2-passage", "doc": "msmarco-v2-document"}
ROWS = {
    "passage": """
        select corpus.official_id(stem, key), num_bytes, num_chars, text, spans,
            corpus.official_id(document_stem, document_key)
        from store.passages where load_no = $1 order by rowid""",
    "doc": """
        select corpus.official_id(stem, key), num_bytes, num_chars, url, title, headings, body
        from store.documents where load_no = $1 order by rowid""",
}
# fmt: off
VALUES = (
    "", " ", "plain", "é", "東京 😀", "\n", "\r", "\t", "\0", "\\", '"', "\x7f", "\u2028", "\ufeff", "{}", "null",
    "[1]", "x" * 3000, "(0,1)", "(0,1),(1,2)", "(0,1),", "(-1,2)", "(٠,١)", "msmarco_doc_00_7", "msmarco_doc_00_007",
    "msmarco_doc_00_+7", "msmarco_doc_00_7.0", "msmarco_doc_00_ 7", "msmarco_doc_00_1e3", "msmarco_doc_00_1_0",
    "msmarco_doc_0x_7", "msmarco_doc_00_4294967295", "msmarco_doc_00_4294967296", "msmarco_doc_17_9999999999",
    "msmarco_doc_17_10000000000", "msmarco_doc_00_", "D7", "7",
    None, [], {}, ["a"], {"a": 1},
)
RAW = (
    b"{}", b"[]", b"", b" ", b"\r", b"null", b"1", b'"a"', b"{", b"}", b"// x", b"\xef\xbb\xbf", b"\xff", b"\0", b"NaN",
    b'{"pid": "a", "pid": "b"}', b'{"a": 1,}', b"{'a': 1}", b'{"a": NaN}', b'{"a": "\\ud800"}', b'{"a": "\\x41"}',
)
REPLACED = (
    (b'", "', b'","'), (b'": "', b'":"'), (b"{", b"{ "), (b"}", b",}"), (b"}", b" }"), (b"}\n", b"}\r\n"),
    (b"\n", b"\n\n"), (b"\n", b" \n"), (b"\n", b""), (b"}\n", b"}"), (b"}\n", b"} x\n"), (b'"', b"'"), (b"\\", b"\\\\"),
    (b'"pid"', b'"PID"'), (b'"docid"', b'"docid ": "", "docid"'), (b'"pid"', b'"pid": "x", "pid"'), (b" ", b"\t"),
    (b" ", b"\xc2\xa0"), (b"e", b"\\u0065"), (b"e", b"\\ud83d"), (b"a", b"\x01"), (b"{", b"/**/{"), (b": ", b": \n"),
    (b'"passage"', b'"passage": "other", "passage"'), (b'"body"', b'"body": 1, "body"'), (b'"passage"', b'"text"'),
)
# fmt: on


def mutated(kind: str, chance: random.Random) -> bytes:
    """A tar of some members, spoiled in one way or another, or not at all."""
    contents = {}
    for bundle in range(chance.randint(1, 3)):
        plain = b""
        for _ in range(chance.randint(0, 6) or chance.randint(1, 40)):
            row = _row(kind, chance) | {strict_corpus.FIELDS[kind][0]: f"msmarco_{kind}_{bundle:02d}_{len(plain)}"}
            plain += json.dumps(row, ensure_ascii=chance.random() < 0.5).encode() + b"\n"
        if chance.random() < 0.15:
            plain = _spoil(plain, chance)
        contents[f"msmarco_v2_{kind}/msmarco_{kind}_{bundle:02d}.gz"] = _pack(plain, chance)
    return _tar(contents, chance)


def _row(kind: str, chance: random.Random) -> dict[str, object]:
    if kind == "passage":
        row: dict[str, object] = {
            "pid": "",
            "passage": "some text",
            "spans": "(0,4),(5,9)",
            "docid": "msmarco_doc_01_7",
        }
    else:
        row = {"docid": "", "url": "https://example.org", "title": "T", "headings": "a\nb", "body": "naïve body"}
    if chance.random() < 0.04:
        row[chance.choice(list(row))] = chance.choice(VALUES)
    if chance.random() < 0.03:
        row["more"] = chance.choice(VALUES)
    if chance.random() < 0.004:
        del row[chance.choice(list(row))]
    if chance.random() < 0.05:
        row = dict(sorted(row.items()))
    return row


def _spoil(plain: bytes, chance: random.Random) -> bytes:
    lines = plain.splitlines(keepends=True)
    number = chance.randrange(len(lines))
    match chance.randrange(5):
        case 0:
            lines.insert(number, chance.choice(RAW) + b"\n")
        case 1:
            before, after = chance.choice(REPLACED)
            lines[number] = lines[number].replace(before, after, chance.choice((1, -1)))
        case 2:
            lines.insert(number, lines[chance.randrange(len(lines))])
        case 3:
            del lines[number]
        case _:
            return mutations.damage(plain, chance)
    return b"".join(lines)


def _pack(plain: bytes, chance: random.Random) -> bytes:
    half = chance.randrange(len(plain) + 1)
    packed = chance.choices(
        (
            lambda: gzip.compress(plain, mtime=0),
            lambda: gzip.compress(plain[:half], mtime=0) + gzip.compress(plain[half:], mtime=0),
            lambda: plain,
            lambda: gzip.compress(plain, mtime=0) + chance.choice((b"\0" * 20, b"x", b"\x1f\x8b", b"\x1f")),
        ),
        (85, 6, 6, 3),
    )[0]()
    return mutations.damage(packed, chance) if chance.random() < 0.04 else packed


def _tar(contents: dict[str, bytes], chance: random.Random) -> bytes:
    out = io.BytesIO()
    with tarfile.open(
        fileobj=out, mode="w", format=chance.choice((tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT))
    ) as archive:
        entries = list(contents.items())
        if chance.random() < 0.05:
            chance.shuffle(entries)
        if chance.random() < 0.03:
            entries.append(chance.choice(entries))
        for name, content in entries:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            if chance.random() < 0.03:
                _STRANGE[chance.randrange(len(_STRANGE))](info)
            archive.addfile(info, io.BytesIO(content) if info.isreg() else None)
    content = out.getvalue()
    if chance.random() < 0.1:
        content = mutations.damage(content, chance)
    if chance.random() < 0.05:
        content = content[: chance.randrange(len(content) + 1)]
    return content


def _set(**facts: object) -> Callable[[tarfile.TarInfo], None]:
    return lambda info: [setattr(info, name, value) for name, value in facts.items()] and None


_STRANGE = (
    _set(name="../msmarco_passage_00.gz"),
    _set(name="/msmarco_passage_00.gz"),
    _set(name="a/../msmarco_passage_00"),
    _set(name="readme.txt"),
    _set(name="msmarco_passage_00"),
    _set(type=tarfile.SYMTYPE, linkname="/etc/passwd", size=0),
    _set(type=tarfile.LNKTYPE, linkname="x", size=0),
    _set(type=tarfile.DIRTYPE, size=0),
    _set(type=tarfile.FIFOTYPE, size=0),
    _set(type=tarfile.CHRTYPE, size=0),
)


class Loader:
    """The loader's own steps on one database: begin, fill, hold against the expectations, forget."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._db = folder / "fuzz.db"
        small.make_empty(self._db)
        self.con = self._con = database.connect("500MB")
        database.attach(self._con, self._db, read_only=False, row_group_rows=2048)

    def close(self) -> None:
        """Let go of the database."""
        self._con.close()

    def verdict(self, kind: str, path: Path) -> Verdict:
        """What the loader makes of a tar."""
        spec = replace(corpus.load_spec(NAMES[kind]), rows=0, members=0)
        store = Store(self._con, spec, spec.files[0], "full", is_subset=False)
        return self.load(spec, store, lambda: corpus.open_source(path, spec), ROWS[kind])

    def load(self, spec: corpus.CorpusSpec, store: Store, open_source: Callable[[], Source], rows: str) -> Verdict:
        """The loader's reading of a source, as the rows of a query over the load."""
        layout = Layout(b"\n", 8, 1000, 500, 2000, needs_final_end=not spec.is_own)
        options = CorpusOptions(layout=layout)
        try:
            source = open_source()
            loading._begin(store, source, options, CorpusReport(spec.corpus, "full"))
            report = CorpusReport(spec.corpus, "full")
            plan = make_plan(spec, source, "full", self._db)
            Filling(store, source, spec, options, report, plan).run(self._folder, {})
            if reason := self._failed(store, spec):
                return Verdict(reason=reason)
            return Verdict(rows=self._con.execute(rows, [store.load_no]).fetchall())
        except DltrackError as error:
            return Verdict(reason=str(error))
        finally:
            store.discard(store.load_no)

    def _failed(self, store: Store, spec: corpus.CorpusSpec) -> str:
        acceptance.stage(self._con, store, spec)
        suite = tomllib.loads((resources.EXPECTATIONS / f"corpus_{spec.kind}.toml").read_text(encoding="utf-8"))
        self._con.execute("use memory")
        try:
            for entry in suite["expect"]:
                query = (resources.EXPECTATIONS / entry["query"]).read_text(encoding="utf-8")
                if entry["severity"] == "error" and (row := self._con.execute(query).fetchone()):
                    return f"{entry['name']}: {row[-1]}"
            return ""
        finally:
            self._con.execute("use dltrack")


def compare(kind: str, content: bytes, verdict: Verdict, figures: Figures) -> None:
    """Count one tar: loaded with exactly the strict parser's rows, or refused with a reason by both."""
    figures.tried += 1
    wanted: list[tuple] | Refused
    try:
        wanted = strict_corpus.corpus(kind, content)
    except Refused as refused:
        wanted = refused
    if verdict.rows is None:
        if not verdict.reason:
            figures.wrong.append((kind, content, "refused without a reason"))
        elif not isinstance(wanted, Refused):
            figures.wrong.append((kind, content, f"refused, though valid: {verdict.reason}"))
        else:
            figures.refused_with_reason += 1
            figures.reasons[wanted.reason] += 1
    elif isinstance(wanted, Refused):
        figures.wrong.append((kind, content, f"loaded, though {wanted.reason} {wanted.lines}"))
    elif verdict.rows != wanted:
        figures.wrong.append((kind, content, "loaded with other rows"))
    else:
        figures.loaded_equal += 1


def campaign(count: int, seed: int, folder: Path) -> Figures:
    """Try so many tars."""
    figures, chance = Figures(), random.Random(seed)
    loader = Loader(folder)
    path = folder / "corpus.tar"
    try:
        while figures.tried < count:
            kind = ("passage", "doc")[figures.tried % 2]
            content = mutated(kind, chance)
            path.write_bytes(content)
            compare(kind, content, loader.verdict(kind, path), figures)
    finally:
        loader.close()
    return figures
