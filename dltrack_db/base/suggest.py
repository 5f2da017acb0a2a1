"""Names that somebody may have meant: one helper for collections, runs, measures, columns, commands and views."""

from __future__ import annotations

from collections.abc import Iterable

LIMIT = 3


def near(name: str, names: Iterable[str], limit: int = LIMIT) -> list[str]:
    """The known names most like one, best first; none when nothing is much like it.

    A name that begins like a longer one counts as like it ('ndgc' as
    'ndcg_cut_10', 'kappa' as 'labels.kappa'), upper and lower case as the same.
    """
    import difflib

    folded_name = name.casefold()
    candidates = []
    for place, candidate in enumerate(dict.fromkeys(names)):
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
            candidates.append((-likeness, -whole, place, candidate))
    return [candidate for *_, candidate in sorted(candidates)[:limit]]


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """'; did you mean …?' to be put behind a message, or nothing."""
    near_names = near(name, names)
    if not near_names:
        return ""
    choices = " or ".join(filter(None, (", ".join(near_names[:-1]), near_names[-1])))
    return f"; did you mean {choices}?"


def unknown(name: str, known: Iterable[str], see: str = "") -> str:
    """Return the sentence after "there is no 'name'": near names, else all if they are few, else where to see them."""
    names = list(known)
    if question := did_you_mean(name, names):
        return question
    if not names:
        return ""
    return f"; there are {', '.join(names)}" if len(names) <= 12 or not see else f"; see them with: {see}"
