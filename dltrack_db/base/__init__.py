"""Basics of every room: paths of the data folders, SQL as text, progress, interrupts, the user's own defaults."""
