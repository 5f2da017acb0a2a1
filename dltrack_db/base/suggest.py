"""Suggestions of similar names for messages."""

from __future__ import annotations

from collections.abc import Iterable

LIMIT = 3


def near(name: str, names: Iterable[str], limit: int = LIMIT) -> list[str]:
    """Return the most similar names, best first.

    A name is also compared with the beginning of a longer name, and with the text after its last dot, so 'ndgc' finds
    'ndcg_cut_10', and 'kappa' finds 'labels.kappa'. Case is ignored.
    """
    import difflib

    folded_name = name.casefold()
    candidates = []
    for number, candidate in enumerate(dict.fromkeys(names)):
        folded_candidate = candidate.casefold()
        parts = {
            folded_candidate,
            folded_candidate[: len(folded_name)],
            folded_candidate.rpartition(".")[2],
            folded_candidate.rpartition(".")[2][: len(folded_name)],
        }
        likeness = max(difflib.SequenceMatcher(None, folded_name, part).ratio() for part in parts)
        whole = difflib.SequenceMatcher(None, folded_name, folded_candidate).ratio()
        if likeness >= 0.65 and len(folded_name) > 1:
            candidates.append((-likeness, -whole, number, candidate))
    return [candidate for *_, candidate in sorted(candidates)[:limit]]


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """Return '; did you mean …?' for the end of a message, or an empty text."""
    near_names = near(name, names)
    if not near_names:
        return ""
    choices = " or ".join(filter(None, (", ".join(near_names[:-1]), near_names[-1])))
    return f"; did you mean {choices}?"


def unknown(name: str, known: Iterable[str], see: str = "") -> str:
    """Return the end of a message about an unknown name: similar names; else all names, if there are at most 12.

    With more names, the text is the command `see`, which lists them.
    """
    names = list(known)
    if question := did_you_mean(name, names):
        return question
    if not names:
        return ""
    return f"; valid names: {', '.join(names)}" if len(names) <= 12 or not see else f"; list all names with: {see}"
