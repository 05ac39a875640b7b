"""From a question and its hits to an answer with checked sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from desktop_rag.answering.checking import CheckedAnswer, check
from desktop_rag.answering.concluding import failed, quotation, refused, written_answer
from desktop_rag.answering.contradicting import disagreements
from desktop_rag.answering.extractive import choose_quotes
from desktop_rag.answering.language import question_language
from desktop_rag.answering.listening import Listener, OnSources, OnStage
from desktop_rag.answering.phrases import say
from desktop_rag.answering.prompting import PromptLibrary
from desktop_rag.answering.refusing import is_answerable
from desktop_rag.answering.similarity import PassageVectors, passage_vectors
from desktop_rag.answering.sourcing import number_sources
from desktop_rag.answering.streaming import OnText
from desktop_rag.answering.timing import Stopwatch
from desktop_rag.answering.writing import AnswerWriter, WrittenAnswer
from desktop_rag.domain.answer import Answer, Source, Turn
from desktop_rag.domain.errors import DesktopRagError, ModelMissing, Stopped
from desktop_rag.domain.hit import SearchResult
from desktop_rag.ports.clock import Clock
from desktop_rag.ports.language_model import Cancelled, LanguageModel
from desktop_rag.ports.retrieval import ChunkSource, TokenVectorSource
from desktop_rag.settings.answering import AnsweringSettings


@dataclass(frozen=True, slots=True)
class _Case:
    """One question with all that its answer is made from. `asked`: the question as it was
    understood, which a follow-up is not without what came before it."""

    question: str
    sources: tuple[Source, ...]
    turns: Sequence[Turn]
    settings: AnsweringSettings
    kind: str
    language: str
    listener: Listener
    watch: Stopwatch
    asked: str
    narrowed: bool
    model: Callable[[], LanguageModel]


class AnswerPipeline:
    """Answers questions from hits: refuses, quotes, or lets the language model write and checks it.

    `token_vectors` gives None when there is no embedder; `model` raises `ModelMissing` when no
    language model is installed. Safe to call from several threads.
    """

    def __init__(
        self,
        token_vectors: Callable[[], TokenVectorSource | None],
        chunks: ChunkSource,
        model: Callable[[], LanguageModel],
        prompts: PromptLibrary,
        clock: Clock,
    ) -> None:
        self._token_vectors = token_vectors
        self._chunks = chunks
        self._model = model
        self._prompts = prompts
        self._clock = clock

    def answer(
        self,
        question: str,
        result: SearchResult,
        turns: Sequence[Turn],
        settings: AnsweringSettings,
        *,
        kind: str = "",
        language: str = "",
        narrowed: bool = False,
        model: Callable[[], LanguageModel] | None = None,
        on_sources: OnSources | None = None,
        on_text: OnText | None = None,
        on_stage: OnStage | None = None,
        cancelled: Cancelled | None = None,
    ) -> Answer:
        """The answer to `question` from `result`. `kind` (auto, extractive, generated) and
        `language` (en, es), when given, go before the settings and the question's own language.
        `narrowed`: the search had limits, so that a refusal does not speak of all documents.
        `model`: what writes this answer in place of the usual model.

        `on_sources` gets the numbered sources, with the quotations in it while the model is about
        to write. A failure of a model or a search is an answer that says so, not an exception.
        """
        case = _Case(
            question,
            number_sources(result.hits),
            turns,
            settings,
            kind or settings.kind,
            language or question_language(question),
            Listener(on_sources, on_text, on_stage, cancelled),
            Stopwatch(self._clock),
            result.query or question,
            narrowed,
            model or self._model,
        )
        answer = self._decided(case, result)
        return replace(answer, took_ms=case.watch.elapsed_ms(), trace=case.watch.steps)

    def _decided(self, case: _Case, result: SearchResult) -> Answer:
        if result.outcome == "failed":
            return failed(case.question, case.sources, result.message, result.remedy)
        answerable = is_answerable(result, case.settings)
        case.watch.step("decide", len(case.sources), int(answerable))
        if not answerable:
            answer = refused(
                case.question,
                result.query,
                case.sources,
                case.settings,
                case.language,
                narrowed=case.narrowed,
            )
            case.listener.sources(replace(answer, text=""))
            case.listener.text(answer.text, True)
            return answer
        case.listener.stage("reading")
        vectors, notices = self._vectors(case)
        quoted = self._quoted(case, vectors, notices)
        case.listener.sources(quoted)
        if case.kind == "extractive":
            answer = quoted
        else:
            answer = self._written_or_quoted(case, quoted, vectors)
        if answer.kind == "extractive":
            case.listener.text(answer.text, True)
        return answer

    def _quoted(
        self, case: _Case, vectors: PassageVectors | None, notices: tuple[str, ...]
    ) -> Answer:
        wanted = case.settings.quoted_sentences
        quotes = choose_quotes(case.asked, case.sources, wanted, case.language, vectors)
        answer = quotation(case.question, case.sources, quotes, case.language, self._chunks)
        differing = disagreements(case.asked, case.sources, case.language)
        case.watch.step("quote", len(case.sources), len(quotes))
        return replace(answer, notices=(*notices, *differing))

    def _written_or_quoted(
        self, case: _Case, quoted: Answer, vectors: PassageVectors | None
    ) -> Answer:
        """The model's answer; when the model fails, the quotations with a notice that says why.
        Only a model that is simply not there goes unmentioned, unless it was asked for."""
        try:
            written = self._written(case)
            checked = self._checked(case, written, vectors)
        except Stopped:
            return Answer(case.question, "stopped", "", "generated", sources=case.sources)
        except DesktopRagError as error:
            case.watch.step("write", len(case.sources), 0, note=error.code)
            if not quoted.text:
                return failed(case.question, case.sources, error.message, error.remedy)
            if isinstance(error, ModelMissing) and case.kind == "auto":
                return quoted
            reason = f"{error.message} {error.remedy}".strip()
            instead = say("quoted_instead", case.language, reason=reason)
            return replace(quoted, notices=(instead, *quoted.notices), remedy=error.remedy)
        return written_answer(
            case.question, case.sources, written, checked, self._chunks, quoted.notices
        )

    def _written(self, case: _Case) -> WrittenAnswer:
        case.listener.stage("loading_model")
        model = case.model()
        name = model.facts(cancelled=case.listener.cancelled).name
        case.watch.step("load_model", 1, 1, model=name)
        case.listener.stage("writing")
        written = AnswerWriter(model, self._prompts).write(
            case.question,
            case.sources,
            case.turns,
            case.settings,
            case.language,
            case.listener.text,
            case.listener.cancelled,
        )
        given = len(case.sources) - len(written.prompt.left_out)
        case.watch.step("write", given, written.generated.answer_tokens, model=name)
        return written

    def _checked(
        self, case: _Case, written: WrittenAnswer, vectors: PassageVectors | None
    ) -> CheckedAnswer:
        case.listener.stage("checking")
        given = [s for s in case.sources if s.n not in written.prompt.left_out]
        checked = check(written.text, given, case.language, vectors)
        case.watch.step("check", len(checked.sentences), len(checked.evidence))
        if checked.text != written.text:
            case.listener.text(checked.text, True)
        return checked

    def _vectors(self, case: _Case) -> tuple[PassageVectors | None, tuple[str, ...]]:
        """The passages' token vectors; without them a notice, when the embedder failed."""
        try:
            source = self._token_vectors()
            found = passage_vectors(source, [(s.n, s.hit.chunk) for s in case.sources])
        except ModelMissing as error:
            case.watch.step("token_vectors", len(case.sources), 0, note=error.code)
            return None, ()
        except DesktopRagError as error:
            case.watch.step("token_vectors", len(case.sources), 0, note=error.code)
            return None, (say("words_only", case.language, reason=error.message),)
        case.watch.step("token_vectors", len(case.sources), len(found.passages) if found else 0)
        return found, ()
