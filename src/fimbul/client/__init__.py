"""Play at a fimbul server from a script: a small typed client, plain or for asyncio.

    from fimbul.client import Client

    with Client("http://127.0.0.1:8000") as client:
        table = client.open_table("fimbulvetr", options={"setup": "quick"})
        for frame in table.turns():
            table.act(frame.actions[0])
        print(table.sheet().outcome)

A token of your account (`client.new_token`, or the page of your account) lets a program play for you:
`Client(address, token="fimbul_...")`.  This needs the extra `client`: `pip install 'fimbul[client]'`.
"""

from fimbul.client.calls import Refused
from fimbul.client.plain import Client, Table
from fimbul.client.shapes import Choice, Frame, GameInfo, Idea, Line, Me, Outcome, Seat, Sheet, ShortTable
from fimbul.client.waiting import AsyncClient, AsyncTable

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "Choice",
    "Client",
    "Frame",
    "GameInfo",
    "Idea",
    "Line",
    "Me",
    "Outcome",
    "Refused",
    "Seat",
    "Sheet",
    "ShortTable",
    "Table",
]
