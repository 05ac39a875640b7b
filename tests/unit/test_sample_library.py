from __future__ import annotations

import csv
import importlib.util
import json
import sys
from pathlib import Path
from types import ModuleType

import pytest

from desktop_rag.host.resources import resource

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def maker() -> ModuleType:
    path = ROOT / "packaging" / "make_sample_library.py"
    if not path.exists():
        pytest.skip("the packaging folder is not part of this distribution")
    spec = importlib.util.spec_from_file_location("make_sample_library", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_pdf_documents_are_what_the_script_makes(maker: ModuleType, tmp_path: Path) -> None:
    maker.write_all(tmp_path)
    made = sorted(tmp_path.iterdir())
    assert [path.name for path in made] == [
        "data_sheet.pdf",
        "guia_de_visitas.pdf",
        "safety_notes.docx",
    ]
    for path in made:
        assert _text(path) == _text(resource("sample_library", path.name))


def test_there_are_a_dozen_documents_of_many_kinds() -> None:
    files = list(resource("sample_library").iterdir())
    assert len(files) >= 12
    kinds = {path.suffix for path in files}
    assert kinds >= {".md", ".pdf", ".docx", ".html", ".py", ".ts", ".json", ".csv", ".txt"}


def test_two_documents_disagree_about_the_waiting_time(maker: ModuleType) -> None:
    manual = resource("sample_library", "pump_manual.md").read_text(encoding="utf-8")
    assert "wait 5 minutes" in manual
    assert "Wait 15 minutes" in maker.SAFETY_NOTES


def test_data_and_code_of_the_sample_are_well_formed() -> None:
    parts = resource("sample_library", "spare_parts.csv").read_text(encoding="utf-8")
    assert len({len(row) for row in csv.reader(parts.splitlines())}) == 1
    json.loads(resource("sample_library", "controller.json").read_text(encoding="utf-8"))
    code = resource("sample_library", "tank_level.py").read_text(encoding="utf-8")
    compile(code, "tank_level.py", "exec")


def _text(path: Path) -> str:
    if path.suffix == ".docx":
        import docx

        return "\n".join(paragraph.text for paragraph in docx.Document(str(path)).paragraphs)
    import pypdfium2

    document = pypdfium2.PdfDocument(path)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)
    finally:
        document.close()
