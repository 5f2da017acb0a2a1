"""Placing runs on a plane by t-SNE: a drawing of distances, not a measure.

The exact algorithm of van der Maaten and Hinton (2008), short because a few
hundred runs need no approximation; scikit-learn's takes longer to import than
this takes to run. It starts from the two principal components, scaled as
scikit-learn does, so the picture is the same every time.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dltrack_db.report.figure import Rows

Floats = NDArray[np.float64]

MIN_POINTS = 4
PERPLEXITY = 12.0
ITERATIONS = 500
EXAGGERATED = 150  # first iterations, in which clusters gather
EXAGGERATION = 12.0
LEARNING_RATE = 50.0
START_SPREAD = 1e-4


def run_map(rows: Rows) -> Rows:
    """The runs with coordinates x and y in place of their vectors; none if there are too few runs."""
    place = rows.columns.index("ndcg_by_topic")
    columns = [*(name for name in rows.columns if name != "ndcg_by_topic"), "x", "y"]
    if len(rows.rows) < MIN_POINTS:
        return Rows(columns, [])
    points = tsne(np.array(rows.values("ndcg_by_topic"), dtype=np.float64))
    placed: list[tuple[Any, ...]] = [
        (*row[:place], *row[place + 1 :], round(float(x), 3), round(float(y), 3))
        for row, (x, y) in zip(rows.rows, points, strict=True)
    ]
    return Rows(columns, placed)


def tsne(vectors: Floats, perplexity: float = PERPLEXITY) -> Floats:
    """Coordinates in the plane, one row per vector; the same input gives the same output."""
    count = len(vectors)
    wanted = _joint_affinities(vectors, min(perplexity, (count - 1) / 3))
    points = _principal_plane(vectors)
    moves, gains = np.zeros_like(points), np.ones_like(points)
    for step in range(ITERATIONS):
        is_early = step < EXAGGERATED
        near = 1 / (1 + _squared_distances(points))
        np.fill_diagonal(near, 0)
        found = np.maximum(near / near.sum(), 1e-12)
        pull = ((EXAGGERATION if is_early else 1) * wanted - found) * near
        slope = 4 * (np.diag(pull.sum(axis=1)) - pull) @ points
        gains = np.maximum(np.where(slope * moves < 0, gains + 0.2, gains * 0.8), 0.01)
        moves = (0.5 if is_early else 0.8) * moves - LEARNING_RATE * gains * slope
        points = points + moves
    return points - points.mean(axis=0)


def _squared_distances(points: Floats) -> Floats:
    norms = (points**2).sum(axis=1)
    distances: Floats = np.maximum(norms[:, None] + norms[None, :] - 2 * points @ points.T, 0)
    return distances


def _principal_plane(vectors: Floats) -> Floats:
    centered = vectors - vectors.mean(axis=0)
    left, sizes, axes = np.linalg.svd(centered, full_matrices=False)
    # the sign of a component is arbitrary: make its largest weight positive, or machines would mirror the picture
    signs = np.sign(axes[np.arange(2), np.abs(axes[:2]).argmax(axis=1)])
    plane: Floats = left[:, :2] * sizes[:2] * signs
    spread = plane[:, 0].std()
    return plane / spread * START_SPREAD if spread > 0 else plane


def _joint_affinities(vectors: Floats, perplexity: float) -> Floats:
    """How near each pair is, widths chosen per point so that each has `perplexity` neighbours."""
    distances = _squared_distances(vectors)
    count = len(vectors)
    conditional = np.zeros((count, count))
    for i in range(count):
        others = np.delete(distances[i], i)
        low, high, precision = 0.0, np.inf, 1.0 / max(float(others.mean()), 1e-12)
        for _ in range(64):
            weights = np.exp(-(others - others.min()) * precision)
            shares = weights / weights.sum()
            entropy = -float((shares * np.log(np.maximum(shares, 1e-300))).sum())
            if abs(entropy - np.log(perplexity)) < 1e-5:
                break
            if entropy > np.log(perplexity):
                low, precision = precision, precision * 2 if high == np.inf else (precision + high) / 2
            else:
                high, precision = precision, (precision + low) / 2
        conditional[i] = np.insert(shares, i, 0.0)
    joint: Floats = np.maximum((conditional + conditional.T) / (2 * count), 1e-12)
    return joint
