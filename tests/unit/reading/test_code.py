"""Source code: top-level blocks with titles and lines."""

from __future__ import annotations

import pytest

from desktop_rag.reading.code.grammars import GRAMMARS
from tests.unit.reading.making import Read

_PYTHON = '''"""Module."""
import os

LIMIT = 1

# why
# and how
@cached
def reset(pump):
    return pump


class Small:
    def one(self):
        return "ü"
'''


def titles(name: str, code: str) -> list[str]:
    return [block.title for block in Read(name, code.encode()).blocks if block.kind == "code"]


def test_python_blocks_with_their_comments_and_lines() -> None:
    read = Read("a.py", _PYTHON.encode())
    assert [(b.kind, b.title, b.first_line, b.last_line) for b in read.blocks] == [
        ("paragraph", "", 1, 2),
        ("paragraph", "", 4, 4),
        ("code", "reset()", 6, 10),
        ("code", "class Small", 13, 15),
    ]
    assert read.of(read.blocks[2]).startswith("# why\n# and how\n@cached\ndef reset")
    assert read.facts.kind == "code"


def test_a_long_class_is_its_head_and_its_methods() -> None:
    method = "    def {0}(self):\n" + "        call('grün', 1)\n" * 30 + "\n"
    code = 'class Pump:\n    """Moves water."""\n\n    x = 1\n\n' + "".join(
        method.format(name) for name in ("reset", "stop", "start")
    )
    read = Read("a.py", code.encode())
    assert titles("a.py", code) == ["class Pump", "Pump.reset()", "Pump.stop()", "Pump.start()"]
    assert read.of(read.blocks[0]) == 'class Pump:\n    """Moves water."""\n\n    x = 1'
    assert read.of(read.blocks[2]).startswith("    def stop")


@pytest.mark.parametrize(
    ("name", "code", "wanted"),
    [
        ("a.js", "const f = () => {\n  g()\n}\nexport function h() {}\n", ["f", "h()"]),
        ("a.mjs", "export default class A {\n}\n", ["class A"]),
        ("a.ts", "export interface P { a: 1 }\ntype T = 1;\nenum E { A }\n", ["P", "T", "E"]),
        ("a.tsx", "export const App = () => {\n  return <b>x</b>;\n};\n", ["App"]),
        (
            "a.go",
            "package a\n\n// Add adds.\nfunc (p *P) Add() {}\ntype P struct {}\n",
            ["Add()", "P"],
        ),
        ("a.rs", "/// Doc\n#[derive(X)]\nstruct P;\nimpl P { fn n() {} }\n", ["P", "P"]),
        ("a.java", "package a;\n@X class A { void f() {} }\ninterface I {}\n", ["class A", "I"]),
        ("a.c", "/* add */\nint add(int a)\n{ return a; }\nstruct p { int x; };\n", ["add()", "p"]),
        (
            "a.cpp",
            "template <class T> class Q {};\nint Q::f() { return 1; }\n",
            ["class Q", "Q::f()"],
        ),
        ("a.cs", "class A { void F() {} }\n", ["class A"]),
        ("a.rb", "class A\n  def b; end\nend\n", ["class A"]),
        ("a.php", "<?php\nfunction a() {}\nclass B {}\n", ["a()", "class B"]),
        ("a.sh", "go() {\n  echo 1\n}\n", ["go()"]),
        ("a.kt", "class A\nfun g(): Int { return 1 }\n", ["class A", "g()"]),
        ("a.swift", "struct A {}\nfunc g() {}\n", ["class A", "g()"]),
        ("a.sql", "SELECT 1;\nSELECT 2;\n", ["SELECT 1", "SELECT 2"]),
        ("a.css", "body { color: red }\n", ["body"]),
        ("a.lua", "function f() end\n", ["f()"]),
        ("a.scala", "object A { def f = 1 }\n", ["A"]),
    ],
)
def test_definitions_of_each_language(name: str, code: str, wanted: list[str]) -> None:
    assert titles(name, code) == wanted


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.name)
def test_every_grammar_can_be_loaded(grammar: object) -> None:
    assert grammar.load()  # type: ignore[attr-defined]


def test_code_that_does_not_parse_still_gives_blocks() -> None:
    read = Read("a.py", b"def broken(:\n  x\n\n}}} ???\n\nmore text\n")
    assert "more text" in "".join(text for _, text in read.kinds())


def test_a_language_without_grammar_is_cut_at_blank_lines() -> None:
    assert Read("a.r", b"x <- 1\n\ny <- 2\n").kinds() == [("code", "x <- 1"), ("code", "y <- 2")]


def test_minified_code_on_one_line_is_read() -> None:
    assert len(Read("a.js", b"var a=1;" * 60_000).blocks) == 1


def test_a_coding_cookie_counts_unless_it_is_wrong() -> None:
    text = "# -*- coding: koi8-r -*-\n# Познание\n"
    assert "Познание" in Read("a.py", text.encode("koi8-r")).text
    assert "coding" in Read("a.py", b"# coding: uft-8\nx = 1\n").text


def test_a_script_without_suffix_is_known_by_its_first_line() -> None:
    assert titles_of_script() == ["go()"]


def titles_of_script() -> list[str]:
    read = Read("run", b"#!/bin/sh\n\ngo() {\n  echo 1\n}\n")
    return [block.title for block in read.blocks if block.kind == "code"]
