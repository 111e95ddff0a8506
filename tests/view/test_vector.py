import xml.etree.ElementTree as ET

from sim.view.items import Area, Layer, Scene, Sprite, Text, Viewport
from sim.view.scene import scene_of_pile
from sim.view.vector import save_svg, svg

SVG = "{http://www.w3.org/2000/svg}"


def test_there_is_one_group_for_each_piece_in_drawing_order(pile, cover):
    scene = scene_of_pile(pile, cover)
    root = ET.fromstring(svg(scene))
    groups = [g.get("id") for g in root.iter(f"{SVG}g") if (g.get("id") or "").startswith("piece-")]
    assert groups == [sprite.tag for sprite in scene.on(Layer.PIECES)]
    titles = {g.get("id"): g.findtext(f"{SVG}title") for g in root.iter(f"{SVG}g") if g.get("id")}
    assert titles["piece-4"] == "square-blue 4"


def test_the_picture_has_the_size_of_the_scene(pile):
    root = ET.fromstring(svg(scene_of_pile(pile, size=(640, 400))))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("640", "400", "0 0 640 400")


def test_every_reference_has_its_definition(pile, cover):
    text = svg(scene_of_pile(pile, cover, "uncovered"))
    defined = {e.get("id") for e in ET.fromstring(text).find(f"{SVG}defs")}
    used = {part.split(")")[0] for part in text.split("url(#")[1:]}
    assert used == defined


def test_equal_scenes_give_the_same_text(pile, cover):
    assert svg(scene_of_pile(pile, cover)) == svg(scene_of_pile(pile, cover))


def test_a_piece_lies_where_its_outline_is(pile, cover):
    root = ET.fromstring(svg(scene_of_pile(pile, cover)))
    for piece in pile:
        group = next(g for g in root.iter(f"{SVG}g") if g.get("id") == f"piece-{piece.id}")
        path = group.find(f"{SVG}path").get("d").strip("MZ")
        points = [tuple(map(float, pair.split())) for pair in path.split("L")]
        assert all(
            abs(x - u) < 0.006 and abs(y + v) < 0.006 for (x, y), (u, v) in zip(points, piece.outline(), strict=True)
        )


def test_text_is_escaped():
    label = Sprite('a"<b>', Layer.LABELS, (Text((0.0, 0.0), "<1 & 2>", 5.0, (0, 0, 0, 255)),))
    root = ET.fromstring(svg(Scene((10, 10), Viewport(1.0, 5.0, 5.0), (255, 255, 255, 255), (label,))))
    assert root.find(f".//{SVG}text").text == "<1 & 2>"
    assert root.find(f".//{SVG}g[@id]").get("id") == 'a"<b>'


def test_half_transparent_colours_keep_their_opacity():
    veil = Sprite("veil", Layer.LABELS, (Area(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)), (255, 0, 0, 128)),))
    text = svg(Scene((10, 10), Viewport(1.0, 5.0, 5.0), (255, 255, 255, 255), (veil,)))
    assert 'fill="#ff0000" fill-opacity="0.5"' in text


def test_the_file_is_the_text(pile, tmp_path):
    scene = scene_of_pile(pile)
    save_svg(scene, tmp_path / "pile.svg")
    assert (tmp_path / "pile.svg").read_bytes() == svg(scene).encode()
