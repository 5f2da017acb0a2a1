"""A topic as the strategies see it: numbered candidates, the answers to them, and the runs that returned them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class JudgedTopic:
    """Topic of a study with its items to judge.

    `items` are the candidates in the order of their ids, which breaks all ties;
    everything else names them by their place. `grades` are the answers. `runs`
    has for each pooled run the places of what it returned, best first; `teams`
    the team of each. `pool` is the places of the first items of these runs.
    """

    query_id: str
    text: str
    items: list[str]
    grades: np.ndarray
    is_relevant: np.ndarray
    runs: dict[str, np.ndarray]
    ranks: dict[str, np.ndarray]
    teams: Mapping[str, str | None]
    pool_depth: int
    num_judged: int

    def pool(self, excluded_team: str | None = None) -> np.ndarray:
        """The places of the items that some run, but those of a team, has up to the depth of the pool; ascending."""
        pools = [self.runs[run][self.ranks[run] <= self.pool_depth] for run in self.runs_without(excluded_team)]
        return np.unique(np.concatenate(pools)) if pools else np.zeros(0, dtype=np.int64)

    def runs_without(self, team: str | None) -> list[str]:
        """The runs of all other teams, by name."""
        return [run for run in sorted(self.runs) if team is None or self.teams[run] != team]

    def reachable(self, excluded_team: str | None = None) -> np.ndarray:
        """The places of all candidates but those that only a team's runs returned; ascending."""
        is_lost = np.zeros(len(self.items), dtype=bool)
        if excluded_team is not None:
            for run in self.runs:
                if self.teams[run] == excluded_team:
                    is_lost[self.runs[run]] = True
            for run in self.runs_without(excluded_team):
                is_lost[self.runs[run]] = False
        return np.flatnonzero(~is_lost)
