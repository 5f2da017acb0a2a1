"""The site: a page that contains its database and DuckDB, as a folder for any static host or as a single file."""
