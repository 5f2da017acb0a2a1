"""Labels by people as the yardstick for models, and scores by a model corrected by people."""
