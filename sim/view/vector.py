"""From a Scene to SVG: the same sprites as text, one group for each, the same text for the same scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from sim.view.items import Area, Fade, Item, Paint, Points, Rgba, Scene, Shade, Sprite, Text


def svg(scene: Scene) -> str:
    """Return a scene as an SVG document; each sprite is a group whose id is its tag."""
    width, height = scene.size
    defs = _Defs()
    body = [line for sprite in scene for line in _group(sprite, defs)]
    backdrop = defs.paint(scene.background)
    left, top = scene.view.place((0, 0))
    right, bottom = scene.view.place(scene.size)
    place = f"translate({_n(scene.view.x)} {_n(scene.view.y)}) scale({_n(scene.view.scale, 5)})"
    frame = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    rect = f'x="{_n(left)}" y="{_n(-top)}" width="{_n(right - left)}" height="{_n(top - bottom)}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {frame}>',
        "<defs>",
        *defs.lines,
        "</defs>",
        f'<g transform="{place}">',
        f"<rect {rect} {backdrop}/>",
        *body,
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def save_svg(scene: Scene, path: str | Path) -> None:
    """Write a scene to an SVG file."""
    Path(path).write_text(svg(scene), encoding="utf-8", newline="\n")


class _Defs:
    """Gradients, blurs and clips that the body refers to, numbered as they come; equal ones are shared."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._known: dict[str, str] = {}

    def _define(self, kind: str, attributes: str, content: str) -> str:
        key = f"{kind} {attributes} {content}"
        if key not in self._known:
            name = f"{kind[0].lower()}{len(self._known)}"
            self._known[key] = name
            self.lines.append(f'<{kind} id="{name}" {attributes}>{content}</{kind}>')
        return f"url(#{self._known[key]})"

    def paint(self, paint: Paint | None) -> str:
        """Return the attributes of a fill."""
        if paint is None:
            return 'fill="none"'
        if not isinstance(paint, Fade):
            return _colour("fill", paint)
        (ax, ay), (bx, by) = paint.start, paint.end
        ends = f'x1="{_n(ax)}" y1="{_n(-ay)}" x2="{_n(bx)}" y2="{_n(-by)}"'
        stops = f'<stop {_colour("stop", paint.first)}/><stop offset="1" {_colour("stop", paint.last)}/>'
        return f'fill="{self._define("linearGradient", f"gradientUnits={_UNITS} {ends}", stops)}"'

    def blur(self, sigma: float) -> str:
        """Return a reference to a blur; its strength is rounded so that few filters do."""
        region = 'x="-60%" y="-60%" width="220%" height="220%"'
        return self._define("filter", region, f'<feGaussianBlur stdDeviation="{_n(sigma, 1)}"/>')

    def grain(self, amount: float) -> str:
        """Return a reference to a filter that speckles a surface like paper."""
        share = _n(0.16 * amount)
        return self._define(
            "filter",
            'x="0" y="0" width="100%" height="100%"',
            '<feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="7" result="noise"/>'
            '<feColorMatrix in="noise" type="matrix" values="0 0 0 0 0.3  0 0 0 0 0.25  0 0 0 0 0.2  '
            f'{share} {share} {share} 0 {_n(-0.2 * amount)}" result="speck"/>'
            '<feComposite in="speck" in2="SourceAlpha" operator="in" result="inside"/>'
            '<feMerge><feMergeNode in="SourceGraphic"/><feMergeNode in="inside"/></feMerge>',
        )

    def clip(self, points: Points) -> str:
        """Return a reference to a clip."""
        return self._define("clipPath", f"clipPathUnits={_UNITS}", f'<path d="{_path(points)}"/>')


_UNITS = '"userSpaceOnUse"'


def _group(sprite: Sprite, defs: _Defs) -> Iterator[str]:
    yield f"<g id={quoteattr(sprite.tag)}>"
    if sprite.title:
        yield f"<title>{escape(sprite.title)}</title>"
    for item in sprite.items:
        yield from _item(item, defs)
    yield "</g>"


def _item(item: Item, defs: _Defs) -> Iterable[str]:
    if isinstance(item, Area):
        stroke = f' {_colour("stroke", item.stroke)} stroke-width="{_n(item.width)}"' if item.stroke else ""
        grain = f' filter="{defs.grain(item.grain)}"' if item.grain else ""
        return [f'<path d="{_path(item.points)}" {defs.paint(item.fill)}{stroke}{grain}/>']
    if isinstance(item, Text):
        return [
            f'<text x="{_n(item.at[0])}" y="{_n(0.36 * item.size - item.at[1])}" font-size="{_n(item.size)}" '
            f'font-family="FreeSans, Helvetica, Arial, sans-serif" font-weight="bold" '
            f'text-anchor="{item.anchor}" {_colour("fill", item.fill)}>{escape(item.text)}</text>'
        ]
    return _shade(item, defs)


def _shade(shade: Shade, defs: _Defs) -> Iterator[str]:
    clip = f' clip-path="{defs.clip(shade.clip)}"' if shade.clip else ""
    red, green, blue, alpha = shade.fill
    # Opacity belongs to the group: within it the silhouettes unite instead of darkening one another.
    yield f'<g fill="#{red:02x}{green:02x}{blue:02x}" opacity="{_n(alpha / 255)}"{clip}>'
    for cast in shade.casts:
        faint = f' fill-opacity="{_n(cast.strength)}"' if cast.strength < 1 else ""
        yield f'<path d="{_path(cast.points)}" filter="{defs.blur(cast.blur)}"{faint}/>'
    yield "</g>"


def _path(points: Points) -> str:
    return "M" + "L".join(f"{_n(x)} {_n(-y)}" for x, y in points) + "Z"


def _colour(name: str, colour: Rgba) -> str:
    red, green, blue, alpha = colour
    value = f"#{red:02x}{green:02x}{blue:02x}"
    kind = f"{name}-color" if name == "stop" else name
    faint = f' {name}-opacity="{_n(alpha / 255)}"' if alpha < 255 else ""
    return f'{kind}="{value}"{faint}'


def _n(value: float, digits: int = 2) -> str:
    """Return a number as short as its digits allow."""
    text = f"{value:.{digits}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text
