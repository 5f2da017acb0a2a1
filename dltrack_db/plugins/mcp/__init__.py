"""A database for assistants: what their tools answer (`answers`), over the Model Context Protocol (`server`)."""
