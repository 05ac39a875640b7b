"""What is known of each programming language: its suffixes, its grammar, its definitions."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language. `module` and `function` give its tree-sitter grammar.

    `definitions`: node types that are a block of their own; `containers`: those among them whose
    members become blocks when the whole is long; `wrappers`: nodes that only decorate a definition
    (decorators, `export`, templates)."""

    name: str
    module: str
    suffixes: tuple[str, ...]
    definitions: frozenset[str]
    containers: frozenset[str] = frozenset()
    wrappers: frozenset[str] = frozenset()
    function: str = "language"

    def load(self) -> Language:
        """The grammar itself. Raises `ImportError` when its package is not installed."""
        from tree_sitter import Language

        module = importlib.import_module(self.module)
        return Language(getattr(module, self.function)())


def _kinds(text: str) -> frozenset[str]:
    return frozenset(text.split())


_JS_DEFINITIONS = _kinds(
    "function_declaration generator_function_declaration class_declaration method_definition "
    "lexical_declaration variable_declaration class abstract_class_declaration "
    "interface_declaration type_alias_declaration enum_declaration internal_module module "
    "function_signature"
)
_JS_CONTAINERS = _kinds("class_declaration abstract_class_declaration class internal_module module")
_JS_WRAPPERS = _kinds("export_statement ambient_declaration")

GRAMMARS = (
    Grammar(
        "Python",
        "tree_sitter_python",
        (".py", ".pyi", ".pyw"),
        _kinds("function_definition class_definition"),
        _kinds("class_definition"),
        _kinds("decorated_definition"),
    ),
    Grammar(
        "JavaScript",
        "tree_sitter_javascript",
        (".js", ".jsx", ".mjs", ".cjs"),
        _JS_DEFINITIONS,
        _JS_CONTAINERS,
        _JS_WRAPPERS,
    ),
    Grammar(
        "TypeScript",
        "tree_sitter_typescript",
        (".ts", ".mts", ".cts"),
        _JS_DEFINITIONS,
        _JS_CONTAINERS,
        _JS_WRAPPERS,
        "language_typescript",
    ),
    Grammar(
        "TSX",
        "tree_sitter_typescript",
        (".tsx",),
        _JS_DEFINITIONS,
        _JS_CONTAINERS,
        _JS_WRAPPERS,
        "language_tsx",
    ),
    Grammar(
        "Go",
        "tree_sitter_go",
        (".go",),
        _kinds(
            "function_declaration method_declaration type_declaration const_declaration "
            "var_declaration"
        ),
    ),
    Grammar(
        "Rust",
        "tree_sitter_rust",
        (".rs",),
        _kinds(
            "function_item struct_item enum_item trait_item impl_item mod_item type_item "
            "const_item static_item macro_definition union_item function_signature_item"
        ),
        _kinds("impl_item trait_item mod_item"),
    ),
    Grammar(
        "Java",
        "tree_sitter_java",
        (".java",),
        _kinds(
            "class_declaration interface_declaration enum_declaration record_declaration "
            "annotation_type_declaration method_declaration constructor_declaration"
        ),
        _kinds("class_declaration interface_declaration enum_declaration record_declaration"),
    ),
    Grammar(
        "C",
        "tree_sitter_c",
        (".c", ".h"),
        _kinds(
            "function_definition struct_specifier enum_specifier union_specifier type_definition "
            "preproc_function_def"
        ),
    ),
    Grammar(
        "C++",
        "tree_sitter_cpp",
        (".cpp", ".hpp", ".cc", ".cxx", ".hh", ".hxx", ".ipp", ".inl"),
        _kinds(
            "function_definition struct_specifier enum_specifier union_specifier class_specifier "
            "type_definition alias_declaration namespace_definition concept_definition "
            "preproc_function_def"
        ),
        _kinds("namespace_definition class_specifier struct_specifier"),
        _kinds("template_declaration"),
    ),
    Grammar(
        "C#",
        "tree_sitter_c_sharp",
        (".cs",),
        _kinds(
            "class_declaration interface_declaration struct_declaration enum_declaration "
            "record_declaration method_declaration constructor_declaration property_declaration "
            "namespace_declaration delegate_declaration"
        ),
        _kinds(
            "class_declaration interface_declaration struct_declaration record_declaration "
            "namespace_declaration"
        ),
    ),
    Grammar(
        "Ruby",
        "tree_sitter_ruby",
        (".rb",),
        _kinds("method singleton_method class module singleton_class"),
        _kinds("class module singleton_class"),
    ),
    Grammar(
        "PHP",
        "tree_sitter_php",
        (".php",),
        _kinds(
            "function_definition class_declaration interface_declaration trait_declaration "
            "enum_declaration method_declaration"
        ),
        _kinds("class_declaration interface_declaration trait_declaration enum_declaration"),
        function="language_php",
    ),
    Grammar("Shell", "tree_sitter_bash", (".sh", ".bash", ".zsh"), _kinds("function_definition")),
    Grammar(
        "Kotlin",
        "tree_sitter_kotlin",
        (".kt", ".kts"),
        _kinds("class_declaration object_declaration function_declaration type_alias"),
        _kinds("class_declaration object_declaration"),
    ),
    Grammar(
        "Swift",
        "tree_sitter_swift",
        (".swift",),
        _kinds(
            "class_declaration protocol_declaration function_declaration init_declaration "
            "typealias_declaration"
        ),
        _kinds("class_declaration protocol_declaration"),
    ),
    Grammar("SQL", "tree_sitter_sql", (".sql",), _kinds("statement")),
    Grammar(
        "CSS", "tree_sitter_css", (".css",), _kinds("rule_set media_statement keyframes_statement")
    ),
    Grammar(
        "Lua", "tree_sitter_lua", (".lua",), _kinds("function_declaration variable_declaration")
    ),
    Grammar(
        "Scala",
        "tree_sitter_scala",
        (".scala", ".sc"),
        _kinds(
            "class_definition object_definition trait_definition enum_definition "
            "function_definition type_definition"
        ),
        _kinds("class_definition object_definition trait_definition"),
    ),
)

# Languages that are cut at their blank lines.
PLAIN_SUFFIXES = frozenset(
    ".scss .sass .less .r .jl .pl .pm .m .mm .dart .ex .exs .erl .hrl .hs .ml .mli .fs .fsx .clj "
    ".cljs .edn .elm .nim .zig .v .sv .vhd .vhdl .asm .s .f .f90 .f95 .for .pas .vb .vbs .bas .ps1 "
    ".psm1 .bat .cmd .groovy .gradle .tf .hcl .proto .thrift .graphql .gql .vue .svelte .astro "
    ".cmake .mk .awk .tcl .lisp .el .scm .rkt .d .sol .cu .cuh .glsl .vert .frag .hlsl .fish "
    ".dockerfile .nix .bzl .coffee .ipy .pyx .pxd".split()
)


def grammar_for(suffix: str) -> Grammar | None:
    """The grammar of files with that suffix, or None when there is none."""
    return next((grammar for grammar in GRAMMARS if suffix in grammar.suffixes), None)
