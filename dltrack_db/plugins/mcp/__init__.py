"""Serve a database to assistants over MCP: `answers` computes the replies, `server` implements the protocol."""
