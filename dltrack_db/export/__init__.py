"""Exports of a database: files, runs and labels as TREC has them, citations, parts for pages, frozen lakes."""
