"""The database file: its objects, opening, writing, derived tables and verification."""
