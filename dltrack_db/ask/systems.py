"""The leaderboard of several collections: one row per system, one column per collection and measure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import duckdb

from dltrack_db.ask import basis
from dltrack_db.ask.leaderboard import BEATS, Question, columns_of_face, compose, names
from dltrack_db.base import sql_text
from dltrack_db.base.answer import Answer
from dltrack_db.base.sql_text import quote_name
from dltrack_db.base.suggest import unknown
from dltrack_db.errors import UsageError
from dltrack_db.score import levels, stored_measures

MEASURES = ("ndcg_cut_10",)
"""Default measures; the overview papers of the collections may have different measures."""


class Across:
    """The leaderboard of several collections, with one row per system (`systems.across`).

    A system joins runs of several collections. The columns are `COLLECTION:MEASURE`, then `mean:MEASURE`, the mean over
    collections for systems with a run in every collection. Rows are ranked by the question's `sort`, by default the
    first mean, then by the columns from left to right. With baselines (names of systems), columns `..._beats` list the
    baselines that a system beats, and p-values are corrected within each collection.

    Args:
        con: the database.
        collections: names of the collections.
        question: the request; not all its fields are valid for several collections.
        named: runs by system; other runs are joined by `main.systems`, or if their names are equal.
    """

    def __init__(
        self,
        con: duckdb.DuckDBPyConnection,
        collections: Sequence[str],
        question: Question,
        named: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self._con = con
        self.collections = list(dict.fromkeys(collections))
        if not self.collections:
            raise UsageError("no collection is named; name the collections of the leaderboard")
        self._question = question
        self._named = [(name, run) for name, runs in (named or {}).items() for run in runs]
        self._check_question()
        self._parts: dict[str, dict[str, stored_measures.StoredMeasure]] = {}
        self._unlike: dict[str, dict[str, float | None]] = {}
        self._conventions: list[str] = []
        self._read_bases: dict[str, dict[str, Any]] = {}
        self._stored = self._resolve(question.measures or MEASURES)
        self.measures = [
            *(f"{collection}:{measure}" for collection in self.collections for measure in self._stored),
            *(f"mean:{measure}" for measure in self._stored),
        ]
        self.sort = question.sort or f"mean:{self._stored[0]}"
        if self.sort not in self.measures:
            raise UsageError(
                f"the leaderboard cannot be sorted by '{self.sort}'; choose one of {', '.join(self.measures)}"
            )
        self._systems = self._read_systems()
        self.baselines = list(dict.fromkeys(question.baselines))
        for name in (*self.baselines, *question.runs):
            if name not in self._systems:
                suggestion = unknown(name, self._systems, f"dltrack leaderboard {' '.join(self.collections)}")
                raise UsageError(f"{', '.join(self.collections)} have no run of system '{name}'{suggestion}")
        self.query = self._query()

    def printed_names(self) -> dict[str, str]:
        """Return the names of the columns in papers: the measure's name, under a heading from `blocks`."""
        query = f"select metrics.printed_name(name) from unnest({sql_text.literal(self._stored)}) as _ (name)"
        names = dict(zip(self._stored, (row[0] for row in self._con.execute(query).fetchall()), strict=True))
        return {
            f"{block}:{measure}": names[measure] for block in (*self.collections, "mean") for measure in self._stored
        }

    def directions(self) -> dict[str, int]:
        """Return 1 for each column if higher values are better, -1 if lower; leave out other columns."""
        stored = {name: next(iter(self._parts[name.rpartition(":")[2]].values())).name for name in self.measures}
        known = stored_measures.directions(self._con, dict.fromkeys(stored.values()))
        return {name: known[measure] for name, measure in stored.items() if measure in known}

    @property
    def blocks(self) -> dict[str, str]:
        """Return the collection of each column, or 'mean'."""
        return {name: name.rpartition(":")[0] for name in self.measures}

    @property
    def systems(self) -> dict[str, dict[str, str]]:
        """Return the runs of each system by collection."""
        return self._systems

    def read(self) -> Answer:
        """Return the ranked rows with notes; the first column, run_id, contains the system's name."""
        answer = Answer.fetch(self._con.execute(self.query), query=self.query)
        answer.notes.extend(self._footnotes())
        answer.notes.extend(dict.fromkeys(self._conventions))
        answer.notes.extend(stored_measures.direction_notes(self._con, self._stored))
        answer.notes.extend([*self._level_notes(), *self._name_notes(), *self._gap_notes(answer), *self._left_out()])
        return replace(answer, basis=self._bases())

    def _bases(self) -> dict[str, dict[str, Any]]:
        """Return the basis of each collection's numbers (`systems.basis`)."""
        if not self._read_bases:
            self._read_bases = {
                each: basis.read(self._con, each, [found[each].name for found in self._parts.values()])
                for each in self.collections
            }
        return self._read_bases

    def _check_question(self) -> None:
        for is_set, what in (
            (self._question.labels, "--labels works only with one collection; leave out --labels"),
            (self._question.fill, "--fill works only with one collection; leave out --fill"),
            (self._question.where, "--where works only with one collection; name systems with --run"),
            (
                self._question.significance and not self._question.baselines,
                "--significance works only with one collection; to test systems, name a --baseline",
            ),
            (self._question.tiers, "--tiers works only with one collection; leave out --tiers"),
            (
                self._question.topics or self._question.by,
                "--topics and --by work only with one collection; leave out both",
            ),
            (self._question.columns, "--columns works only with one collection; leave out --columns"),
        ):
            if is_set:
                raise UsageError(what)

    def _resolve(self, measures: Sequence[str]) -> list[str]:
        """Return the names of the columns: the stored name if all collections share it, else the requested one."""
        shown = []
        for measure in measures:
            found = {each: stored_measures.find(self._con, each, measure) for each in self.collections}
            self._conventions += [one.convention for one in found.values() if one.convention]
            labels = {one.label for one in found.values()}
            name = labels.pop() if len(labels) == 1 else measure
            self._parts[name] = found
            counted = {
                each: levels.load_labels(self._con, each).level if one.level is None else one.level
                for each, one in found.items()
                if self._is_binary(one.name)
            }
            if len(set(counted.values())) > 1:
                self._unlike[name] = counted
            shown.append(name)
        return list(dict.fromkeys(shown))

    def _is_binary(self, stored_name: str) -> bool:
        """Return True if a stored measure depends on the relevance level."""
        query = "select bool_or(is_binary) from metrics.measures where measure in ($1, metrics.base_name($1))"
        return bool((self._con.execute(sql_text.fill_values(query, [stored_name])).fetchone() or (False,))[0])

    def _level_notes(self) -> Iterator[str]:
        """Yield a note on each measure without a mean: its levels, and how to use one level."""
        for name, counted in self._unlike.items():
            by_collection = ", ".join(f"from grade {level:g} in {each}" for each, level in counted.items())
            yield (
                f"{name} has no mean, because different grades are relevant ({by_collection}); choose one level, as in "
                "-m 'AP(rel=2)'"
            )

    def _across_call(self) -> str:
        """Return the call of `systems.across`, with scores by relevance levels that are not a collection's own."""
        stored = list(
            dict.fromkeys(name for name, found in self._parts.items() if name in {o.name for o in found.values()})
        )
        values = [self.collections, stored, *([name[part] for name in self._named] for part in (0, 1))]
        collections, measures, systems, runs = map(sql_text.literal, values)
        further = [
            compose("further_scores", {"collection": each, "shown": name, "level": one.level, "measure": one.name})
            for name, found in self._parts.items()
            for each, one in found.items()
            if one.level is not None or one.name != name
        ]
        options = f", further := (select list(score) from ({' union all '.join(further)}))" if further else ""
        options += f", unlike := {sql_text.literal(list(self._unlike))}" if self._unlike else ""
        return f"systems.across({collections}, {measures}, system_names := {systems}, run_names := {runs}{options})"

    def _read_systems(self) -> dict[str, dict[str, str]]:
        """Return the runs of each system by collection."""
        query = (
            f"select system, collection, list(distinct run_id order by run_id) from {self._across_call()} "
            "where collection is not null group by all order by all"
        )
        systems: dict[str, dict[str, str]] = {}
        for system, collection, runs in self._con.execute(query).fetchall():
            if len(runs) > 1:
                raise UsageError(
                    f"'{system}' has {len(runs)} runs in {collection}: {', '.join(runs)}; name one run per collection"
                )
            systems.setdefault(system, {})[collection] = runs[0]
        run_ids = {run for runs in systems.values() for run in runs.values()}
        for _, run in self._named:
            if run not in run_ids:
                suggestion = unknown(run, sorted(run_ids), f"dltrack leaderboard {self.collections[0]}")
                raise UsageError(f"{', '.join(self.collections)} have no run '{run}'{suggestion}")
        return systems

    def _family(self, collection: str) -> str:
        """Return the arguments of `statistics.tests` and `statistics.footnote`; '' if no baseline has a run."""
        baselines = [self._systems[name][collection] for name in self.baselines if collection in self._systems[name]]
        systems = self._question.runs or list(self._systems)
        runs = [self._systems[name][collection] for name in systems if collection in self._systems[name]]
        arguments = (collection, self._stored)
        options = f"baselines := {sql_text.literal(baselines)}, runs := {sql_text.literal(runs)}"
        return f"{', '.join(map(sql_text.literal, arguments))}, {options}" if baselines else ""

    def _footnotes(self) -> Iterator[str]:
        for collection in self.collections if self.baselines else ():
            if family := self._family(collection):
                ((note,),) = self._con.execute(f"select note from statistics.footnote({family})").fetchall()
                yield f"{collection}: {note}"
            else:
                yield f"{collection}: not tested, because it has no run of {' or '.join(self.baselines)}"

    def _left_out(self) -> Iterator[str]:
        for collection in self.collections:
            found = self._bases()[collection]
            if runs := [self._systems[name].get(collection, "") for name in self._question.runs]:
                notes = basis.notes_on_unordered(found, runs)
            else:
                notes = basis.notes(found)
            for note in notes:
                yield f"{collection}: {note}"

    def _name_notes(self) -> Iterator[str]:
        """Yield a note if several editions have runs with the same name: they are treated as different systems."""
        shared = [
            run
            for name, runs in self._systems.items()
            for collection, run in runs.items()
            if name == f"{run} ({collection})"
        ]
        if names_shared := list(dict.fromkeys(shared)):
            few = ", ".join(names_shared) if len(names_shared) <= 3 else f"{len(names_shared)} names"
            yield (
                f"several editions have runs named {few}, which are treated as different systems; to join them, add "
                f"--as NAME={names_shared[0]}"
            )

    def _gap_notes(self, answer: Answer) -> Iterator[str]:
        """Yield notes on empty cells: systems without a run in a collection."""
        system_ids = answer.values("run_id")
        for collection in self.collections:
            missing = [system for system in system_ids if collection not in self._systems[system]]
            if missing:
                who = ", ".join(missing) if len(missing) <= 3 else f"{len(missing)} of {len(system_ids)} systems"
                yield f"{collection} has no run, or no scores by these measures, for {who}"
        if self.sort.removeprefix("mean:") in self._unlike:
            return
        if all(value is None for value in answer.values(self.sort)):
            yield f"no listed system has a run in all {len(self.collections)} collections, so there is no mean"
            return
        yield "the mean weights all collections equally; systems without a run in every collection have no mean"

    def _query(self) -> str:
        """Return the query, with one row per system."""
        families = {each: family for each in self.collections if self.baselines and (family := self._family(each))}
        further = columns_of_face(self._con, "several")
        columns = names(self.measures)
        select_list, joins = ["system as run_id"], []
        blocks = [compose("systems", {}, across_asked=self._across_call(), columns_asked=columns)]
        if further:
            added = ", ".join(["run_id", *(f"any_value({name}) as {name}" for name in map(quote_name, further))])
            words = {"collections_asked": names(self.collections), "further_columns_asked": added}
            blocks.append(compose("described_systems", {}, **words))
            joins.append("left join run_facts using (system)")
            select_list += [
                f"{quote_name(f'{collection}_{name}')} as {quote_name(f'{collection}:{name}')}"
                for collection in self.collections
                for name in further
            ]
        if families:
            tests = " union all ".join(
                f"select {sql_text.literal(collection)} as collection, *, from statistics.tests({family})"
                for collection, family in families.items()
            )
            blocks.append(compose("beaten_systems", {}, tests_asked=f"({tests})", columns_asked=columns))
            joins.append("left join beaten using (system)")
        for name in self.measures:
            select_list += [quote_name(name), *([quote_name(name + BEATS)] if self.blocks[name] in families else [])]
        blocks.append(compose("system_rows", {}, columns_asked=", ".join(select_list)))
        run_list = sql_text.literal(list(self._question.runs))
        lines = [*blocks, *joins]
        lines += [f"where list_contains({run_list}, system)"] if self._question.runs else []
        order = [f"list_position({run_list}, system)"] if self._question.runs else []
        directions = self.directions()
        order += [
            f"{'-' if directions.get(name) == -1 else ''}round({quote_name(name)}, 12) desc nulls last"
            for name in dict.fromkeys([self.sort, *self.measures])
        ]
        lines.append(f"order by {', '.join([*order, 'system'])}")
        return "\n".join([*lines, *([f"limit {self._question.limit}"] if self._question.limit else [])])
