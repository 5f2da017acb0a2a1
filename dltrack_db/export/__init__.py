"""Exports of a database: files, runs and labels in TREC's formats, citations, parts for pages, frozen lakes."""
