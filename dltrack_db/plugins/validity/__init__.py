"""Valid conclusions from a dev set: checkpoints, splits, and lucky choices."""
