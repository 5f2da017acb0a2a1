"""The learner: which words tell relevant from other items.

HiCAL and its ancestors learn by stochastic steps on pairs of a relevant and
another item (Pegasos, logistic loss, lambda 0.0001). This is the same aim
without chance: logistic regression on the items themselves, both classes
weighing the same (docs/simulate.md has how far they agree).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from dltrack_db.plugins.simulate.extras import library

PENALTY = 1e-4
"""Lambda of the objective lambda/2 |w|² + mean loss."""
ITERATIONS = 100
DESCRIPTION = f"balanced logistic regression, lambda {PENALTY:g}"


def train(examples: Any, is_relevant: np.ndarray) -> np.ndarray:
    """Weights of all words, from the rows of `examples` and whether each is relevant; both kinds must be there."""
    linear = library("sklearn.linear_model")
    columns = np.unique(examples.indices)  # the weight of a word that no example has stays 0
    weights = np.zeros(examples.shape[1])
    if len(columns):
        model = linear.LogisticRegression(
            C=1 / (PENALTY * examples.shape[0]), class_weight="balanced", max_iter=ITERATIONS
        )
        weights[columns] = model.fit(examples[:, columns], is_relevant).coef_[0]
    return weights
