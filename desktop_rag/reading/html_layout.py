"""Laying out an HTML tree: visible text only, main text apart from navigation."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from desktop_rag.domain.document import Block, BlockKind
from desktop_rag.reading.layout import Layout, rows_as_text

if TYPE_CHECKING:
    from lxml.etree import _Element

_HIDDEN_TAGS = frozenset(
    "script style template noscript head iframe object embed applet canvas svg select datalist "
    "noframes audio video map area param source track link meta title base input".split()
)
_BLOCK_TAGS = frozenset(
    "address article aside blockquote body center dd details dialog div dl dt fieldset figcaption "
    "figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre "
    "section summary table tbody td tfoot th thead tr ul caption option".split()
)
_NAVIGATION_TAGS = frozenset({"nav", "footer", "aside", "menu"})
_NAVIGATION_ROLES = frozenset({"navigation", "banner", "contentinfo", "search", "menu", "menubar"})
_NAVIGATION_NAMES = re.compile(
    r"(?:^|[\s_-])(?:nav|navbar|navigation|navbox|menu|sidebar|breadcrumbs?|footer|cookie|cookies|"
    r"masthead|toc|skip-?link|social|share|noprint|mw-jump-link|catlinks)(?:$|[\s_-])",
    re.IGNORECASE,
)
_INVISIBLE_STYLE = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n\f]+")
_LIST_TAGS = frozenset({"ul", "ol", "dl"})
_LONG_PRE = 4000
# The main element counts as the page's text when it holds at least this share of it.
_MAIN_SHARE = 0.25


def lay_out_html(root: _Element, layout: Layout, like: Block, *, navigation: bool = True) -> None:
    """Append the visible text of a page to `layout`, in blocks like `like` (its page, slide …).

    `navigation`: tell menus, headers and side bars apart as furniture (off for books and mail)."""
    flow = _Flow(layout, like, _main_of(root) if navigation else None, navigation)
    flow.walk(root)
    flow.flush()
    flow.keep_something()


def page_title(root: _Element) -> str:
    """The text of the title element, or nothing."""
    found = root.find(".//title")
    return _SPACE.sub(" ", "".join(found.itertext())).strip() if found is not None else ""


def _main_of(root: _Element) -> _Element | None:
    found = root.find(".//main")
    if found is None:
        found = next(iter(root.xpath("//*[@role='main']")), None)
    if found is None:
        articles = root.findall(".//article")
        found = articles[0] if len(articles) == 1 else None
    if found is None:
        return None
    inside = sum(len(text) for text in found.itertext())
    return found if inside >= _MAIN_SHARE * sum(len(text) for text in root.itertext()) else None


class _Flow:
    """Gathers inline text and closes it into a block at every block-level element."""

    def __init__(
        self, layout: Layout, like: Block, main: _Element | None, navigation: bool
    ) -> None:
        self._layout = layout
        self._like = like
        self._main = main
        self._navigation = navigation
        self._inside_main = main is None
        self._pieces: list[str] = []
        self._items: list[str] = []
        self._mark = ""
        self._depth = 0  # of lists
        self._aside = 0  # of navigation
        self._kind: BlockKind = "paragraph"
        self._first = len(layout.blocks)

    def walk(self, root: _Element) -> None:
        """Go through the tree without recursion: pages may be nested thousands deep."""
        stack: list[tuple[_Element, bool]] = [(root, False)]
        while stack:
            element, leaving = stack.pop()
            if leaving:
                self._leave(element)
                self._text(element.tail)
                continue
            if not self._enter(element):
                if element is not root:
                    self._text(element.tail)
                continue
            stack.append((element, True))
            stack.extend((child, False) for child in reversed(element))

    def flush(self) -> None:
        """Close the block being gathered."""
        text = _SPACE.sub(" ", "".join(self._pieces)).replace(" \v ", "\n").replace("\v", "\n")
        text = "\n".join(line.strip() for line in text.split("\n")).strip()
        self._pieces.clear()
        if not text:
            return
        if self._depth:
            indent = "  " * (self._depth - 1)
            self._items.append(f"{indent}{self._mark}{text}")
            self._mark = "  " if self._mark else ""
        else:
            self._add(self._kind, text)

    def keep_something(self) -> None:
        """A page that is all navigation is the text: a list of links is somebody's bookmarks."""
        mine = self._layout.blocks[self._first :]
        if mine and all(block.kind == "furniture" for block in mine):
            self._layout.blocks[self._first :] = [_as_paragraph(block) for block in mine]

    def _enter(self, element: _Element) -> bool:
        tag = element.tag if isinstance(element.tag, str) else ""
        if not tag or tag in _HIDDEN_TAGS or _is_invisible(element):
            return False
        if tag == "br":
            self._pieces.append("\v")
            return False
        if tag not in _BLOCK_TAGS:
            self._text(element.text)
            return True
        self.flush()
        if self._takes_whole(element, tag):
            return False
        if element is self._main:
            self._inside_main = True
        if self._is_navigation(element, tag):
            self._aside += 1
        if tag in _LIST_TAGS:
            self._depth += 1
        elif tag == "li":
            self._mark = _item_mark(element)
        self._text(element.text)
        return True

    def _takes_whole(self, element: _Element, tag: str) -> bool:
        """Headings, tables of data and preformatted text are laid out at once."""
        if re.fullmatch("h[1-6]", tag) and not self._depth:
            title = _visible_text(element)
            if self._hidden_from_search():
                self._add("furniture", title)
            else:
                self._layout.heading(title, int(tag[1]), self._like)
            return True
        if tag == "table" and not self._depth and _is_data_table(element):
            self._add("table", rows_as_text(_table_rows(element)))
            return True
        if tag == "pre" and not self._depth:
            self._preformatted("".join(element.itertext()))
            return True
        return False

    def _leave(self, element: _Element) -> None:
        tag = element.tag
        if tag not in _BLOCK_TAGS:
            return
        self._kind = "caption" if tag in {"figcaption", "caption"} else "paragraph"
        self.flush()
        self._kind = "paragraph"
        if tag in _LIST_TAGS:
            self._depth -= 1
            if self._depth == 0:
                self._add("list", "\n".join(self._items))
                self._items.clear()
                self._mark = ""
        if self._is_navigation(element, tag):
            self._aside -= 1
        if element is self._main:
            self._inside_main = False

    def _preformatted(self, text: str) -> None:
        if len(text) <= _LONG_PRE:
            self._add("code", text)
            return
        for piece in re.split(r"\n\s*\n", text):
            self._add("paragraph", piece)

    def _text(self, text: str | None) -> None:
        if text:
            self._pieces.append(text)

    def _hidden_from_search(self) -> bool:
        return self._aside > 0 or not self._inside_main

    def _add(self, kind: BlockKind, text: str) -> None:
        kind = "furniture" if self._hidden_from_search() else kind
        self._layout.add(_as_kind(self._like, kind), text)

    def _is_navigation(self, element: _Element, tag: str) -> bool:
        if not self._navigation or tag in {"body", "html", "main", "article"}:
            return False
        if tag in _NAVIGATION_TAGS or element.get("role", "") in _NAVIGATION_ROLES:
            return True
        if tag not in {"div", "ul", "ol", "section", "header"}:
            return False
        names = f"{element.get('class', '')} {element.get('id', '')}"
        return bool(_NAVIGATION_NAMES.search(names)) and _is_mostly_links(element)


