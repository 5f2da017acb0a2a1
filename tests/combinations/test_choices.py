"""One place decides who is ranked, over which topics, and how a measure is summed up: `systems.field`.

SQL that averages scores, asks who submitted a run or orders runs by a value decides it once more. The list of such
files beside this test may only become shorter. Exhibits, which print what papers decided, are not in it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.more

ROOT = Path(__file__).resolve().parents[2]
LIST = Path(__file__).with_name("chooses_for_itself.txt")
EXHIBITS = "dltrack_db/plugins/exhibits/sql/exhibits/"
_SCORES = re.compile(r"\b(query_scores|run_scores)\b")
_AVERAGE = re.compile(r"\b(avg|exact_mean)\(")
_SUBMITTED = re.compile(r"\bis_submission\b")
_ORDER = re.compile(r"\border by\s+(\w+\.)?(value|score|mean)\b")


def choices(text: str) -> list[str]:
    """Decisions of a file of SQL of its own; comments decide nothing."""
    code = re.sub(r"--.*", "", text)
    found = {
        "averages": _AVERAGE.search(code) and _SCORES.search(code),
        "submitted": _SUBMITTED.search(code),
        "order": _ORDER.search(code),
    }
    return [name for name, is_found in found.items() if is_found]


def found_choices() -> dict[str, list[str]]:
    package = ROOT / "dltrack_db"
    files = [*(ROOT / "sql").rglob("*.sql"), *package.rglob("scripts/**/*.sql")]
    files += package.glob("plugins/*/sql/**/*.sql")
    by_file = {str(file.relative_to(ROOT)): choices(file.read_text(encoding="utf-8")) for file in sorted(files)}
    return {name: each for name, each in by_file.items() if each and not name.startswith(EXHIBITS)}


def listed_choices() -> dict[str, list[str]]:
    lines = [line for line in LIST.read_text().splitlines() if line and not line.startswith("#")]
    return {name: words.split() for name, words in (line.split(": ") for line in lines)}


def test_no_other_file_decides_whom_and_how_to_rank():
    found, listed = found_choices(), listed_choices()
    added = {name: each for name, each in found.items() if not {*each} <= {*listed.get(name, ())}}
    assert added == {}, "read systems.field, metrics.run_scores or statistics.field_values in place of deciding again"
    gone = {name: each for name, each in listed.items() if not {*each} <= {*found.get(name, ())}}
    assert gone == {}, f"take these out of {LIST.name}, which may only become shorter"
    assert [*listed] == sorted(listed)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("select avg(s.value) from metrics.query_scores as s", ["averages"]),
        ("select avg(q.length) from main.queries as q", []),
        ("select 1 -- where is_submission\n", []),
        ("select run_id from r where r.is_submission order by\n    r.value desc", ["submitted", "order"]),
        ("select rank() over (order by mean desc) from r", ["order"]),
        ("from r order by value_id", []),
    ],
)
def test_what_counts_as_a_decision(text, wanted):
    assert choices(text) == wanted
