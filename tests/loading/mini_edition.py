"""A tiny edition in the official formats, with a recipe that states its correct counts and checksums."""

from __future__ import annotations

import functools
import hashlib
import tempfile
from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

from dltrack_db.base.files.sources import SourceIndex
from dltrack_db.base.recipes import (
    ClicksSpec,
    CollectionSpec,
    FileSpec,
    JudgedSpec,
    LabelsSpec,
    Recipe,
    ScoreSetSpec,
    TopicNotesSpec,
)
from dltrack_db.load import loader
from dltrack_db.load.plan import plan_edition
from tests.copies import copied

QUERIES = "1\twhat is a  double space\r\n2\t leading blank\r\n3\tnever judged\r\n"
QRELS = "1 0 D1 3\n1 0 D2 0\n1 0 D3 1\n2 0 D1 2\n2 0 D4 0\n"
RUN_A = "1 Q0 D2 1 2.5 tagA\n1 Q0 D1 2 2.5 tagA\n1 Q0 D9 3 0.1 tagA\n2 Q0 D1 1 9 tagA\n3 Q0 D1 1 1 tagA\n"
RUN_B = "1\tQ0\tD1\t0\t1e-1\ttagB\n2\tQ0\tD4\t0\t-3\ttagB\n2\tQ0\tD1\t1\t-4\ttagB"
TYPO = "1\twhat is a duoble space\n2\tleadng blank\n"
NOTES = "id\tintent\n1\tlist\n2\tdescription\n"
EXCLUDED = "1 D8\n2\tD2\n"
SCORES = "map  \t1\t0.5\nmap  \t2\t0.25\nmap  \tall\t0.375\n"
REPORT = (
    '{"metadata": {"team_id": "t", "run_id": "a", "topic_id": "1"}, "references": ["D1", "D2"], "responses": '
    '[{"text": "One.", "citations": {"D1": 0.5, "D2": 1}}, {"text": "Two <b>words</b>.", "citations": ["D1"]}]}\n'
)
RAG_ANSWER = (
    '{"run_id": "b", "topic_id": "2", "references": ["D4", "D1"], "response_length": 3, "answer": '
    '[{"text": "Three", "citations": [1, 0]}, {"text": "more words", "citations": []}]}\n'
)
ANSWERS = REPORT + RAG_ANSWER
PAIRS = "1 D1 D2 a\n1 D1 D4 tie\n"
NUGGETS = (
    '{"qid": "1", "run_id": "a", "nuggets": [{"text": "One", "importance": "vital", "assignment": "support"}, '
    '{"text": "Two <b>words</b>", "importance": "okay", "assignment": "partial_support"}]}\n'
)
CITED = "run_id,topic_id,position,doc_id,label\na,1,1,D1,support\n"
EXTRAS = {
    "typo.tsv": TopicNotesSpec(
        "query-variants", "mini/typo", "typo.tsv", query_set="mini", rows=2, generators={"0": "human", "2": "T5"}
    ),
    "notes.tsv": TopicNotesSpec("query-attributes", "notes", "notes.tsv", query_set="mini", rows=2),
    "reports.jsonl": FileSpec("answers", "reports", "reports.jsonl", "mini-docs", rows=2),
    "pairs.txt": JudgedSpec("preferences", "pairs", "pairs.txt", "mini-docs", rows=2),
    "nuggets.jsonl": JudgedSpec("nuggets", "nuggets", "nuggets.jsonl", "mini-docs", rows=4),
    "cited.csv": JudgedSpec("nuggets", "cited", "cited.csv", "mini-docs", rows=1),
    "treceval/c.treceval": ScoreSetSpec(
        "scores", "nist", "*.treceval", "mini-docs", folders=("treceval",), files=1, min_relevance=1
    ),
    "excluded.txt": FileSpec("exclusions", "excluded", "excluded.txt", "mini-docs", rows=2),
}


@dataclass
class Mini:
    """Writes the files of the edition; `recipe` describes the unaltered files."""

    folder: Path
    queries: str = QUERIES
    qrels: str = QRELS
    runs: dict[str, str] = field(default_factory=lambda: {"input.a": RUN_A, "input.b": RUN_B})
    extras: dict[str, str] = field(default_factory=dict)
    """additional files by name; files in EXTRAS get an entry in the recipe"""

    def write(self) -> Path:
        """Write everything as it stands now, and say where."""
        runs = self.folder / "mini-docs"
        runs.mkdir(parents=True, exist_ok=True)
        (self.folder / "mini_queries.tsv").write_bytes(self.queries.encode())
        (self.folder / "mini.qrels.txt").write_bytes(self.qrels.encode())
        for name, text in self.runs.items():
            (runs / name).write_bytes(text.encode())
        for name, text in self.extras.items():
            path = self.folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode())
        return self.folder

    def recipe(self, **changes: object) -> Recipe:
        """The recipe of the pristine edition; `changes` go to its collection."""
        collection = CollectionSpec(
            collection="mini-docs",
            task="docs",
            query_set="mini",
            qrels_variant="nist",
            run_depth=3,
            expected_runs=2,
            doc_id_pattern=r"D\d+",
            title="Mini",
        )
        grades = Counter(line.split()[3] for line in QRELS.splitlines())
        files = (
            ClicksSpec("queries", "mini", "mini_queries.tsv", md5=(md5(QUERIES),), rows=3, queries=3),
            LabelsSpec(
                "qrels", "nist", "mini.qrels.txt", "mini-docs", md5=(md5(QRELS),), rows=5, queries=2, grades=grades
            ),
        )
        more = tuple(spec for name, spec in EXTRAS.items() if name in self.extras)
        return Recipe("mini", "Mini", (replace(collection, **changes),), (*files, *more))

    def load(self, db: Path, *, recipe: Recipe | None = None, **options: object) -> loader.LoadReport:
        """Write and load it."""
        plan = plan_edition(recipe or self.recipe(), SourceIndex([self.write()]), [])
        return loader.load(plan, db, loader.LoadOptions(say=lambda _: None, **options))

    def put_loaded(self, db: Path) -> Path:
        """Write it, and put a database of the pristine edition there: for tests of what comes after a first load."""
        self.write()
        return copied(Path(_loaded_once().name, "mini.duckdb"), db)


@functools.cache
def _loaded_once() -> tempfile.TemporaryDirectory[str]:
    """A folder for this process, with a database of the unaltered edition."""
    folder = tempfile.TemporaryDirectory(prefix="mini-")
    Mini(Path(folder.name, "files")).load(Path(folder.name, "mini.duckdb"))
    return folder


def md5(text: str) -> str:
    """Return the MD5 sum of a text's bytes."""
    return hashlib.md5(text.encode()).hexdigest()
