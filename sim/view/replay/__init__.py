"""A game watched again: its moments, what an onlooker may know of them, and the bar below the table."""
