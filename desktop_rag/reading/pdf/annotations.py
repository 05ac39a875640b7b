"""What people wrote on a page: values of form fields and texts of comments."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

from desktop_rag.domain.document import BlockKind
from desktop_rag.reading.layout import clean
from desktop_rag.reading.pdf.lines import Line, displayed_space
from desktop_rag.reading.pdf.structure import PageBlock

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument

_MOST_ON_A_PAGE = 2000
_PASSWORD_FIELD = 1 << 13  # PDF 32000-1, table 228
_HIDDEN = 1 << 1  # table 165
_SIZE = 10.0
# FPDF_ANNOT_TEXT, FREETEXT, SQUARE, CIRCLE, HIGHLIGHT, UNDERLINE, STRIKEOUT, CARET
_COMMENTS = frozenset({1, 3, 5, 6, 9, 10, 12, 14})


def open_forms(document: PdfDocument) -> None:
    """Make the values of form fields readable; to be called before a page is loaded. No script of
    the document runs."""
    import pypdfium2
    import pypdfium2.raw as pdfium

    if document.get_formtype() not in {pdfium.FORMTYPE_ACRO_FORM, pdfium.FORMTYPE_XFA_FOREGROUND}:
        return
    try:
        document.init_forms()
    except pypdfium2.PdfiumError:
        return  # a damaged form takes nothing from the pages


def written_on(document: PdfDocument, page: Any) -> list[PageBlock]:
    """Blocks for the filled form fields (`Name: Ana`) and the comments of a page."""
    import pypdfium2.raw as pdfium

    count = pdfium.FPDFPage_GetAnnotCount(page.raw)
    form = document.formenv.raw if document.formenv else None
    told: list[tuple[_Annotation, list[str]]] = []
    for number in range(min(count, _MOST_ON_A_PAGE)):
        raw = pdfium.FPDFPage_GetAnnot(page.raw, number)
        if not raw:
            continue
        annotation = _Annotation(pdfium, form, raw)
        texts = annotation.texts()
        if texts:
            told.append((annotation, texts))
        else:
            annotation.close()
    if not told:
        return []
    space = displayed_space(pdfium, page)
    blocks = []
    for annotation, texts in told:
        box = space.box(*annotation.rectangle())
        kind: BlockKind = "footnote" if annotation.is_comment else "paragraph"
        blocks.append(PageBlock(kind, [Line(text, *box, _SIZE) for text in texts]))
        annotation.close()
    return blocks


class _Annotation:
    """One annotation, as pdfium hands it out."""

    def __init__(self, pdfium: Any, form: Any | None, raw: Any) -> None:
        self._pdfium = pdfium
        self._form = form
        self._raw = raw
        self._kind = pdfium.FPDFAnnot_GetSubtype(raw)
        self.is_comment = self._kind != pdfium.FPDF_ANNOT_WIDGET

    def rectangle(self) -> tuple[float, float, float, float]:
        """Its corners in page space."""
        found = self._pdfium.FS_RECTF()
        self._pdfium.FPDFAnnot_GetRect(self._raw, ctypes.byref(found))
        return found.left, found.bottom, found.right, found.top

    def close(self) -> None:
        """Give it back; nothing may be asked of it afterwards."""
        self._pdfium.FPDFPage_CloseAnnot(self._raw)

    def texts(self) -> list[str]:
        """The lines that it adds to the page."""
        text = self._comment() if self.is_comment else self._field()
        if not text or self._pdfium.FPDFAnnot_GetFlags(self._raw) & _HIDDEN:
            return []
        return [line.strip() for line in text.splitlines() if line.strip()]

    def _comment(self) -> str:
        if self._kind not in _COMMENTS:
            return ""
        return self._string(self._pdfium.FPDFAnnot_GetStringValue, self._raw, b"Contents")

    def _field(self) -> str:
        """`Label: value`; a checked box is a `yes`."""
        pdfium, form = self._pdfium, self._form
        if form is None:
            return ""
        kind = pdfium.FPDFAnnot_GetFormFieldType(form, self._raw)
        label = self._string(pdfium.FPDFAnnot_GetFormFieldAlternateName, form, self._raw)
        label = label or self._string(pdfium.FPDFAnnot_GetFormFieldName, form, self._raw)
        if kind in {pdfium.FPDF_FORMFIELD_CHECKBOX, pdfium.FPDF_FORMFIELD_RADIOBUTTON}:
            return f"{label}: yes" if pdfium.FPDFAnnot_IsChecked(form, self._raw) else ""
        written = {
            pdfium.FPDF_FORMFIELD_TEXTFIELD,
            pdfium.FPDF_FORMFIELD_COMBOBOX,
            pdfium.FPDF_FORMFIELD_LISTBOX,
        }
        secret = pdfium.FPDFAnnot_GetFormFieldFlags(form, self._raw) & _PASSWORD_FIELD
        if kind not in written or (secret and kind == pdfium.FPDF_FORMFIELD_TEXTFIELD):
            return ""
        value = self._string(pdfium.FPDFAnnot_GetFormFieldValue, form, self._raw).strip()
        return f"{label}: {value}" if label and value else value

    def _string(self, getter: Any, *arguments: Any) -> str:
        length = getter(*arguments, None, 0)
        if length <= 2:
            return ""
        buffer = (ctypes.c_ushort * (length // 2 + 1))()
        getter(*arguments, buffer, length)
        text = bytes(buffer)[:length].decode("utf-16-le", errors="replace")
        return clean(text.partition("\0")[0])
