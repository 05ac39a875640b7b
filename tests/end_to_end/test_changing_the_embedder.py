"""Another embedder is chosen while the engine runs: search goes on, then by the new one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from desktop_rag.inference.model_files import STARTER, ModelShelf
from desktop_rag.link.attach import attach
from desktop_rag.messages.library import AddPaths, AddReport
from desktop_rag.messages.models import AddModel, ModelList, UseModel
from tests.end_to_end.driving import best_text, engine, eventually, kill_engine, quiet, status

pytestmark = pytest.mark.slow


def _another(folder: Path) -> Path:
    """The starter embedder with a smaller window: to the library it is another one."""
    starter = ModelShelf(folder / "no models").find("embed", STARTER).path
    copy = folder / "smaller window"
    shutil.copytree(starter, copy)
    shaping = copy / "sentence_bert_config.json"
    facts = json.loads(shaping.read_text())
    shaping.chmod(0o600)
    shaping.write_text(json.dumps(facts | {"max_seq_length": 128}))
    return copy


def test_another_embedder_takes_over_when_it_knows_all_also_after_a_crash(
    library: Path, documents: Path, tmp_path: Path
) -> None:
    for number in range(12):
        (documents / f"note{number}.md").write_text(f"# Note {number}\n\nValve {number} is blue.\n")
    with engine(library) as client:
        client.ask(AddPaths((str(documents),)), AddReport, timeout=240)
        quiet(client)
        old = status(client).embedder
        added = client.ask(AddModel(str(_another(tmp_path))), ModelList, timeout=120)
        (name,) = [model.name for model in added.models if model.name.startswith("smaller")]
        client.ask(UseModel("embed", name), ModelList, timeout=120)
        assert "Valve 7" in best_text(client, "Which valve is number 7?")
        kill_engine(library)
        again = attach(library, role="test")
        eventually(lambda: status(again).embedder.ready, 240, "an embedder serves")
        assert "Valve 7" in best_text(again, "Which valve is number 7?")
        eventually(
            lambda: status(again).embedder.fingerprint not in ("", old.fingerprint),
            240,
            "the new embedder has taken over",
        )
        quiet(again)
        assert status(again).embedder.window == 128
        assert "Valve 3" in best_text(again, "Which valve is number 3?")
        assert len(list((library / "vectors").glob("store-*"))) == 1
        again.close()
