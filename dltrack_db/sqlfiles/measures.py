"""`sql/metrics/measures.sql`: the catalogue of measures, from the headers of the files that compute them.

A header has one entry for each measure that its macro computes, under `measures:`. An entry is the measure's name, as
in trec_eval where that has it, and words with their values, separated by semicolons: `position 12; parameter cutoffs`.
What the words mean is in the comments of the table's columns below; what is left out has the value of `_DEFAULTS`.
Measures of plug-ins come after dltrack's own, and need no position.
"""

from __future__ import annotations

from itertools import pairwise

from dltrack_db.base import plugins, resources, sql_text
from dltrack_db.errors import SqlFileError
from dltrack_db.sqlfiles import places
from dltrack_db.sqlfiles.headers import parse_header

_DEFAULTS = {
    "position": "", "macro": "", "arguments": "", "parameter": "none", "defaults": "[]", "summary": "mean",
    "direction": "higher", "format": "number", "groups": "", "trec_eval": "", "level": "", "labels": "",
    "min_relevance": "", "tie_rule": "", "recall": "", "ir_measures": "",
}  # fmt: skip
_CHOICES = {
    "parameter": ("none", "cutoffs", "items", "levels", "list", "coefficients", "gains", "p"),
    "summary": ("mean", "sum", "geometric mean", "none"),
    "direction": ("higher", "lower", "none"),
    "format": ("number", "count", "text"),
    "labels": ("", "msmarco", "strata", "subtopics"),
    "level": ("", "matters"),
    "recall": ("", "levels"),
}
_DIRECTIONS = {"higher": "1", "lower": "-1", "none": "null"}
_HEAD = """\
-- All measures: the macro that computes each, its parameters and defaults, and how its values over topics become one.
-- Built from the headers of the files that compute them.
--
-- source: trec_eval 10 measures.c and m_*.c, and what the program trec_eval 9.0.4 prints; those of the group
--   dltrack are named in their own files
-- grain: measure
-- columns:
--   position: place in trec_eval's output
--   measure: name, without parameters; trec_eval's where it has the measure
--   macro: macro in schema metrics; null for facts about the run itself
--   arguments: first arguments, which make the macro compute this measure; null where it computes no other
--   parameter: what the macro takes first: 'none', 'cutoffs' (one value each), 'items' (likewise, numbers of relevant
--     items, which stand in the name without '_'), 'levels' (likewise, not whole numbers), 'list' (one value of
--     them all), 'coefficients' (separate numbers), 'gains' (a map from grade to gain) or 'p' (a named number)
--   defaults: default values of the parameter
--   summary: 'mean', 'sum' or 'geometric mean' over the topics; 'none' where there is no summary
--   direction: 1 where a higher value is better, -1 where a lower one is; null for counts, coverage and residuals,
--     which are neither good nor bad
--   format: 'number' (four decimals), 'count' or 'text' in trec_eval's output
--   groups: names that ask for the measure: 'official', 'set', 'all_trec', 'dltrack' (not in trec_eval). A measure that
--     is in any of them is computed for every run (metrics.score_queries); the others only where they are asked for
--   trec_eval_version: first version of trec_eval that has the measure, 9 (as 9.0.4 does) or 10; null where none has it
--   is_binary: whether the relevance level (min_relevance) changes the values
--   labels: what it needs besides grades: 'msmarco' (labels of MS MARCO), 'strata' (made for main.qrels.stratum) or
--     'subtopics' (main.subtopic_qrels), or null
--   min_relevance: the relevance level it always uses; null where it uses that of the collection or none
--   tie_rule: the order it always uses; null for that of the collection
--   looks_at_recall: whether it asks for a number of items by recall levels, which the versions of trec_eval round or
--     truncate (metrics.recall_target, argument is_rounded)
--   ir_measures: how ir_measures writes the measure: its names, parameters with defaults (none: may be left out;
--     without a default: must be given) and what stands after '@'; what the parameters are is in
--     metrics.measure_parameters; some that other tools have are written in its manner (DCG@k, NCG@k, SetP@k)
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
    """The file."""
    return _HEAD + ",\n".join(f"        ({_values(each)})" for each in entries()) + _TAIL


def entries() -> list[dict[str, str]]:
    """The words of every entry with their values, by position."""
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
                raise SqlFileError(f"{where} has another entry, in {homes[measure]}; rename one of them")
            entry = _DEFAULTS | {"measure": measure, "macro": path.stem} | _read(where, words)
            if plugin is not None:  # behind all of dltrack's own, whatever it says
                entry["position"] = str(last + 1)
            last = max(last, int(entry["position"] or 0))
            found[measure], homes[measure] = entry, path.name
    if missing := [name for name, entry in found.items() if not entry["position"]]:
        raise SqlFileError(f"{homes[missing[0]]}: measure {missing[0]} has no position; add: position {last + 1}")
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
    for part in words.split(";"):
        word, _, value = part.strip().partition(" ")
        if word not in _DEFAULTS or not value:
            raise SqlFileError(f"{where}: '{part.strip()}'; write a word and its value: {', '.join(_DEFAULTS)}")
        if value not in _CHOICES.get(word, (value,)):
            raise SqlFileError(
                f"{where}: {word} is {value}; it must be one of {', '.join(filter(None, _CHOICES[word]))}"
            )
        fields[word] = value.strip()
    if {"arguments", "groups"} <= fields.keys():
        raise SqlFileError(
            f"{where}: arguments and groups; a measure with arguments of its own is not computed at load"
        )
    if not fields.get("position", "0").isdecimal():
        raise SqlFileError(f"{where}: position {fields['position']} is not a whole number")
    return fields


def _values(entry: dict[str, str]) -> str:
    """An entry as a row of the view."""

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
            str(bool(entry["level"])).lower(),
            text("labels"),
            entry["min_relevance"] or "null",
            text("tie_rule"),
            str(bool(entry["recall"])).lower(),
            texts("ir_measures", " or "),
        ]
    )
