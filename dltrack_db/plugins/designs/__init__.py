"""Designs of experiments: slices of topics, and several seeds of one system."""
