"""Benchmarks: whole processes compared with peers and physical limits, measured in turn and reported as ratios."""
