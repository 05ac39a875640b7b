from __future__ import annotations

from random import Random

from desktop_rag.evaluation.known_items import known_item_question

TEXT = (
    "The counterweight of the northern gate was replaced by the mechanics in the spring of 2019. "
    "Too short. The paint of the bridge is renewed every seven years by workers from the valley."
)


def test_a_question_holds_words_of_one_sentence_in_their_order() -> None:
    question = known_item_question(TEXT, Random(1))
    words = question.split()
    assert len(words) == 5
    first, second = TEXT.split(" Too short. ")
    sentence = first if words[0] in first else second
    places = [sentence.index(word) for word in words]
    assert places == sorted(places)


def test_the_same_seed_asks_the_same_and_another_seed_something_else() -> None:
    assert known_item_question(TEXT, Random(3)) == known_item_question(TEXT, Random(3))
    assert len({known_item_question(TEXT, Random(seed)) for seed in range(8)}) > 4


def test_a_language_without_spaces_is_asked_by_its_characters() -> None:
    text = (
        "北側の水門の釣り合い重りは二〇一九年五月十四日にマルタ・キロガによって交換されました。" * 2
    )
    question = known_item_question(text, Random(1))
    assert question
    assert question in text


def test_a_text_without_a_telling_sentence_gives_no_question() -> None:
    assert known_item_question("Yes. No. Perhaps.", Random(1)) == ""
    assert known_item_question("", Random(1)) == ""
