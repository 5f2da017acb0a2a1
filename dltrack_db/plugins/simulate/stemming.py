"""Words of a text as in the judging of 2019: letters only, lower case, stemmed.

A token is a longest sequence of ASCII letters and digits. Tokens with a digit and tokens of one letter are dropped. The
stemmer is Porter's (An algorithm for suffix stripping, Program 14(3), 1980), written here so that traces do not change
with releases of a library.
"""

from __future__ import annotations

import re
from functools import cache

_RUN = re.compile(r"[A-Za-z0-9]+")
SHORTEST = 2

# Steps 2 to 4: endings and their replacements; an ending comes before its own suffixes.
_STEP_2 = (
    *(("ational", "ate"), ("tional", "tion"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("abli", "able")),
    *(("alli", "al"), ("entli", "ent"), ("eli", "e"), ("ousli", "ous"), ("ization", "ize"), ("ation", "ate")),
    *(("ator", "ate"), ("alism", "al"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous")),
    *(("aliti", "al"), ("iviti", "ive"), ("biliti", "ble")),
)
_STEP_3 = (
    *(("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ful", ""), ("ness", "")),
)
_STEP_4 = (
    *("al", "ance", "ence", "er", "ic", "able", "ible", "ant", "ement", "ment", "ent", "ion", "ou", "ism", "ate"),
    *("iti", "ous", "ive", "ize"),
)


def words(text: str) -> list[str]:
    """Return the stems of at least two letters in a text, in order."""
    stems = (stem(run.lower()) for run in _RUN.findall(text) if len(run) >= SHORTEST and run.isalpha())
    return [each for each in stems if len(each) >= SHORTEST]


@cache
def stem(word: str) -> str:
    """Return the stem of a lower-case word by Porter's rules."""
    if len(word) <= 2:
        return word
    for step in (_plurals, _past, _final_y, _double_suffixes, _suffixes, _residual, _final_e, _final_ll):
        word = step(word)
    return word


def _shape(word: str) -> str:
    """Return a text with v for each vowel and c for each consonant; y after a consonant is a vowel."""
    shape = ""
    for letter in word:
        is_vowel = letter in "aeiou" or (letter == "y" and shape[-1:] == "c")
        shape += "v" if is_vowel else "c"
    return shape


def _measure(word: str) -> int:
    """Return how often a consonant follows a vowel (Porter's measure m)."""
    return _shape(word).count("vc")


def _has_vowel(word: str) -> bool:
    return "v" in _shape(word)


def _ends_double(word: str) -> bool:
    return len(word) > 1 and word[-1] == word[-2] and _shape(word)[-1] == "c"


def _ends_short(word: str) -> bool:
    """Return whether a word ends in consonant, vowel, consonant, and the last is not w, x or y."""
    return _shape(word)[-3:] == "cvc" and word[-1] not in "wxy"


def _plurals(word: str) -> str:
    for ending, instead in (("sses", "ss"), ("ies", "i"), ("ss", "ss"), ("s", "")):
        if word.endswith(ending):
            return word.removesuffix(ending) + instead
    return word


def _past(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for ending in ("ed", "ing"):
        if word.endswith(ending):
            stem_part = word.removesuffix(ending)
            return _restore_word(stem_part) if _has_vowel(stem_part) else word
    return word


def _restore_word(word: str) -> str:
    """Return the word for a past or progressive form whose ending was removed, e.g. hop for hopp(ing)."""
    if word.endswith(("at", "bl", "iz")):
        return word + "e"
    if _ends_double(word) and word[-1] not in "lsz":
        return word[:-1]
    return word + "e" if _measure(word) == 1 and _ends_short(word) else word


def _final_y(word: str) -> str:
    return word[:-1] + "i" if word.endswith("y") and _has_vowel(word[:-1]) else word


def _replace_ending(word: str, endings: tuple[tuple[str, str], ...]) -> str:
    fitting = [pair for pair in endings if word.endswith(pair[0])]
    if not fitting:
        return word
    ending, instead = max(fitting, key=lambda pair: len(pair[0]))
    stem_part = word.removesuffix(ending)
    return stem_part + instead if _measure(stem_part) > 0 else word


def _double_suffixes(word: str) -> str:
    return _replace_ending(word, _STEP_2)


def _suffixes(word: str) -> str:
    return _replace_ending(word, _STEP_3)


def _residual(word: str) -> str:
    fitting = [ending for ending in _STEP_4 if word.endswith(ending)]
    if not fitting:
        return word
    ending = max(fitting, key=len)
    stem_part = word.removesuffix(ending)
    if _measure(stem_part) > 1 and (ending != "ion" or stem_part.endswith(("s", "t"))):
        return stem_part
    return word


def _final_e(word: str) -> str:
    if not word.endswith("e"):
        return word
    stem_part = word[:-1]
    measure = _measure(stem_part)
    return stem_part if measure > 1 or (measure == 1 and not _ends_short(stem_part)) else word


def _final_ll(word: str) -> str:
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
