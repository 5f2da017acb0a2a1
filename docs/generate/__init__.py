"""The pages that are made from code and SQL: the reference, the cookbook's answers, messages, exhibits, the man page.

`python -m docs.generate` writes them into `docs/`, where git ignores them; `make docs` builds the site with them.
"""
