"""Simulated judging: the items that would have been judged, in order, if a strategy had chosen them.

A strategy produces traces: for every topic the items in the order of judging, with their official grades. The views and
macros of `sql/judging` compute stopping rules, scores and orders of runs from them.
"""
