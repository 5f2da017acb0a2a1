"""Exports of a database: tables as files, runs and labels in TREC's formats, citations, and frozen lakes."""
