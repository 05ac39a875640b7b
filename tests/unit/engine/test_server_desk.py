"""Roles that are served by a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_rag.domain.errors import InvalidRequest, ModelFailure
from desktop_rag.domain.model_server import ModelServer
from desktop_rag.engine.events import EventHub
from desktop_rag.engine.model_desk import ModelDesk
from desktop_rag.engine.server_desk import ServerDesk
from desktop_rag.host.paths import AppPaths
from desktop_rag.settings import Settings, override
from tests.fakes.chat_server import ChatServer

HERE, AWAY = "http://localhost:8080/v1#tiny", "https://gpu.example.com/v1#big"


def desk(folder: Path, **names: str) -> ModelDesk:
    settings = override(Settings(), {f"models.{role}": name for role, name in names.items()})
    paths = AppPaths(folder / "config", folder, folder / "models", folder / "logs")
    return ModelDesk(paths, lambda: settings, EventHub())


def test_no_role_is_served_elsewhere_until_the_person_says_so(tmp_path: Path) -> None:
    quiet = desk(tmp_path)
    assert quiet.served() == {}
    assert quiet.server("answer") is None


def test_a_role_without_a_model_of_its_own_has_that_of_answers(tmp_path: Path) -> None:
    both = desk(tmp_path, answer=HERE, hyde=AWAY)
    found = {role: both.server(role) for role in ("answer", "rewrite", "hyde")}
    assert [server.written if server else "" for server in found.values()] == [HERE, HERE, AWAY]
    assert both.model("rewrite") is both.model("answer")
    assert not both.is_starter("answer")


def test_the_status_and_the_doctor_say_plainly_when_a_server_is_not_this_machine(
    tmp_path: Path,
) -> None:
    status = desk(tmp_path, answer=HERE).status()
    assert (status.name, status.host, status.elsewhere) == (
        "tiny at localhost:8080",
        "localhost:8080",
        False,
    )
    away = desk(tmp_path, answer=AWAY)
    assert away.status().elsewhere
    (finding,) = away.findings()
    assert finding.state == "warning"
    assert "gpu.example.com is not on this machine" in finding.text


def test_the_doctor_asks_servers_on_this_machine_whether_they_are_there(tmp_path: Path) -> None:
    with ChatServer() as server:
        here = desk(tmp_path, answer=f"{server.url}#tiny")
        (well,) = here.findings()
        assert well.state == "ok"
    (gone,) = desk(tmp_path, answer=f"{server.url}#tiny").findings()
    assert gone.state == "warning"
    assert "cannot be reached" in gone.text


def test_a_server_in_the_place_of_a_reranker_says_what_to_choose(tmp_path: Path) -> None:
    with pytest.raises(ModelFailure) as caught:
        desk(tmp_path, rerank=HERE).reranker()
    assert "llm_judge" in caught.value.remedy


def test_an_address_that_cannot_be_used_is_refused_when_it_is_set() -> None:
    with pytest.raises(InvalidRequest, match="password") as caught:
        override(Settings(), {"models.answer": "http://me:secret@host/v1#m"})
    assert "Value error" not in caught.value.message


def test_only_contacts_with_other_machines_are_counted() -> None:
    servers = ServerDesk()
    for host in ("", "localhost", "127.0.0.1", "gpu.example.com", "192.168.1.7"):
        servers.count_if_away(host)
    assert servers.connections_made == 2


def test_the_key_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DESKTOP_RAG_SERVER_KEY", "sesame")
    with ChatServer() as server:
        ServerDesk().model(ModelServer(server.url, "tiny"), 0).facts()
    ((_, headers, _),) = server.asked
    assert headers["Authorization"] == "Bearer sesame"
