"""What may be concluded from a dev set: checkpoints, splits, and lucky choices."""
