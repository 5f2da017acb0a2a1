"""The command line of `dltrack trec-eval`: options as in trec_eval, and the help text."""

from __future__ import annotations

import getopt
import sys
import textwrap
from dataclasses import dataclass, field

from dltrack_db.score import requests

_SHORT = "hvqm:cl:nD:JN:M:R:T:oZ:"
_LONG = [
    "help", "version", "query_eval_wanted", "measure=", "complete_rel_info_wanted", "level_for_rel=", "nosummary",
    "Debug_level=", "Judged_docs_only", "Number_docs_in_coll=", "Max_retrieved_per_topic=", "Rel_info_format=",
    "Results_format=", "Output_old_results_format", "Zscore=", "trec-eval-version=",
    "exclude=",
]  # fmt: skip
_USAGE = """Usage: dltrack trec-eval [-h] [-q] {-m measure}* trec_rel_file trec_top_file
   -h: Give full help information, including other options
   -q: In addition to summary evaluation, give evaluation for each query
   -m: calculate and print measures indicated by 'measure'
       ('-m all_trec' prints all measures, '-m official' is default)
"""
SUMMARY = "Evaluate one run file against one qrels file as trec_eval does: same options, same output, no database."
EXAMPLE = "dltrack trec-eval -q -c -l 2 -m map -m ndcg_cut.10 qrels.txt run.txt"
OPTIONS = {
    "trec_rel_file": "Qrels in TREC's format.",
    "trec_top_file": "The run; - for standard input.",
    "-m NAME[.PARAMS]": "A measure, with parameters after a dot (-m P.5,10 -m ndcg_cut.10), or one of the groups "
    "official (the default), set, all_trec; may be repeated.",
    "-q": "Also print the values of each topic.",
    "-c": "Average over all topics of trec_rel_file; a topic missing from the run scores 0. num_rel then ignores -l.",
    "-l NUM": "Lowest relevant grade. [default: 1]",
    "-n": "Do not print the averages over topics.",
    "-J": "Remove unjudged documents from the run first.",
    "-M NUM": "Evaluate only the first NUM documents of each topic.",
    "-N NUM": "Number of documents in the collection (for utility).",
    "-Z FILE": "Print Z scores, computed with the means and standard deviations in FILE.",
    "--exclude FILE|self": "Not in trec_eval: items to remove from the run; self: the item with the topic's id.",
    "-R qrels, -T trec_results": "The formats of the files; other formats are not supported.",
    "-v": "Print the version.",
    "--trec-eval-version VERSION": "10 (default): scores are compared as double, recall levels are rounded, -q -c "
    "lists topics missing from the run, and lines that start with # are comments. 9.0.8: scores are compared as "
    "double, recall levels truncated, missing topics not listed, # is not special; no rbp, rbp_resid, unj, dcg and "
    "ideal_dcg; with -c, yaap and Z scores of missing topics are 0. 9.0.7, 9.0.4 or 9: as 9.0.8, but scores are "
    "compared as float. (NIST's tag trec_eval-9.0.8 is 9.0.8; NIST's tag v9.0.8 is 9.0.7, as its -v prints.)",
}
"""Each argument or option and its meaning."""

DIFFERENCES = (
    "Differences from the C program: (1) If -J removes all documents of a topic, trec_eval prints nan, this command 0. "
    "(2) This command ends with exit code 1 or 2 for scores that are nan or hexadecimal, grades beyond 32767, files "
    "that are not UTF-8, -M below 1 (trec_eval crashes or prints random results) and -l below 0 (trec_eval treats "
    "unjudged documents as relevant). (3) If the first topic has only negative grades, trec_eval stops; this command "
    "scores it. (4) Gains that differ by less than 1 are ordered by size; trec_eval 9 confuses them. (5) If a judged "
    "topic is missing from the run, trec_eval 10 without -c ends with exit code 4; this command averages over the "
    "other topics. (6) For rbp, trec_eval 10 scales gains by uninitialized bounds, this command by 0 and the topic's "
    "largest gain. (7) For relstring.N and utility.A,B,C,D, trec_eval 10 treats a topic missing from the run as if it "
    "had one unjudged document. (8) There are no preference measures."
)
"""Differences from the C program, for the help."""


