"""Texts as vectors of weighted words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from dltrack_db.plugins.simulate.extras import library
from dltrack_db.plugins.simulate.stemming import words


@dataclass(frozen=True)
class TextVectors:
    """Texts as vectors for the learner.

    `row` maps each item to its row in `matrix`. A row contains the weights (1 + ln tf) ln(N / df), normalized to length
    1; the row of a text without known words is 0. Words that occur in a single text are dropped.
    """

    row: Mapping[str, int]
    matrix: Any
    vocabulary: Mapping[str, int]
    idf: np.ndarray

    def query(self, text: str) -> Any:
        """Return the vector of a query, weighted like a text, and scaled to length 1 if it is longer than 1."""
        sparse = library("scipy.sparse")
        counts: dict[int, int] = {}
        for word in words(text):
            if word in self.vocabulary:
                place = self.vocabulary[word]
                counts[place] = counts.get(place, 0) + 1
        places = sorted(counts)
        weights = np.array([(1 + np.log(counts[place])) * self.idf[place] for place in places], dtype=np.float64)
        weights /= max(1.0, float(np.sqrt(np.sum(weights**2))))
        shape = (1, len(self.idf))
        return sparse.csr_matrix((weights, (np.zeros(len(places), dtype=int), places)), shape=shape)


def weigh(items: list[str], texts: Iterable[str]) -> TextVectors:
    """Return the vectors of `texts`, which are in the order of `items`."""
    text = library("sklearn.feature_extraction.text")
    sparse = library("scipy.sparse")
    counter = text.CountVectorizer(analyzer=words, min_df=2 if len(items) > 1 else 1)
    try:
        counts = counter.fit_transform(texts)
    except ValueError:  # no word occurs in two texts
        return TextVectors(_rows(items), sparse.csr_matrix((len(items), 0)), {}, np.zeros(0))
    counts.sort_indices()
    frequencies = np.bincount(counts.indices, minlength=counts.shape[1])
    idf = np.log(len(items) / frequencies)
    weights = (1 + np.log(counts.data)) * idf[counts.indices]
    matrix = sparse.csr_matrix((weights, counts.indices, counts.indptr), shape=counts.shape)
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)).ravel())
    lengths[lengths == 0] = 1
    matrix = sparse.csr_matrix(sparse.diags(1 / lengths) @ matrix)
    return TextVectors(_rows(items), matrix, counter.vocabulary_, idf)


def _rows(items: list[str]) -> dict[str, int]:
    return {item: row for row, item in enumerate(items)}
