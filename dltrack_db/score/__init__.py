"""Scoring runs and frames without loading them."""
