"""The same shake in MuJoCo, a full 3D rigid-body engine: the yardstick for speed and for what a pile is like.

The seed gives the same start and the same drive as in `sim.physics`; box, pieces, friction, density and what counts as
rest are the same too. What differs is the engine: here every piece has six degrees of freedom.

MuJoCo is an optional extra: `pip install 'polypile[reference]'`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from sim.errors import NotSettled
from sim.physics import MODEL, settle
from sim.physics.bodies import Bodies, Floats
from sim.physics.drive import GRAVITY, Drive
from sim.physics.shake import Shake
from sim.physics.start import scatter, walls_of
from sim.pile import FLOOR, WALL, Contact, Piece, Pile, Point3, Shape, corners

MM = 0.1  # in cm. Lengths are in cm, masses in g: all numbers then stay within a few powers of ten of 1
MILLINEWTON = 0.01  # of one g cm/s2
STEP = 0.001  # s
STIFF = 0.003  # s in which a contact gives way and comes back
HARDNESS = (0.9, 0.98, 0.01, 0.5, 2.0)  # share of its force that a contact has at once, and 0.1 mm deep
GRIP = 10.0  # friction is this much stiffer than the normal direction: what lies on a slope does not creep
RIM = 1.9  # cm from the centre: where turning is seen as speed
SAMPLES = 10  # steps over which forces at rest are averaged
STEEP = 0.5  # a normal that points up by less than this belongs to edges pressed together
LEAST_LOAD = 1e-3  # mN; contacts below it only touch


@dataclass(frozen=True, slots=True)
class Run:
    """One shake in 3D."""

    pile: Pile
    """Its contacts are one for each pair: where and how the two press on each other in sum."""
    cpu: float
    """s for all steps until rest; building the scene and reading the pile are not counted."""
    wall: float
    steps: int
    deepest: float
    """How far any two solids are in one another at rest, mm."""


def available() -> bool:
    """Tell whether MuJoCo is installed."""
    return find_spec("mujoco") is not None


def run(seed: int, shake: Shake) -> Run:
    """Shake the box of a seed in 3D until it is at rest, or raise NotSettled."""
    return _Box3D(seed, shake).run()


def _quaternion(angle: float, gx: float, gy: float) -> list[float]:
    """A turn about the vertical, then the smallest tilt to a slope: the orientation of a piece."""
    upright = 1.0 / math.sqrt(1.0 + gx * gx + gy * gy)
    a, b, c = 1.0 + upright, gy * upright, -gx * upright
    cosine, sine = math.cos(angle / 2), math.sin(angle / 2)
    return [a * cosine, b * cosine + c * sine, c * cosine - b * sine, a * sine]  # MuJoCo makes it of length 1


class _Box3D:
    def __init__(self, seed: int, shake: Shake) -> None:
        import mujoco

        self.engine: Any = mujoco
        self.seed, self.shake = seed, shake
        self.bodies = Bodies(shake)
        scatter(seed, shake, self.bodies, walls_of(shake))
        self.model = self._scene().compile()
        self.data = mujoco.MjData(self.model)
        self.steps = 0

    def _scene(self) -> Any:
        engine, shake = self.engine, self.shake
        spec = engine.MjSpec()
        spec.memory = (60 + self.bodies.n) << 20
        option = spec.option
        option.timestep = STEP
        option.integrator = engine.mjtIntegrator.mjINT_IMPLICITFAST
        option.solver = engine.mjtSolver.mjSOL_NEWTON
        option.cone = engine.mjtCone.mjCONE_ELLIPTIC
        option.iterations, option.ls_iterations, option.tolerance = 30, 20, 1e-8
        option.impratio = GRIP
        for name in ("mjENBL_MULTICCD", "mjENBL_NATIVECCD"):  # on by default in later versions
            option.enableflags |= int(getattr(engine.mjtEnableBit, name, 0))
        surface = spec.default.geom
        surface.condim = 3
        surface.friction = [shake.friction, 0.0, 0.0]
        surface.density = shake.density
        surface.solref, surface.solimp = [STIFF, 1.0], HARDNESS
        self._add_box(spec)
        self._add_pieces(spec)
        return spec

    def _add_box(self, spec: Any) -> None:
        lid = self.shake.lid * MM
        planes: list[tuple[str, Sequence[float], Sequence[float]]] = [
            ("floor", (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)),
            ("lid", (0.0, 0.0, lid), (0.0, 0.0, -1.0)),
        ]
        walls = walls_of(self.shake) * MM
        for k, ((ax, ay), (bx, by)) in enumerate(zip(walls, np.roll(walls, -1, axis=0), strict=True)):
            planes.append((f"wall {k}", (ax, ay, 0.0), (ay - by, bx - ax, 0.0)))
        for name, position, inwards in planes:
            turned = np.zeros(4)
            self.engine.mju_quatZ2Vec(turned, np.array(inwards))
            plane = self.engine.mjtGeom.mjGEOM_PLANE  # without end, whatever its size says
            spec.worldbody.add_geom(name=name, type=plane, size=[1.0, 1.0, 1.0], pos=position, quat=turned)

    def _add_pieces(self, spec: Any) -> None:
        kind = self.engine.mjtGeom
        half = self.shake.thickness * MM / 2
        for shape in Shape:
            if shape is not Shape.SQUARE:
                mesh = spec.add_mesh(name=str(shape), uservert=self._prism(shape).ravel())
                mesh.inertia = self.engine.mjtMeshInertia.mjMESH_INERTIA_CONVEX
        side = max(corners(Shape.SQUARE)[0]) * MM
        for (shape, _), (x, y, z, *turned) in zip(self.bodies.kinds, self.bodies.pose.tolist(), strict=True):
            body = spec.worldbody.add_body(pos=[x * MM, y * MM, z * MM], quat=_quaternion(*turned))
            body.add_freejoint()
            if shape is Shape.SQUARE:
                body.add_geom(type=kind.mjGEOM_BOX, size=[side, side, half])
            else:
                body.add_geom(type=kind.mjGEOM_MESH, meshname=str(shape))

    def _prism(self, shape: Shape) -> Floats:
        half = self.shake.thickness * MM / 2
        return np.array([(x * MM, y * MM, z) for z in (-half, half) for x, y in corners(shape)])

    def run(self) -> Run:
        wall, cpu = time.perf_counter(), time.process_time()
        self._shake()
        self._put_down()
        settled = self._wait()
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        steps = self.steps
        contacts = self._contacts()
        deepest = max(0.0, -float(self.data.contact.dist.min())) / MM
        pile = Pile.settled(self.seed, self.shake.to_dict(), MODEL, self._pieces(), contacts, settled)
        return Run(pile, cpu, wall, steps, deepest)

    def _step(self) -> None:
        self.engine.mj_step(self.model, self.data)
        self.steps += 1

    def _shake(self) -> None:
        """In the frame of the box the shake is a gravity that swings in the plane."""
        drive, gravity = Drive(self.seed, self.shake), self.model.opt.gravity
        gravity[2] = -GRAVITY * MM
        falling = settle.drop_time(self.shake)
        for k in range(round((falling + self.shake.duration) / STEP)):
            ax, ay = drive.at(k * STEP - falling)
            gravity[0], gravity[1] = ax * MM, ay * MM
            self._step()

    def _put_down(self) -> None:
        self.model.opt.gravity[:2] = 0.0
        lid = self.engine.mj_name2id(self.model, self.engine.mjtObj.mjOBJ_GEOM, "lid")
        self.model.geom_contype[lid] = self.model.geom_conaffinity[lid] = 0

    def _wait(self) -> float:
        """Step until the pile is at rest; return how long it took."""
        window = round(settle.WINDOW / STEP)
        calm, before = 0, self._marks()
        for k in range(1, round(self.shake.limit / settle.WINDOW) + 1):
            for _ in range(window):
                self._step()
            now = self._marks()
            fastest = float(np.linalg.norm(now - before, axis=-1).max()) / settle.WINDOW / MM
            calm = calm + 1 if fastest < settle.SLOW else 0
            before = now
            if calm >= settle.CALM_WINDOWS:
                return k * settle.WINDOW
        raise NotSettled(f"seed {self.seed} does not come to rest in 3D within {self.shake.limit:g} s")

    def _marks(self) -> Floats:
        """Centre and two points of the rim of every piece."""
        centre = self.data.xpos[1:]
        axes = self.data.xmat[1:].reshape(-1, 3, 3)
        return np.stack([centre, centre + RIM * axes[:, :, 0], centre + RIM * axes[:, :, 1]])

    def _pieces(self) -> list[Piece]:
        thickness = self.shake.thickness
        places = (self.data.xpos[1:] / MM).tolist()
        turns = self.data.xmat[1:].reshape(-1, 3, 3)
        pieces = []
        for i, ((shape, colour), (x, y, z), turn) in enumerate(zip(self.bodies.kinds, places, turns, strict=True)):
            angle, gradient = lying(turn)
            pieces.append(Piece(i, shape, colour, x, y, z, angle, gradient, thickness))
        return pieces

    def _contacts(self) -> list[Contact]:
        """Sum what presses between any two solids, in the mean of a few steps."""
        floor = self.engine.mj_name2id(self.model, self.engine.mjtObj.mjOBJ_GEOM, "floor")
        sums: dict[tuple[int, int], Floats] = {}
        wrench = np.zeros(6)
        for _ in range(SAMPLES):
            self._step()
            self.engine.mj_forward(self.model, self.data)
            for k in range(self.data.ncon):
                found = self.data.contact[k]
                one, other = int(found.geom1), int(found.geom2)
                # bodies count from 1, in the order of the pieces; the box is body 0
                a, b = (int(self.model.geom_bodyid[geom]) - 1 for geom in (one, other))
                axes = found.frame.reshape(3, 3)  # the first points from one to the other
                self.engine.mj_contactForce(self.model, self.data, k, wrench)
                force, normal = wrench[:3] @ axes, axes[0]
                if a < 0:
                    a = FLOOR if one == floor else WALL
                elif b < 0:
                    a, b, force, normal = (FLOOR if other == floor else WALL), a, -force, -normal
                elif a > b:
                    a, b, force, normal = b, a, -force, -normal
                load = wrench[0] * MILLINEWTON / SAMPLES
                row = np.concatenate([force * MILLINEWTON / SAMPLES, normal * load, found.pos * (load / MM), [load]])
                sums[a, b] = sums.get((a, b), np.zeros(10)) + row
        return [_contact(*pair, row) for pair, row in sorted(sums.items()) if row[9] > LEAST_LOAD]


def _contact(lower: int, upper: int, row: Floats) -> Contact:
    """One contact from sums over a pair: force on the second, load-weighted normal and point, load."""
    force, normal, point = row[0:3], row[3:6] / np.linalg.norm(row[3:6]), row[6:9] / row[9]
    face = lower == FLOOR or (lower != WALL and abs(normal[2]) > STEEP)
    if face and lower >= 0 and normal[2] < 0:
        lower, upper, force, normal = upper, lower, -force, -normal
    return Contact(upper, lower, "face" if face else "side", _point(point), _point(normal), _point(force))


def _point(values: Floats) -> Point3:
    x, y, z = values.tolist()
    return x, y, z


def lying(turn: Floats) -> tuple[float, tuple[float, float]]:
    """Return the angle and the gradient of a piece whose axes are the columns of a rotation matrix.

    A piece that lies on its back looks the same as its mirror image does: all shapes are symmetric to their y axis.
    """
    if turn[2, 2] < 0:
        turn = turn * np.array([-1.0, 1.0, -1.0])
    nx, ny, nz = turn[:, 2].tolist()
    # undo the smallest rotation that takes the vertical to the normal: what is left turns about the vertical
    px, py, pz = turn[:, 0].tolist()
    lean = pz / (1 + nz)
    return math.atan2(py - ny * lean, px - nx * lean) % math.tau, (-nx / nz, -ny / nz)
