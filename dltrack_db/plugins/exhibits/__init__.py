"""Tables, figures and statements of the papers: one view each, compared with the printed numbers."""
