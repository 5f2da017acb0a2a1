"""Downloading: complete, resumed, and with errors one can act on."""
