"""The high scores of the solo game: asked for, kept, and shown where the game is set up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from sim.errors import PolypileError
from sim.view.controls import Controls
from sim.view.items import Sprite
from sim.view.layout import Rect
from sim.view.words import _

if TYPE_CHECKING:
    from sim.record.scores import HighScore
    from sim.session import Session
    from sim.view.house import Errand
    from sim.view.stage import Stage


class SoloScores:
    """Keeps the result of a solo game, once, and finds out how good it is."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._keeping: Errand[int | None] | None = None
        self._looking: Errand[tuple[HighScore, ...]] | None = None
        self.kept = False
        """Whether the result was handed in; then it stands."""
        self.rank: int | None = None
        """The rank of the result among all; None where it is not among the best."""
        self.best: tuple[HighScore, ...] = ()

    def keep(self, session: Session, name: str) -> None:
        """Hand a result in."""
        if not self.kept:
            self.kept = True
            self._keeping = self._stage.house.keep_high_score(session, name)

    def awaited(self) -> bool:
        """Look for news; tell whether there is more to come."""
        try:
            if self._keeping is not None:
                for rank in self._keeping.news():
                    self.rank, self._keeping = rank, None
                    self._looking = self._stage.house.high_scores()
            if self._looking is not None:
                for best in self._looking.news():
                    self.best, self._looking = best, None
        except PolypileError as wrong:
            self._stage.notify(str(wrong))
            self.rank = self._keeping = self._looking = None
        return self._keeping is not None or self._looking is not None


def high_scores(controls: Controls, rect: Rect, scores: Sequence[HighScore]) -> Iterator[Sprite]:
    """Yield the best results of games played alone, as many as there is room for."""
    u, look = controls.unit, controls.look
    head, body = rect.cut_top(28 * u, 8 * u)
    yield controls.text(
        "scores-title", head.x, head.middle[1], _("High scores, playing alone"), 20, bold=True, width=head.width
    )
    if not scores:
        told = _("None yet. Alone you play against the tiles: your lowest stone is your score.")
        yield controls.paragraph("scores-none", body, told, 15, ink=look.ink_soft)
        return
    line = 32 * u
    for k, score in enumerate(scores[: int(body.height // (line + 6 * u))]):
        row = Rect(body.x, body.y + k * (line + 6 * u), body.width, line)
        yield controls.panel(f"score-{k}", row, fill=(*look.accent[:3], 40) if k == 0 else look.well, radius=8)
        y, wide = row.middle[1], row.width
        ink = look.ink_soft
        yield controls.text(f"score-rank-{k}", row.x + 26 * u, y, f"{k + 1}", 15, ink=ink, anchor="end")
        yield controls.text(f"score-name-{k}", row.x + 40 * u, y, score.name, 16, width=0.34 * wide, bold=True)
        stones = " ".join(map(str, score.stones))
        yield controls.text(f"score-stones-{k}", row.x + 0.47 * wide, y, stones, 14, ink=ink, width=0.2 * wide)
        yield controls.text(f"score-date-{k}", row.x + 0.69 * wide, y, score.date[:10], 14, ink=ink, width=0.18 * wide)
        yield controls.text(f"score-best-{k}", row.right - 14 * u, y, str(score.score), 19, anchor="end", bold=True)
