from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop_rag.domain.errors import (
    DiskFull,
    InternalError,
    ModelBroken,
    ModelFailure,
    ModelMissing,
    Stopped,
)
from desktop_rag.inference.catalogue import ModelOffer, find_offer, read_catalogue
from desktop_rag.inference.downloads import download
from desktop_rag.inference.hub import RemoteFile

_WEIGHTS = bytes(range(256)) * 40
_CONFIG = b'{"hidden_size": 8}'


class ScriptedHub:
    """A hub with two files; `breaks_at` ends the line after so many bytes."""

    def __init__(self, *, resumes: bool = True) -> None:
        self.contents = {"model.safetensors": _WEIGHTS, "config.json": _CONFIG, "other.bin": b"x"}
        self.resumes = resumes
        self.breaks_at: int | None = None
        self.asked: list[tuple[str, int]] = []
        self.size = len(_WEIGHTS)

    def files(self, repository: str) -> list[RemoteFile]:
        blob = hashlib.sha1(b"blob %d\0" % len(_CONFIG) + _CONFIG).hexdigest()
        return [
            RemoteFile("model.safetensors", self.size, hashlib.sha256(_WEIGHTS).hexdigest()),
            RemoteFile("config.json", len(_CONFIG), git_sha1=blob),
            RemoteFile("other.bin", 1, "00"),
        ]

    @contextmanager
    def open(self, repository: str, name: str, start: int) -> Iterator[tuple[int, Iterator[bytes]]]:
        self.asked.append((name, start))
        begin = start if self.resumes else 0
        yield begin, self._blocks(self.contents[name][begin:])

    def _blocks(self, data: bytes) -> Iterator[bytes]:
        for at in range(0, len(data), 1000):
            if self.breaks_at is not None and at >= self.breaks_at:
                raise ModelFailure("The model hub did not answer.")
            yield data[at : at + 1000]


_OFFER = ModelOffer(
    "tiny", "embed", "Test.", (), "MIT", "a/tiny", ("model.safetensors", "config.json"), 1, 1, None
)


def _get(folder: Path, hub: ScriptedHub, offer: ModelOffer = _OFFER, stop_after: int = -1) -> Path:
    seen: list[tuple[int, int]] = []

    def cancelled() -> bool:
        return 0 <= stop_after <= seen[-1][0]

    def note(done: int, total: int) -> None:
        seen.append((done, total))

    arrived = download(offer, folder, hub, on_progress=note, cancelled=cancelled)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    assert seen[-1][0] == seen[-1][1] == len(_WEIGHTS) + len(_CONFIG)
    assert arrived.sha256 == hashlib.sha256(_WEIGHTS).hexdigest()
    return arrived.path


def test_only_the_files_on_offer_come(tmp_path: Path) -> None:
    path = _get(tmp_path, ScriptedHub())
    assert path == tmp_path / "tiny"
    assert sorted(file.name for file in path.iterdir()) == ["config.json", "model.safetensors"]
    assert (path / "model.safetensors").read_bytes() == _WEIGHTS


@pytest.mark.parametrize("resumes", [True, False])
def test_a_download_that_broke_off_goes_on(tmp_path: Path, resumes: bool) -> None:
    hub = ScriptedHub(resumes=resumes)
    hub.breaks_at = 5000
    with pytest.raises(ModelFailure, match="did not answer"):
        _get(tmp_path, hub)
    hub.breaks_at = None
    path = _get(tmp_path, hub)
    assert hub.asked[1] == ("model.safetensors", 5000)
    assert (path / "model.safetensors").read_bytes() == _WEIGHTS


def test_stop_keeps_what_has_arrived(tmp_path: Path) -> None:
    hub = ScriptedHub()
    with pytest.raises(Stopped):
        _get(tmp_path, hub, stop_after=3000)
    _get(tmp_path, hub)
    assert hub.asked[1] == ("model.safetensors", 3000)


def test_what_is_there_is_not_asked_for_again(tmp_path: Path) -> None:
    hub = ScriptedHub()
    _get(tmp_path, hub)
    _get(tmp_path, hub)
    assert len(hub.asked) == 2


@pytest.mark.parametrize("name", ["model.safetensors", "config.json"])
def test_bytes_that_are_not_the_hubs_are_thrown_away(tmp_path: Path, name: str) -> None:
    hub = ScriptedHub()
    hub.contents[name] = hub.contents[name][:-1] + b"!"
    with pytest.raises(ModelBroken, match="did not arrive"):
        _get(tmp_path, hub)
    assert not (tmp_path / "tiny" / name).exists()
    assert not (tmp_path / "tiny" / f"{name}.part").exists()


def test_the_catalogues_own_checksum_counts_first(tmp_path: Path) -> None:
    offer = ModelOffer(
        "tiny", "embed", "", (), "", "a/tiny", ("model.safetensors", "config.json"), 1, 1, "0" * 64
    )
    with pytest.raises(ModelBroken):
        _get(tmp_path, ScriptedHub(), offer)


def test_a_full_disk_is_noticed_before(tmp_path: Path) -> None:
    hub = ScriptedHub()
    hub.size = 10**18
    with pytest.raises(DiskFull, match="GB are free"):
        _get(tmp_path, hub)
    assert not hub.asked


def test_a_model_that_left_the_hub_is_said_so(tmp_path: Path) -> None:
    offer = ModelOffer("t", "answer", "", (), "", "a/t", ("gone.gguf",), 1, 1, None)
    with pytest.raises(ModelFailure, match="does not have t any more"):
        _get(tmp_path, ScriptedHub(), offer)


def test_the_catalogue_is_whole() -> None:
    offers = read_catalogue()
    assert {offer.role for offer in offers} == {"answer", "embed", "rerank"}
    assert len({offer.name for offer in offers}) == len(offers)
    for offer in offers:
        assert offer.weights in offer.files
        assert offer.licence
        assert offer.purpose
        assert "://" not in "".join((offer.repository, *offer.files))
        assert offer.memory_bytes > offer.size_bytes
    assert find_offer(offers[0].name) == offers[0]
    with pytest.raises(ModelMissing):
        find_offer("nothing")


def test_a_damaged_catalogue_is_a_fault_of_ours(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text("[{}]")
    with pytest.raises(InternalError):
        read_catalogue(tmp_path / "c.json")
