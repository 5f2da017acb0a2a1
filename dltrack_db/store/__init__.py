"""The database file: its objects, opening and writing it, what is derived, exported and verified in it."""
