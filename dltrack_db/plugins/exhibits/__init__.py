"""Tables, figures and statements of the papers: a view for each, and the printed numbers it is compared with."""
