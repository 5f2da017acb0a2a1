"""The map of runs: as faithful as scikit-learn's t-SNE, the same every time."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.manifold import TSNE, trustworthiness

from dltrack_db.report.figure import Rows
from dltrack_db.report.layout import MIN_POINTS, run_map, tsne


@pytest.fixture(scope="module")
def clusters():
    generator = np.random.default_rng(7)
    centers = generator.uniform(size=(4, 50))
    return np.vstack([center + generator.normal(scale=0.1, size=(12, 50)) for center in centers])


def test_neighbours_stay_neighbours_as_well_as_with_scikit_learn(clusters):
    ours = trustworthiness(clusters, tsne(clusters), n_neighbors=5)
    theirs = trustworthiness(
        clusters, TSNE(perplexity=12, init="pca", random_state=0, method="exact").fit_transform(clusters), n_neighbors=5
    )
    assert ours > theirs - 0.02


def test_clusters_come_apart(clusters):
    points = tsne(clusters).reshape(4, 12, 2)
    spread = max(np.linalg.norm(group - group.mean(axis=0), axis=1).max() for group in points)
    centers = points.mean(axis=1)
    gaps = [np.linalg.norm(a - b) for i, a in enumerate(centers) for b in centers[:i]]
    assert min(gaps) > spread


def test_the_picture_is_the_same_every_time(clusters):
    assert np.array_equal(tsne(clusters), tsne(clusters))


def test_equal_runs_do_not_break_it():
    points = tsne(np.vstack([np.ones((5, 8)), np.zeros((5, 8))]))
    assert np.isfinite(points).all()


def test_too_few_runs_are_not_placed():
    rows = Rows(["run_id", "ndcg_by_topic"], [(f"r{i}", [0.1 * i, 0.2]) for i in range(MIN_POINTS - 1)])
    assert run_map(rows).rows == []
    assert run_map(rows).columns == ["run_id", "x", "y"]
