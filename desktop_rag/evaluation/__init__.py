"""Measuring how well passages are found and questions answered."""

from __future__ import annotations

from desktop_rag.evaluation.bootstrap import Interval, paired_bootstrap
from desktop_rag.evaluation.question_set import EvalQuestion, QuestionSet, read_question_set

__all__ = ["EvalQuestion", "Interval", "QuestionSet", "paired_bootstrap", "read_question_set"]
