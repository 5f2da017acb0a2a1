"""The leaderboard of a collection as one query over `systems.standings`, for whoever asks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import duckdb

from dltrack_db.base import sql_text
from dltrack_db.base.suggest import did_you_mean
from dltrack_db.errors import UsageError
from dltrack_db.score import catalogue, left_out, levels, requests, stored_measures
from dltrack_db.store import collections
from dltrack_db.store.lake import address as addresses

BEATS, P_VALUE, P_CORRECTED = "_beats", "_p_value", "_p_corrected"
"""End the names of columns behind a measure: the baselines which a run beats in it, and the p-values of the tests."""
SINGLE = ("difference", "p_value", "p_corrected", "verdict")
"""The columns of tests by one measure against one run."""
DESCRIPTION = ("team", "subtask", "category", "stage", "dense", "is_submission", "in_overview")
_SHORT_DESCRIPTION = ("team", "category")
"""What stands before measures that were asked for; the rest is for conditions."""
_PROVENANCE = {
    "submitted scores": "submitted scores: means of scores per topic that others computed of the submitted runs",
    "official means": "official means: NIST's published means of the submitted runs",
}
"""Where numbers come from that are not of rankings."""
_OVERVIEW = ("rr_ms", "rr", "ndcg_cut_10", "ncg_cut_100", "ncg_cut_1000", "ap")
"""The columns of systems.leaderboard that hold measures."""
_LABELLED = {"ndcg_cut_10": "ndcg_cut_10", "ap": "map", "rr": "recip_rank"}
"""Column and measure of a leaderboard by other labels, where no measures are asked for."""
_OF_TESTS = re.compile(rf"\b(difference|p_value|p_corrected|verdict|num_tests)\b|({BEATS}|{P_VALUE}|{P_CORRECTED})\b")
"""What a condition names that tests give."""
_OF_DATA = (duckdb.OperationalError, duckdb.InternalError, duckdb.FatalException, duckdb.InterruptException)
"""What no condition is to blame for: files, networks, memory."""


@dataclass(frozen=True)
class Question:
    """What is asked of a leaderboard.

    `runs` are the only ones shown, in this order. `measures` stand in place of the overview's, written as trec_eval or
    ir_measures write them; `sort` is the one that
    the runs are ranked by: nDCG@10, or the first of `measures`. `where` is a condition in SQL on the columns, `limit`
    the number of the first runs, 0 for all. `labels` is a set of labels, the official one unless named. With
    `significance` runs are compared with the best of them, or with the `baselines`. The family that p-values are
    corrected for is what is asked for by `runs` and `where`, whatever `limit` shows of it.
    """

    measures: Sequence[str] = ()
    sort: str = ""
    where: str = ""
    limit: int = 0
    labels: str = ""
    baselines: Sequence[str] = ()
    significance: bool = False
    runs: Sequence[str] = ()


@dataclass(frozen=True)
class Answer:
    """The rows of a leaderboard, and the sentences that belong under them: of the tests, of what is not known."""

    columns: list[str]
    rows: list[tuple[Any, ...]]
    notes: list[str]

    def values(self, column: str) -> list[Any]:
        """One column; empty where there is none of that name."""
        place = self.columns.index(column) if column in self.columns else None
        return [] if place is None else [row[place] for row in self.rows]


def told_of_provenance(provenances: Iterable[str | None]) -> Iterator[str]:
    """What the numbers of runs without rankings are and what these runs lack, once for the rows of a leaderboard."""
    names = {each for told in provenances if told for each in told.split(", ")}
    if told := [meaning for name, meaning in _PROVENANCE.items() if name in names]:
        yield f"{'; '.join(told)}; what needs rankings (NCG, RR (MS)) is empty there"


def told_of_equals(columns: Sequence[str], rows: Sequence[Sequence[Any]], sort: str) -> Iterator[str]:
    """That no run has a place where all have one value, for a leaderboard with places (`labels.standings`)."""
    if len(rows) > 1 and "rank" in columns and sort in columns:
        values = {row[columns.index(sort)] for row in rows}
        if len(values) == 1 and None not in values and all(row[columns.index("rank")] is None for row in rows):
            yield f"all {len(rows)} runs have one {sort}, {values.pop():.4f}, which tells none from another: no rank"


class Board:
    """A leaderboard as asked for.

    `query` gives it in any DuckDB shell. `sort` is the column that the rows are ranked by, `measures` are the columns
    that hold measures, `baselines` the runs compared with, `tested` the columns whose measures are tested. One
    baseline, or the best run, in one measure has the columns `difference`, `p_value`, `p_corrected` and `verdict`.
    Otherwise (`is_family`) there are columns behind each measure: `..._p_value` and `..._p_corrected`, with several
    baselines as lists in the order of these, and `..._beats`, which lists those that a run beats; `num_tests` says how
    many tests the family has. `conventions` say from which grade on measures count whose spelling does not (AP).

    Raises:
        UsageError: a measure, a set of labels or a baseline is unknown, or tests are asked for by other labels.
    """

    def __init__(self, con: duckdb.DuckDBPyConnection, collection: str, question: Question) -> None:
        self._con = con
        self.collection = collection
        self._asked = question
        self.baselines = list(dict.fromkeys(question.baselines))
        self._check_labels()
        self._overview = {} if question.labels else dict.fromkeys(_OVERVIEW) | self._measures_of_overview()
        self._named: dict[str, stored_measures.Measure] = {}
        self.conventions: list[str] = []
        names = [self._stored(name) for name in question.measures]
        own = {name: name for name in dict.fromkeys(names)}
        self._measures: dict[str, str | None] = self._overview | (own or self._labelled())
        self._is_asked_for = bool(own)
        self.measures = list(own or self._measures)
        self.sort = self._column(question.sort) if question.sort else (self.measures[0] if own else "ndcg_cut_10")
        self._measures.setdefault(self.sort, self.sort)
        self._is_tested = bool(self.baselines) or question.significance
        self.tested = (self.measures if own and self.baselines else [self.sort]) if self._is_tested else []
        self.is_family = len(self.baselines) > 1 or len(self.tested) > 1
        self._check_tests()
        self._check_runs([*self.baselines, *question.runs])
        self.query = "\n".join(self._lines())

    def printed_names(self) -> dict[str, str]:
        """What papers call the columns that hold measures (`metrics.printed_name`)."""
        query = f"select name, metrics.printed_name(name) from unnest({sql_text.literal(self.measures)}) as _ (name)"
        return dict(self._con.execute(query).fetchall())

    def ask(self) -> duckdb.DuckDBPyConnection:
        """Run the query; its result is fetched from what is returned.

        Raises:
            UsageError: the condition is no SQL.
        """
        return self._execute(self.query)

    def _execute(self, query: str) -> duckdb.DuckDBPyConnection:
        try:
            return self._con.execute(query)
        except duckdb.Error as error:
            if not self._asked.where or isinstance(error, _OF_DATA):
                raise
            message, _, _ = str(error).partition("\nLINE ")  # what follows is our query around the condition
            text = re.search(r'Referenced column "([^"]+)" not found', message)
            advice = f", and quote the text as SQL does: '{text[1]}'" if text else ""
            raise UsageError(
                f"--where: {' '.join(message.split())}; write a condition on its columns as in SQL{advice}"
            ) from error

    def read(self) -> Answer:
        """The columns and the rows, ranked, with what is to be told of them; the run's id is the first column.

        Raises:
            UsageError: the condition is no SQL.
        """
        result = self.ask()
        names, rows = [column[0] for column in result.description or []], result.fetchall()
        notes = [*told_of_equals(names, rows, self.sort), *self.notes(row[names.index("provenance")] for row in rows)]
        if self.is_silent_on_provenance(row[names.index("provenance")] for row in rows):
            places = [place for place, name in enumerate(names) if name != "provenance"]
            return Answer(
                [names[place] for place in places], [tuple(row[place] for place in places) for row in rows], notes
            )
        return Answer(names, rows, notes)

    def notes(self, provenances: Iterable[str | None]) -> list[str]:
        """What stands under the rows: the statistical footnote (`statistics.footnote`), with `significance` how large a
        difference could have been shown (`statistics.detectable_note`), whether labels are a sample, and whose numbers
        these are.

        `provenances` are the values of the rows in that column.

        Raises:
            UsageError: the condition is no SQL.
        """
        sentences = []
        if self._is_tested:
            query = "\n".join([*self._chosen(), f"select note from statistics.footnote({self._family()})"])
            sentences = [note for (note,) in self._execute(query).fetchall()]
            if self._asked.significance:
                arguments = ", ".join(sql_text.literal(part) for part in (self.collection, self._family_measures()))
                query = f"select note from statistics.detectable_note({arguments})"
                sentences += [note for (note,) in self._con.execute(query).fetchall()]
        return [*sentences, *dict.fromkeys(self.conventions), *self._told_of_data(), *told_of_provenance(provenances)]

    def _told_of_data(self) -> list[str]:
        """Whether labels are a sample, and which runs are left out."""
        home = addresses.read(self._con, "dltrack")
        if home is not None and home.is_frozen:  # four requests of all labels, where the whole leaderboard takes ten
            return []
        without = () if self._asked.labels or self._asked.runs else left_out.note(self._con, self.collection)
        return [*self._told_of_strata(), *without]

    def _told_of_strata(self) -> list[str]:
        return levels.told_of_strata(levels.with_strata(self._con, self.collection, self._asked.labels or None))

    def is_silent_on_provenance(self, provenances: Iterable[str]) -> bool:
        """Whether nothing need be said of where values come from: beside measures asked for, if all are of rankings."""
        return self._is_asked_for and not self._asked.labels and all(each == "rankings" for each in provenances)

    def _lines(self) -> Iterator[str]:
        """The query: the standings of the runs asked for, one a row, with what their tests say."""
        question = self._asked
        yield from self._chosen()
        if self._is_tested:
            yield ", tests as ("
            yield "    select"
            yield "        run_id,"
            yield from (f"        {value} as {_quote(name)}," for name, value in self._test_columns())
            yield f"    from statistics.tests({self._family()})"
            yield "    group by run_id"
            yield ")"
        yield f"select {', '.join(map(_shown_as, self._shown()))}"
        yield "from chosen"
        if self._is_tested:
            yield "left join tests using (run_id)"
        if question.where and self._is_on_tests:
            yield f"where ({question.where})"
        place = f"list_position({sql_text.literal(list(question.runs))}, run_id), " if question.runs else ""
        yield f"order by {place}round({_quote(self.sort)}, 12) desc nulls last, run_id"
        if question.limit:
            yield f"limit {question.limit}"

    def _chosen(self) -> Iterator[str]:
        """The runs asked for, with their measures: those that are tested are all of these."""
        question = self._asked
        yield "with chosen as materialized ("
        yield "    select * from ("
        yield "        select"
        yield "            run_id,"
        yield from (f"            any_value({name}) as {name}," for name in DESCRIPTION)
        for name, measure in self._measures.items():
            value = f"max(value) filter (where measure = {sql_text.literal(measure)})" if measure else "null::double"
            yield f"            {value} as {_quote(name)},"
        if question.labels:
            is_ranked_by = f"filter (where measure = {sql_text.literal(self._measures[self.sort])})"
            yield "            max(num_q) as num_topics,"
            yield f"            any_value(rank) {is_ranked_by} as rank,"
            yield f"            any_value(official_rank) {is_ranked_by} as official_rank,"
        sources = "string_agg(distinct provenance, ', ' order by provenance desc) filter (where value is not null)"
        yield f"            coalesce({sources}, any_value(provenance)) as provenance,"
        yield f"        from {self._standings()}"
        yield "        group by run_id"
        yield "    ) as board"
        conditions = [f"({question.where})"] if question.where and not self._is_on_tests else []
        conditions += [f"list_contains({sql_text.literal(list(question.runs))}, run_id)"] if question.runs else []
        if conditions:
            yield f"    where {' and '.join(conditions)}"
        yield ")"

    @property
    def _is_on_tests(self) -> bool:
        """Whether the condition is on what tests say, and cannot tell before them which runs to test."""
        return self._is_tested and bool(_OF_TESTS.search(self._asked.where))

    def _test_columns(self) -> Iterator[tuple[str, str]]:
        """The columns of the tests, and what each is made of: rows of `statistics.tests`, of one run."""
        if not self.is_family:
            yield "difference", "any_value(mean_difference)"
            yield from ((name, f"any_value({name})") for name in SINGLE[1:])
            return
        for name in self.tested:
            of_it = f"measure = {sql_text.literal(self._measures[name])}"
            for suffix in (P_VALUE, P_CORRECTED):
                each = [
                    f"any_value({suffix[1:]}) filter (where {of_it} and place = {place})"
                    for place, _ in enumerate(self.baselines, 1)
                ]
                yield name + suffix, each[0] if len(each) == 1 else f"[{', '.join(each)}]"
            beaten = f"list(baseline order by place) filter (where {of_it} and verdict = 'better')"
            yield name + BEATS, f"coalesce({beaten}, [])"
        yield "num_tests", "max(num_tests)"

    def _family_measures(self) -> list[str | None]:
        return [self._measures[name] for name in self.tested]

    def _family(self) -> str:
        """What `statistics.tests` and `statistics.footnote` are asked."""
        measures = self._family_measures()
        baselines = f", baselines := {sql_text.literal(self.baselines)}" if self.baselines else ""
        is_narrow = self._asked.runs or (self._asked.where and not self._is_on_tests)
        runs = ", runs := (select list(run_id) from chosen)" if is_narrow else ""
        return f"{sql_text.literal(self.collection)}, {sql_text.literal(measures)}{baselines}{runs}"

    def _shown(self) -> list[str]:
        """The columns in their order."""
        short = self._is_asked_for or bool(self._asked.labels)
        description = _SHORT_DESCRIPTION if short else DESCRIPTION
        beside = [] if self.sort in self.measures else [self.sort]
        measures = self.measures + (beside if short else [])
        measure_columns = [part for name in measures for part in (name, *self._behind(name))]
        if self._asked.labels:
            return ["run_id", *description, *measure_columns, "num_topics", "rank", "official_rank", "provenance"]
        late = [] if short else [part for name in beside for part in (name, *self._behind(name))]
        single = SINGLE if self._is_tested else ()
        tests = ("num_tests",) if self.is_family else single
        return ["run_id", *description, *measure_columns, "provenance", *late, *tests]

    def _behind(self, name: str) -> list[str]:
        """The columns behind a measure."""
        is_tested = self.is_family and name in self.tested
        return [name + suffix for suffix in (P_VALUE, P_CORRECTED, BEATS)] if is_tested else []

    def _standings(self) -> str:
        """The macro that answers, with what it is given."""
        mine = {name: measure for name, measure in self._measures.items() if name not in self._named}
        further = [measure for name, measure in mine.items() if measure and name not in self._overview]
        name = "systems.standings"
        options: dict[str, object] = {"also": further or None}
        if self._asked.labels:
            name, options = "labels.standings", {"labels": self._asked.labels, "measures": list(dict.fromkeys(further))}
        parts = [self._call(name, options)] if further or not self._named or not self._asked.labels else []
        for column, found in self._named.items():
            by = {"labels": self._asked.labels or None, "min_relevance": found.level, "measures": [found.name]}
            label = sql_text.literal(column)
            parts.append(f"select * replace ({label} as measure), from {self._call('labels.standings', by)}")
        return parts[0] if not self._named else f"({' union all by name '.join(map(_query_of, parts))}) as standings"

    def _call(self, macro: str, values: Mapping[str, object]) -> str:
        options = [f"{name} := {sql_text.literal(value)}" for name, value in values.items() if value is not None]
        return f"{macro}({', '.join([sql_text.literal(self.collection), *options])})"

    def _labelled(self) -> dict[str, str]:
        """What is shown by other labels where no measures are asked for."""
        by_default = _LABELLED if self._asked.labels else {}
        if not by_default:
            return {}
        labels, known = levels.of(self._con, self.collection, self._asked.labels), catalogue.read(self._con)
        return {
            name: measure
            for name, measure in by_default.items()
            if not any(levels.problem(labels, request) for request in requests.resolve([measure], known))
        }

    def _measures_of_overview(self) -> dict[str, str | None]:
        query = "select column_name, measure from systems.overview_measures where collection = $1 order by position"
        return dict(self._con.execute(sql_text.fill_values(query, [self.collection])).fetchall())

    def _column(self, name: str) -> str:
        """Return the column to rank by: one that is shown, however its measure is written, or another stored one."""
        if name in self._measures and not (self._is_asked_for and name in requests.SHORT_NAMES):
            return name
        stored_name = self._stored(name)
        return next((column for column in self.measures if self._measures[column] == stored_name), stored_name)

    def _stored(self, name: str) -> str:
        """The name under which per-topic values of a measure are kept, or that of one with a level of its own.

        Raises:
            UsageError: as `stored.find`.
        """
        measure = stored_measures.find(self._con, self.collection, name, _OVERVIEW, self._asked.labels or None)
        if measure.level is not None:
            self._named[measure.label] = measure
        if measure.convention:
            self.conventions.append(measure.convention)
        return measure.label

    def _check_tests(self) -> None:
        """Refuse tests of a measure with a level of its own, of whose values none are stored topic by topic."""
        if untested := [name for name in self.tested if name in self._named]:
            raise UsageError(
                f"'{untested[0]}' counts from another level than the labels, and runs are tested by stored scores; for "
                f"these write {self._named[untested[0]].name}"
            )

    def _check_labels(self) -> None:
        labels = self._asked.labels
        if not labels:
            return
        if self.baselines or self._asked.significance:
            raise UsageError("runs are tested by the official labels only; ask for either labels or significance")
        variants = collections.variants(self._con, self.collection)
        if labels not in variants:
            suggestion = did_you_mean(labels, variants) or f"; it has {', '.join(variants)}"
            raise UsageError(f"{self.collection} has no labels '{labels}'{suggestion}")
        query = "select num_judged_before from judging.mixed_labels where collection = $1 and variant = $2"
        if foreign := self._con.execute(query, [self.collection, labels]).fetchone():
            raise UsageError(
                f"{foreign[0]:,} items of '{labels}' were judged in rounds before {self.collection} and left out of "
                "its runs; leave out --labels to score them by the labels of the round"
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


def _shown_as(name: str) -> str:
    """What a column is in the query: a run that nothing is tested of beats none."""
    return f"coalesce({_quote(name)}, []) as {_quote(name)}" if name.endswith(BEATS) else _quote(name)


def _query_of(source: str) -> str:
    """A source of rows as a query."""
    return source if source.startswith("select ") else f"from {source}"


def _quote(name: str) -> str:
    """A column's name as SQL takes it."""
    return name if name.replace("_", "a").isalnum() and name[0].isalpha() else '"' + name.replace('"', '""') + '"'
