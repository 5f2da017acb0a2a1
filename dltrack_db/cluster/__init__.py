"""Scores and simulations on the workers of a Ray cluster.

Each worker is one process that computes a unit of work on a slice of the data. `dltrack_db.cluster.pool` distributes
the units and collects the results. A single process writes them to the database.
"""
