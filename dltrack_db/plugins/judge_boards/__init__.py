"""Leaderboards by judges, loaded next to the official scores and compared with them."""
