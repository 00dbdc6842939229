"""A table as people sit at it: what they are shown and asked, and the course of its game.

It needs nothing but the games and the bots, so it runs in a server, and in a browser that has lost its own.
"""
