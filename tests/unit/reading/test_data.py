"""Structured data: records, their places, their spoken form."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.domain.errors import DamagedFile, EmptyFile, TooLarge
from desktop_rag.indexing.chunking.document_mode import DocumentChunker
from desktop_rag.reading.data.csv import Rows, find_delimiter
from desktop_rag.reading.data.flattening import flatten, key_words, record_title
from desktop_rag.reading.data.json_tree import parse_json
from tests.unit.reading import making
from tests.unit.reading.making import Read

_PARTS = [
    {
        "partName": "Pump",
        "inStock": True,
        "price": {"amount": 1.10, "currency": "EUR"},
        "tags": ["a", "b"],
    },
    {"name": "Ventil – ß", "inStock": False, "note": None, "price": {"amount": 2}},
]


def test_keys_become_words_and_values_sentences() -> None:
    assert flatten(_PARTS[0]) == (
        "Part name: Pump. In stock: yes. Price amount: 1.1. Price currency: EUR. Tags: a, b."
    )
    assert flatten({"b": 1, "name": "X", "list": [{"name": "p", "in": "path"}]}) == (
        "X. B: 1. List: p, in path."
    )
    assert key_words("unitPrice_EUR") == "unit price eur"
    assert record_title(_PARTS[1]) == "Ventil – ß"


def test_a_template_is_used_where_the_record_has_its_fields() -> None:
    template = "{partName} costs {price.amount} {price.currency}"
    assert flatten(_PARTS[0], template) == "Pump costs 1.1 EUR"
    assert flatten({"other": 3}, template) == "Other: 3."


def test_a_field_is_found_by_its_whole_name_before_its_path() -> None:
    record = {"unit.price": 3, "unit": {"price": 4}, "Stock level": 7, "tags": ["a", "b"]}
    assert flatten(record, "{unit.price} {Stock level} {tags.1}") == "3 7 b"


def test_a_template_is_no_program() -> None:
    record = {"name": "Pump", "__class__": "x"}
    assert flatten(record, "{name.__class__} {name!r} {0} {{name}} %s {name}") == ("{Pump} %s Pump")


def test_a_template_in_a_value_is_data() -> None:
    assert flatten({"name": "{secret}", "secret": "x"}, "It is {name}") == "It is {secret}"


@pytest.mark.parametrize("indent", [None, 2])
def test_each_record_of_a_list_lies_at_its_own_characters(indent: int | None) -> None:
    read = Read("a.json", json.dumps(_PARTS, indent=indent, ensure_ascii=False).encode())
    assert [json.loads(read.of(block)) for block in read.blocks] == _PARTS
    assert [block.record for block in read.blocks] == [0, 1]
    assert read.blocks[1].title == "Ventil – ß"
    assert read.blocks[0].first_line == (2 if indent else 1)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("a.json", b'{"list": [{"name": "Pump"}, {"name": "Valve"}]}'),
        ("a.jsonl", b'{"name": "Pump"}\n{"name": "Valve"}\n'),
        ("a.yaml", b"- name: Pump\n- name: Valve\n"),
        ("a.csv", b"name,price\nPump,1\nValve,2\n"),
        ("a.xml", b"<parts><name>Pump</name><name>Valve</name></parts>"),
    ],
)
def test_data_as_it_stands_has_no_title_and_no_spoken_form(name: str, data: bytes) -> None:
    read = Read(name, data, flatten=False)
    assert "Pump" not in read.facts.title
    assert all("Pump" not in block.title and block.spoken is None for block in read.blocks)
    assert "Pump" in read.text


def test_numbers_are_spoken_as_they_are_written() -> None:
    read = Read(
        "a.json", b'{"name": "x", "price": 1.10, "huge": 1e999, "weight": 12345678901234567890123}'
    )
    assert read.blocks[0].spoken == "x. Price: 1.10. Huge: 1e999. Weight: 12345678901234567890123."


def test_records_inside_an_object_are_found_with_what_stands_around_them() -> None:
    value = {"title": "Parts list", "parts": [{"name": f"part {n}"} for n in range(30)], "end": "x"}
    read = Read("a.json", json.dumps(value).encode())
    assert sum(block.record is not None for block in read.blocks) == 30
    assert read.blocks[0].spoken == "Parts list."
    assert read.blocks[-1].spoken == "Parts list. End: x."


def test_a_long_object_is_told_in_pieces_that_name_it() -> None:
    value = {"name": "Pump", **{f"section{n}": {"text": "word " * 60} for n in range(20)}}
    read = Read("a.json", json.dumps(value).encode())
    assert len(read.blocks) > 4
    assert all(block.spoken and block.spoken.startswith("Pump") for block in read.blocks)
    assert all(block.end - block.start < 2600 for block in read.blocks)


def test_what_is_not_json_is_read_as_text_and_said_so() -> None:
    read = Read("a.json", b'{\n  // a comment\n  "name": "John Doe"\n}')
    assert read.facts.partial
    assert "not valid JSON" in read.facts.notices[0]
    assert "John Doe" in read.text


def test_json_edges() -> None:
    with pytest.raises(EmptyFile):
        Read("a.json", b"\xef\xbb\xbf{}")
    with pytest.raises(DamagedFile):
        Read("a.json", b'{"a": 1}\0')
    with pytest.raises(TooLarge):
        Read("a.json", b'[{"":' * 50_000)
    assert Read("a.json", b'{"name": "\\ud800 x"}').blocks[0].spoken == "x."


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(_VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_every_member_is_found_where_it_is_written(
    value: object, indent: object, plain: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=plain)  # type: ignore[arg-type]
    node = parse_json(text)
    for key, member in node.members():
        written = text[member.start : member.end]
        inner = written if isinstance(key, int) else "{" + written + "}"
        expected = value[key] if isinstance(value, list) else {key: value[key]}  # type: ignore[index,call-overload]
        assert json.loads(inner) == expected


@given(_VALUES)
def test_any_value_can_be_flattened(value: object) -> None:
    flatten(value).encode()


def test_json_lines_are_records_and_bad_lines_are_counted() -> None:
    read = Read("a.jsonl", b'{"name": "a"}\n\nbroken\n{"name": "b"}\n')
    assert [(b.title, b.record, b.first_line) for b in read.blocks] == [
        ("a", 0, 1),
        ("", 1, 3),
        ("b", 2, 4),
    ]
    assert read.facts.notices == ("1 lines are not valid JSON.",)


def test_yaml_records_documents_and_aliases() -> None:
    data = b"base: &b\n  color: red\n  lit: true\n---\n- name: a\n  like: {x: 1}\n- name: b\n"
    read = Read("a.yaml", data)
    assert [block.spoken for block in read.blocks] == [
        "Base color: red. Base lit: yes.",
        "a. Like x: 1.",
        "b.",
    ]
    assert read.of(read.blocks[1]) == "name: a\n  like: {x: 1}"


def test_a_yaml_bomb_is_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(TooLarge):
        Read("a.yaml", "\n".join(lines).encode())


def test_a_yaml_template_is_read_as_text() -> None:
    read = Read("a.yaml", b"{{- if .Values.x }}\nkind: {{ .Kind }}\n")
    assert read.facts.notices
    assert read.blocks


def test_toml_tables_are_records() -> None:
    read = Read("a.toml", b'name = "x"\n\n[tool.unitPrice]\neur = 3\n\n[[part]]\nid = "a"\n')
    assert [(b.title, b.spoken) for b in read.blocks] == [
        ("", "x."),
        ("tool.unitPrice", "tool unit price. Eur: 3."),
        ("part", "part. Id: a."),
    ]


def test_csv_rows_are_told_with_their_header() -> None:
    data = b'name;price;note\r\nPump;"1,10";"two\r\nlines"\r\nValve;2;\r\n'
    read = Read("a.csv", data)
    pump, valve = read.blocks
    assert read.of(pump) == 'name;price;note\r\nPump;"1,10";"two\r\nlines"'
    assert read.of(valve) == "Valve;2;"
    assert pump.spoken == "Pump. Price: 1,10. Note: two lines."
    assert (pump.first_line, pump.last_line, valve.first_line) == (1, 3, 4)
    assert [block.record for block in read.blocks] == [0, 1]


def test_the_names_of_a_table_make_no_chunk_of_their_own() -> None:
    rows = making.row(1, "Name", "Price") + making.row(2, "Pump", "30") + making.row(3, "Seal", "2")
    for read in (
        Read("a.csv", b"name,price\nPump,30\nSeal,2\n"),
        Read("a.xlsx", making.xlsx({"Parts": rows, "Same": rows})),
    ):
        drafts = DocumentChunker().split(read.parts[0])
        assert [draft.place.record for draft in drafts] == [0, 1] * (len(drafts) // 2)
        assert all("Pump" in draft.text or "Seal" in draft.text for draft in drafts)
        assert "rice" in drafts[0].text
        assert drafts[0].spoken is not None
        assert "Pump. Price: 30." in drafts[0].spoken


def test_a_table_of_names_alone_is_read() -> None:
    assert Read("a.csv", b"name,price\n").kinds() == [("paragraph", "name,price")]


def test_csv_dialects_and_missing_headers() -> None:
    assert find_delimiter("a;b,c;d\ne;f;g\n") == ";"
    assert find_delimiter("a\tb\n1\t2\n") == "\t"
    read = Read("a.csv", b"1,2\n3,4\n")
    assert [block.spoken for block in read.blocks] == ["1, 2.", "3, 4."]
    with pytest.raises(DamagedFile):
        Read("a.csv", b"PK\x03\x04rest")


@given(st.lists(st.text(alphabet='a,"\n\r;x ', min_size=0), max_size=20))
def test_rows_joined_give_the_table_back(lines: list[str]) -> None:
    import io

    text = "".join(lines)
    taken = [row for _, row, _ in Rows(io.StringIO(text, newline=""))]
    assert "".join(taken) == text


def test_xml_records_and_entities() -> None:
    parts = "".join(
        f"<part id='{n}'><name>Pumpe ü{n}</name><x>{'y' * 60}</x></part>" for n in range(40)
    )
    read = Read("a.xml", f"<parts><about>All</about>{parts}</parts>".encode())
    records = [block for block in read.blocks if block.record is not None]
    assert len(records) == 40
    assert read.of(records[3]).startswith("<part id='3'>")
    assert read.of(records[3]).endswith("</part>")
    assert records[3].title == "Pumpe ü3"
    hostile = b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><b>&x;</b><c>kept</c></a>'
    assert "root:" not in str([block.spoken for block in Read("a.xml", hostile).blocks])


def test_deep_parts_are_told_as_their_different_words() -> None:
    deep = {"a": {"b": {"type": "string", "x": {"type": "string", "id": 7}}}}
    assert flatten({"name": "n", "schema": deep}) == "n. Schema a: b, x."


def test_examples_references_and_identifiers_are_left_out_where_there_is_more_to_tell() -> None:
    value = {
        "name": "Search",
        "description": "Finds a person.",
        "sku": "a-17",
        "homepageUrl": "https://example.org/x",
        "example_response": {"person": "Monica"},
        "errors": {"$ref": "#/errors"},
    }
    assert flatten(value) == "Search. Finds a person."
    assert flatten({"id": 7}) == "Id: 7."
    assert flatten({"$ref": "#/errors"}) == "$ref: #/errors."
    assert flatten({"$ref": "#/errors"}, alone=False) == ""


def test_code_is_told_by_its_beginning() -> None:
    code = "from pump import reset; reset(key='red', seconds=5); [wait(n) for n in range(10_000)]"
    spoken = flatten({"name": "n", "usage": code})
    assert spoken.startswith("n. Usage: from pump import reset;")
    assert len(spoken) < len(code)
    prose = (
        "The pump moves water, oil and milk: up to 30 litres an hour (at 20 degrees), every day."
    )
    assert flatten({"name": "n", "use": prose}) == f"n. Use: {prose}"


def test_pieces_with_examples_say_only_what_the_record_is_about() -> None:
    shown = [{"person": f"Monica {n}", "note": "word " * 60} for n in range(12)]
    value = {"name": "Search", "summary": "Finds a person", "response": {"examples": shown}}
    read = Read("a.json", json.dumps(value).encode())
    assert len(read.blocks) > 2
    assert {block.spoken for block in read.blocks} == {"Search. Finds a person."}


def test_pieces_of_a_long_record_say_what_it_is_about() -> None:
    rows = [{"city": f"town {n}", "note": "word " * 40} for n in range(12)]
    value = {"name": "Pumps", "summary": "Sold abroad", "data": {"inner": {"rows": rows}}}
    read = Read("a.json", json.dumps(value).encode())
    assert len(read.blocks) > 3
    assert all(str(block.spoken).startswith("Pumps. Sold abroad") for block in read.blocks)
    assert {block.title for block in read.blocks} == {"Pumps"}
