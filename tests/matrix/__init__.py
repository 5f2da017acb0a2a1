"""Other releases of DuckDB open and ask what this one writes; see __main__.py."""
