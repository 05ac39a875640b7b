"""The table "Finding": what a person gets with the default settings, beside baselines.

    python -m tests.quality.finding SET_FOLDER… [--at-most N]

Each set is added to throw-away libraries and asked through the command line, exactly as a person
would. The baselines use the same embedder on the same files: vectors alone on pieces of 1000
characters that overlap by 200, BM25 alone, and the two fused with equal weights (k = 60). Which
rows a set has follows from what is in its folder: judged documents (ranking), records (flattened
against raw), pages of evidence, questions about articles (refusing, quoting), questions without an
answer. `--at-most N` takes so many questions of a set that has more, evenly.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

from desktop_rag.domain.languages import CJK
from desktop_rag.evaluation import EvalQuestion, QuestionSet, paired_bootstrap, read_question_set
from desktop_rag.evaluation.measures import holds_answer, ndcg_at, precision_at, recall_at
from desktop_rag.inference.embedder import SentenceTransformerEmbedder
from tests.quality.command_line import Answered, CommandLineLibrary, documents
from tests.quality.questions import thinned
from tests.quality.recipes import Rankings, load_embedder, recipe_rankings
from tests.quality.refusals import article_sets, print_missing, refused_share

KEEP = ("-k", "20")
PAGES_LOOKED_AT = 5
QUOTED_LANGUAGES = ("en", "es")
Ratios = dict[str, dict[str, float]]  # by measure, by set


def values(
    questions: Sequence[EvalQuestion], rankings: Rankings, measure: Callable[..., float], k: int
) -> list[float]:
    """One measure for every question that has a relevant document."""
    return [measure(k, rankings[q.id], q.relevant) for q in questions if q.relevant]


def print_ranking(asked: QuestionSet, found: Answered, recipes: list[Rankings]) -> None:
    """A line a measure: default, three baselines, gain over the best of them."""
    ours = _documents(found)
    for label, measure, k in (("nDCG@10", ndcg_at, 10), ("recall@1", recall_at, 1)):
        own = values(asked.questions, ours, measure, k)
        rest = [values(asked.questions, ranking, measure, k) for ranking in recipes]
        line = f"default {mean(own):.3f}"
        if rest:
            gain = paired_bootstrap(max(rest, key=mean), own)
            names = ("vectors", "BM25", "RRF")
            line += "".join(f", {n} {mean(r):.3f}" for n, r in zip(names, rest, strict=True))
            line += f"; gain {gain.difference:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}]"
        _print(asked, label, line)


def print_modes(
    asked: QuestionSet, library: CommandLineLibrary, found: Answered, ratios: Ratios
) -> None:
    """Hybrid beside words alone (records, Chinese) and meaning alone (records)."""
    records = (asked.files.parent / "records.jsonl").exists()
    if not records and asked.name.rpartition("_")[2] not in CJK:
        return
    runs = {"hybrid": found}
    for mode in ("keyword", "vector") if records else ("keyword",):
        runs[mode] = library.search(asked.questions, *KEEP, "--mode", mode)
    for label, measure, k in (("recall@5", recall_at, 5), ("recall@1", recall_at, 1)):
        shares = {
            name: mean(values(asked.questions, _documents(run), measure, k))
            for name, run in runs.items()
        }
        _print(asked, label, ", ".join(f"{name} {share:.3f}" for name, share in shares.items()))
    if records:
        print_flattening(asked, runs["vector"], ratios)


def print_flattening(asked: QuestionSet, flattened: Answered, ratios: Ratios) -> None:
    """Records searched by meaning, flattened against as they stand; the ratios are kept."""
    with CommandLineLibrary(asked.files, "indexing.flatten_data=false") as library:
        raw = library.search(asked.questions, *KEEP, "--mode", "vector")
    for label, measure in (("recall@5", recall_at), ("precision@5", precision_at)):
        before, after = (
            values(asked.questions, _documents(run), measure, 5) for run in (raw, flattened)
        )
        ratio = mean(after) / mean(before) if any(before) else float("inf")
        gain = paired_bootstrap(before, after)
        line = f"flattened {mean(after):.3f}, raw {mean(before):.3f}, ratio {ratio:.3f}"
        line += f"; gain {gain.difference:+.3f} [{gain.low:+.3f}, {gain.high:+.3f}]"
        _print(asked, label, line)
        ratios.setdefault(label, {})[asked.name] = ratio


def print_ratios(ratios: Ratios) -> None:
    """The mean of what flattening brings over the sets of records, and where it brings nothing."""
    for label, of_set in ratios.items():
        without = ", ".join(name for name, ratio in of_set.items() if ratio <= 1) or "none"
        print(
            f"{'sets of records':20} {label:16} flattened is {mean(of_set.values()):.3f} × raw on "
            f"average of {len(of_set)}; sets without a gain: {without}"
        )


def print_pages(asked: QuestionSet, found: Answered) -> None:
    """How often one of the first hits is a page that holds the evidence."""
    path = asked.files.parent / "evidence_pages.tsv"
    if not path.exists():
        return
    pages: dict[str, set[tuple[str, int]]] = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        question, document, page = line.split("\t")
        pages.setdefault(question, set()).add((document, int(page)))
    right = [
        any(_page(hit) in pages[q.id] for hit in found[q.id]["hits"][:PAGES_LOOKED_AT])
        for q in asked.questions
        if q.id in pages
    ]
    _print(asked, "page@5", f"default {mean(right):.3f}")


def _page(hit: dict[str, Any]) -> tuple[str, int | None]:
    return Path(hit["path"]).stem, hit["place"]["page"]


def print_refusals(asked: QuestionSet, found: Answered) -> None:
    """How much is refused of what can be answered, and of what the set says cannot."""
    for answerable, label in ((True, "false refusals"), (False, "unanswerable")):
        rows = [found[q.id] for q in asked.questions if q.answerable is answerable]
        if rows:
            _print(asked, label, f"refused {refused_share(rows):.3f} of {len(rows)}")


def print_quoting(asked: QuestionSet, library: CommandLineLibrary) -> None:
    """How often the quoted sentences hold the gold answer; only languages that answers know."""
    if asked.name.rpartition("_")[2] not in QUOTED_LANGUAGES:
        return
    given = library.quote(asked.questions)
    shares = [holds_answer(given[q.id]["answer"], q.answers) for q in asked.questions]
    answered = [given[q.id]["outcome"] == "answered" for q in asked.questions]
    among = [share for share, yes in zip(shares, answered, strict=True) if yes]
    text = f"gold in the quotations {mean(shares):.3f}, of what is answered {mean(among):.3f}"
    _print(asked, "quoting", text)


def print_set(asked: QuestionSet, embedder: SentenceTransformerEmbedder, ratios: Ratios) -> None:
    """All rows of one set."""
    articles = article_sets(asked)
    recipes = recipe_rankings(asked.files, asked.questions, asked.name, embedder)
    with CommandLineLibrary(asked.files) as library:
        found = library.search(asked.questions, *KEEP)
        print_ranking(asked, found, recipes)
        print_pages(asked, found)
        print_refusals(asked, found)
        print_modes(asked, library, found, ratios)
        if articles:
            print_quoting(asked, library)
    print_missing(asked, articles)


def _documents(found: Answered) -> Rankings:
    return {id: documents(row) for id, row in found.items()}


def _print(asked: QuestionSet, label: str, text: str) -> None:
    print(f"{asked.name:20} {label:16} {text}", flush=True)


def main() -> int:
    """See the module's docstring."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--at-most", type=int)
    chosen = parser.parse_args()
    embedder = load_embedder()
    ratios: Ratios = {}
    for folder in chosen.sets:
        whole = read_question_set(folder)
        print_set(
            replace(whole, questions=thinned(whole.questions, chosen.at_most)), embedder, ratios
        )
    print_ratios(ratios)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
