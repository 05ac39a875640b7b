"""Recognising text in pictures of pages, on this machine and with the models of one package."""
