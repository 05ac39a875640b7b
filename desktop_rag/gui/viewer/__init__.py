"""Showing a source at the passage that was cited."""

from desktop_rag.gui.viewer.source_viewer import SourceViewer

__all__ = ["SourceViewer"]
