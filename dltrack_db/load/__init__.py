"""Load source files into the database.

`loader` runs the steps: `plan` lists files and their sources, `fetching` downloads missing files, `reading` unpacks and
verifies files, `staging` reads them into tables in memory, `expectations` validates the tables, and `publish` writes
the rows into the database in one transaction.
"""
