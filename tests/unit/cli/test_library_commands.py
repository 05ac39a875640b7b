from __future__ import annotations

from pathlib import Path

from desktop_rag.domain.errors import LibraryReadOnly
from desktop_rag.messages.library import (
    AddPaths,
    DoctorReport,
    FilePage,
    Finding,
    GetStatus,
    IndexingProgress,
    ListFiles,
    QueueStatus,
    RemovePaths,
    RemoveReport,
    RunDoctor,
    Sync,
)
from desktop_rag.messages.models import (
    AddModel,
    CheckModels,
    ListModels,
    Machine,
    ModelLine,
    ModelList,
    ModelTried,
    PullModel,
    PullProgressed,
    TryModel,
    UseModel,
)
from tests.fakes.scripted_engine import ScriptedEngine
from tests.unit.cli import values
from tests.unit.cli.conftest import Run


def test_add_sends_absolute_paths_and_its_options(
    run: Run, engine: ScriptedEngine, tmp_path: Path
) -> None:
    engine.on(AddPaths, lambda _: [IndexingProgress(QueueStatus(1, 1)), values.added()])
    ran = run(
        *("add", tmp_path, "--mode", "code", "--ignore", "*.bak", "--no-watch", "--json"),
        *("--set", "indexing.flatten_data=false"),
    )
    assert ran.status == 0
    assert ran.json == {
        "roots": ["/docs"],
        "indexed": 3,
        "unchanged": 1,
        "problems": [],
        "took_s": 1.5,
    }
    sent = engine.only(AddPaths)
    assert sent.paths == (str(tmp_path),)
    assert (sent.mode, sent.ignore, sent.watch) == ("code", ("*.bak",), False)
    assert sent.overrides == {"indexing.flatten_data": "false"}
    assert sent.wait


def test_a_file_that_failed_is_listed_and_gives_status_1(
    run: Run, engine: ScriptedEngine, tmp_path: Path
) -> None:
    broken = values.entry("/docs/a.pdf", "failed", "The file is damaged.", "Get it anew.")
    engine.on(AddPaths, lambda _: values.added(broken))
    ran = run("add", tmp_path)
    assert ran.status == 1
    assert "failed: /docs/a.pdf — The file is damaged. Get it anew." in ran.err


def test_a_file_that_was_left_out_is_listed_and_is_no_failure(
    run: Run, engine: ScriptedEngine, tmp_path: Path
) -> None:
    engine.on(AddPaths, lambda _: values.added(values.entry("/docs/a.zip", "skipped", "Archive.")))
    ran = run("add", tmp_path)
    assert ran.status == 0
    assert "skipped: /docs/a.zip — Archive." in ran.err


