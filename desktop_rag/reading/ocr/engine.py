"""The recognition engine: rapidocr on onnxruntime, with the models that lie in its package."""

from __future__ import annotations

import importlib.util
import logging
import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from desktop_rag.domain.languages import is_cjk
from desktop_rag.reading.ocr.recognised import Box, PageUnclear, RecognisedLine, turn_back

Pixels = NDArray[np.uint8]
_LOG = logging.getLogger(__name__)

# Detection needs fewer pixels than recognition: it looks at a picture shrunk to this side.
_DETECTION_SIDE = 1440
_THREADS = 2
# Boxes taller than this many times their width belong to text that stands on its side.
_TALL = 1.5
_FEWEST_CHARS = 3
_SAMPLE = 7
_MODELS = {
    "Det": "PP-OCRv6_det_small.onnx",
    "Rec": "PP-OCRv6_rec_small.onnx",
    "Cls": "ch_ppocr_mobile_v2.0_cls_mobile.onnx",
}
VERSION = "rapidocr 3 PP-OCRv6 small 2"
HOW_TO_ADD = (
    "Install text recognition (pip install 'rapidocr>=3.10,<3.11') and sync again to read pictures "
    "of text."
)
HOW_TO_MEND = (
    "Text recognition is installed but does not start. Install it again (pip install "
    "--force-reinstall 'rapidocr>=3.10,<3.11'), start the application anew and press retry."
)


def find_models() -> dict[str, str] | None:
    """The model files by their part ("Det", "Rec", "Cls"); None when the package or one of its
    models is missing. Nothing is imported but the search path, nothing is ever downloaded."""
    package = importlib.util.find_spec("rapidocr")
    if package is None or package.origin is None or not importlib.util.find_spec("onnxruntime"):
        return None
    folder = Path(package.origin).parent / "models"
    found = {part: folder / name for part, name in _MODELS.items()}
    if not all(path.is_file() for path in found.values()):
        return None
    return {part: str(path) for part, path in found.items()}


class RecognitionEngine:
    """Finds lines of text in pictures. Construction loads the models (about a second)."""

    def __init__(self, models: dict[str, str]) -> None:
        import cv2
        from rapidocr import RapidOCR
        from rapidocr.inference_engine.onnxruntime.main import ONNXRuntimeError

        self._failures = (cv2.error, ONNXRuntimeError)

        # With a path for every model the package never looks for one elsewhere.
        paths = {f"{part}.model_path": path for part, path in models.items()}
        self._engine: Any = RapidOCR(
            params={
                "Global.log_level": "error",
                "Global.max_side_len": 8000,  # pictures come in the size they are to be read in
                "Global.text_score": 0.0,  # what is too unsure is decided for whole pages
                "EngineConfig.onnxruntime.intra_op_num_threads": _THREADS,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                "Det.limit_type": "max",
                "Det.limit_side_len": _DETECTION_SIDE,
                **paths,
            }
        )
        # Each model is loaded with its first picture: damaged ones are to be known now.
        blank = np.full((64, 64, 3), 255, np.uint8)
        self._engine(blank, use_det=True, use_cls=False, use_rec=False)
        self._engine(blank, use_det=False, use_cls=True, use_rec=True)

    def lines(self, pixels: Pixels) -> tuple[RecognisedLine, ...]:
        """The lines of a picture (height × width × 3, blue green red), top to bottom. A page that
        lies on its side or upside down is turned first; boxes are those of the page as given.
        Raises `PageUnclear` when the libraries fail on the picture."""
        try:
            return self._upright_lines(pixels)
        except self._failures as error:
            _LOG.warning("Text recognition failed on a page: %s", error)
            raise PageUnclear from error

    def _upright_lines(self, pixels: Pixels) -> tuple[RecognisedLine, ...]:
        found = self._run(pixels)
        turns = self._quarter_turns(pixels, found)
        if not turns:
            return found
        turned = self._run(np.ascontiguousarray(np.rot90(pixels, turns)))
        height, width = pixels.shape[:2]
        return tuple(
            msgspec.structs.replace(
                line, box=turn_back(line.box, turns, (width, height)), turned=turns
            )
            for line in turned
        )

    def _run(self, pixels: Pixels) -> tuple[RecognisedLine, ...]:
        result = self._engine(pixels, use_det=True, use_cls=True, use_rec=True)
        if result.txts is None or result.boxes is None:
            return ()
        return tuple(
            RecognisedLine(
                " ".join(text.split()),
                round(float(score), 3),
                _around(corners),
                _thickness(corners),
            )
            for text, score, corners in zip(result.txts, result.scores, result.boxes, strict=True)
            if text.strip()
        )

    def _quarter_turns(self, pixels: Pixels, found: tuple[RecognisedLine, ...]) -> int:
        """How often the page is to be turned anticlockwise by 90°."""
        long = [line for line in found if len(line.text) >= _FEWEST_CHARS]
        if not long:
            return 0
        tall = [line for line in long if _is_tall(line.box)]
        sideways = sum(len(line.text) for line in tall) * 2 > sum(len(line.text) for line in long)
        if sideways and _is_mostly_cjk(tall):
            return 0  # columns of vertical writing
        sample = sorted(tall if sideways else long, key=lambda line: -len(line.text))[:_SAMPLE]
        overturned = sum(self._is_upside_down(pixels, line.box, sideways) for line in sample)
        return (1 if sideways else 0) + (2 if overturned * 2 > len(sample) else 0)

    def _is_upside_down(self, pixels: Pixels, box: Box, sideways: bool) -> bool:
        x0, y0, x1, y1 = (int(value) for value in box)
        piece = np.rot90(pixels[y0 : y1 + 1, x0 : x1 + 1], 1 if sideways else 0)
        result = self._engine(
            np.ascontiguousarray(piece), use_det=False, use_cls=True, use_rec=False
        )
        label, score = result.cls_res[0]
        return bool(label == "180" and score > 0.7)


def _around(corners: Any) -> Box:
    xs, ys = [float(x) for x, _ in corners], [float(y) for _, y in corners]
    return (round(min(xs), 1), round(min(ys), 1), round(max(xs), 1), round(max(ys), 1))


def _thickness(corners: Any) -> float:
    """The mean length of the shorter pair of sides."""
    sides = [math.dist(corners[at], corners[(at + 1) % 4]) for at in range(4)]
    return round(min(sides[0] + sides[2], sides[1] + sides[3]) / 2, 1)


def _is_tall(box: Box) -> bool:
    return box[3] - box[1] > _TALL * (box[2] - box[0])


def _is_mostly_cjk(lines: list[RecognisedLine]) -> bool:
    text = "".join(line.text for line in lines)
    return sum(is_cjk(char) for char in text) * 2 > len(text)
