"""Answers that systems write, judgments of them, and preferences."""
