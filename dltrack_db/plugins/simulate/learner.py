"""The learner, which weights words by how well they separate relevant items from other items.

HiCAL uses stochastic gradient steps on pairs of a relevant and another item (Pegasos, logistic loss, lambda 0.0001).
This learner is deterministic: logistic regression on items, with balanced classes. docs/simulate.md compares the two.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dltrack_db.plugins.simulate.extras import library

PENALTY = 1e-4
"""Lambda in the objective lambda/2 |w|² + mean loss."""
ITERATIONS = 100
DESCRIPTION = f"balanced logistic regression, lambda {PENALTY:g}"


def train(examples: Any, is_relevant: np.ndarray) -> np.ndarray:
    """Return the weights of all words, learned from `examples`, which must include relevant and other items."""
    linear = library("sklearn.linear_model")
    columns = np.unique(examples.indices)  # words that no example contains have weight 0
    weights = np.zeros(examples.shape[1])
    if len(columns):
        model = linear.LogisticRegression(
            C=1 / (PENALTY * examples.shape[0]), class_weight="balanced", max_iter=ITERATIONS
        )
        weights[columns] = model.fit(examples[:, columns], is_relevant).coef_[0]
    return weights
