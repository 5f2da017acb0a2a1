"""How far a searcher reads: search lengths and what they say of runs."""
