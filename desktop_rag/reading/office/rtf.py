"""Rich Text Format."""

from __future__ import annotations

from desktop_rag.domain.document import DocumentFacts
from desktop_rag.ports.reading import Reading, ReadRequest, ReadWhole
from desktop_rag.reading.failures import damage_when, damaged
from desktop_rag.reading.layout import Layout, rows_as_text
from desktop_rag.reading.loading import load_bytes
from desktop_rag.reading.office.rtf_text import RtfParagraph, RtfText

KIND = "RTF document"


class RtfReader:
    """Reads rich text files; a cut-off file gives what came before the cut."""

    name = "rtf"
    version = 1
    suffixes = frozenset({".rtf"})
    uses: frozenset[str] = frozenset()

    def sniff(self, head: bytes) -> bool:
        """True for bytes with the RTF header."""
        return head.lstrip().startswith(b"{\\rtf")

    def open(self, request: ReadRequest) -> Reading:
        """Raises `DamagedFile` for what is not RTF and `EmptyFile` for a file without text."""
        data = load_bytes(request)
        if not self.sniff(data[:100]):
            raise damaged(request.name, KIND)
        with damage_when(request.name, KIND, ValueError):
            found = RtfText()
            found.read(data)
        layout = Layout(request)
        _lay_out(found.paragraphs, layout)
        cut = data.count(b"{") - data.count(b"\\{") > data.count(b"}") - data.count(b"\\}")
        notices = ("The file seems to be cut off; what is there was read.",) if cut else ()
        about = DocumentFacts(
            "application/rtf",
            "document",
            title=layout.first_heading(),
            partial=cut,
            notices=notices,
        )
        return ReadWhole(layout.part(), about)


def _lay_out(paragraphs: list[RtfParagraph], layout: Layout) -> None:
    """Rows in a row become one table, list items one list."""
    rows: list[list[str]] = []
    items: list[str] = []
    for paragraph in [*paragraphs, RtfParagraph("")]:
        if rows and paragraph.cells is None:
            layout.put("table", rows_as_text(rows))
            rows = []
        if items and not paragraph.is_list:
            layout.put("list", "\n".join(items))
            items = []
        if paragraph.cells is not None:
            rows.append(paragraph.cells)
        elif paragraph.is_list:
            items.append(f"- {paragraph.text}")
        elif paragraph.is_note:
            layout.put("footnote", paragraph.text)
        elif 0 < paragraph.level <= 9:
            layout.heading(paragraph.text, paragraph.level)
        else:
            layout.put("paragraph", paragraph.text)
