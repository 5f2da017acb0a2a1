"""Judging played again: which items would have been judged, in which order, if a strategy had chosen them.

A strategy makes traces: for every topic the items in the order of judging, with
the answers that the official labels give. What the traces mean (stopping rules,
scores, orders of runs) is computed by the views and macros of `sql/judging`.
"""
