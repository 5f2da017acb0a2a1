"""The map of runs: the principal components that scikit-learn finds, the same every time."""

from __future__ import annotations

import numpy as np
import pytest
from sklearn.decomposition import PCA

from dltrack_db.base.answer import Answer
from dltrack_db.plugins.report.layout import MIN_POINTS, principal_plane, run_map


@pytest.fixture(scope="module")
def clusters():
    generator = np.random.default_rng(7)
    centers = generator.uniform(size=(3, 50))
    return np.vstack([center + generator.normal(scale=0.05, size=(12, 50)) for center in centers])


def test_coordinates_are_those_of_scikit_learn_but_for_the_sign(clusters):
    ours, theirs = principal_plane(clusters), PCA(2).fit_transform(clusters)
    assert np.abs(ours) == pytest.approx(np.abs(theirs), abs=1e-9)


def test_the_largest_weight_of_a_component_is_positive(clusters):
    ours = principal_plane(clusters)
    weights = (clusters - clusters.mean(axis=0)).T @ ours
    assert (weights[np.abs(weights).argmax(axis=0), [0, 1]] > 0).all()
    assert principal_plane(-clusters) == pytest.approx(-ours, abs=1e-9)


def test_clusters_come_apart(clusters):
    points = principal_plane(clusters).reshape(3, 12, 2)
    spread = max(np.linalg.norm(group - group.mean(axis=0), axis=1).max() for group in points)
    centers = points.mean(axis=1)
    gaps = [np.linalg.norm(a - b) for i, a in enumerate(centers) for b in centers[:i]]
    assert min(gaps) > spread


@pytest.mark.parametrize("vectors", [np.ones((5, 8)), np.array([[0.1], [0.2], [0.5], [0.4]])])
def test_runs_that_do_not_spread_do_not_break_it(vectors):
    points = principal_plane(vectors)
    assert points.shape == (len(vectors), 2)
    assert np.ptp(points[:, 0]) == pytest.approx(np.ptp(vectors[:, 0]))
    assert points[:, 1] == pytest.approx(0)


def test_too_few_runs_are_not_placed():
    rows = Answer(["run_id", "ndcg_by_topic"], [(f"r{i}", [0.1 * i, 0.2]) for i in range(MIN_POINTS - 1)])
    assert run_map(rows).rows == []
    assert run_map(rows).columns == ["run_id", "x", "y"]
