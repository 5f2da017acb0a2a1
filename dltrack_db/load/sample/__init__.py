"""The sample collection: a synthetic edition shaped like TREC 2021, generated from a seed.

It exists so that every analysis has something true to show without any download
and without redistributing real runs or text. All of it is invented.
"""

from __future__ import annotations

from dltrack_db.load.sample.writer import DEFAULT_SEED, write_sample

__all__ = ["DEFAULT_SEED", "write_sample"]
