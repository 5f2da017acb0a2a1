"""The learner of HiCAL's ancestors, step by step: slow, and only to hold the quick one against."""

from __future__ import annotations

import numpy as np


def train(positives: np.ndarray, negatives: np.ndarray, steps: int, seed: int, penalty: float = 1e-4) -> np.ndarray:
    """Weights after stochastic steps on pairs of a positive and a negative row.

    Logistic loss on the pair's difference, step size 1 / (penalty * number of the
    step), weights kept within a ball of radius 1 / sqrt(penalty).
    """
    rng = np.random.default_rng(seed)
    weights = np.zeros(positives.shape[1])
    for step in range(1, steps + 1):
        rate = 1 / (penalty * step)
        difference = positives[rng.integers(len(positives))] - negatives[rng.integers(len(negatives))]
        slope = 1 / (1 + np.exp(np.clip(weights @ difference, -500, 500)))
        weights *= max(1 - rate * penalty, 1e-7)
        weights += rate * slope * difference
        norm = np.linalg.norm(weights)
        weights *= min(1.0, 1 / (np.sqrt(penalty) * norm)) if norm else 1.0
    return weights
