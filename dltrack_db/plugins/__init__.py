"""Bundled plug-ins: each folder has the layout of a third party's plug-in, and the core names none of them."""
