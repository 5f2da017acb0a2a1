"""Generated answers, judgments of them, and preferences."""
