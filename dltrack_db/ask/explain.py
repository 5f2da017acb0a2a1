"""Settings that reproduce a printed number: level, tie rule, topics, gain, depth, judged items only, exclusions.

The macro of the measure is called with each combination of settings; `scripts/explain.sql` averages the values and
compares them with the number.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import duckdb

from dltrack_db.base import resources, sql_text, tie_rules
from dltrack_db.base.answer import Answer
from dltrack_db.base.files import sources
from dltrack_db.errors import UsageError
from dltrack_db.score import requests, run_collections, scores, scratch
from dltrack_db.score.catalogue import Request
from dltrack_db.score.evaluation import Evaluation
from dltrack_db.sqlfiles.dependencies import find_object
from dltrack_db.sqlfiles.linking import Linker, assign
from dltrack_db.sqlfiles.sql_object import find_references
from dltrack_db.store import collections, derive

DEPTHS = (5, 10, 20, 30, 100, 200, 500, 1000)
_GAINS = {"null": "grade", "metrics.exp2_gains()": "2^grade - 1"}
"""Gains that are always tried: arguments of a macro, with their names in the answer."""


def explain(
    db: Path,
    run: str,
    number: str,
    *,
    measure: str,
    collection: str | None,
    option: str = "collection=",
    opened: duckdb.DuckDBPyConnection | None = None,
) -> Answer:
    """List combinations of settings for a run, first the hits: those whose value rounds to the number.

    Notes state the number of hits, and the tie rule of the first hit if the collection has another one.

    Args:
        db: path of the database.
        run: a loaded run or, with `collection`, a run file.
        number: the number as printed; its last digit determines the rounding.
        measure: the measure.
        collection: the collection; None for the only collection of the run.
        option: the option for the collection, as messages name it.
        opened: the connection, if the database is open in this process.
    """
    is_file = Path(run).is_file()
    if is_file and collection is None:
        raise UsageError(f"{run} is a file; name its collection with {option}")

    def find(con: duckdb.DuckDBPyConnection) -> str:
        if collection is not None and is_file:
            return collections.find_collection(con, collection, db, [Path(run)])
        return run_collections.find(con, db, [run], collection, option=option)

    source = None if opened is None else (opened, [] if is_file else [run])
    with closing(Evaluation(db, find, opened=source)) as work:
        (request, *more) = requests.resolve([measure], work.measures)
        if more:
            raise UsageError(f"'{measure}' means several measures; name one of them")
        if is_file:
            run = ", ".join(work.add_files(sources.run_files([Path(run)])))
        else:
            work.copy_run(run)
        title = f"{run} in {work.collection}: settings that give {number} as {measure}"
        answer = Answer.fetch(combinations(work.con, request, number), title=title)
        if set(answer.values("exclusions")) == {"none"}:  # most collections have no exclusions
            answer = answer.select([name for name in answer.columns if name != "exclusions"])
        (rule,) = work.con.execute("select tie_rule from main.collections").fetchone() or ("",)
        answer.notes.extend(_notes(answer, number, work.collection, request.measure.tie_rule or rule))
        return answer


def _notes(answer: Answer, number: str, collection: str, tie_rule: str) -> Iterator[str]:
    hits = sum(answer.values("is_hit"))
    outcome = f"{hits} round{'s' * (hits == 1)} to {number}" if hits else f"none rounds to {number}"
    yield f"of {len(answer.rows)} different values, {outcome}"
    if hits and (other_rule := answer.values("tie_rule")[0]) != tie_rule:
        yield (
            f"this number needs the tie rule '{other_rule}', but {collection} has the tie rule '{tie_rule}'; to set "
            "another rule, use --tie-rule of dltrack ingest collection, or tie_rule in a recipe"
        )


def combinations(con: duckdb.DuckDBPyConnection, request: Request, number_text: str) -> duckdb.DuckDBPyConnection:
    """Compute the values of all combinations, for the only run of a scratch database.

    The combinations vary each parameter of the requested measure's macro. `number_text` is the number as printed.
    """
    match = re.fullmatch(r"[+-]?[0-9]*\.?([0-9]*)", number_text)
    if match is None or not re.search("[0-9]", number_text):
        raise UsageError(f"'{number_text}' is not a number; write the number as printed, e.g. 0.712")
    measure = request.measure
    macro = find_object(f"metrics.{measure.macro}")
    if len(request.names) != 1 or macro is None:
        raise UsageError(f"{measure.measure} has several values; name a measure with one value, e.g. nDCG@10 or map")
    scratch.build(con, [macro.full_name, "metrics.exp2_gains", "metrics.over_topics", "metrics.known_tie_rule"])
    derive.leave_out(con)
    derive.fill_judged_rankings(con)
    convention = scratch.run_script(con, "ask/explain/prepare", level=request.min_relevance, tie_rule=measure.tie_rule)
    ((tie_rule, level),) = convention.fetchall()
    asked = assign(macro, [*filter(None, [measure.arguments]), *request.arguments])
    levels = [row[0] for row in scratch.run_script(con, "ask/explain/levels", level=level).fetchall()]
    choices = {
        "min_relevance": levels if measure.is_binary else [None],
        "tie_rule": list(tie_rules.TIE_RULES) if "tie_rule" in asked else [tie_rule],
        "judged_only": [False, True] if "judged_only" in asked else [False],
        "gains": list(dict.fromkeys([asked["gains"], *_GAINS])) if "gains" in asked else [None],
    }
    if measure.parameter == "cutoffs":
        asked[next(iter(asked))] = f"[{', '.join(map(str, sorted({*DEPTHS, _cutoff(request)})))}]"
    linker, branches = Linker(), []
    for combination in itertools.product(*choices.values()):
        chosen = dict(zip(choices, combination, strict=True))
        varied = {name: sql_text.literal(value) for name, value in chosen.items() if name in asked and name != "gains"}
        values = asked | varied | ({"gains": chosen["gains"]} if chosen["gains"] else {})
        chosen["gain"] = (gains := chosen.pop("gains")) and _gain_name(gains)
        columns = ", ".join(f"{sql_text.literal(value)} as {name}" for name, value in chosen.items())
        branches.append(f"select measure, {columns}, query_id, value from ({linker.link(macro, values)}) as scored")
    query = linker.union(branches)
    scratch.build(con, find_references(query))
    ((own, other),) = scratch.run_script(con, "ask/explain/exclusions").fetchall()
    _try(con, query, own)
    if other is not None:
        scratch.run_script(con, "ask/explain/exclude_otherwise", exclusions=other)
        con.execute(resources.script("ingest/publish/5_reordered_runs"))
        derive.leave_out(con)
        derive.fill_judged_rankings(con)
        _try(con, query, other)
    if not con.execute("select 1 from tried limit 1").fetchall():
        raise scores.lacks_labels(request)
    if all(level % 1 == 0 for level in levels):
        con.execute("alter table tried alter min_relevance type integer")  # 2, not 2.0
    return scratch.run_script(
        con,
        "ask/explain/combinations",
        asked=float(number_text),
        margin=0.5 * 10.0 ** -len(match[1]) + 1e-12,
        asked_measure=f"{measure.measure}_{_cutoff(request)}" if measure.parameter == "cutoffs" else None,
        scored_level=level,
        scored_tie_rule=tie_rule,
        is_judged_only=asked.get("judged_only") == "true",
        scored_gain=_gain_name(asked["gains"]) if "gains" in asked else None,
        scored_exclusions=own,
        summary=measure.summary,
    )


def _try(con: duckdb.DuckDBPyConnection, query: str, exclusions: str) -> None:
    """Add the values of all combinations with the current exclusions to the table `tried`."""
    values = f"select *, {sql_text.literal(exclusions)} as exclusions from ({query})"
    con.execute(f"insert into tried by name {values} order by measure, query_id")  # the order of a mean's sum


def _gain_name(gains: str) -> str:
    """Return the name of a gain; a custom gain is named as in the spelling of a measure."""
    return _GAINS.get(gains) or re.sub(r"map |::double", "", gains)


def _cutoff(request: Request) -> int:
    return int(request.arguments[0].strip("[]"))
