"""Labels by people: to test the labels of models, and to correct scores by a model's labels."""
