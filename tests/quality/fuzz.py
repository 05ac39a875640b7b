"""Random and hostile questions against the real search over real stores, in one process.

    python -m tests.quality.fuzz [--queries 100000] [--hybrid 0.01] [--seed 1]

Prints what the questions came to, the errors and the hangs (over two seconds of the processor: what
others do on this machine is no hang), the times, and then
the same with stores that fail: a failure must be called failed, never "nothing found". Exit status
1 when there was an error, a hang or a confusion.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from desktop_rag.cli.shaping import search_json
from desktop_rag.domain.characters import whole_characters
from desktop_rag.domain.errors import DesktopRagError, InvalidRequest
from desktop_rag.domain.hit import SearchResult
from desktop_rag.domain.search_form import words
from desktop_rag.engine.handlers.search import run_search
from desktop_rag.engine.routes import engine_handler
from desktop_rag.engine.wiring import Engine, wire
from desktop_rag.host.paths import AppPaths
from desktop_rag.host.resources import resource
from desktop_rag.link.loopback import loopback
from desktop_rag.messages.library import AddPaths, AddReport
from desktop_rag.messages.search import HitsFound, Search
from desktop_rag.messages.wire import Envelope, decode, encode
from desktop_rag.retrieval.question import parse
from desktop_rag.stores.word_forms import find_words
from tests.quality.hostile import Hostile

HANG_S = 2.0
SHOWN = 10
REFUSED = "refused"


@dataclass
class Findings:
    """What many questions came to."""

    outcomes: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    hangs: list[str] = field(default_factory=list)
    confusions: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def spotless(self) -> bool:
        """True when nothing went wrong."""
        return not (self.errors or self.hangs or self.confusions)


@dataclass(frozen=True, slots=True)
class Engines:
    """Two engines in this process over one library: a whole one, and one whose embedder is not
    loaded yet, as in the first seconds after a start; it searches by words alone, and fast."""

    whole: Engine
    words: Engine


@contextmanager
def library_of_samples(folder: Path) -> Iterator[Engines]:
    """The sample library, indexed."""
    paths = AppPaths(folder / "config", folder, folder / "models", folder / "logs")
    (folder / "library").mkdir(parents=True)
    engine = wire(folder / "library", paths)
    client = loopback(engine_handler(engine))
    try:
        engine.start()
        client.ask(AddPaths((str(resource("sample_library")),), watch=False), AddReport)
        engine.meaning.wait(120)
        words = wire(folder / "library", paths)
        words.follower.compared.set()  # it is never started, so there is nothing to wait for
        try:
            yield Engines(engine, words)
        finally:
            words.close()
    finally:
        client.close()
        engine.close()


def sample_words() -> list[str]:
    """Words of the sample library's texts, the most frequent ones first."""
    texts = [p.read_text("utf-8") for p in sorted(resource("sample_library").glob("*.md"))]
    counted = Counter(word for text in texts for word in words(text) if len(word) > 2)
    return [word for word, _ in counted.most_common(400)]


def ask_many(
    engines: Engines, made: Hostile, count: int, hybrid: float, say_every: int = 0
) -> Findings:
    """Ask `count` questions, a share of them by meaning too and reranked, the others by words
    alone, and look at every result."""
    findings = Findings()
    for number in range(count):
        kind, text = made.question()
        whole = made.chance(hybrid)
        search = Search(
            text,
            keep=made.number(0, 30),
            filters=made.filters(),
            mode="hybrid" if whole else "keyword",
            syntax=made.chance(0.9),
        )
        engine = engines.whole if whole else engines.words
        _ask(engine, search, f"{kind}: {text[:120]!r} {search.mode} {search.filters}", findings)
        if say_every and (number + 1) % say_every == 0:
            print(f"{number + 1} questions: {_summary(findings)}", flush=True)
    return findings


