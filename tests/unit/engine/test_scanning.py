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
