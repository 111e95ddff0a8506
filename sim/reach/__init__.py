"""From poses to relations: what lies over what, what can be seen, and the figures of a pile. Shapely lives here.

`sim.reach.survey` has `survey` and `visible`, `sim.reach.stats` has `stats` and `curve`.
"""
