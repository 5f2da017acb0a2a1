"""Generate pages from code and SQL: reference, cookbook, error messages, exhibits, the man page.

`python -m docs.generate` writes them into `docs/`, where git ignores them; `make docs` builds the site with them.
"""
