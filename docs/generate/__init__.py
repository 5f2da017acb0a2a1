"""Documentation that is generated: the reference, the cookbook's output, the picture of the tables, the guide to the
exhibits.

`python -m docs.generate` writes the pages into `docs/`; with `--check` it
only compares, and fails when a page is not what the code and SQL of today give.
"""
