"""A conversation with its sources as Markdown, HTML, plain text or JSON.

Nothing that stands in a document, a path or an answer can become a link, an image or a tag: the
only links are those from a mark to its source in the same file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from html import escape

import msgspec

from desktop_rag.answering.citing import MARK
from desktop_rag.answering.phrases import say
from desktop_rag.answering.sourcing import describe_place
from desktop_rag.domain.answer import Answer, Source
from desktop_rag.domain.errors import InvalidRequest

LONGEST_EXCERPT = 400

_MARKDOWN_SIGN = re.compile(r"[\\`<>&\[\]!|~$]")
_LINK_START = re.compile(r"(?i)\b(https?|ftp|file|mailto)(:)|\b(www)(\.)")
_BLOCK = re.compile(
    r"^ {0,3}(?P<fence>`{3,})[^`\n]*\n(?P<code>[\s\S]*?)(?:^ {0,3}(?P=fence)`*[ \t]*$|\Z)",
    re.MULTILINE,
)
_STYLE = (
    "body{font:16px/1.5 sans-serif;max-width:44em;margin:2em auto;padding:0 1em}"
    "blockquote{margin:.3em 0 .8em;padding-left:.8em;border-left:3px solid #bbb;color:#444}"
    ".notice,.place{color:#666}pre{background:#f4f4f4;padding:.6em;overflow:auto}"
)
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def conversation_as(
    form: str, title: str, answers: Sequence[Answer], language: str = "en"
) -> tuple[str, str]:
    """(text, suffix without dot): the whole conversation as `markdown`, `html`, `plain` or `json`;
    each answer holds its question. Raises `InvalidRequest` for another format."""
    if form not in _RENDERERS:
        raise InvalidRequest(
            f"Conversations are not exported as {form}.", f"Use one of: {', '.join(_RENDERERS)}."
        )
    render, suffix = _RENDERERS[form]
    return render(title or say("conversation", language), answers, language), suffix


def _plain(title: str, answers: Sequence[Answer], language: str) -> str:
    parts = [title, "=" * len(title), ""]
    for answer in answers:
        parts += [answer.question, "-" * min(72, len(answer.question)), answer.text, ""]
        parts += [f"({notice})" for notice in answer.notices]
        if answer.sources:
            parts += [f"{say('sources', language)}:"]
        for source in answer.sources:
            parts += [f"[{source.n}] {_place(source, language)}", f"    {source.hit.file.path}"]
            parts += [f"    {_excerpt(source)}"]
        parts.append("")
    return "\n".join(parts)


def _markdown(title: str, answers: Sequence[Answer], language: str) -> str:
    parts = [f"# {_inert_line(title)}", ""]
    for answer in answers:
        parts += [f"## {_inert_line(answer.question)}", "", _inert_text(answer.text), ""]
        parts += [f"*{_inert_line(notice)}*\n" for notice in answer.notices]
        if answer.sources:
            parts += [f"**{say('sources', language)}**", ""]
        for source in answer.sources:
            parts += [f"\\[{source.n}\\] {_inert_line(_place(source, language))}  "]
            parts += [f"{_inert_line(source.hit.file.path)}", ""]
            parts += [f"> {_inert_line(_excerpt(source))}", ""]
    return "\n".join(parts)


def _html(title: str, answers: Sequence[Answer], language: str) -> str:
    body = [f"<h1>{escape(title)}</h1>"]
    for number, answer in enumerate(answers, start=1):
        body += [f"<h2>{escape(answer.question)}</h2>", _html_text(answer, number)]
        body += [f'<p class="notice">{escape(notice)}</p>' for notice in answer.notices]
        if answer.sources:
            body.append(f"<h3>{escape(say('sources', language))}</h3>")
        for source in answer.sources:
            place, path = escape(_place(source, language)), escape(source.hit.file.path)
            body.append(
                f'<p id="a{number}s{source.n}">[{source.n}] {place}<br>'
                f'<span class="place">{path}</span></p>'
                f"<blockquote>{escape(_excerpt(source))}</blockquote>"
            )
    return (
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def _html_text(answer: Answer, number: int) -> str:
    known = {source.n for source in answer.sources}

    def linked(mark: re.Match[str]) -> str:
        n = int(mark[1])
        return f'<a href="#a{number}s{n}">[{n}]</a>' if n in known else mark[0]

    def prose(text: str) -> str:
        paragraphs = [p.strip() for p in re.split(r"\n\s*\n", text) if p.strip()]
        shown = [MARK.sub(linked, escape(p)).replace("\n", "<br>\n") for p in paragraphs]
        return "\n".join(f"<p>{p}</p>" for p in shown)

    return _by_blocks(answer.text, prose, lambda code: f"<pre>{escape(code)}</pre>")


def _inert_text(text: str) -> str:
    def prose(piece: str) -> str:
        return "\n".join(_inert_line(line) for line in piece.strip("\n").split("\n"))

    def code(piece: str) -> str:
        longest = max((len(run) for run in re.findall(r"`+", piece)), default=0)
        fence = "`" * max(3, longest + 1)
        return f"{fence}\n{piece.rstrip()}\n{fence}"

    return _by_blocks(text, prose, code)


def _inert_line(text: str) -> str:
    """One line in which Markdown's signs for code, tags, links and images are plain; lists and
    emphasis stay. Addresses are broken by an escape so that no reader makes links of them."""
    line = _MARKDOWN_SIGN.sub(r"\\\g<0>", " ".join(text.split()) if "\n" in text else text)
    return _LINK_START.sub(lambda m: f"{m[1] or m[3]}\\{m[2] or m[4]}", line)


def _by_blocks(text: str, prose: Callable[[str], str], code: Callable[[str], str]) -> str:
    pieces: list[str] = []
    last = 0
    for block in _BLOCK.finditer(text):
        pieces += [prose(text[last : block.start()]), code(block["code"])]
        last = block.end()
    pieces.append(prose(text[last:]))
    return "\n\n".join(piece for piece in pieces if piece)


def _place(source: Source, language: str) -> str:
    unused = f" ({say('not_used', language)})" if not source.used else ""
    return describe_place(source, language) + unused


def _excerpt(source: Source) -> str:
    """The part of the passage the answer rests on, else its beginning, on one line."""
    text = source.hit.chunk.text
    start, end = source.hit.focus or (0, len(text))
    line = " ".join(text[start:end].split())
    return line if len(line) <= LONGEST_EXCERPT else f"{line[: LONGEST_EXCERPT - 1]}…"


def _json(title: str, answers: Sequence[Answer], _language: str) -> str:
    whole = {"title": title, "answers": list(answers)}
    return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode()


_RENDERERS: dict[str, tuple[Callable[[str, Sequence[Answer], str], str], str]] = {
    "markdown": (_markdown, "md"),
    "html": (_html, "html"),
    "plain": (_plain, "txt"),
    "json": (_json, "json"),
}
