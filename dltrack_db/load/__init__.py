"""Loading: from source files to a validated, published database.

`loader` runs the steps: `plan` (which files, from where), `fetching` (downloads), `reading` (plain, verified bytes),
`staging` (rows in memory), `expectations` (validation by Great Expectations) and `publish` (one transaction).
"""
