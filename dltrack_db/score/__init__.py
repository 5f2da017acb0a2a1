"""Score run files and data frames without loading them into a database."""
