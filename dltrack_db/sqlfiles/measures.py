"""Generator of `sql/metrics/measures.sql`, the catalogue of measures, from the headers of macros.

The header of a macro has an entry for each of its measures under `measures:`. An entry consists of the measure's name
(trec_eval's name if there is one) and of words with values, separated by semicolons: `position 12; parameter cutoffs`.
The words have the meanings of the table's columns; a missing word has the value in `_DEFAULTS`. Measures of plug-ins
come last and need no position.
"""

from __future__ import annotations

from itertools import pairwise

from dltrack_db.base import plugins, resources, sql_text
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import places
from dltrack_db.sqlfiles.headers import parse_header

_DEFAULTS = {
    "position": "", "macro": "", "arguments": "", "parameter": "none", "defaults": "[]", "summary": "mean",
    "direction": "higher", "format": "number", "groups": "", "trec_eval": "", "uses": "", "labels": "",
    "min_relevance": "", "tie_rule": "", "recall": "", "ir_measures": "",
}  # fmt: skip
_CHOICES = {
    "parameter": ("none", "cutoffs", "items", "levels", "list", "coefficients", "gains", "p"),
    "summary": ("mean", "sum", "geometric mean", "none"),
    "direction": ("higher", "lower", "none"),
    "format": ("number", "count", "text"),
    "labels": ("", "msmarco", "strata", "subtopics"),
    "uses": ("", "min_relevance"),
    "recall": ("", "levels"),
}
_DIRECTIONS = {"higher": "1", "lower": "-1", "none": "null"}
_HEAD = """\
-- The catalogue of measures: one row for each measure, with the macro that computes the measure, its parameters and
-- defaults, and how topics are summarized. Generated from the headers of the macros.
--
-- source: trec_eval 10 measures.c and m_*.c, and the output of trec_eval 9.0.4; for the group dltrack, see the headers
--   of the macros
-- grain: measure
-- columns:
--   position: position in trec_eval's output
--   measure: name without parameters; trec_eval's name, if trec_eval has the measure
--   macro: macro in schema metrics that computes the measure; null for facts about the run itself
--   arguments: first arguments of the macro for this measure; null if the macro computes only this measure
--   parameter: kind of the macro's first parameter: 'none', 'cutoffs' (one value for each cutoff), 'items' (one value
--     for each number of relevant items; the name of the value has no '_'), 'levels' (one value for each fraction),
--     'list' (one value for all numbers), 'coefficients' (separate numbers), 'gains' (a map from grade to gain) or 'p'
--     (a named number)
--   defaults: default values of the parameter
--   summary: summary over the topics: 'mean', 'sum', 'geometric mean' or 'none'
--   direction: 1 if higher values are better, -1 if lower values are better; null for counts, coverage and residuals
--   format: format in trec_eval's output: 'number' (four decimals), 'count' or 'text'
--   groups: groups that contain the measure: 'official', 'set', 'all_trec', 'dltrack' (not in trec_eval). A measure in
--     a group is computed for every run (metrics.score_queries), other measures only on request
--   trec_eval_version: first version of trec_eval with the measure, 9 (9.0.4) or 10; null if no version has it
--   is_binary: whether the values depend on the relevance level (min_relevance)
--   labels: labels that the measure needs in addition to grades: 'msmarco' (labels of MS MARCO), 'strata'
--     (main.qrels.stratum) or 'subtopics' (main.subtopic_qrels); null if it needs only grades
--   min_relevance: fixed relevance level of the measure; null if it has no fixed level
--   tie_rule: fixed tie rule of the measure; null for the tie rule of the collection
--   looks_at_recall: whether the measure uses the number of items at recall levels, which versions of trec_eval round
--     or truncate (metrics.recall_target, argument is_rounded)
--   ir_measures: names in the syntax of ir_measures, with parameters and their defaults, and the value after '@'. A
--     parameter with default none is optional, a parameter without default is required (metrics.measure_parameters
--     describes the parameters). Names for measures of other tools have the same syntax (DCG@k, NCG@k, SetP@k)
-- example: select measure, macro, defaults from metrics.measures where list_contains(groups, 'official')
create or replace table metrics.measures as
select
    listed.position,
    listed.measure,
    listed.macro,
    cast(listed.arguments as varchar) as arguments,
    listed.parameter,
    cast(listed.defaults as double[]) as defaults,
    listed.summary,
    cast(listed.direction as tinyint) as direction,
    listed.format,
    cast(listed.groups as varchar[]) as groups,
    cast(listed.trec_eval_version as integer) as trec_eval_version,
    listed.is_binary,
    cast(listed.labels as varchar) as labels,
    cast(listed.min_relevance as integer) as min_relevance,
    cast(listed.tie_rule as varchar) as tie_rule,
    listed.looks_at_recall,
    cast(listed.ir_measures as varchar[]) as ir_measures,
from (
    values
"""
_TAIL = """
) as listed (
    position, measure, macro, arguments, parameter, defaults, summary, direction, format, groups, trec_eval_version,
    is_binary, labels, min_relevance, tie_rule, looks_at_recall, ir_measures
);
"""


