"""Serve a database to assistants: the answers of tools (`answers`), over the Model Context Protocol (`server`)."""
