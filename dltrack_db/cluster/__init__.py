"""Scores and simulations on several machines: units of work, given to the workers of a Ray cluster.

What a worker does is what one process does, on a slice: `dltrack_db.cluster.pool`
gives out units and collects what they make, one writer publishes.
"""
