"""Serve a database to assistants over MCP: `answers` builds what each tool returns, `server` speaks the protocol."""
