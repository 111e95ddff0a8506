"""Who could have won a round of Colour Collect, and where it was given away."""
