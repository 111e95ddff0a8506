"""The table of AXIO rota: where things lie, what can be chosen, what is said."""
