"""What every room leans on: where the data folders are, SQL as text, progress, interrupts, the user's own defaults."""