def _ask(engine: Engine, search: Search, what: str, findings: Findings) -> None:
    begun = time.process_time()
    try:
        result = run_search(engine, search, None, lambda: False)
        _sent(result)
    except InvalidRequest:
        findings.outcomes[REFUSED] += 1
        if 0 < len(search.text.strip()) <= 8000:
            findings.confusions.append(f"refused {what}")
        return
    except Exception as error:  # noqa: BLE001 - whatever comes is what we look for
        findings.outcomes["error"] += 1
        findings.errors.append(f"{type(error).__name__}: {error}: {what}")
        return
    finally:
        took = time.process_time() - begun
        findings.seconds.append(took)
        if took > HANG_S:
            findings.hangs.append(f"{took:.1f} s: {what}")
    findings.outcomes[result.outcome] += 1
    confusion = _confusion(result)
    if confusion:
        findings.confusions.append(f"{confusion}: {what}")


def _sent(result: SearchResult) -> None:
    """As it goes to the window, and as the command line prints it. Raises when it cannot."""
    decode(encode(Envelope(1, HitsFound(result))))
    json.dumps(search_json(result), allow_nan=False)


def _confusion(result: SearchResult) -> str:
    failed = any(step.note.startswith("failed") for step in result.trace)
    if (result.outcome == "found") != bool(result.hits):
        return f"{result.outcome} with {len(result.hits)} hits"
    if result.outcome == "nothing_found" and failed:
        return "nothing found, but a step failed"
    if result.outcome == "failed" and not result.message:
        return "failed without a word"
    return ""


def break_keyword_index(engines: Engines) -> None:
    """Take away the table of the keyword index, as damage would."""
    with engines.whole.database.write() as connection:
        connection.execute("DROP TABLE keyword")


def ask_broken(engines: Engines, made: Hostile, count: int) -> Findings:
    """Ask a library whose keyword index is broken: by words everything must be called failed
    (except what holds no word at all), by both tiers nothing may be called "nothing found"."""
    findings = Findings()
    for number in range(count):
        kind, text = made.question()
        mode = "hybrid" if number % 4 == 0 else "keyword"
        search = Search(text, mode=mode)  # type: ignore[arg-type]  # one of the two
        what = f"{kind}: {text[:120]!r} {mode}"
        try:
            engine = engines.whole if mode == "hybrid" else engines.words
            result = run_search(engine, search, None, lambda: False)
        except DesktopRagError as error:
            findings.outcomes[REFUSED] += 1
            if not isinstance(error, InvalidRequest):
                findings.errors.append(f"{error.code}: {what}")
            continue
        findings.outcomes[f"{mode} {result.outcome}"] += 1
        asked = bool(find_words(parse(whole_characters(text)).text))
        if (asked and result.outcome == "nothing_found") or (mode == "keyword" and result.hits):
            findings.confusions.append(f"{result.outcome} in a broken library: {what}")
    return findings


def _summary(findings: Findings) -> str:
    told = ", ".join(f"{name} {count}" for name, count in sorted(findings.outcomes.items()))
    return (
        f"{told}; errors {len(findings.errors)}, hangs {len(findings.hangs)}, "
        f"confusions {len(findings.confusions)}"
    )


def _print(title: str, findings: Findings) -> None:
    print(f"{title}: {_summary(findings)}")
    times = sorted(findings.seconds)
    if times:
        middle, late = times[len(times) // 2], times[len(times) * 95 // 100]
        told = ", ".join(
            f"{name} {1000 * value:.1f}"
            for name, value in (("p50", middle), ("p95", late), ("most", times[-1]))
        )
        print(f"ms of the processor: {told}")
    for line in (*findings.errors[:SHOWN], *findings.hangs[:SHOWN], *findings.confusions[:SHOWN]):
        print(f"  {line}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--queries", type=int, default=100_000)
    parser.add_argument("--hybrid", type=float, default=0.01, help="share asked by meaning")
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args(arguments)
    made = Hostile(wanted.seed, sample_words())
    with tempfile.TemporaryDirectory() as folder, library_of_samples(Path(folder)) as engines:
        whole = ask_many(engines, made, wanted.queries, wanted.hybrid, max(1, wanted.queries // 50))
        break_keyword_index(engines)
        broken = ask_broken(engines, made, max(20, wanted.queries // 100))
    _print(f"{wanted.queries} questions", whole)
    _print("with a broken keyword index", broken)
    return 0 if whole.spotless() and broken.spotless() else 1


if __name__ == "__main__":
    sys.exit(main())
