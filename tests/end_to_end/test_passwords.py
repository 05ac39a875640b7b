"""A protected file says so, opens with its password, and shows its pages; a password is kept only
by the system's keyring, and only when the person wants it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfgen.canvas import Canvas

from desktop_rag.domain.source import FileEntry
from desktop_rag.link.client import Client
from desktop_rag.messages.common import Done
from desktop_rag.messages.library import (
    AddPaths,
    AddReport,
    FilePage,
    GivePassword,
    ListFiles,
    PasswordGiven,
    RetryFiles,
)
from desktop_rag.messages.viewer import OpenSource, PageImage, RenderPage, SourceOpened
from tests.end_to_end.driving import best_text, engine, eventually, quiet, run_json

pytestmark = pytest.mark.slow

_WORD = "open sesame"
_BACKEND = '''
"""A keyring in a file, for one test: what a desktop would keep for the person."""
import json, os
from keyring.backend import KeyringBackend


class TestKeyring(KeyringBackend):
    priority = 1

    def _read(self):
        try:
            with open(os.environ["TEST_KEYRING"], encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return {}

    def _write(self, kept):
        with open(os.environ["TEST_KEYRING"], "w", encoding="utf-8") as file:
            json.dump(kept, file)

    def get_password(self, service, username):
        return self._read().get(f"{service} {username}")

    def set_password(self, service, username, password):
        self._write(self._read() | {f"{service} {username}": password})

    def delete_password(self, service, username):
        kept = self._read()
        del kept[f"{service} {username}"]
        self._write(kept)
'''


def _secret(documents: Path) -> str:
    path = str(documents / "secret.pdf")
    canvas = Canvas(path, encrypt=StandardEncryption(_WORD, canPrint=0))
    canvas.drawString(72, 720, "The treasure lies under the walnut tree behind the mill.")
    canvas.save()
    return path


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of a keyring that the processes started from here on take for the system's."""
    place = tmp_path / "backend"
    place.mkdir()
    (place / "test_keyring_backend.py").write_text(_BACKEND)
    paths = [str(place), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "test_keyring_backend.TestKeyring")
    monkeypatch.setenv("TEST_KEYRING", str(tmp_path / "keyring.json"))
    return tmp_path / "keyring.json"


def test_a_protected_pdf_is_read_and_shown_once_its_password_is_given(
    library: Path, documents: Path
) -> None:
    path = _secret(documents)
    with engine(library) as client:
        report = client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        [problem] = report.problems
        assert (problem.state, problem.code) == ("failed", "password")
        assert "password" in problem.reason.lower()
        client.ask(GivePassword(path, "wrong"), PasswordGiven, timeout=30)
        eventually(lambda: _entry(client).state == "failed", 30, "a wrong password is refused")
        client.ask(GivePassword(path, _WORD), PasswordGiven, timeout=30)
        eventually(lambda: _entry(client).state == "indexed", 30, "the file is read")
        assert "walnut" in best_text(client, "Where lies the treasure?")
        _is_shown(client, path)
    written = [file for file in library.rglob("*") if file.is_file()]
    assert written
    assert not any(_WORD.encode() in file.read_bytes() for file in written)


def test_a_password_in_the_keyring_opens_the_file_after_the_engine_ended(
    library: Path, documents: Path, kept: Path
) -> None:
    path = _secret(documents)
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=120)
        quiet(client)
    command = [sys.executable, "-m", "desktop_rag", "password", path, "--keep"]
    done = subprocess.run(
        [*command, "--library", str(library)],
        input=f"{_WORD}\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "indexed" in done.stdout
    assert _WORD in kept.read_text()
    with engine(library) as client:
        _is_shown(client, path)
        client.ask(RetryFiles((path,)), Done, timeout=30)
        eventually(lambda: _entry(client).state == "indexed", 60, "it is read again")
        run_json("password", path, "--forget", "--library", str(library))
        assert _WORD not in kept.read_text()
        quiet(client)


def _is_shown(client: Client, path: str) -> None:
    opened = client.ask(OpenSource(path), SourceOpened, timeout=60)
    assert (opened.view, opened.pages) == ("pages", 1)
    image = client.ask(RenderPage(path, 1), PageImage, timeout=60)
    assert image.png.startswith(b"\x89PNG")


def _entry(client: Client) -> FileEntry:
    [file] = client.ask(ListFiles(), FilePage, timeout=30).files
    return file