def test_a_path_where_nothing_is_is_wrong_usage(run: Run, engine: ScriptedEngine) -> None:
    ran = run("add", "/nowhere/at/all", "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "There is nothing at /nowhere/at/all. Check the spelling of the path.\n"
    assert engine.seen == []


def test_a_library_that_cannot_be_written_gives_status_3_and_a_remedy(
    run: Run, engine: ScriptedEngine
) -> None:
    engine.on(Sync, lambda _: LibraryReadOnly("The folder is read-only.", "Choose another one."))
    ran = run("sync", "--json")
    assert (ran.status, ran.out) == (3, "")
    assert ran.err == "The folder is read-only. Choose another one.\n"


def test_the_library_can_be_named_before_or_after_the_command(
    run: Run, engine: ScriptedEngine, tmp_path: Path
) -> None:
    engine.on(GetStatus, lambda _: values.status())
    run("--library", tmp_path / "a", "status")
    run("status", "--library", tmp_path / "b")
    run("status")
    default = tmp_path / "home" / "library"
    assert engine.libraries == [tmp_path / "a", tmp_path / "b", default]


def test_remove_says_what_was_not_there(run: Run, engine: ScriptedEngine, tmp_path: Path) -> None:
    engine.on(RemovePaths, lambda sent: RemoveReport(2, sent.paths[1:]))
    ran = run("remove", tmp_path / "a", tmp_path / "b", "--json")
    assert ran.status == 1
    assert ran.json == {"forgotten": 2, "unknown": [str(tmp_path / "b")]}


def test_status_has_the_fields_of_the_contract(run: Run, engine: ScriptedEngine) -> None:
    engine.on(GetStatus, lambda _: values.status())
    shaped = run("status", "--json").json
    assert (
        shaped["roots"][0].items()
        >= {
            "path": "/docs",
            "state": "ready",
            "files": 4,
            "indexed": 3,
        }.items()
    )
    assert (
        shaped["embedder"].items()
        >= {
            "name": "all-MiniLM-L6-v2",
            "fingerprint": "abc",
            "dimensions": 384,
            "window": 256,
        }.items()
    )
    assert shaped["language_model"] is None
    assert shaped["queue"].items() >= {"waiting": 0, "running": 0, "eta_s": None}.items()
    wanted = {"version", "schema", "files", "documents", "chunks", "vectors", "disk_bytes"}
    assert shaped.keys() >= wanted | {"engine", "network", "work"}
    assert shaped["network"] == {"connections_made": 0}
    assert "3 of 4 files" in run("status").out


def test_files_pages_through_the_whole_ledger(
    run: Run, engine: ScriptedEngine, tmp_path: Path
) -> None:
    paths = [f"/docs/{n:03}.md" for n in range(5)]

    def page(sent: ListFiles) -> FilePage:
        left = [path for path in paths if path > sent.after]
        return FilePage(tuple(values.entry(p, "indexed") for p in left[:2]), more=len(left) > 2)

    engine.on(ListFiles, page)
    ran = run("files", "--state", "indexed", "--under", tmp_path, "--json")
    assert [line["path"] for line in ran.lines] == paths
    fields = (
        "path root state reason remedy media_type mode strategy bytes pages pages_with_text "
        "pages_ocr chunks vectors language content_hash modified indexed"
    )
    assert ran.lines[0].keys() >= set(fields.split())
    first = engine.seen[0]
    assert isinstance(first, ListFiles)
    assert (first.state, first.under) == ("indexed", str(tmp_path))


def test_a_state_that_does_not_exist_is_wrong_usage(run: Run) -> None:
    ran = run("files", "--state", "lost")
    assert ran.status == 2
    assert "quarantined" in ran.err


def test_the_doctor_gives_status_1_when_something_is_broken(
    run: Run, engine: ScriptedEngine
) -> None:
    finding = Finding("Chroma", "broken", "It is missing.", "Run doctor --repair.")
    engine.on(RunDoctor, lambda sent: DoctorReport(sent.repair, (finding,)))
    assert run("doctor").status == 1
    ran = run("doctor", "--repair", "--json")
    assert ran.status == 0
    assert ran.json["healthy"] is True
    assert ran.json["findings"][0]["remedy"] == "Run doctor --repair."


def _models(state: str = "installed") -> ModelList:
    line = ModelLine("SmolLM2", "answer", state, size_bytes=92_000_000, licence="Apache-2.0")
    return ModelList((line,), Machine(2, 8_000_000_000, 4_000_000_000))


def test_models_are_listed_used_pulled_and_checked(run: Run, engine: ScriptedEngine) -> None:
    engine.on(UseModel, lambda _: _models())
    engine.on(PullModel, lambda _: [PullProgressed("SmolLM2", 1, 2), _models()])
    engine.on(CheckModels, lambda _: _models("broken"))
    assert run("models", "use", "answer", "SmolLM2", "--json").json["models"][0]["role"] == "answer"
    assert engine.only(UseModel) == UseModel("answer", "SmolLM2")
    assert "92.0 MB, Apache-2.0" in run("models", "pull", "SmolLM2").out
    assert run("models", "check").status == 1
    assert run("models", "add", "/no/such.gguf").status == 2


def test_a_change_of_models_tells_those_that_are_here_and_the_next_step(
    run: Run, engine: ScriptedEngine, tmp_path: Path
) -> None:
    file = tmp_path / "my model.gguf"
    file.write_bytes(b"GGUF")
    lines = (
        ModelLine("SmolLM2", "answer", "installed", in_use=True, starter=True),
        ModelLine("my model", "answer", "installed", path=str(file)),
        ModelLine("Small 3B", "answer", "offered"),
    )
    listed = ModelList(lines, Machine(2, 8_000_000_000, 4_000_000_000))
    engine.on(AddModel, lambda _: listed)
    engine.on(ListModels, lambda _: listed)
    added = run("models", "add", str(file)).out
    assert "To use it: desktop-rag models use answer 'my model'" in added
    assert "Small 3B" not in added
    everything = run("models", "list").out
    assert "Small 3B: offered" in everything
    assert "answers are quoted from your documents until you use another model" in everything


def test_a_model_on_a_server_is_named_by_its_address_and_marked_when_it_is_elsewhere(
    run: Run, engine: ScriptedEngine
) -> None:
    away = ModelLine(
        "https://gpu.example.com/v1#big",
        "answer",
        "served",
        serves=("answer", "hyde"),
        host="gpu.example.com",
        elsewhere=True,
    )
    engine.on(UseModel, lambda _: ModelList((away,), Machine(2, 8_000_000_000, 4_000_000_000)))
    ran = run("models", "use", "hyde", "https://gpu.example.com/v1", "--model", "big")
    assert engine.only(UseModel) == UseModel("hyde", "https://gpu.example.com/v1#big")
    assert "on a server, for answer, hyde" in ran.out
    assert "gpu.example.com is NOT this machine" in ran.out


def test_a_test_drive_says_how_fast_a_model_is_here(run: Run, engine: ScriptedEngine) -> None:
    engine.on(TryModel, lambda sent: ModelTried(sent.name, "The sea.", 1500, 900, 210.4, 12.34))
    ran = run("models", "try", "Small 3B")
    assert engine.only(TryModel) == TryModel("Small 3B")
    assert "The sea." in ran.out
    assert "reads 210 and writes 12.3 tokens a second; loaded in 1.5 s" in ran.out
    assert run("models", "try", "--json").json["writes_per_s"] == 12.34


def test_a_role_that_does_not_exist_is_refused_with_those_that_do(run: Run) -> None:
    ran = run("models", "use", "poet", "SmolLM2")
    assert ran.status == 2
    assert "There is no role 'poet'." in ran.err
    assert "answer, embed, rerank" in ran.err


def test_a_check_says_of_each_file_whether_its_checksum_is_good(
    run: Run, engine: ScriptedEngine
) -> None:
    lines = (
        ModelLine("good", "answer", "installed", sha256="ab", checked=True, fits="yes"),
        ModelLine("own", "answer", "installed", fits="tight"),
        ModelLine("bad", "answer", "broken", problem="The file of bad has changed."),
    )
    engine.on(CheckModels, lambda _: ModelList(lines, Machine(2, 8_000_000_000, 4_000_000_000)))
    ran = run("models", "check")
    assert ran.status == 1
    good, own, bad = (
        ran.out.split("good: ")[1].split("own: ")[0],
        *ran.out.split("own: ")[1].split("bad: "),
    )
    assert "Its checksum is the published one." in good
    assert "Fits this machine." in good
    assert "No checksum is known for it." in own
    assert "Fits only just" in own
    assert "The file of bad has changed." in bad


def test_control_characters_of_a_file_name_do_not_reach_the_terminal(
    run: Run, engine: ScriptedEngine
) -> None:
    page = FilePage((values.entry("/docs/\x1b[31mred.md", "indexed"),), more=False)
    engine.on(ListFiles, lambda _: page)
    assert "\x1b" not in run("files").out
    assert run("files", "--json").json["path"] == "/docs/\x1b[31mred.md"
