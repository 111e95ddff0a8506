"""Guided first games, one for each game: values that say step by step what is told and what may be chosen."""
