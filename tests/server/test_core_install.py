"""A player's install has none of the packages of the extra `server`.

The table works, the rest says what is missing.
"""

import subprocess
import sys

PACKAGES = ("argon2", "asyncpg", "webauthn", "redis", "pywebpush", "prometheus_client", "cryptography")


async def test_without_the_extra_one_plays_and_is_told_what_is_missing(server, monkeypatch):
    known = [name for name in sys.modules if name.partition(".")[0] in PACKAGES]  # by tests before this one
    for name in (*PACKAGES, *known):
        monkeypatch.setitem(sys.modules, name, None)  # importing it fails
    ada = server.guest()
    assert (await ada.table("me", "open"))["me"] == 0
    password = "a long and winding fjord"
    for path, body in (
        ("/accounts", {"login": "ada", "password": password}),
        ("/login", {"login": "ada", "password": password}),
        ("/login/passkey/options", {}),
    ):
        assert "fimbul[server]" in (await ada.post(path, body, 501))["detail"]
    assert "fimbul[server]" in (await ada.get("/push-key", 501))["detail"]
    assert (await ada.http.get("/metrics")).status_code == 501


def test_the_server_is_imported_without_the_extra():
    blocked = "; ".join(f"sys.modules[{name!r}] = None" for name in (*PACKAGES, "httpx"))
    program = f"import sys; {blocked}; import fimbul.server.run, fimbul.cli.commands, fimbul.cli.admin"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_postgresql_without_the_extra_is_told_in_a_sentence(tmp_path, monkeypatch, capsys):
    from fimbul.cli import run

    monkeypatch.setitem(sys.modules, "asyncpg", None)
    assert run(["serve", "--no-open", "--data", str(tmp_path), "--db", "postgresql://x/y"]) == 1
    error = capsys.readouterr().err
    assert "fimbul[server]" in error
    assert error.count("\n") == 1
