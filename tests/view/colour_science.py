"""How different two colours look, to most people and to those who see fewer hues: for tests of the themes.

The difference is CIEDE2000 (CIE 142-2001, as Sharma, Wu and Dalal describe it, 2005). Deficiencies are simulated in
linear sRGB by two models: Machado, Oliveira and Fernandes (2009) at full severity, and Brettel, Vienot and Mollon
(1997) as two half planes in RGB. For tritanopia the second is the one that is trusted.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from itertools import combinations

Vector = tuple[float, float, float]
Matrix = tuple[Vector, Vector, Vector]

_TO_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
_WHITE: Vector = (0.95047, 1.0, 1.08883)

MACHADO: Mapping[str, Matrix] = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
# For each half plane its matrix, and the normal of the plane between them.
BRETTEL: Mapping[str, tuple[Matrix, Matrix, Vector]] = {
    "protanopia": (
        ((0.14980, 1.19548, -0.34528), (0.10764, 0.84864, 0.04372), (0.00384, -0.00540, 1.00156)),
        ((0.14570, 1.16172, -0.30742), (0.10816, 0.85291, 0.03892), (0.00386, -0.00524, 1.00139)),
        (0.00048, 0.00393, -0.00441),
    ),
    "deuteranopia": (
        ((0.36477, 0.86381, -0.22858), (0.26294, 0.64245, 0.09462), (-0.02006, 0.02728, 0.99278)),
        ((0.37298, 0.88166, -0.25464), (0.25954, 0.63506, 0.10540), (-0.01980, 0.02784, 0.99196)),
        (-0.00281, -0.00611, 0.00892),
    ),
    "tritanopia": (
        ((1.01277, 0.13548, -0.14826), (-0.01243, 0.86812, 0.14431), (0.07589, 0.80500, 0.11911)),
        ((0.93678, 0.18979, -0.12657), (0.06154, 0.81526, 0.12320), (-0.37562, 1.12767, 0.24796)),
        (0.03901, -0.02788, -0.01113),
    ),
}
VISIONS = "normal", *MACHADO
"""What the colours are looked at with."""


def linear(rgb: Iterable[float]) -> Vector:
    """Return a colour of bytes as shares of light."""
    red, green, blue = (v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in rgb))
    return red, green, blue


def seen(rgb: Iterable[float], vision: str) -> tuple[Vector, ...]:
    """Return what becomes of a colour of bytes, as shares of light: one for each model."""
    light = linear(rgb)
    if vision == "normal":
        return (light,)
    first, second, normal = BRETTEL[vision]
    half = first if _dot(normal, light) >= 0.0 else second
    return _held(_times(MACHADO[vision], light)), _held(_times(half, light))


def lab(light: Vector) -> Vector:
    """Return a colour given in shares of light as CIELAB, under D65."""
    x, y, z = (_cube(v / white) for v, white in zip(_times(_TO_XYZ, light), _WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Vector, other: Vector) -> float:
    """Return CIEDE2000 between two colours in CIELAB."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    grey = 0.5 * (1 - math.sqrt(chroma**7 / (chroma**7 + 25**7)))
    a1, a2 = a1 * (1 + grey), a2 * (1 + grey)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1, h2 = (math.degrees(math.atan2(b, a)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    if c1 * c2 and abs(h2 - h1) == 180:
        turn = h2 - h1
    hue_change = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(turn / 2))
    lightness, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = _mean_hue(h1, h2) if c1 * c2 else h1 + h2
    shape = 1 - 0.17 * _cos(hue - 30) + 0.24 * _cos(2 * hue) + 0.32 * _cos(3 * hue + 6) - 0.20 * _cos(4 * hue - 63)
    by_l = 1 + 0.015 * (lightness - 50) ** 2 / math.sqrt(20 + (lightness - 50) ** 2)
    by_c, by_h = 1 + 0.045 * chroma, 1 + 0.015 * chroma * shape
    blue = 60 * math.exp(-(((hue - 275) / 25) ** 2))
    turned = -2 * math.sqrt(chroma**7 / (chroma**7 + 25**7)) * math.sin(math.radians(blue))
    dl, dc, dh = (l2 - l1) / by_l, (c2 - c1) / by_c, hue_change / by_h
    return math.sqrt(dl * dl + dc * dc + dh * dh + turned * dc * dh)


def least(colours: Mapping[str, Iterable[float]], vision: str) -> tuple[float, str, str]:
    """Return the least difference between any two colours as somebody sees them, and which two these are."""
    shown = {name: [lab(light) for light in seen(tuple(rgb)[:3], vision)] for name, rgb in colours.items()}
    return min(
        (difference(one, other), first, second)
        for first, second in combinations(shown, 2)
        for one, other in zip(shown[first], shown[second], strict=True)
    )


def _mean_hue(h1: float, h2: float) -> float:
    if abs(h1 - h2) <= 180:
        return (h1 + h2) / 2
    return (h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2


def _cos(degrees: float) -> float:
    return math.cos(math.radians(degrees))


def _cube(value: float) -> float:
    return value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116


def _dot(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _times(matrix: Matrix, vector: Vector) -> Vector:
    x, y, z = (_dot(row, vector) for row in matrix)
    return x, y, z


def _held(light: Vector) -> Vector:
    red, green, blue = (min(1.0, max(0.0, value)) for value in light)
    return red, green, blue
