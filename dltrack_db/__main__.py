"""`python -m dltrack_db` is the `dltrack` command."""

from dltrack_db.cli import main

main()
