"""Text recognition as readers use it: loaded when first needed, its results kept."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from desktop_rag.host.paths import app_paths
from desktop_rag.reading.ocr.cache import RecognisedPages
from desktop_rag.reading.ocr.engine import VERSION, RecognitionEngine, find_models
from desktop_rag.reading.ocr.recognised import (
    PageUnclear,
    RecognisedLine,
    RecognitionBroken,
    mean_score,
)

_LOG = logging.getLogger(__name__)

# A longer side is not needed to read a page, a shorter one makes small letters too small.
MOST_SIDE = 2600
# Below this the text of a page is more wrong than right: a photo of leaves, handwriting.
_UNSURE_PAGE = 0.6
_UNSURE_LINE = 0.5


class TextRecogniser:
    """Recognises the text of pictures.

    Everything heavy is loaded with the first picture that is not in the cache. `pages`: where
    results are kept; without it a folder among the application's own data. `models`: where the
    model files are looked for."""

    def __init__(
        self,
        pages: RecognisedPages | None = None,
        models: Callable[[], dict[str, str] | None] = find_models,
    ) -> None:
        self._pages = pages
        self._models = models
        self._engine: RecognitionEngine | None = None

    def is_installed(self) -> bool:
        """Whether the package and its models are there."""
        return self._models() is not None

    def recognise(self, pixels: NDArray[np.uint8]) -> tuple[RecognisedLine, ...]:
        """The lines of a picture (height × width × 3, blue green red); empty when nothing is
        written on it. Raises `PageUnclear`, and `RecognitionBroken` when it cannot be started."""
        if pixels.size == 0 or (pixels == pixels[0, 0]).all():
            return ()
        lines = self._kept(pixels)
        if lines and mean_score(lines) < _UNSURE_PAGE:
            raise PageUnclear
        return tuple(line for line in lines if line.score >= _UNSURE_LINE)

    def _kept(self, pixels: NDArray[np.uint8]) -> tuple[RecognisedLine, ...]:
        if self._pages is None:
            self._pages = RecognisedPages(app_paths().data / "ocr-cache", VERSION)
        lines = self._pages.get(pixels)
        if lines is None:
            lines = self._loaded().lines(pixels)
            self._pages.put(pixels, lines)
        return lines

    def _loaded(self) -> RecognitionEngine:
        if self._engine is None:
            models = self._models()
            if models is None:
                raise ValueError("text recognition is not installed: ask is_installed() first")
            try:
                self._engine = RecognitionEngine(models)
            except Exception as error:  # a damaged library may raise anything
                _LOG.warning("text recognition does not start", exc_info=True)
                raise RecognitionBroken from error
        return self._engine
