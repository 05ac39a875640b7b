"""A mark in an answer leads to the passage, in every kind of file."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop_rag.gui.app import install_language
from desktop_rag.gui.style.theme import Theme
from desktop_rag.gui.viewer.table_view import TableView
from desktop_rag.gui.viewer.text_pane import TextPane
from tests.end_to_end.window_driving import LONG_MS, LiveWindow
from tests.unit.reading import making

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

_HAS_RECOGNITION = importlib.util.find_spec("rapidocr") is not None
# file → (what it says of whom, the person, how it is shown); every file has words of its own
_FACTS = {
    "lighthouse.pdf": ("keeper of the lighthouse", "Marta Quiroga", "pages"),
    "bakery.docx": ("owner of the bakery", "Olga Mendes", "text"),
    "museum.pptx": ("director of the museum", "Pavel Novak", "text"),
    "stadium.xlsx": ("trainer in the stadium", "Rosa Lindqvist", "table"),
    "orchard.md": ("gardener of the orchard", "Hugo Tanaka", "text"),
    "harbour.html": ("master of the harbour", "Iria Castro", "text"),
    "theatre.eml": ("prompter of the theatre", "Jonas Weber", "text"),
    "vineyard.epub": ("taster of the vineyard", "Lucia Ferri", "text"),
    "airport.csv": ("pilot at the airport", "Sven Olsen", "table"),
    "quarry.json": ("blaster of the quarry", "Tomas Kral", "code"),
    "aquarium.py": ("diver of the aquarium", "Nadia Haddad", "code"),
    "kennel.png": ("vet of the kennel", "Emma Brown", "pages"),
}


def _fact(name: str) -> str:
    what, who, _ = _FACTS[name]
    return f"The {what} is called {who}."


def _write(folder: Path) -> list[str]:
    contents: dict[str, bytes | str] = {
        "lighthouse.pdf": making.pdf(making.body(_fact("lighthouse.pdf"), 72, 90)),
        "bakery.docx": making.docx(
            making.paragraph("The bread is baked at four.") + making.paragraph(_fact("bakery.docx"))
        ),
        "museum.pptx": making.pptx([making.shape("Halls"), making.shape(_fact("museum.pptx"))]),
        "stadium.xlsx": making.xlsx(
            {
                "Staff": making.row(1, "Role", "Name", "Since")
                + making.row(2, "trainer in the stadium", "Rosa Lindqvist", "2011")
            }
        ),
        "orchard.md": f"# Trees\n\nApples and pears.\n\n## People\n\n{_fact('orchard.md')}\n",
        "harbour.html": f"<h1>Ships</h1><p>They come at noon.</p><p>{_fact('harbour.html')}</p>",
        "theatre.eml": "From: a@b.example\nTo: c@d.example\nSubject: Stage\n"
        f"Content-Type: text/plain; charset=utf-8\n\n{_fact('theatre.eml')}\n",
        "vineyard.epub": making.epub(
            {"one.xhtml": f"<h1>Wine</h1><p>{_fact('vineyard.epub')}</p>"}, spine=["one.xhtml"]
        ),
        "airport.csv": "role,name,since\npilot at the airport,Sven Olsen,2016\n"
        "mechanic,Ada Byron,2018\n",
        "quarry.json": json.dumps(
            [{"role": "blaster of the quarry", "name": "Tomas Kral", "since": 2009}], indent=1
        ),
        "aquarium.py": f'def feed_fish(tank):\n    """{_fact("aquarium.py")}"""\n'
        "    return tank.feed()\n",
    }
    if _HAS_RECOGNITION:
        contents["kennel.png"] = making.picture(_fact("kennel.png").replace(" is ", "\nis "))
    for name, content in contents.items():
        data = content.encode() if isinstance(content, str) else content
        (folder / name).write_bytes(data)
    return list(contents)


@pytest.fixture
def live(qtbot: QtBot, qapp: QApplication, library: Path, tmp_path: Path) -> Iterator[LiveWindow]:
    install_language(qapp, "en")
    window = LiveWindow(qtbot, Theme(qapp), library, tmp_path)
    yield window
    window.close()
    qapp.setStyleSheet("")


def test_a_mark_leads_to_its_passage_in_every_kind_of_file(
    live: LiveWindow, documents: Path
) -> None:
    names = _write(documents)
    live.answers_are_quoted()
    live.drop(live.window, documents)
    live.until(lambda: live.indexed() == len(names), LONG_MS)
    live.until_idle()
    wrong = {name: said for name in names if (said := _look_at(live, name))}
    assert not wrong


def _look_at(live: LiveWindow, name: str) -> str:
    """Ask for a file's fact and open its mark; what is wrong, or nothing."""
    what, who, shown = _FACTS[name]
    answer = live.ask(f"Who is the {what}?")
    if who not in answer.text:
        return f"answered {answer.text!r}"
    number = next((s.n for s in answer.sources if s.hit.file.path.endswith(name)), 0)
    if f"[{number}]" not in answer.text:
        return f"cited {[s.hit.file.path for s in answer.sources if s.used]}"
    live.click_mark(number)
    live.until(lambda: _is_marked(live, shown, who))
    live.save_picture(f"format_{name.replace('.', '_')}")
    return ""


def _is_marked(live: LiveWindow, shown: str, who: str) -> bool:
    if shown == "pages":
        return live.pages().isVisible() and live.pages().marked_pages() == {1}
    pane = live.viewer().findChild(TextPane)
    if pane is None or not pane.isVisible():
        return False
    view = pane.view
    if isinstance(view, TableView):
        return shown == "table" and who in _marked_cells(view)
    marked = " ".join(s.cursor.selectedText() for s in view.extraSelections())
    whole = (
        marked
        if shown == "text"
        else " ".join(s.cursor.block().text() for s in view.extraSelections())
    )
    return (view.objectName() == "codeView") == (shown == "code") and who in whole


def _marked_cells(view: TableView) -> list[str]:
    table, ground = view.table, Qt.ItemDataRole.BackgroundRole
    cells = (
        table.index(row, column)
        for row in range(table.rowCount())
        for column in range(table.columnCount())
    )
    return [str(cell.data()) for cell in cells if cell.data(ground) is not None]
