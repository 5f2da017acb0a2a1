"""Words and vectors, against the examples of Porter's paper and a weight worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest

from dltrack_db.plugins.simulate import vectors
from dltrack_db.plugins.simulate.stemming import stem, words

# From the paper, section 2, step by step, each taken through all steps.
STEMS = {
    "caresses": "caress",
    "ponies": "poni",
    "ties": "ti",
    "caress": "caress",
    "cats": "cat",
    "feed": "feed",
    "agreed": "agre",
    "plastered": "plaster",
    "bled": "bled",
    "motoring": "motor",
    "sing": "sing",
    "conflated": "conflat",
    "troubled": "troubl",
    "sized": "size",
    "hopping": "hop",
    "tanned": "tan",
    "falling": "fall",
    "hissing": "hiss",
    "fizzed": "fizz",
    "failing": "fail",
    "filing": "file",
    "happy": "happi",
    "sky": "sky",
    "relational": "relat",
    "conditional": "condit",
    "rational": "ration",
    "valenci": "valenc",
    "digitizer": "digit",
    "conformabli": "conform",
    "radicalli": "radic",
    "differentli": "differ",
    "vileli": "vile",
    "analogousli": "analog",
    "vietnamization": "vietnam",
    "predication": "predic",
    "operator": "oper",
    "feudalism": "feudal",
    "decisiveness": "decis",
    "hopefulness": "hope",
    "callousness": "callous",
    "formaliti": "formal",
    "sensitiviti": "sensit",
    "sensibiliti": "sensibl",
    "triplicate": "triplic",
    "formative": "form",
    "formalize": "formal",
    "electriciti": "electr",
    "electrical": "electr",
    "hopeful": "hope",
    "goodness": "good",
    "revival": "reviv",
    "allowance": "allow",
    "inference": "infer",
    "airliner": "airlin",
    "adjustable": "adjust",
    "defensible": "defens",
    "irritant": "irrit",
    "replacement": "replac",
    "adjustment": "adjust",
    "dependent": "depend",
    "adoption": "adopt",
    "homologou": "homolog",
    "communism": "commun",
    "activate": "activ",
    "angulariti": "angular",
    "effective": "effect",
    "bowdlerize": "bowdler",
    "probate": "probat",
    "rate": "rate",
    "cease": "ceas",
    "controll": "control",
    "roll": "roll",
    "generalizations": "gener",
    "oscillators": "oscil",
    "by": "by",
    "syzygy": "syzygi",
    "toying": "toi",
}


@pytest.mark.parametrize(("word", "expected"), STEMS.items())
def test_stems_are_porters(word, expected):
    assert stem(word) == expected


def test_words_are_letters_only_and_of_two_at_least():
    assert words("The cats' 3D b2b x-Ray, naïve Motoring a") == ["the", "cat", "rai", "na", "ve", "motor"]


def test_weights_by_hand():
    known = vectors.weigh(["a", "b", "c", "d"], ["cat cat dog", "cat bird", "dog bird bird bird", "fish"])
    assert sorted(known.vocabulary) == ["bird", "cat", "dog"]  # fish is in one text
    cat, dog = ((1 + math.log(2)) * math.log(4 / 2), math.log(4 / 2))
    length = math.hypot(cat, dog)
    row = known.matrix[known.row["a"]].toarray()[0]
    assert row[known.vocabulary["cat"]] == pytest.approx(cat / length, abs=1e-12)
    assert row[known.vocabulary["dog"]] == pytest.approx(dog / length, abs=1e-12)
    lengths = np.linalg.norm(known.matrix.toarray(), axis=1)
    assert lengths == pytest.approx([1, 1, 1, 0])


def test_a_query_is_never_made_longer():
    known = vectors.weigh(["a", "b", "c", "d"], ["cat cat dog", "cat bird", "dog bird bird bird", "fish"])
    assert known.query("cats").toarray().max() == pytest.approx(math.log(2))
    assert np.linalg.norm(known.query("cat cat cat bird dog").toarray()) == pytest.approx(1)
    assert known.query("unheard of").nnz == 0


def test_texts_without_a_common_word_have_empty_vectors():
    known = vectors.weigh(["a", "b"], ["cat", "dog"])
    assert known.matrix.shape == (2, 0)
    assert known.query("cat").shape == (1, 0)
