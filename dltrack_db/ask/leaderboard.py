"""The leaderboard of a collection, as one query over `systems.standings`; all interfaces use it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import duckdb

from dltrack_db.ask import basis, conditions
from dltrack_db.base import resources, sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, derived_labels, left_out, levels, requests, stored_measures
from dltrack_db.store import collections, states

BEATS, P_VALUE, P_CORRECTED = "_beats", "_p_value", "_p_corrected"
"""Suffixes of the columns after a tested measure: list of baselines that the run beats, p-value, corrected p-value."""
SINGLE = ("difference", "p_value", "p_corrected", "verdict")
"""The columns for tests by one measure against one baseline."""
VERDICT = ("may_be_best", "beaten_by", "behind_low", "behind_high")
"""The columns on which runs may be best, by the sort measure (`statistics.compared_with_best`)."""
TIERS = ("rank_interval", "low_mean", "high_mean", "tiers")
"""The columns of tiers after the sort measure: rank with interval, the interval of the mean, and letters."""
_TIERS_NOTE = "tiers_note"
_PROVENANCE = {
    "submitted scores": "submitted scores: means of per-topic scores that others computed from the submitted runs",
    "official means": "official means: NIST's published means of the submitted runs",
}
"""Explanations of the provenances of numbers that dltrack did not compute from rankings."""
_OVERVIEW = ("rr_ms", "rr", "ndcg_cut_10", "ncg_cut_100", "ncg_cut_1000", "ap")
"""The columns of systems.leaderboard that contain measures."""
_LABELLED = {"ndcg_cut_10": "ndcg_cut_10", "ap": "map", "rr": "recip_rank"}
"""Columns and measures of a leaderboard by other labels, if no measures are requested."""
_OF_TESTS = re.compile(
    rf"\b(difference|p_value|p_corrected|verdict|num_tests|{'|'.join(VERDICT)})\b|({BEATS}|{P_VALUE}|{P_CORRECTED})\b"
)
"""Names of test results in a condition."""


@dataclass(frozen=True)
class Question:
    """A request for a leaderboard.

    Numeric notes on runs (`systems.run_numbers`) become columns if `columns`, `where` or `sort` names them. Tests
    compare the runs selected by `runs` and `where`, and correct p-values for these runs, whatever the `limit` is.

    Args:
        measures: measures in the spelling of trec_eval or ir_measures; by default those of the overview paper.
        sort: the measure to rank runs by, by default nDCG@10 or the first of `measures`; or a numeric note or a column
            about runs (`systems.run_columns`), lowest value first.
        where: a condition in SQL on the columns.
        limit: maximum number of rows; 0 for all.
        labels: a set of labels; '' for the official set.
        fill: sets of labels that fill the gaps of `labels`.
        baselines: runs to test all runs against; then the test against the best run is left out.
        significance: add all columns on which runs may be best; `columns` and `where` can also name them one by one.
        runs: the only runs to show, in this order.
        tiers: add the tiers of all runs (`systems.tiers`), and the intervals of their ranks and means.
        columns: columns that the caller will select; test columns and numeric notes among them are computed.
        topics: the only topics to score (`ask.slices`).
        by: a facet of topics; the leaderboard is computed for each slice of the topics (`ask.slices`).
    """

    measures: Sequence[str] = ()
    sort: str = ""
    where: str = ""
    limit: int = 0
    labels: str = ""
    fill: Sequence[str] = ()
    baselines: Sequence[str] = ()
    significance: bool = False
    runs: Sequence[str] = ()
    tiers: bool = False
    columns: Sequence[str] = ()
    topics: str = ""
    by: str = ""


def provenance_notes(provenances: Iterable[str | None], *, has_gaps: bool = True) -> Iterator[str]:
    """Yield a note on the sources of numbers without rankings, if there are any.

    Args:
        provenances: provenance of each run; several are joined by commas.
        has_gaps: whether a value is missing; then the note says which measures need rankings.
    """
    sources = {each for joined in provenances if joined for each in joined.split(", ")}
    if meanings := [meaning for source, meaning in _PROVENANCE.items() if source in sources]:
        gaps = ["measures that need rankings (NCG, RR (MS)) are empty there"] if has_gaps else []
        yield "; ".join([*meanings, *gaps])


def has_gaps(answer: Answer, columns: Iterable[str]) -> bool:
    """Return True if a run has no value in one of the columns."""
    return any(value is None for column in columns if column in answer.columns for value in answer.values(column))


def tie_notes(answer: Answer, sort: str) -> Iterator[str]:
    """Yield a note if no run has a rank because all runs have the same value of `sort` (`labels.standings`)."""
    values, ranks = set(answer.values(sort)), set(answer.values("rank"))
    if len(answer.rows) > 1 and len(values) == 1 and None not in values and ranks == {None}:
        yield f"all {len(answer.rows)} runs have {sort} {values.pop():.4f}, so no run has a rank"


def verdict_notes(
    execute: Callable[[str], duckdb.DuckDBPyConnection], collection: str, measure: str, scores_query: str = ""
) -> list[str]:
    """Return the sentence on which runs may be best (`systems.verdict`), or [] if no run has a rank.

    `scores_query` selects the runs to compare (block `scores` of the script); '' for all runs.
    """
    arguments = [sql_text.literal(collection), sql_text.literal(measure)]
    arguments += ["runs := (select list(run_id) from chosen)"] if scores_query else []
    query = f"{scores_query}\n{compose('verdict', {}, verdict_asked=', '.join(arguments))}"
    return [note for (note,) in execute(query).fetchall()]


def compose(block: str, values: Mapping[str, object], **words: str) -> str:
    """Return a block of `scripts/leaderboard.sql`, with `values` for variables and `words` for `..._asked` names."""
    return sql_text.written_out(resources.script(f"ask/leaderboard/{block}"), values, words)


def run_columns(con: duckdb.DuckDBPyConnection) -> dict[str, list[str]]:
    """Return the columns that describe runs, each with the interfaces that print it (`systems.column_faces`)."""
    return dict(con.execute("select column_name, faces from systems.column_faces order by position").fetchall())


def columns_of_face(con: duckdb.DuckDBPyConnection, face: str) -> list[str]:
    """Return the columns that describe runs and that the interface `face` prints."""
    return [name for name, faces in run_columns(con).items() if face in faces]


def check_columns(con: duckdb.DuckDBPyConnection, collection: str, names: Iterable[str], answer: Answer) -> None:
    """Raise UsageError if a leaderboard has no column with one of the names; the message lists all valid names."""
    own = [name for name in answer.columns if name != "num_tests"]  # the note under the rows states num_tests
    if unknown_names := [name for name in names if name not in own]:
        query = "select distinct name from systems.run_numbers where collection = $1 order by name"
        numbers = [name for (name,) in con.execute(sql_text.fill_values(query, [collection])).fetchall()]
        there = list(dict.fromkeys([*own, *numbers]))
        cure = did_you_mean(unknown_names[0], there)
        raise UsageError(f"there is no column {', '.join(unknown_names)}; the columns are {', '.join(there)}{cure}")


def names(columns: Iterable[str]) -> str:
    """Return names of columns as literals for the list of a pivot."""
    return ", ".join(map(sql_text.quote_text, columns))


def read(con: duckdb.DuckDBPyConnection, collection: str, question: Question) -> tuple[Board, Answer]:
    """Return a leaderboard with its rows; if the question has `topics` or `by`, for these topics or for each slice."""
    if not question.topics and not question.by:
        return _read(con, collection, question)
    from dltrack_db.ask import slices

    if question.by and (question.baselines or question.significance or question.tiers):
        raise UsageError(
            "--by cannot be combined with --baseline, --significance or --tiers; leave these options out, or test two "
            "runs in all slices with: dltrack compare RUN_A RUN_B --by FACET"
        )
    boards = []

    def read_slice() -> Answer:
        board, answer = _read(con, collection, replace(question, topics=""))
        boards.append(board)
        return answer

    choice = question.topics, question.by
    answer = slices.ask(con, collection, choice, question.labels or None, read_slice)
    return boards[-1], answer


def _read(con: duckdb.DuckDBPyConnection, collection: str, question: Question) -> tuple[Board, Answer]:
    """Return a leaderboard with its rows.

    Derived labels (`derived_labels`) and measures that are not stored (`score.unstored`) are computed for the
    question. Then the answer has no query, because a DuckDB shell could not return its rows.
    """
    labels, fill = question.labels, question.fill
    with derived_labels.available(con, collection, labels, fill) as label_name:
        question = replace(question, labels=label_name or labels)
        is_stored = label_name is None
        try:
            board = Board(con, collection, question)
            answer = board.read()
        except stored_measures.NotStoredError:
            from dltrack_db.score import unstored

            asked = [*question.measures, *([question.sort] if question.sort else [])]
            with unstored.available(con, collection, asked, question.labels or None) as extra:
                board = Board(con, collection, question, extra.levels)
                answer = board.read()
                answer.notes[:0] = extra.notes
                is_stored = False
        answer.notes.extend(derived_labels.notes(con, collection, labels, fill))
    return board, answer if is_stored else replace(answer, query="")


class Board:
    """The leaderboard of a collection for a `Question`.

    With one baseline and one measure, the tests are the columns `difference`, `p_value`, `p_corrected` and `verdict`.
    Otherwise (`is_family`), three columns follow each tested measure: `..._p_value` and `..._p_corrected` (lists in the
    order of the baselines if there are several), and `..._beats`, the list of beaten baselines; `num_tests` is the
    number of tests.

    Args:
        con: the database.
        collection: the collection.
        question: the request.
        extra: measures that were computed for the question, with their relevance levels (`score.unstored`).

    Attributes:
        query: a query that returns the leaderboard in any DuckDB shell.
        sort: the column that ranks the rows.
        measures: the columns that contain measures.
        baselines: the runs that all runs are tested against.
        tested: the columns whose measures are tested.
        verdicts: the columns on which runs may be best.
        conventions: notes on the relevance level of measures that do not name one (AP).
    """

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        collection: str,
        question: Question,
        extra: Mapping[str, float | None] | None = None,
    ) -> None:
        self._con = con
        self._computed = extra or {}
        self.collection = collection
        self._question = question
        self.baselines = list(dict.fromkeys(question.baselines))
        self._check_labels()
        self._run_columns = run_columns(con)
        self._overview = {} if question.labels else dict.fromkeys(_OVERVIEW) | self._measures_of_overview()
        self.conventions: list[str] = []
        own = {name: name for name in map(self._stored, question.measures)}
        self._measures: dict[str, str | None] = self._overview | (own or self._labelled())
        self._is_asked_for = bool(own)
        self.measures = list(own or self._measures)
        self.numbers = self._noted_numbers()
        self.sort_column = question.sort if question.sort in (*self.numbers, *self._run_columns) else ""
        sort = "" if self.sort_column else question.sort
        self.sort = self._column(sort) if sort else (self.measures[0] if own else self._main_measure())
        self._measures.setdefault(self.sort, self.sort)
        self.tested = (self.measures if own else [self.sort]) if self.baselines else []
        self.verdicts = self._verdict_columns()
        self.is_family = len(self.baselines) > 1 or len(self.tested) > 1
        self._check_runs([*self.baselines, *question.runs])
        self.query = self._query()
        self._basis: dict[str, Any] | None = None

    def printed_names(self) -> dict[str, str]:
        """Return the names of the measure columns in papers (`metrics.printed_name`)."""
        query = f"select name, metrics.printed_name(name) from unnest({sql_text.literal(self.measures)}) as _ (name)"
        return dict(self._con.execute(query).fetchall())

    def description(self, face: str, *, is_shown: bool) -> list[str]:
        """Return the columns that describe runs and that the interface `face` prints, or does not print."""
        return [name for name, faces in self._run_columns.items() if (face in faces) is is_shown]

    def directions(self) -> dict[str, int]:
        """Return 1 for each measure column if higher values are better, -1 if lower; leave out other columns."""
        return stored_measures.directions(self._con, self.measures)

    def _execute(self, query: str) -> duckdb.DuckDBPyConnection:
        return conditions.execute(self._con, query, "--where") if self._question.where else self._con.execute(query)

    def read(self) -> Answer:
        """Return the ranked rows with notes; the first column is run_id."""
        further = ["rank", *([_TIERS_NOTE] if self._question.tiers else [])]
        columns = self._shown_columns()
        further = [name for name in further if name not in columns]
        answer = Answer.fetch(self._execute(self._query(further)), query=self.query)
        provenances = answer.values("provenance")
        told = provenance_notes(provenances, has_gaps=has_gaps(answer, self.measures))
        tiers_notes, ranks = answer.distinct(_TIERS_NOTE), answer.values("rank")
        on_ranks = [*tie_notes(answer, self.sort), *tiers_notes]
        answer.notes.extend(
            [*self._reason(answer), *self._verdict(), *self._footnote(), *on_ranks, *self._notes(), *told]
        )
        answer = replace(answer.select(columns), ranks=ranks if "rank" in further else ())
        answer = replace(answer, basis={self.collection: self.basis()} if self._has_basis() else {})
        return answer.without("provenance") if self._is_silent_on_provenance(provenances) else answer

    def _reason(self, answer: Answer) -> list[str]:
        """Return a note on why there are no runs; [] if there are runs, or if the question selects runs."""
        if answer.rows or self._is_narrow:
            return []
        query = sql_text.written_out(resources.script("ask/leaderboard/empty"), {"collection": self.collection})
        return [note for (note,) in self._execute(query).fetchall()]

    def _verdict(self) -> list[str]:
        """Return the sentence on which runs may be best; [] if runs are tested against baselines."""
        measure = self._measures[self.sort]
        if self.baselines or self._question.by or not measure or not self._has_basis():
            return []
        if self._question.labels and self.sort not in self._computed:
            from dltrack_db.score import unstored

            values = {"collection": self.collection, "measure": measure, "runs": self._runs_asked_for()}
            query = sql_text.written_out(resources.script("ask/leaderboard/verdict_of"), values)
            with unstored.with_values(self._con, self.collection, [measure], self._question.labels):
                return [note for (note,) in self._con.execute(query).fetchall()]
        return verdict_notes(self._execute, self.collection, measure, self._chosen() if self._is_narrow else "")

    def _footnote(self) -> list[str]:
        """Return the note on the tests (`statistics.footnote`), the first note of a leaderboard with baselines."""
        if not self.tested:
            return []
        query = f"{self._chosen()}\n{compose('footnote', {}, family_asked=self._family())}"
        return [note for (note,) in self._execute(query).fetchall()]

    def _notes(self) -> list[str]:
        """Return notes on detectable differences (`statistics.detectable_note`), conventions, directions and data."""
        sentences = []
        if self._question.significance:
            arguments = ", ".join(sql_text.literal(part) for part in (self.collection, self._family_measures()))
            query = f"select note from statistics.detectable_note({arguments})"
            sentences = [note for (note,) in self._con.execute(query).fetchall()]
        lower = stored_measures.direction_notes(self._con, self.measures)
        return [*sentences, *dict.fromkeys(self.conventions), *lower, *self._data_notes()]

    def _data_notes(self) -> list[str]:
        """Return notes on labels that are a sample, and on runs that are not ranked."""
        if not self._has_basis():
            return []
        is_plain = self._question.labels or self._question.runs
        found = self.basis()
        told = basis.notes_on_unordered(found, self._question.runs) if is_plain else basis.notes(found)
        return [*self._strata_notes(), *told]

    def _has_basis(self) -> bool:
        """Return False for a frozen lake: reading the basis would add 4 requests to the 10 for the rows."""
        return not states.is_frozen(self._con)

    def basis(self) -> dict[str, Any]:
        """Return the basis of the numbers (`systems.basis`) for the measures of the leaderboard."""
        if self._basis is None:
            measures = [found for found in self._measures.values() if found]
            self._basis = basis.read(self._con, self.collection, measures)
            if labels := self._question.labels:
                level = levels.load_labels(self._con, self.collection, labels).level
                self._basis |= {"labels": labels, "min_relevance": level}
        return self._basis

    def _strata_notes(self) -> list[str]:
        return levels.strata_notes(levels.find_stratified(self._con, self.collection, self._question.labels or None))

    def _is_silent_on_provenance(self, provenances: Iterable[str]) -> bool:
        """Return True if provenance is left out: measures were requested, and all values come from rankings."""
        return self._is_asked_for and not self._question.labels and all(each == "rankings" for each in provenances)

    def _query(self, further: Sequence[str] = ()) -> str:
        """Return the query: one row per requested run, with its measures and test results, and columns `further`."""
        question = self._question
        tests = [self._tests()] if self.tested else self._compared_with_best()
        blocks = [self._chosen(), *tests, *self._tiers()]
        lines = [
            *blocks,
            f"select {', '.join(map(self._expression, [*self._shown_columns(), *further]))}",
            "from chosen",
        ]
        if self.tested:
            lines += ["left join tests using (run_id)", "left join families using (run_id)"]
        lines += ["left join verdicts using (run_id)"] if self.verdicts else []
        lines += ["left join tiers using (run_id)"] if question.tiers else []
        if question.where and self._is_on_tests:
            lines.append(f"where ({question.where})")
        place = f"list_position({sql_text.literal(list(question.runs))}, run_id), " if question.runs else ""
        number = f"{_quote(self.sort_column)} nulls last, " if self.sort_column else ""
        order = f"{number}merit desc nulls last, round({_quote(self.sort)}, 12) desc nulls last"
        lines.append(f"order by {place}{order}, run_id")
        return "\n".join([*lines, *([f"limit {question.limit}"] if question.limit else [])])

    def _chosen(self) -> str:
        """Return the part of the query with the requested runs and their measures; all of these runs are tested."""
        question = self._question
        conditions = [f"({question.where})"] if question.where and not self._is_on_tests else []
        conditions += [f"list_contains({sql_text.literal(list(question.runs))}, run_id)"] if question.runs else []
        # a run without scores, which has only numeric notes, is not on the leaderboard
        conditions += ["provenance is not null"] if self.numbers else []
        sources = {name: measure for name, measure in self._measures.items() if measure} | dict.fromkeys(self.numbers)
        values = {
            "measures": [measure or name for name, measure in sources.items()],
            "columns": list(sources),
            "sort": self._measures[self.sort],
            "run_columns": list(self._run_columns),
        }
        return compose(
            "scores",
            values,
            standings_asked=self._standings(),
            columns_asked=names([*self._measures, *self.numbers]),
            condition_asked=" and ".join(conditions) or "true",
        )

    def _compared_columns(self) -> list[str]:
        """Return the columns with the measures of the tests."""
        return self.tested or ([self.sort] if self.verdicts or self._question.significance else [])

    def _verdict_columns(self) -> list[str]:
        """Return the columns on which runs may be best: all with `significance`, else those that the question names."""
        question = self._question
        if self.baselines or question.labels or not self._measures[self.sort]:
            return []
        words = {*question.columns, *re.findall(r"\w+", question.where)}
        return [name for name in VERDICT if question.significance or name in words]

    def _runs_asked_for(self) -> list[str] | None:
        """Return the tested runs; None if all runs are tested."""
        if not self._is_narrow:
            return None
        return [run for (run,) in self._execute(f"{self._chosen()}\nselect run_id from chosen").fetchall()]

    def _tests(self) -> str:
        tests = f"statistics.tests({self._family()})"
        return compose("tests", {}, tests_asked=tests, tested_asked=names(self.tested))

    def _compared_with_best(self) -> list[str]:
        """Return the part of the query on which runs may be best, if a column needs it."""
        measures = sql_text.literal([self._measures[self.sort]])
        call = f"statistics.compared_with_best({measures}{self._runs_argument()})"
        block = compose("verdicts", {"collection": self.collection}, verdicts_asked=call)
        return [block] if self.verdicts else []

    def _tiers(self) -> list[str]:
        values = {"collection": self.collection, "measure": self._measures[self.sort]}
        return [compose("tiers", values)] if self._question.tiers else []

    @property
    def _is_on_tests(self) -> bool:
        """Return True if `where` names test results, so that it cannot select the runs to test."""
        return bool((self.tested or self.verdicts) and _OF_TESTS.search(self._question.where))

    def _expression(self, name: str) -> str:
        """Return the expression of a column in the query; an untested run beats the empty list of baselines."""
        quoted = _quote(name)
        if self.numbers.get(name):
            return f"{quoted}::bigint as {quoted}"
        if name.endswith(BEATS):
            return f"coalesce({quoted}, []) as {quoted}"
        if name.endswith((P_VALUE, P_CORRECTED)) and len(self.baselines) <= 1:
            return f"{quoted}[1] as {quoted}"
        return quoted

    def _family_measures(self) -> list[str | None]:
        return [self._measures[name] for name in self._compared_columns()]

    def _family(self) -> str:
        """Return the arguments of `statistics.tests` and `statistics.footnote`."""
        measures = self._family_measures()
        literals = ", ".join(map(sql_text.literal, (self.collection, measures, self.baselines)))
        return f"{literals}{self._runs_argument()}"

    def _runs_argument(self) -> str:
        return ", runs := (select list(run_id) from chosen)" if self._is_narrow else ""

    @property
    def _is_narrow(self) -> bool:
        """Return True if the question selects runs; then only these runs are tested."""
        return bool(self._question.runs or (self._question.where and not self._is_on_tests))

    def _shown_columns(self) -> list[str]:
        """Return the columns in display order."""
        short = self._is_asked_for or bool(self._question.labels)
        description = [name for name, faces in self._run_columns.items() if not short or "measures" in faces]
        description += self.numbers
        sort_columns = [] if self.sort in self.measures else [self.sort]
        measures = self.measures + (sort_columns if short else [])
        measure_columns = [part for name in measures for part in self._columns_of(name)]
        if self._question.labels:
            return ["run_id", *description, *measure_columns, "num_topics", "rank", "official_rank", "provenance"]
        late = [] if short else [part for name in sort_columns for part in self._columns_of(name)]
        single = SINGLE if self.tested else self.verdicts
        tests = ("num_tests",) if self.is_family else single
        return ["run_id", *description, *measure_columns, "provenance", *late, *tests]

    def _columns_of(self, name: str) -> list[str]:
        tiers = TIERS if self._question.tiers and name == self.sort else ()
        return [name, *tiers, *self._test_columns(name)]

    def _test_columns(self, name: str) -> list[str]:
        is_tested = self.is_family and name in self.tested
        return [name + suffix for suffix in (P_VALUE, P_CORRECTED, BEATS)] if is_tested else []

    def _standings(self) -> str:
        """Return the query of the standings, from stored values and from values computed for the question."""
        labels = self._question.labels
        further = [name for column, name in self._measures.items() if name and column not in self._overview]
        by_level = {name: level for name, level in self._computed.items() if labels or level is not None}
        others = list(dict.fromkeys(name for name in further if name not in by_level))
        parts = []
        if labels and (others or not by_level):
            parts.append(f"from {self._call('labels.standings', {'labels': labels, 'measures': others})}")
        elif not labels:
            call = self._call("systems.standings", {"also": others or None})
            parts.append(f"select *, null::bigint as official_rank, from {call}")
        for name, level in by_level.items():
            described = {"labels": labels or None, "min_relevance": level}
            values = {"collection": self.collection, "measure": name} | described
            # both relations contain is_submission; in run_columns it is null for a run without a description
            own = [column for column in self._run_columns if column != "is_submission"]
            words = {"columns_asked": ", ".join(map(_quote, own)), "both_asked": '"is_submission"'}
            parts.append(compose("computed_standings", values, **words))
        if self.numbers:
            here, numbers = sql_text.literal(self.collection), sql_text.literal(list(self.numbers))
            parts.append(
                "select run_id, name as measure, value, from systems.run_numbers "
                f"where collection = {here} and list_contains({numbers}, name)"
            )
        return f"({' union all by name '.join(parts)})"

    def _call(self, macro: str, values: Mapping[str, object]) -> str:
        options = [f"{name} := {sql_text.literal(value)}" for name, value in values.items() if value is not None]
        return f"{macro}({', '.join([sql_text.literal(self.collection), *options])})"

    def _noted_numbers(self) -> dict[str, bool]:
        """Return the numeric notes that the question names, each with True if all its values are whole numbers."""
        question = self._question
        words = [*question.columns, question.sort, *re.findall(r"[\w.-]+", question.where)]
        others = [name for name in dict.fromkeys(words) if name not in {"", *self._measures, *self._run_columns}]
        query = sql_text.fill_values("select 1 from main.run_metadata where collection = $1 limit 1", [self.collection])
        if not others or not self._con.execute(query).fetchall():
            return {}
        query = (
            "select name, bool_and(value = trunc(value) and abs(value) < 1e15) from systems.run_numbers "
            "where collection = $1 and list_contains($2, name) group by name order by list_position($2, name)"
        )
        return dict(self._con.execute(sql_text.fill_values(query, [self.collection, others])).fetchall())

    def _labelled(self) -> dict[str, str]:
        """Return the default columns for other labels, with their measures."""
        defaults = _LABELLED if self._question.labels and not self._question.measures else {}
        if not defaults:
            return {}
        labels, known = levels.load_labels(self._con, self.collection, self._question.labels), catalogue.read(self._con)
        problems = {
            name: [told for each in requests.resolve([measure], known) if (told := levels.problem(labels, each))]
            for name, measure in defaults.items()
        }
        self.conventions += [told for each in problems.values() for told in each]
        return {name: measure for name, measure in defaults.items() if not problems[name]}

    def _measures_of_overview(self) -> dict[str, str | None]:
        query = "select column_name, measure from systems.overview_measures where collection = $1 order by position"
        return dict(self._con.execute(sql_text.fill_values(query, [self.collection])).fetchall())

    def _main_measure(self) -> str:
        if self._question.labels:
            return "ndcg_cut_10"
        query = "select measure from systems.main_measures where collection = $1"
        ((measure,),) = self._con.execute(sql_text.fill_values(query, [self.collection])).fetchall()
        return str(measure)

    def _column(self, name: str) -> str:
        """Return the column of a measure, in any spelling; if no column has the measure, return its stored name."""
        if name in self._measures and not (self._is_asked_for and name in requests.SHORT_NAMES):
            return name
        stored_name = self._stored(name)
        return next((column for column in self.measures if self._measures[column] == stored_name), stored_name)

    def _stored(self, name: str) -> str:
        """Return the stored name of a measure's per-topic values.

        Raises:
            NotStoredError: no values are stored for the relevance level of the measure.
        """
        measure = stored_measures.find(self._con, self.collection, name, _OVERVIEW, self._question.labels or None)
        if measure.level is not None:
            raise stored_measures.NotStoredError(f"values of '{name}' are not stored")
        if measure.convention:
            self.conventions.append(measure.convention)
        return measure.label

    def _check_labels(self) -> None:
        labels = self._question.labels
        if not labels:
            return
        if self.baselines or self._question.significance or self._question.tiers:
            raise UsageError(
                "runs can be tested by the official labels only; leave out the labels, or leave out baselines, "
                "significance and tiers"
            )
        collections.check_labels(self.collection, [labels], collections.variants(self._con, self.collection))
        query = "select num_judged_before from judging.mixed_labels where collection = $1 and variant = $2"
        if foreign := self._con.execute(query, [self.collection, labels]).fetchone():
            raise UsageError(
                f"{foreign[0]:,} items of '{labels}' were judged in rounds before {self.collection} and left out of "
                "its runs; leave out --labels to score the runs by the labels of the round"
            )

    def _check_runs(self, run_ids: Sequence[str]) -> None:
        if not run_ids:
            return
        query = "select distinct run_id from metrics.run_scores where collection = $1 order by all"
        runs = [row[0] for row in self._con.execute(sql_text.fill_values(query, [self.collection])).fetchall()]
        for run in run_ids:
            if run not in runs:
                if reason := left_out.reason(self._con, [self.collection], run):
                    raise UsageError(reason)
                suggestion = did_you_mean(run, runs) or f"; see: dltrack leaderboard {self.collection}"
                raise UsageError(f"{self.collection} has no run '{run}'{suggestion}")


def _quote(name: str) -> str:
    return name if name.replace("_", "a").isalnum() and name[0].isalpha() else '"' + name.replace('"', '""') + '"'
