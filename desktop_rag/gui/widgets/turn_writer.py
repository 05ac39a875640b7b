"""Writing turns of a conversation into a text document, character by character format.

Texts of people, files and models are inserted as plain text; the only anchors are our own:
`cite:TURN/N`, `found:TURN`, `copy:TURN`, `again:TURN`, `earlier:`.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
)

from desktop_rag.domain.answer import Answer, AnswerSentence
from desktop_rag.gui.state import words
from desktop_rag.gui.state.ask_session import ThreadTurn
from desktop_rag.gui.style import tokens
from desktop_rag.gui.style.tokens import Colours
from desktop_rag.gui.widgets.answer_markup import MarkupBlock, Span, parse_answer, split_at

_INDENT_PER_DEPTH = 22
_NEAREST = 3
_SHORT_QUESTION = 120


class TurnWriter(QObject):
    """Writes one turn after another at a cursor, in one appearance."""

    def __init__(self, colours: Colours, points: float) -> None:
        super().__init__()
        self._colours = colours
        self._points = points

    def write(self, cursor: QTextCursor, number: int, turn: ThreadTurn) -> None:
        """Write a turn at the end of the document. `number` names it in anchors."""
        self._block(cursor, top=0 if cursor.atStart() else tokens.SPACE_XL)
        short = len(turn.question) <= _SHORT_QUESTION
        asked = self._format(size=tokens.TYPE_LARGE if short else tokens.TYPE_BODY)
        asked.setFontWeight(QFont.Weight.DemiBold)
        cursor.insertText(turn.question, asked)
        self._body(cursor, number, turn)
        if turn.live:
            self._line(cursor, words.stage_words(turn.stage))
        elif turn.error is not None:
            self._problem(cursor, number, turn)
        elif turn.answer is not None:
            self._footer(cursor, number, turn, turn.answer)

    def write_earlier(self, cursor: QTextCursor, count: int) -> None:
        """Write the way to turns that are not shown yet."""
        said = self.tr("Show %Ln earlier question(s)", "", count)
        cursor.insertText(said, self._link("earlier:"))

    def _body(self, cursor: QTextCursor, number: int, turn: ThreadTurn) -> None:
        answer = turn.answer
        numbers = frozenset(source.n for source in answer.sources) if answer else frozenset()
        doubtful = [] if turn.live or answer is None else _doubtful(answer)
        cuts = sorted({at for sentence in doubtful for at in sentence.chars})
        for block in parse_answer(turn.text, numbers):
            self._open_block(cursor, block)
            for span in block.spans:
                for piece in split_at(span, cuts):
                    self._write_span(cursor, number, piece, doubtful)
                if block.kind == "code" and span is not block.spans[-1]:
                    cursor.insertText("\u2028", self._code())

    def _open_block(self, cursor: QTextCursor, block: MarkupBlock) -> None:
        listed = block.kind in ("bullet", "number")
        self._block(
            cursor,
            top=tokens.SPACE_XS if listed else tokens.SPACE_S,
            left=_INDENT_PER_DEPTH * (block.depth + 1) if listed else 0,
            first=-_INDENT_PER_DEPTH + 4 if listed else 0,
            ground=self._colours.raised if block.kind == "code" else "",
        )
        if block.marker:
            cursor.insertText(f"{block.marker} ", self._format(self._colours.muted))

    def _write_span(
        self, cursor: QTextCursor, number: int, span: Span, doubtful: list[AnswerSentence]
    ) -> None:
        if span.cite is not None:
            cursor.insertText(span.text, self._chip(number, span.cite))
            return
        style = self._code() if span.code else self._format()
        if span.bold:
            style.setFontWeight(QFont.Weight.Bold)
        for sentence in doubtful:
            if sentence.chars[0] <= span.start < sentence.chars[1] and span.text.strip():
                style.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
                style.setUnderlineColor(QColor(self._colours.evidence))
                style.setToolTip(words.tip_words(sentence.note or self._doubt_words(sentence)))
        cursor.insertText(span.text.replace("\n", "\u2028"), style)

    def _problem(self, cursor: QTextCursor, number: int, turn: ThreadTurn) -> None:
        assert turn.error is not None
        stopped = turn.error.code == "stopped"
        text = self.tr("Stopped.") if stopped else turn.error.message
        self._line(cursor, text if stopped else f"⚠ {text}", strong=not stopped)
        if turn.error.remedy and not stopped:
            self._line(cursor, turn.error.remedy, top=0)
        self._line(cursor, "", top=tokens.SPACE_XS)
        cursor.insertText(self.tr("Ask again"), self._link(f"again:{number}"))

    def _footer(self, cursor: QTextCursor, number: int, turn: ThreadTurn, answer: Answer) -> None:
        if answer.outcome == "not_in_documents":
            self._nearest(cursor, number, answer)
        elif answer.outcome == "stopped":
            self._line(cursor, self.tr("Stopped."))
        if answer.remedy:
            self._line(cursor, answer.remedy)
        for notice in answer.notices:
            self._line(cursor, f"ⓘ {notice}")
        for sentence in self._doubt_lines(answer):
            self._line(cursor, f"⚠ {sentence}", strong=True)
        self._line(cursor, self._made_by(answer))
        self._links(cursor, number, answer)

    def _nearest(self, cursor: QTextCursor, number: int, answer: Answer) -> None:
        if not answer.sources:
            return
        self._line(cursor, self.tr("Nearest passages:"))
        for source in answer.sources[:_NEAREST]:
            self._line(cursor, "", top=tokens.SPACE_XS)
            cursor.insertText(f"[{source.n}]", self._chip(number, source.n))
            cursor.insertText(f" {words.source_words(source.hit)}", self._format())

    def _links(self, cursor: QTextCursor, number: int, answer: Answer) -> None:
        self._line(cursor, "", top=tokens.SPACE_XS)
        used = [source.n for source in answer.sources if source.used]
        if used and answer.outcome != "not_in_documents":
            said = self.tr("Sources used:")
            cursor.insertText(f"{said} ", self._format(self._colours.muted, tokens.TYPE_SMALL))
            for n in used:
                cursor.insertText(f"[{n}]", self._chip(number, n))
                cursor.insertText(" ", self._format())
            cursor.insertText("  ", self._format())
        links = [(self.tr("How was this found?"), "found")]
        if answer.text:
            links.append((self.tr("Copy with sources"), "copy"))
        for text, target in links:
            unbroken = text.replace(" ", "\u00a0")  # a link that goes on below looks like two
            cursor.insertText(unbroken, self._link(f"{target}:{number}"))
            cursor.insertText("    ", self._format())

    def _line(
        self, cursor: QTextCursor, text: str, *, top: int = tokens.SPACE_S, strong: bool = False
    ) -> None:
        self._block(cursor, top=top)
        colour = self._colours.evidence if strong else self._colours.muted
        cursor.insertText(text, self._format(colour, tokens.TYPE_SMALL))

    def _block(
        self, cursor: QTextCursor, *, top: int, left: int = 0, first: int = 0, ground: str = ""
    ) -> None:
        style = QTextBlockFormat()
        style.setTopMargin(top)
        style.setLeftMargin(left)
        style.setTextIndent(first)
        style.setLineHeight(135, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        if ground:
            style.setBackground(QColor(ground))
        if cursor.atStart():
            cursor.setBlockFormat(style)
        else:
            cursor.insertBlock(style)

    def _format(self, colour: str = "", size: float = tokens.TYPE_BODY) -> QTextCharFormat:
        style = QTextCharFormat()
        style.setForeground(QColor(colour or self._colours.text))
        style.setFontPointSize(self._points * size)
        return style

    def _code(self) -> QTextCharFormat:
        style = self._format(size=0.95)
        fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        style.setFontFamilies([fixed.family()])
        style.setBackground(QColor(self._colours.raised))
        return style

    def _link(self, target: str) -> QTextCharFormat:
        style = self._format(self._colours.accent, tokens.TYPE_SMALL)
        style.setAnchor(True)
        style.setAnchorHref(target)
        style.setFontUnderline(True)
        return style

    def _chip(self, number: int, n: int) -> QTextCharFormat:
        style = self._format(self._colours.on_accent_soft, tokens.TYPE_SMALL)
        style.setFontWeight(QFont.Weight.DemiBold)
        style.setBackground(QColor(self._colours.accent_soft))
        style.setAnchor(True)
        style.setAnchorHref(f"cite:{number}/{n}")
        return style

    def _doubt_words(self, sentence: AnswerSentence) -> str:
        if sentence.support == "unsupported":
            return self.tr("The sources do not clearly say this.")
        return self.tr("This sentence names no source.")

    def _doubt_lines(self, answer: Answer) -> list[str]:
        doubtful = _doubtful(answer)
        unsupported = sum(sentence.support == "unsupported" for sentence in doubtful)
        uncited = len(doubtful) - unsupported
        lines = []
        if unsupported:
            lines.append(
                self.tr("%Ln sentence(s) not clearly supported by the sources", "", unsupported)
            )
        if uncited:
            lines.append(self.tr("%Ln sentence(s) without a source", "", uncited))
        return lines

    def _made_by(self, answer: Answer) -> str:
        took = words.took_words(answer.took_ms)
        if answer.outcome == "not_in_documents":
            return self.tr("Searched in {took}").format(took=took)
        if answer.kind == "extractive":
            return self.tr("Quoted word for word from your documents · {took}").format(took=took)
        return self.tr("Written by {model} · {took}").format(model=answer.model, took=took)


def _doubtful(answer: Answer) -> list[AnswerSentence]:
    if answer.outcome == "not_in_documents":
        return []
    return [sentence for sentence in answer.sentences if sentence.support != "supported"]
