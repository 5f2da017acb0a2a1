"""Loading: from source files to a validated, published database.

`plan` finds out what to load and from where, `staging` reads it into memory,
`dltrack_db.load.expectations` lets Great Expectations judge it there, and `publish`
writes it into the database in one transaction. `loader` runs the four in order.
"""
