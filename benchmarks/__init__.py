"""How long things take, and how that grows: see `polypile bench`."""
