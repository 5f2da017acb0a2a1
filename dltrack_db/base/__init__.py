"""Basics for all packages: paths of data folders, SQL as text, progress, interrupts, the user's settings."""
