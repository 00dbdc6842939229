"""A table for assistants: a server of the Model Context Protocol, at this machine or at a fimbul server.

`telling` says in words what a seat sees, `places` are where one sits, `tools` is what an assistant can call.
It needs the extra `mcp`.
"""
