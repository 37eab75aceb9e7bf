"""Judging single combats for whoever asks, a terminal or a page: descriptions, a log of judgements, and its exports."""
