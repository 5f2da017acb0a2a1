"""NIST's TREC Browser: every track of TREC, with its runs, official scores, data and people."""
