"""Texts of a paper's folder: methods, references, and the document that includes all files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from dltrack_db.base import sql_text
from dltrack_db.export import cite
from dltrack_db.show import latex

if TYPE_CHECKING:
    from dltrack_db.plugins.report.paper import Asked, Written

_URL = r'@preamble("\providecommand{\url}[1]{\texttt{\detokenize{#1}}}")'
"""Defines a \\url command that prints underscores, for documents without the packages url and hyperref."""
_TIES = {
    "float": "with ties (compared as 4-byte floats) in descending order of ids, as in trec_eval up to 9.0.4",
    "double": "with ties (compared as 8-byte floats) in descending order of ids, as in trec_eval 10",
    "submitted": "with ties in the order of the submitted ranks",
}


def write(folder: Path, methods: Methods, fingerprint: str, bibtex: str, request: Asked) -> list[Path]:
    """Write methods.tex and references.bib, and return their paths."""
    files = [folder / "methods.tex", folder / "references.bib"]
    text = "\n".join(latex.escape(request.rename(sentence)) for sentence in methods.sentences)
    for mark, keys in methods.keys.items():
        text = text.replace(latex.escape(mark), rf"~\cite{{{','.join(keys)}}}" if keys else "")
    files[0].write_text(f"% {fingerprint}\n{text}\n", encoding="utf-8")
    files[1].write_text(f"{_URL}\n{bibtex}\n", encoding="utf-8")
    return files


def document(written: Written, request: Asked) -> str:
    """Return a LaTeX document that includes all files of the folder, with figures in their original size."""
    figures = []
    for name, caption in written.captions.items():
        kind = "figure*" if name in written.wide else "figure"
        figures.append(
            rf"\begin{{{kind}}}\centering\includegraphics{{{name}}}"
            rf"\caption{{{latex.escape(request.rename(caption))}}}\end{{{kind}}}"
        )
    lines = [
        "% pdflatex paper; bibtex paper; pdflatex paper; pdflatex paper",
        r"\documentclass[twocolumn]{article}",
        r"\usepackage[T1]{fontenc}",
        r"\usepackage[textwidth=506pt,columnsep=24pt,textheight=680pt]{geometry}",
        r"\usepackage{booktabs,graphicx,url}",
        r"\usepackage[numbers]{natbib}",
        r"\begin{document}",
        r"\section{Methods}",
        *(r"\input{methods}", r"\input{table}", *figures),
        r"\bibliographystyle{plainnat}",
        r"\bibliography{references}",
        r"\end{document}",
    ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class Methods:
    """Sentences on methods that contain citation marks, and the BibTeX keys of each mark."""

    sentences: list[str]
    keys: dict[str, list[str]]


def describe_methods(
    con: duckdb.DuckDBPyConnection,
    collection_names: Sequence[str],
    printed_names: Sequence[str],
    notes: Sequence[str],
    fingerprint: str,
) -> Methods:
    """Return sentences on how the numbers were computed; facts that collections share are stated once."""
    facts = [_facts(con, name) for name in collection_names]
    keys = {f"[cite {i}]": cite.keys(con, name) for i, name in enumerate(collection_names)}
    topics = [f"{each['num_topics']} of {each['collection']}[cite {i}]" for i, each in enumerate(facts)]
    sentences = [
        f"We report {latex.enumerate_names(printed_names)} over the judged topics, {latex.enumerate_names(topics)}; "
        "topics without results have the worst value."
    ]
    levels = [f"grade {level}{where}" for level, where in _groups(facts, "min_relevance")]
    sentences.append(f"For binary measures, items are relevant from {latex.enumerate_names(levels)} on.")
    sentences += [f"Items are ranked by score{where}, {_TIES[rule]}." for rule, where in _groups(facts, "tie_rule")]
    if cite.has_public_scores(con, *collection_names):
        keys["[cite scores]"] = [cite.SCORES]
        sentences.append("For submitted runs without rankings, we use published scores per topic[cite scores].")
    sentences += [latex.sentences([note.rstrip(".")]) for note in notes]
    keys["[cite dltrack]"] = ["dltrack"]
    return Methods([*sentences, f"Data (with fingerprint) and program[cite dltrack]: {fingerprint}."], keys)


def notes_on_unjudged(
    con: duckdb.DuckDBPyConnection, collection_names: Sequence[str], runs: Sequence[str]
) -> list[str]:
    """Return a sentence on each run with many unjudged items at the top (`judging.unjudged_shares`)."""
    values = {"collections": list(collection_names), "runs": list(runs)}
    return [sentence for (sentence,) in sql_text.run_script(con, "plugins/report/paper/unjudged", **values).fetchall()]


def notes_on_selection(
    con: duckdb.DuckDBPyConnection, collection: str, measures: Sequence[str], runs: Sequence[str], request: Asked
) -> list[str]:
    """Return sentences on how much the best of the author's own runs gains by chance, if there are several."""
    values = {"collection": collection, "runs": list(runs), "own": list(request.own), "baselines": request.baselines}
    tried = [run for (run,) in sql_text.run_script(con, "plugins/report/paper/tried", **values).fetchall()]
    if len(tried) < 2:
        return []
    variants = {"collection": collection, "measures": list(measures), "runs": tried}
    rows = sql_text.run_script(con, "plugins/report/paper/selection", **variants).fetchall()
    return [finding for (finding,) in rows]


def _facts(con: duckdb.DuckDBPyConnection, collection: str) -> dict[str, Any]:
    row = sql_text.run_script(con, "plugins/report/paper/methods", collection=collection).fetchone()
    return dict(zip([column[0] for column in con.description or []], row or (), strict=True))


def _groups(facts: Sequence[Mapping[str, Any]], key: str) -> list[tuple[Any, str]]:
    """Return each value of a fact, with ' in A and B' (its collections) if collections differ."""
    names_by_value: dict[Any, list[str]] = {}
    for each in facts:
        names_by_value.setdefault(each[key], []).append(each["collection"])
    differ = len(names_by_value) > 1
    return [(value, f" in {latex.enumerate_names(names)}" if differ else "") for value, names in names_by_value.items()]
