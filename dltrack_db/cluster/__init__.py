"""Scores and simulations on the workers of a Ray cluster.

A worker does the work of one process, on a slice of the data. `dltrack_db.cluster.pool` distributes units and collects
results; a single writer publishes.
"""
