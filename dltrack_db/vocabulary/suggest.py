"""Names that somebody may have meant: one helper for collections, runs, measures, columns, commands and views."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

LIMIT = 3


def near(name: str, known: Iterable[str], limit: int = LIMIT) -> list[str]:
    """The known names most like one, best first; none when nothing is much like it.

    A name that begins like a longer one counts as like it ('ndgc' as
    'ndcg_cut_10', 'kappa' as 'labels.kappa'), upper and lower case as the same.
    """
    wanted = name.casefold()
    rated = []
    for place, candidate in enumerate(dict.fromkeys(known)):
        folded = candidate.casefold()
        parts = {folded, folded[: len(wanted)], folded.rpartition(".")[2], folded.rpartition(".")[2][: len(wanted)]}
        likeness = max(difflib.SequenceMatcher(None, wanted, part).ratio() for part in parts)
        whole = difflib.SequenceMatcher(None, wanted, folded).ratio()
        if likeness >= 0.65 and len(wanted) > 1:
            rated.append((-likeness, -whole, place, candidate))
    return [candidate for *_, candidate in sorted(rated)[:limit]]


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """'; did you mean …?' to be put behind a message, or nothing."""
    found = near(name, known)
    if not found:
        return ""
    listed = " or ".join(filter(None, (", ".join(found[:-1]), found[-1])))
    return f"; did you mean {listed}?"


def unknown(name: str, known: Iterable[str], see: str = "") -> str:
    """What to say behind 'there is no «name»': the near ones, else all if they are few, else where to see them."""
    names = list(known)
    if meant := did_you_mean(name, names):
        return meant
    if not names:
        return ""
    return f"; there are {', '.join(names)}" if len(names) <= 12 or not see else f"; see them with: {see}"
