"""What is shipped for those who run a club: its commands exist, and systemd and Caddy take their files."""

import json
import os
import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from fimbul.cli.commands import application

DEPLOY = Path(__file__).parents[2] / "deploy"


def understood(words):
    """Whether the command line takes these words."""
    application().parse_args(words, exit_on_error=False, print_error=False)


def test_the_compose_file_is_two_servers_a_worker_a_database_and_a_proxy(monkeypatch):
    text = re.sub(r"\$\{\w+:[?-]\}", "x", (DEPLOY / "compose.yaml").read_text())
    services = yaml.safe_load(text)["services"]
    assert set(services) == {"one", "two", "worker", "postgres", "caddy"}
    monkeypatch.setenv("FIMBUL_DB", services["one"]["environment"]["FIMBUL_DB"])
    for name in ("one", "two", "worker"):
        understood(services[name]["command"])
    proxied = re.search(r"reverse_proxy (.*) \{", (DEPLOY / "Caddyfile").read_text())[1]
    assert proxied.split() == ["one:8000", "two:8000"]


def test_the_image_starts_a_server():
    lines = (DEPLOY / "Dockerfile").read_text()
    entry, command = (
        json.loads(re.search(rf"^{word} (.*)$", lines, re.M)[1]) for word in ("ENTRYPOINT", "CMD")
    )
    assert entry == ["fimbul"]
    understood(command)


def test_the_image_is_made_of_what_the_package_needs_and_nothing_else():
    root = DEPLOY.parent
    listed = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    kept = {line[1:] for line in listed if line.startswith("!")}
    assert "*" in listed
    assert all((root / name).exists() for name in kept)
    package = tomllib.loads((root / "pyproject.toml").read_text())
    project, wheel = package["project"], package["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {"pyproject.toml", "requirements.lock", project["readme"], *project["license-files"]}
    needed |= {str(Path(name).parent) if name == "src/fimbul" else name for name in wheel["only-include"]}
    assert kept == needed


def test_the_unit_is_one():
    unit = (DEPLOY / "fimbul.service").read_text()
    understood(shlex.split(re.search(r"^ExecStart=(.*)$", unit, re.M)[1])[1:])


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_takes_the_unit(tmp_path):
    unit = tmp_path / "fimbul.service"
    unit.write_text((DEPLOY / "fimbul.service").read_text().replace("/opt/fimbul/bin/fimbul", "/bin/true"))
    found = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy_takes_its_file():
    found = subprocess.run(
        ["caddy", "validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"],
        env=os.environ | {"CLUB_NAME": "club.example"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stderr
