"""Ways to spoil the file of a pile, each with what the complaint must say."""

from __future__ import annotations

import json


def changed(text, **values):
    """Return the file with other values at its top."""
    return json.dumps({**json.loads(text), **values})


def _top(**values):
    return lambda text: changed(text, **values)


def _without(name):
    return lambda text: json.dumps({key: value for key, value in json.loads(text).items() if key != name})


def _inside(group, index, **values):
    def change(text):
        content = json.loads(text)
        content[group][index].update(values)
        return json.dumps(content)

    return change


def _shake(**values):
    return lambda text: changed(text, shake={**json.loads(text)["shake"], **values})


def _written(old, new):
    def change(text):
        assert old in text
        return text.replace(old, new, 1)

    return change


def _face(upper, lower):
    return {
        "upper": upper,
        "lower": lower,
        "kind": "face",
        "point": [0, 0, 1],
        "normal": [0, 0, 1],
        "force": [0, 0, 1],
    }


def _ring(text):
    content = json.loads(text)
    return changed(text, contacts=[*content["contacts"], _face(0, 1)])


def _many(text):
    content = json.loads(text)
    return changed(text, pieces=[{**content["pieces"][0], "id": k} for k in range(20_001)])


def corrupted():
    """Return pairs of a change to the text and a pattern of the message."""
    return [
        (lambda _: "", "is empty"),
        (lambda _: "  \n", "is empty"),
        (lambda text: text[: len(text) // 2], "may be truncated"),
        (lambda text: text + "x", r"is not JSON \(line \d+: Extra data\)$"),
        (lambda _: "[]", "not a JSON object but a list"),
        (lambda _: "7", "not a JSON object but 7"),
        (lambda _: "null", "not a JSON object but None"),
        (lambda _: "\ufeff{}", "format is missing"),
        (lambda _: "[" * 100_000, "nested too deeply|may be truncated"),
        (lambda _: '{"a":' * 100_000 + "0" + "}" * 100_000, "nested too deeply"),
        (_top(shake=json.loads("[" * 400 + "]" * 400)), "shake is a list"),
        (_top(format="other"), "this is no pile file"),
        (_without("format"), "format is missing"),
        (_top(version=2), "reads version 1, not 2"),
        (_top(version="1"), "version is '1', not an integer"),
        (_top(version=True), "version is True, not an integer"),
        (_top(extra=1), "unknown name 'extra'"),
        (_without("pieces"), "pieces is missing"),
        (_without("contacts"), "contacts is missing"),
        (_without("digest"), "digest is missing"),
        (_top(digest=5), "digest is 5, not a text"),
        (_top(digest="00"), "digest does not match"),
        (_top(seed=8), "digest does not match"),
        (_top(seed=-1), "seed is -1"),
        (_top(seed=2**63), "seed is 9223372036854775808"),
        (_top(seed=7.0), "seed is 7.0, not an integer"),
        (_top(seed=True), "seed is True, not an integer"),
        (_top(seed="7"), "seed is '7', not an integer"),
        (_top(model=0), "model is 0"),
        (_top(settle_time=-1), "settle_time is -1"),
        (_top(settle_time=None), "settle_time is None, not a number"),
        (_top(pieces={}), "pieces is an object, not a list"),
        (_top(pieces=[1]), "piece 0 is 1, not an object"),
        (_top(contacts="none"), "contacts is 'none', not a list"),
        (_many, "more than 10000 pieces"),
        (_written('"x": 2.0', '"x": NaN'), "NaN is not a number"),
        (_written('"x": 2.0', '"x": Infinity'), "Infinity is not a number"),
        (_written('"x": 2.0', '"x": -Infinity'), "-Infinity is not a number"),
        (_written('"x": 2.0', '"x": 1e400'), "piece 1: x is no finite number"),
        (_written('"x": 2.0', '"x": 1' + "0" * 400), "piece 1: x is no finite number"),
        (_written('"x": 2.0', '"x": 1' + "0" * 5000), "too many digits"),
        (_written('"x": 2.0', '"x": 2.0, "x": 2.0'), "'x' stands twice"),
        (_written('"seed": 7', '"seed": 7, "seed": 8'), "'seed' stands twice"),
        (_inside("pieces", 1, x=True), "piece 1: x is True, not a number"),
        (_inside("pieces", 1, x="2"), "piece 1: x is '2', not a number"),
        (_inside("pieces", 1, x=None), "piece 1: x is None, not a number"),
        (_inside("pieces", 1, x=1e8), "piece 1 lies outside the tray"),
        (_inside("pieces", 1, x=1e12), r"piece 1: x is 1e\+12"),
        (_inside("pieces", 1, x=100, y=100), "piece 1 lies outside the tray"),
        (_inside("pieces", 1, z=-1), "piece 1 is -1 mm high"),
        (_inside("pieces", 1, z=1e6), r"piece 1 is 1e\+06 mm high"),
        (_inside("pieces", 1, angle=7), "piece 1 is turned by 7 rad"),
        (_inside("pieces", 1, gradient=[0]), "gradient has 1 numbers instead of 2"),
        (_inside("pieces", 1, gradient=[0, "a"]), "gradient is 'a', not a number"),
        (_inside("pieces", 1, gradient=[1e5, 0]), "piece 1 is steeper"),
        (_inside("pieces", 1, gradient=0), "gradient is 0, not a list"),
        (_inside("pieces", 1, id=2), "piece 1 has id 2"),
        (_inside("pieces", 1, id=0), "piece 1 has id 0"),
        (_inside("pieces", 1, shape="circle"), "shape is 'circle', not one of triangle, square"),
        (_inside("pieces", 1, shape=4), "shape is 4, not a text"),
        (_inside("pieces", 1, shape="\ud800" * 9999), "not one of triangle"),
        (_inside("pieces", 1, colour="red"), "colour is 'red', not one of green"),
        (_inside("pieces", 1, weight=1), "piece 1: unknown name 'weight'"),
        (_inside("contacts", 1, upper=3), "contact 1 joins 3 and 0"),
        (_inside("contacts", 1, upper=-1), "contact 1: upper is -1"),
        (_inside("contacts", 1, lower=-3), "contact 1: lower is -3"),
        (_inside("contacts", 1, lower=-2), "contact 1 joins 1 and -2"),
        (_inside("contacts", 1, lower=1), "contact 1 joins 1 and 1"),
        (_inside("contacts", 3, lower=-1), "contact 3 joins 2 and -1"),
        (_inside("contacts", 1, kind="edge"), "kind is 'edge', not one of face, side"),
        (_inside("contacts", 1, normal=[0, 0, 2]), "contact 1 has a normal that is no unit vector"),
        (_inside("contacts", 1, force=[0, 0]), "force has 2 numbers instead of 3"),
        (_ring, "in a cycle: 0 over 1 over 0"),
        (_shake(tray=-1), "is no tray"),
        (_shake(tray="wide"), "parameter tray"),
        (_shake(tray=10**400), "parameter tray"),
        (_shake(corner=120), "do not fit a tray"),
        (_shake(thickness=0), "thickness is above 0"),
        (_shake(thickness=True), "thickness is True, not a number"),
        (_shake(thickness={}), "thickness is an object, not a number"),
        (_shake(friction={"a": 1}), "parameter friction"),
        (_shake(strength=[1, [2, {}]]), "parameter strength"),
        (_shake(strength=json.loads("[" * 700 + "]" * 700)), "parameter strength"),
        (_shake(**{"long " * 99: {}}), "parameter 'long long"),
        (lambda _: None, "read from a text, not from NoneType"),
        (lambda text: text.encode(), "read from a text, not from bytes"),
        (lambda text: text.replace(":", ";", 1), r"is not JSON \(line 2: "),
        (_top(shake={}), "thickness is missing"),
        (_top(shake=None), "shake is None, not an object"),
    ]
