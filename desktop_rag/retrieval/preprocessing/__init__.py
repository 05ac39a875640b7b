"""What comes before a search: other wordings of the question, written by a language model."""