def _as_kind(like: Block, kind: BlockKind) -> Block:
    return Block(kind, 0, 0, page=like.page, sheet=like.sheet, slide=like.slide)


def _as_paragraph(block: Block) -> Block:
    return Block("paragraph", block.start, block.end, page=block.page, slide=block.slide)


def _is_invisible(element: _Element) -> bool:
    if element.get("hidden") is not None:
        return True
    style = element.get("style")
    return bool(style and _INVISIBLE_STYLE.search(style))


def _is_mostly_links(element: _Element) -> bool:
    whole = sum(len(text.strip()) for text in element.itertext())
    linked = sum(len(text.strip()) for link in element.iter("a") for text in link.itertext())
    return linked * 2 >= whole


def _item_mark(element: _Element) -> str:
    parent = element.getparent()
    if parent is None or parent.tag != "ol":
        return "- "
    number = 1 + sum(1 for before in element.itersiblings("li", preceding=True))
    return f"{number}. "


def _is_data_table(table: _Element) -> bool:
    """A table of data; not one that lays out a page (tables or headings inside, huge cells)."""
    if next(table.iterdescendants("table", "h1", "h2", "h3"), None) is not None:
        return False
    cells = list(table.iterdescendants("td", "th"))
    rows = sum(1 for _ in table.iterdescendants("tr"))
    if len(cells) <= 1 or (len(cells) <= rows and len(table.xpath(".//p")) > rows):
        return False
    return all(sum(len(text) for text in cell.itertext()) <= 2000 for cell in cells)


def _table_rows(table: _Element) -> list[list[str]]:
    return [
        [_visible_text(cell) for cell in row if cell.tag in {"td", "th"}]
        for row in table.iterdescendants("tr")
    ]


def _visible_text(element: _Element) -> str:
    pieces: list[str] = [element.text or ""]
    for child in element:
        tag = child.tag if isinstance(child.tag, str) else ""
        if tag and tag not in _HIDDEN_TAGS and not _is_invisible(child):
            gap = " " if tag in _BLOCK_TAGS or tag == "br" else ""
            pieces.append(f"{gap}{_visible_text(child)}{gap}")
        pieces.append(child.tail or "")
    return _SPACE.sub(" ", "".join(pieces)).strip()
