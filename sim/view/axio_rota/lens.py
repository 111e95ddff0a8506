"""What is seen of the grid: all tiles and the squares around them, until the player moves it."""

from __future__ import annotations

from collections.abc import Sequence

from sim.view.axio_rota.camera import Camera, Square, fitting
from sim.view.axio_rota.places import places
from sim.view.items import Point
from sim.view.layout import Rect
from sim.view.stage import Stage

_LARGEST, _SMALLEST, _FITTED = 150.0, 22.0, 104.0  # units from square to square, by hand; at most when all is shown
_GLIDES = 0.32  # s for the grid to get to where it is shown


class Lens:
    """Glides to where all can be seen, and stays where the player has moved it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._size = stage.size
        self._tiles: Sequence[Square] = ()
        self._camera: Camera | None = None
        self._goal: tuple[Camera, Camera, float] | None = None
        self._by_hand = False

    @property
    def rect(self) -> Rect:
        """The part of the window where the grid lies behind nothing else."""
        return places(self._stage.size).grid

    @property
    def camera(self) -> Camera:
        """The camera of this moment; `show` was told what there is to be seen."""
        assert self._camera is not None
        return self._camera

    def show(self, tiles: Sequence[Square]) -> bool:
        """Say which squares have tiles; tell whether the grid is elsewhere at once. It may glide from now on."""
        resized, more = self._stage.size != self._size, len(tiles) != len(self._tiles)
        self._tiles, self._size = tiles, self._stage.size
        if self._camera is None or resized:
            self._camera, self._goal, self._by_hand = self._all(), None, False
            return True
        return more and not self._by_hand and self._go_to(self._all())

    def _all(self) -> Camera:
        u = self._stage.unit
        xs, ys = zip(*self._tiles, strict=True)
        ends = (min(xs) - 1, min(ys) - 1), (max(xs) + 1, max(ys) + 1)
        return fitting(ends, self.rect, _FITTED * u, _SMALLEST * u)

    def _go_to(self, camera: Camera) -> bool:
        if self._stage.pace:
            self._goal = self.camera, camera, self._stage.now
            return False
        self._camera, self._goal = camera, None
        return True

    def glide(self) -> bool:
        """Go on gliding; tell whether the grid is elsewhere now."""
        if self._goal is None:
            return False
        start, goal, begun = self._goal
        share = (self._stage.now - begun) / max(1e-6, _GLIDES * self._stage.pace)
        if share >= 1.0:
            self._camera, self._goal = goal, None
        else:
            self._camera = start.towards(goal, share * share * (3.0 - 2.0 * share))
        return True

    def pan(self, dx: float, dy: float) -> None:
        """Move the grid by so many pixels."""
        self._by_hand, self._goal = True, None
        self._camera = self.camera.moved(dx, dy)

    def zoom(self, factor: float, pixel: Point | None = None) -> None:
        """Show the grid larger or smaller about a pixel, or about the middle."""
        camera, u = self.camera, self._stage.unit
        self._by_hand, self._goal = True, None
        pitch = min(_LARGEST * u, max(_SMALLEST * u, camera.pitch * factor))
        self._camera = camera.zoomed(pixel or self.rect.middle, pitch)

    def fit(self) -> bool:
        """Show all tiles again, from now on; tell whether the grid is elsewhere at once."""
        self._by_hand = False
        return self._go_to(self._all())

    def bring(self, square: Square) -> bool:
        """Bring a square into sight; tell whether the grid had to move."""
        rect, half = self.rect, self.camera.step / 2
        x, y = self.camera.pixel(square)
        dx = max(0.0, rect.x + half - x) - max(0.0, x + half - rect.right)
        dy = max(0.0, rect.y + half - y) - max(0.0, y + half - rect.bottom)
        if dx or dy:
            self.pan(dx, dy)
        return bool(dx or dy)
