"""Benchmarks: whole processes against named peers and physical limits, measured in one run and quoted as ratios."""
