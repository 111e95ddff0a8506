"""The table of Collexion: where things lie, what can be chosen, what is said."""
