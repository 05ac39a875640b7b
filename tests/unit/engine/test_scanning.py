"""Which files of a folder are read, which are left out, and which are named as left out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from desktop_rag.engine.ignoring import IgnoreRules
from desktop_rag.engine.scanning import look_at, walk
from desktop_rag.settings.indexing import IndexingSettings


def _make(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")


def _names(root: Path, rules: IgnoreRules) -> set[str]:
    return {os.path.relpath(path, root) for path in walk(str(root), rules).files}


def test_build_folders_hidden_files_and_leftovers_are_left_out(tmp_path: Path) -> None:
    _make(
        tmp_path,
        "a.md",
        "sub/b.md",
        "node_modules/x.js",
        "sub/build/y.o",
        ".hidden/z.md",
        ".dot.md",
        "~$lock.docx",
        "c.tmp",
    )
    assert _names(tmp_path, IgnoreRules(IndexingSettings())) == {"a.md", "sub/b.md"}


def test_gitignore_files_are_followed_as_git_does(tmp_path: Path) -> None:
    _make(tmp_path, "a.log", "keep.log", "sub/b.log", "sub/c.txt", "out/d.txt", "sub/out/e.txt")
    (tmp_path / ".gitignore").write_text("*.log\n!keep.log\n/out/\n")
    (tmp_path / "sub/.gitignore").write_text("c.txt\n!b.log\n")
    found = _names(tmp_path, IgnoreRules(IndexingSettings()))
    assert found == {"keep.log", "sub/b.log", "sub/out/e.txt"}


def test_gitignore_can_be_switched_off(tmp_path: Path) -> None:
    _make(tmp_path, "a.log")
    (tmp_path / ".gitignore").write_text("*.log\n")
    rules = IgnoreRules(IndexingSettings(use_gitignore=False))
    assert _names(tmp_path, rules) == {"a.log"}


def test_extra_patterns_of_a_root_hold_by_path(tmp_path: Path) -> None:
    _make(tmp_path, "a.md", "drafts/b.md", "sub/drafts/c.md")
    rules = IgnoreRules(IndexingSettings(), extra=("/drafts/",))
    assert _names(tmp_path, rules) == {"a.md", "sub/drafts/c.md"}


def test_files_with_secrets_are_named_but_never_read(tmp_path: Path) -> None:
    _make(tmp_path, "a.md", ".env", "id_rsa", "server.pem")
    found = walk(str(tmp_path), IgnoreRules(IndexingSettings()))
    assert {Path(p).name for p in found.files} == {"a.md"}
    assert {Path(s[0]).name for s in found.skipped} == {".env", "id_rsa", "server.pem"}
    assert all(s[3] and s[4] for s in found.skipped)


def test_links_are_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    root = tmp_path / "root"
    _make(outside, "secret.md")
    _make(root, "a.md")
    (root / "link").symlink_to(outside)
    (root / "loop").symlink_to(root)
    (root / "file").symlink_to(outside / "secret.md")
    assert _names(root, IgnoreRules(IndexingSettings())) == {"a.md"}
    for name in ("link", "link/secret.md", "file", "loop/a.md"):
        assert not look_at(str(root / name), str(root), IgnoreRules(IndexingSettings())).files


def test_the_applications_own_folder_is_left_out(tmp_path: Path) -> None:
    _make(tmp_path, "a.md", "library/b.md")
    rules = IgnoreRules(IndexingSettings(), elsewhere=frozenset({str(tmp_path / "library")}))
    assert _names(tmp_path, rules) == {"a.md"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.md", {"a.md"}),
        ("sub", {"sub/b.md"}),
        ("sub/b.md", {"sub/b.md"}),
        ("node_modules/x.js", set()),
        ("node_modules", set()),
        ("sub/c.log", set()),
        ("gone.md", set()),
    ],
)
def test_looking_at_one_path_follows_the_same_rules(
    tmp_path: Path, name: str, expected: set[str]
) -> None:
    _make(tmp_path, "a.md", "sub/b.md", "node_modules/x.js", "sub/c.log")
    (tmp_path / ".gitignore").write_text("*.log\n")
    found = look_at(str(tmp_path / name), str(tmp_path), IgnoreRules(IndexingSettings()))
    assert {os.path.relpath(p, tmp_path) for p in found.files} == expected


def test_a_name_that_is_no_text_is_listed(tmp_path: Path) -> None:
    raw = os.fsencode(tmp_path) + b"/bad\xff.md"
    try:
        Path(os.fsdecode(raw)).write_text("x")
    except OSError:
        pytest.skip("this file system does not allow such names")
    found = walk(str(tmp_path), IgnoreRules(IndexingSettings()))
    assert not found.files
    assert found.skipped[0][2] == "name"


def test_a_single_file_can_be_a_root(tmp_path: Path) -> None:
    _make(tmp_path, "a.md")
    path = str(tmp_path / "a.md")
    assert set(look_at(path, path, IgnoreRules(IndexingSettings())).files) == {path}


def test_links_of_every_kind_lead_nowhere_and_secrets_are_only_listed(tmp_path: Path) -> None:
    outside, root = tmp_path / "outside", tmp_path / "root"
    _make(outside, "id_rsa", "plain.md", "deep/plain.md")
    _make(root, "own.md", "sub/own.md", ".env", "sub/id_rsa")
    os.symlink(outside, root / "to a folder outside")
    os.symlink(outside / "plain.md", root / "to a file outside.md")
    os.symlink(root, root / "sub" / "round")
    os.symlink(".", root / "dot")
    os.symlink("..", root / "sub" / "dots")
    os.symlink(root / "one.md", root / "two.md")
    os.symlink(root / "two.md", root / "one.md")
    rules = IgnoreRules(IndexingSettings())
    found = walk(str(root), rules)
    assert {Path(path).name for path in found.files} == {"own.md"}
    assert len(found.files) == 2
    assert {Path(path).name for path, *_ in found.skipped} == {".env", "id_rsa"}
    # the same gate for what an event names, whoever made the link and when
    for inside in (
        "to a folder outside/plain.md",
        "to a folder outside/deep",
        "to a file outside.md",
        "sub/round/own.md",
        "dot/own.md",
        "sub/dots/own.md",
        "one.md",
    ):
        assert look_at(str(root / inside), str(root), rules).is_empty(), inside


def test_a_hard_link_to_a_secret_is_known_by_its_own_name_only(tmp_path: Path) -> None:
    # nothing on disk tells which of two names of a file came first
    _make(tmp_path, ".env")
    os.link(tmp_path / ".env", tmp_path / "notes.env")
    found = walk(str(tmp_path), IgnoreRules(IndexingSettings()))
    assert not found.files
    assert {Path(path).name for path, *_ in found.skipped} == {".env", "notes.env"}
