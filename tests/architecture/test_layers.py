"""The plan of the house is a test."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "desktop_rag"
_LONGEST = 450  # lines; 400 is what is wished for, and more is a smell


def test_imports_only_go_down(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("lint-imports")
    ran = subprocess.run(
        [str(program), "--cache-dir", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_every_room_has_its_floor() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    layers = next(c["layers"] for c in contracts["contracts"] if c["type"] == "layers")
    placed = {
        room.strip().removeprefix("desktop_rag.") for layer in layers for room in layer.split("|")
    }
    rooms = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    modules = {path.stem for path in PACKAGE.glob("*.py")} - {"__init__"}
    assert rooms | modules == placed


def test_every_folder_with_code_is_a_package() -> None:
    folders = {path.parent for path in PACKAGE.rglob("*.py")}
    assert [str(f) for f in sorted(folders) if not (f / "__init__.py").exists()] == []


def test_modules_stay_readable() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines())
        for path in PACKAGE.rglob("*.py")
    }
    assert {name: length for name, length in lengths.items() if length > _LONGEST} == {}


def test_no_module_is_a_drawer() -> None:
    drawers = {"utils", "util", "helpers", "helper", "misc", "common_utils", "manager"}
    assert [str(path) for path in PACKAGE.rglob("*.py") if path.stem in drawers] == []


@pytest.mark.parametrize("module", ["domain", "ports", "messages", "settings"])
def test_the_ground_floors_stand_alone(module: str) -> None:
    """What plug-ins and both sides of the wire share must load without any engine library."""
    assert loaded_by(f"import desktop_rag.{module}") & HEAVY == set()


HEAVY = {
    "chromadb",
    "docx",
    "llama_cpp",
    "lxml",
    "openpyxl",
    "pypdfium2",
    "sentence_transformers",
    "sqlite3",
    "torch",
    "transformers",
    "tree_sitter",
}


def loaded_by(statement: str) -> set[str]:
    """Top-level modules that a fresh interpreter has loaded after a statement."""
    script = f"{statement}\nimport sys\nprint(*{{name.split('.')[0] for name in sys.modules}})"
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    return set(ran.stdout.split())


def every_module_of(room: str) -> str:
    """Statements that import all modules of a room."""
    modules = (path.relative_to(ROOT) for path in sorted((PACKAGE / room).rglob("*.py")))
    names = (".".join(module.with_suffix("").parts) for module in modules)
    return "\n".join(f"import {name.removesuffix('.__init__')}" for name in names)


def test_the_window_loads_no_engine_library() -> None:
    loaded = loaded_by(every_module_of("gui"))
    assert "PySide6" in loaded
    assert loaded & HEAVY == set()


def test_the_command_line_loads_no_qt_and_nothing_heavy() -> None:
    loaded = loaded_by("import desktop_rag.cli.app")
    assert loaded & (HEAVY | {"PySide6", "numpy"}) == set()
    assert loaded_by(every_module_of("cli")) & (HEAVY | {"PySide6"}) == set()


def test_the_door_loads_nothing() -> None:
    loaded = loaded_by("import desktop_rag.__main__")
    assert loaded & (HEAVY | {"PySide6", "typer", "msgspec", "pydantic", "numpy"}) == set()


@pytest.mark.parametrize("room", ["reading", "indexing", "retrieval"])
def test_a_plug_in_room_registers_without_its_libraries(room: str) -> None:
    heavy = {"torch", "chromadb", "llama_cpp", "sentence_transformers", "PySide6"}
    assert loaded_by(f"import desktop_rag.{room}") & heavy == set()
