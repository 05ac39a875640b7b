"""The same values as text for a person at a terminal."""

from __future__ import annotations

from pathlib import Path

from desktop_rag.cli.shaping import page_of
from desktop_rag.domain.hit import Hit, TraceStep
from desktop_rag.domain.source import FileEntry

_SHOWN_CHARS = 320


def place_text(hit: Hit) -> str:
    """`manual.pdf, page 3`, `parts.csv, record 7` or `notes.md, lines 10–24`."""
    place = hit.chunk.place
    parts = [Path(hit.file.path).name]
    page = page_of(hit)
    if page is not None:
        parts.append(f"page {page}")
    elif place.slide is not None:
        parts.append(f"slide {place.slide}")
    elif place.sheet:
        parts.append(f"sheet {place.sheet}")
    if place.record is not None:
        parts.append(f"record {place.record + 1}")
    elif page is None and place.lines:
        first, last = place.lines
        parts.append(f"line {first}" if first == last else f"lines {first}–{last}")
    return ", ".join(parts)


def hit_text(hit: Hit, n: int, *, explain: bool) -> str:
    """One hit over a few lines."""
    lines = [f"{n}. {place_text(hit)}   {hit.score:.4f}"]
    if hit.chunk.draft.breadcrumb:
        lines.append(f"   {' › '.join(hit.chunk.draft.breadcrumb)}")
    lines.append(f"   {_shown(hit)}")
    lines.append(f"   {hit.file.path}")
    if explain:
        lines += [f"   {line}" for line in _explained(hit)]
    return "\n".join(lines)


def trace_text(trace: tuple[TraceStep, ...]) -> str:
    """The steps, one a line."""
    return "\n".join(
        f"{step.step:<24}{step.ms:>9.1f} ms  {step.count_in:>4} → {step.count_out:<4} "
        f"{step.model} {step.note}".rstrip()
        for step in trace
    )


def problem_text(entry: FileEntry) -> str:
    """Why a file is not searchable."""
    said = f"{entry.state}: {entry.path}"
    if entry.reason:
        said += f" — {entry.reason}"
    return f"{said} {entry.remedy}".rstrip()


def size_text(count: int) -> str:
    """`1.4 MB`: decimal units."""
    size = float(count)
    for unit in ("bytes", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            return f"{size:.0f} {unit}" if unit == "bytes" else f"{size:.1f} {unit}"
        size /= 1000
    raise AssertionError("the loop returns")


def _shown(hit: Hit) -> str:
    """Some of the text, with the part that answers best in it."""
    text = hit.chunk.text
    start = max(0, hit.focus[0] - _SHOWN_CHARS // 3) if hit.focus else 0
    piece = " ".join(text[start : start + _SHOWN_CHARS].split())
    before = "… " if start else ""
    after = " …" if start + _SHOWN_CHARS < len(text) else ""
    return f"{before}{piece}{after}"


def _explained(hit: Hit) -> list[str]:
    lines = []
    for name, tier in hit.tiers.items():
        parts = ", ".join(f"{part} {value:.3f}" for part, value in tier.parts)
        lines.append(
            f"{name}: rank {tier.rank}, score {tier.score:.4f}, adds {tier.contribution:.5f}"
            + (f" ({parts})" if parts else "")
        )
    lines.append(f"fused: {hit.fused:.5f}")
    if hit.rerank:
        lines.append(f"rerank {hit.rerank.name}: {hit.rerank.score:.4f}")
    return lines
