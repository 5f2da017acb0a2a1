"""What things may be called: names of collections and runs, tie rules, and what a slip may have meant."""
