"""A file that kills native code costs that file only, and the application starts every time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from desktop_rag.messages.common import Done
from desktop_rag.messages.library import (
    AddPaths,
    AddReport,
    FilePage,
    ListFiles,
    RetryFiles,
    Sync,
)
from tests.end_to_end.driving import best_text, engine, eventually, quiet

pytestmark = pytest.mark.slow

_PLUGIN = '''
"""A reader whose native library aborts, as a file of its own counts."""
import os


class AbortingReader:
    name = "aborting"
    version = 1
    suffixes = frozenset({".abort"})

    def sniff(self, head):
        return False

    def open(self, request):
        with open(request.path + ".attempts", "a", encoding="utf-8") as attempts:
            attempts.write("x")
        os.abort()


def register(registry):
    registry.add_reader(AbortingReader())
'''


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The aborting reader, installed for the processes that are started from here on."""
    place = tmp_path / "plugins"
    about = place / "aborting-1.0.dist-info"
    about.mkdir(parents=True)
    (place / "aborting.py").write_text(_PLUGIN)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: aborting\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[desktop_rag.plugins]\naborting = aborting:register\n")
    paths = [str(place), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))


@pytest.mark.usefixtures("plugin")
def test_a_file_that_aborts_its_reader_is_quarantined_and_the_application_starts_again(
    library: Path, documents: Path
) -> None:
    deadly = documents / "a.abort"
    deadly.write_text("this one is read first")
    (documents / "b.txt").write_text("The walnut tree stands behind the mill.")
    with engine(library) as client:
        report = client.ask(AddPaths((str(documents),), watch=False), AddReport, timeout=120)
        [problem] = [p for p in report.problems if p.path == str(deadly)]
        assert problem.state == "quarantined"
        assert "stopped working" in problem.reason
        assert problem.remedy
        assert "walnut" in best_text(client, "What stands behind the mill?")
    tried = len(_attempts(deadly))
    assert tried == 2
    for start in (2, 3):
        with engine(library) as client:
            client.ask(Sync(), AddReport, timeout=120)
            files = client.ask(ListFiles(), FilePage, timeout=30).files
            assert {f.path: f.state for f in files}[str(deadly)] == "quarantined"
            assert "walnut" in best_text(client, "What stands behind the mill?")
            assert len(_attempts(deadly)) == tried
            if start == 3:
                client.ask(RetryFiles((str(deadly),)), Done, timeout=30)
                eventually(lambda: len(_attempts(deadly)) > tried, 60, "it is tried when asked for")
            quiet(client)


def _attempts(deadly: Path) -> str:
    return Path(f"{deadly}.attempts").read_text()