class Failure(Exception):
    """An error that ends the command as trec_eval does, with lines on stderr and an exit code."""

    def __init__(self, code: int, *lines: str) -> None:
        super().__init__(*lines)
        self.code = code
        self.lines = lines


@dataclass(frozen=True)
class Version:
    """A version of trec_eval, with its properties that differ from other versions."""

    name: str
    major: int
    tie_rule: str
    zscores_reader: str


VERSIONS = {
    "9.0.4": Version("9.0.4", 9, "float", "get_zscores"),
    "9.0.7": Version("9.0.7", 9, "float", "get_prefs"),
    "9.0.8": Version("9.0.8", 9, "double", "get_prefs"),
    "10": Version("10.0", 10, "double", "get_zscores"),
}
_SHORT_NAMES = {"9": "9.0.4", "10.0": "10"}


@dataclass
class TrecEvalOptions:
    """The parsed command line."""

    measures: list[str] = field(default_factory=list)
    queries: bool = False
    complete: bool = False
    summary: bool = True
    judged_only: bool = False
    level: int = 1
    num_docs: int = 0
    max_rank: int | None = None
    zscores: str | None = None
    exclude: str | None = None
    version: Version = VERSIONS["10"]
    qrels: str = ""
    run: str = ""


def help_text() -> str:
    """Return the text that -h prints."""
    lines = [_USAGE, "The options of trec_eval, with the same output:", ""]
    for option, meaning in OPTIONS.items():
        lines += textwrap.wrap(
            meaning, 110, initial_indent=f"   {option:<18} ", subsequent_indent=" " * 22, break_on_hyphens=False
        )
    return "\n".join([*lines, "", *textwrap.wrap(DIFFERENCES, 110), ""])


def parse(argv: list[str]) -> TrecEvalOptions | None:
    """Parse the arguments; print the help or the version and return None if they request it."""
    options = TrecEvalOptions()
    try:
        flags, files = getopt.gnu_getopt(argv, _SHORT, _LONG)
    except getopt.GetoptError as error:
        raise Failure(1, f"trec_eval: {error}", _USAGE.rstrip()) from None
    wants_version = False
    for name, value in flags:
        match name:
            case "-h" | "--help":
                print(help_text(), end="")
                return None
            case "-v" | "--version":
                wants_version = True
            case "-m" | "--measure":
                options.measures.append(value)
            case "-q" | "--query_eval_wanted":
                options.queries = True
            case "-c" | "--complete_rel_info_wanted":
                options.complete = True
            case "-n" | "--nosummary":
                options.summary = False
            case "-J" | "--Judged_docs_only":
                options.judged_only = True
            case "-l" | "--level_for_rel":
                options.level = requests.whole(value)
                if options.level < 0:
                    raise Failure(1, "trec_eval: -l must be 0 or more: below 0, unjudged documents would be relevant")
            case "-N" | "--Number_docs_in_coll":
                options.num_docs = requests.whole(value)
            case "-M" | "--Max_retrieved_per_topic":
                options.max_rank = requests.whole(value)
                if options.max_rank < 1:
                    raise Failure(1, "trec_eval: -M must be at least 1")
            case "-Z" | "--Zscore":
                options.zscores = value
            case "--exclude":
                options.exclude = value
            case "-R" | "--Rel_info_format" if value != "qrels":
                raise Failure(2, f"trec_eval: Illegal rel_format '{value}'")
            case "-T" | "--Results_format" if value != "trec_results":
                raise Failure(2, f"trec_eval: Illegal retrieval results format '{value}'")
            case "--trec-eval-version":
                name = _SHORT_NAMES.get(value, value)
                if name not in VERSIONS:
                    raise Failure(
                        1, f"trec_eval: --trec-eval-version must be one of {', '.join(VERSIONS)}, not '{value}'"
                    )
                options.version = VERSIONS[name]
    if wants_version:
        from dltrack_db import __version__

        print(f"trec_eval version {options.version.name} (dltrack {__version__})", file=sys.stderr)
        return None
    if len(files) != 2:
        raise Failure(1, _USAGE.rstrip())
    options.qrels, options.run = files
    return options
