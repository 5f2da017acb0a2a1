"""Leaderboards that judges made of runs, loaded next to the official scores and compared with them."""
