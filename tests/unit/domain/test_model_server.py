"""The written form of a model server."""

from __future__ import annotations

import pytest

from desktop_rag.domain.errors import InvalidRequest
from desktop_rag.domain.model_server import ModelServer, is_this_machine, read_server


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("http://localhost:11434#qwen3:4b", "http://localhost:11434/v1"),
        ("http://localhost:1234/v1/#qwen3:4b", "http://localhost:1234/v1"),
        ("https://host/v1/chat/completions#qwen3:4b", "https://host/v1"),
        ("http://[::1]:8080/api/v1#qwen3:4b", "http://[::1]:8080/api/v1"),
    ],
)
def test_an_address_and_a_model_are_read_and_written_back(written: str, url: str) -> None:
    server = read_server(written)
    assert server == ModelServer(url, "qwen3:4b")
    assert read_server(server.written) == server


@pytest.mark.parametrize("text", ["", "starter", "/models/a.gguf", "C:\\models\\a.gguf", "a#b"])
def test_files_and_names_are_no_servers(text: str) -> None:
    assert read_server(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "ftp://host#m",
        "file:///etc/passwd#m",
        "http://#m",
        "http://host:port/v1#m",
        "http://ho st/#m",
        "http://me:secret@host/v1#m",
        "http://host/v1?key=secret#m",
        "http://host/v1",
        "http://host/v1#  ",
    ],
)
def test_what_cannot_be_used_is_refused_with_a_remedy_and_without_secrets(text: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        read_server(text)
    assert caught.value.remedy
    assert "secret" not in caught.value.message


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.", "127.0.0.1", "127.8.8.8", "::1"])
def test_this_machine_is_known_by_its_own_names(host: str) -> None:
    assert is_this_machine(host)


@pytest.mark.parametrize(
    "host",
    ["192.168.1.4", "localhost.example.com", "127.0.0.1.example.com", "gpu", "2130706433", ""],
)
def test_everything_else_is_another_machine(host: str) -> None:
    assert not is_this_machine(host)
