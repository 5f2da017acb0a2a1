"""Search lengths of runs: how many items a user reads before each relevant one."""
