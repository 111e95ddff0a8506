"""The table of Colour Collect: where things lie, what can be chosen, what is said."""
