"""Simulated judging: the items that would have been judged, in order, if a strategy had chosen them.

A strategy produces a trace for every topic: the items in the order of judging, with their official grades. The views
and macros of `sql/judging` apply stopping rules to the traces, and compute scores and orders of runs.
"""
