"""The site: one page that carries its database and DuckDB, for any static host or as one file."""