def render() -> str:
    """Return the SQL of the table."""
    return _HEAD + ",\n".join(f"        ({_values(each)})" for each in entries()) + _TAIL


def entries() -> list[dict[str, str]]:
    """Return every entry as a mapping from words to values, in order of position."""
    found: dict[str, dict[str, str]] = {}
    homes: dict[str, str] = {}
    last = 0
    for path in places.own_first(resources.SQL, "metrics"):
        text = path.read_text(encoding="utf-8")
        if "\n-- measures:\n" not in text:
            continue
        plugin = plugins.owner(path)
        for measure, words in parse_header(text, path)[0].measures.items():
            where = f"{path}: measure {measure}"
            if measure in found:
                raise SqlFileError(
                    f"{where}: {homes[measure]} declares a measure of the same name; rename one of the two"
                )
            entry = _DEFAULTS | {"measure": measure, "macro": path.stem} | _read(where, words)
            if plugin is not None:  # always after dltrack's own
                entry["position"] = str(last + 1)
            last = max(last, int(entry["position"] or 0))
            found[measure], homes[measure] = entry, path.name
    if missing := [name for name, entry in found.items() if not entry["position"]]:
        raise SqlFileError(f"{homes[missing[0]]}: measure {missing[0]} has no position; add 'position {last + 1}'")
    measures = sorted(found.values(), key=lambda each: int(each["position"]))
    for one, other in pairwise(measures):
        if one["position"] == other["position"]:
            raise SqlFileError(
                f"measures {one['measure']} and {other['measure']} both have position {one['position']}; change one of "
                f"them, to {last + 1} for example"
            )
    return measures


def _read(where: str, words: str) -> dict[str, str]:
    fields = {}
    for part in words.replace("level matters", "uses min_relevance").split(";"):  # the spelling of 0.5
        word, _, value = part.strip().partition(" ")
        if word not in _DEFAULTS or not value:
            raise SqlFileError(f"{where}: '{part.strip()}' is not a word with a value; words: {', '.join(_DEFAULTS)}")
        if value not in _CHOICES.get(word, (value,)):
            raise SqlFileError(
                f"{where}: {word} is {value}; it must be one of {', '.join(filter(None, _CHOICES[word]))}"
            )
        fields[word] = value.strip()
    if {"arguments", "groups"} <= fields.keys():
        raise SqlFileError(
            f"{where}: arguments and groups cannot be combined: loads do not compute measures with arguments"
        )
    if not fields.get("position", "0").isdecimal():
        raise SqlFileError(f"{where}: position {fields['position']} is not a whole number; correct it")
    return fields


def _values(entry: dict[str, str]) -> str:
    def text(word: str) -> str:
        return sql_text.quote_text(entry[word]) if entry[word] else "null"

    def texts(word: str, separator: str) -> str:
        return "[" + ", ".join(sql_text.quote_text(each) for each in entry[word].split(separator) if each) + "]"

    return ", ".join(
        [
            entry["position"],
            text("measure"),
            "null" if entry["macro"] == "none" else text("macro"),
            text("arguments"),
            text("parameter"),
            entry["defaults"],
            text("summary"),
            _DIRECTIONS[entry["direction"]],
            text("format"),
            texts("groups", ", "),
            entry["trec_eval"] or "null",
            str(bool(entry["uses"])).lower(),
            text("labels"),
            entry["min_relevance"] or "null",
            text("tie_rule"),
            str(bool(entry["recall"])).lower(),
            texts("ir_measures", " or "),
        ]
    )
