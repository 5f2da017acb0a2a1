"""Load source files into the database.

The module `loader` runs the steps of a load:

1. `plan` lists the files and their sources.
2. `fetching` downloads missing files.
3. `reading` unpacks and verifies the files.
4. `staging` reads them into tables in memory.
5. `expectations` validates the tables with Great Expectations.
6. `publish` writes the rows into the database in one transaction.
"""
