"""The shake: the only part that imports pymunk and numba. README.md beside this file tells the model."""

MODEL = 1
"""Version of the physical model: whatever alters a pile raises it."""
