"""Coordinates of runs on a plane, by principal components, for a chart of distances between runs."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dltrack_db.base.answer import Answer

Floats = NDArray[np.float64]

MIN_POINTS = 4


def run_map(rows: Answer) -> Answer:
    """Return the runs with coordinates x and y instead of vectors; no rows for fewer than `MIN_POINTS` runs."""
    place = rows.columns.index("ndcg_by_topic")
    columns = [*(name for name in rows.columns if name != "ndcg_by_topic"), "x", "y"]
    if len(rows.rows) < MIN_POINTS:
        return Answer(columns, [])
    points = principal_plane(np.array(rows.values("ndcg_by_topic"), dtype=np.float64))
    rows_with_places: list[tuple[Any, ...]] = [
        (*row[:place], *row[place + 1 :], round(float(x), 3), round(float(y), 3))
        for row, (x, y) in zip(rows.rows, points, strict=True)
    ]
    return Answer(columns, rows_with_places)


def principal_plane(vectors: Floats) -> Floats:
    """Return the coordinates of each vector on the first two principal components, the same on every machine.

    No other plane preserves more of the squared distances between the vectors (Pearson 1901). Missing components are 0.
    """
    differences = vectors - vectors.mean(axis=0)
    directions, sizes, axes = np.linalg.svd(differences, full_matrices=False)
    # the sign of a component is arbitrary; a positive largest weight gives the same picture on every machine
    signs = np.sign(axes[np.arange(len(axes)), np.abs(axes).argmax(axis=1)])
    points = np.zeros((len(vectors), 2))
    num_axes = min(2, len(sizes))
    points[:, :num_axes] = (directions * sizes * signs)[:, :num_axes]
    return points
