"""Generate the sample: a synthetic edition, shaped like TREC 2021, from a seed.

With the sample, every analysis has results without a download and without redistributing real runs or text. All its
texts, teams and numbers are invented.
"""

from __future__ import annotations

from dltrack_db.load.sample.writer import DEFAULT_SEED, write_sample

__all__ = ["DEFAULT_SEED", "write_sample"]
