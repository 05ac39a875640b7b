from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from desktop_rag.inference.text_stream import TextStream


def _through(pieces: list[bytes], stops: tuple[str, ...]) -> str:
    stream = TextStream(stops)
    return "".join([*(stream.feed(piece) for piece in pieces), stream.finish()])


@given(
    text=st.text(alphabet="aé日🙂#\n b", max_size=40),
    stops=st.lists(st.text(alphabet="a#\n", min_size=1, max_size=3), max_size=2),
    cuts=st.lists(st.integers(0, 200), max_size=12),
)
def test_a_stream_cut_at_any_byte_gives_the_same_text(
    text: str, stops: list[str], cuts: list[int]
) -> None:
    data = text.encode()
    edges = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    pieces = [data[start:end] for start, end in itertools.pairwise(edges)]
    byte_by_byte = [data[at : at + 1] for at in range(len(data))]
    assert _through(pieces, tuple(stops)) == _through(byte_by_byte, tuple(stops))


@given(text=st.text(max_size=60))
def test_without_stop_strings_nothing_is_lost(text: str) -> None:
    data = text.encode("utf-8", "replace")
    assert _through([data], ()) == data.decode()


def test_a_character_is_handed_out_whole() -> None:
    stream = TextStream()
    first, *rest = "🙂".encode()
    assert stream.feed(bytes([first])) == ""
    assert stream.feed(bytes(rest)) == "🙂"


def test_what_may_become_a_stop_string_is_held_back() -> None:
    stream = TextStream(["\nUser:"])
    assert stream.feed(b"done\nUs") == "done"
    assert stream.feed(b"eful") == "\nUseful"
    assert not stream.stopped
    assert stream.feed(b".\nUser: more") == "."
    assert stream.stopped
    assert stream.feed(b"never") == ""
    assert stream.finish() == ""


def test_bytes_that_are_no_text_become_the_replacement_character() -> None:
    assert _through([b"a\xff", b"b\xf0\x9f"], ()) == "a�b�"
