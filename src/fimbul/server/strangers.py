"""Calls to addresses that people gave: to the place that was looked up and checked, and nowhere else.

A name may lead elsewhere the next time it is asked for, and an answer may point elsewhere.  So a name is
looked up once, every place that it leads to must be outside the server's own network, one of those is
called, and no redirect is followed.
"""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from concurrent.futures import Executor
from urllib.parse import urlsplit

PATIENCE = 10.0  # seconds for a whole call
NAT64 = ipaddress.ip_network("64:ff9b::/96")  # IPv4 addresses as networks without IPv4 write them

Place = ipaddress.IPv4Address | ipaddress.IPv6Address


def web_address(url: str) -> bool:
    """Whether something is the address of a web page, as programs write it."""
    try:
        parts = urlsplit(url)
        plain = url.isascii() and url.isprintable() and " " not in url
        return (
            plain and parts.scheme in ("https", "http") and bool(parts.hostname) and (parts.port or 443) > 0
        )
    except ValueError:
        return False


def outside(place: Place) -> bool:
    """Whether an address is one of the whole world's, also where it is written inside another."""
    if isinstance(place, ipaddress.IPv6Address):
        if place in NAT64:
            return outside(ipaddress.IPv4Address(int(place) & 0xFFFFFFFF))
        if place.ipv4_mapped or place.sixtofour or place.teredo:  # nobody's web page is written so
            return False
    return place.is_global and not place.is_multicast


async def places(host: str, port: int, inward: bool, finders: Executor) -> list[str]:
    """Where a name leads, asked once; a `ValueError` if that is into the server's own network."""
    loop = asyncio.get_running_loop()
    found = await loop.run_in_executor(
        finders, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    )
    led = list(dict.fromkeys(str(place[0]) for *_, place in found))
    if not inward and not all(outside(ipaddress.ip_address(each)) for each in led):
        raise ValueError("an address in the server's own network")
    return led


async def post(url: str, body: bytes, headers: Mapping[str, str], inward: bool, finders: Executor) -> int:
    """Send something to a stranger's address; the status of the answer, of which nothing else is read."""
    parts = urlsplit(url)
    secure, host = parts.scheme == "https", parts.hostname or ""
    port = parts.port or (443 if secure else 80)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = {
        "Host": parts.netloc.rpartition("@")[2],
        "User-Agent": "fimbul",
        **headers,
        "Content-Length": str(len(body)),
        "Connection": "close",
    }
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    async with asyncio.timeout(PATIENCE):
        reader, writer = await connected(await places(host, port, inward, finders), port, host, secure)
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
            version, status = (await reader.readline()).split(maxsplit=2)[:2]
            if not version.startswith(b"HTTP/"):
                raise ValueError("an answer that is not HTTP")
            return int(status)
        finally:
            writer.transport.abort()


async def connected(
    led: list[str], port: int, host: str, secure: bool
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A line to the first of some checked places that answers; its certificate is the name's."""
    context = ssl.create_default_context() if secure else None
    for number, place in enumerate(led, 1):
        try:
            return await asyncio.open_connection(
                place, port, ssl=context, server_hostname=host if secure else None
            )
        except OSError:
            if number == len(led):
                raise
    raise OSError("a name that leads nowhere")
