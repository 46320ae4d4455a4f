"""A Blender scene seen from the stage: pixel coordinates in, a float layer of the built things out.

The camera looks level along +y. Things are built at a site in pixels at the site's own depth: x right,
z up, y away; so a tower "90 wide" is 90 px wide on the stage however far away it stands.
"""

from __future__ import annotations

import math
import os
import tempfile
from pathlib import Path

import bpy
import cv2
import numpy as np
from mathutils import Matrix, Vector

from . import canvas

FOCAL = 2000.0
"""Focal length in px: a thing at this depth is drawn at its own size."""


Window = tuple[int, int, int, int]
"""A part of the stage in px: left, top, right, bottom."""

SHARP: Window = (1404, 0, 1920, 948)
"""What is rendered at full size: the part round the princess, which nothing hides."""


def tone(linear: np.ndarray) -> np.ndarray:
    """Scene light to display values: sRGB with a soft shoulder above 0.7, so windows do not clip."""
    knee = 0.7
    x = np.where(linear > knee, knee + (1 - knee) * np.tanh((linear - knee) / (1 - knee) * 0.6), linear)
    x = np.clip(x, 0, 1)
    return np.where(x <= 0.0031308, x * 12.92, 1.055 * np.maximum(x, 1e-6) ** (1 / 2.4) - 0.055)


class Site:
    """A place on the stage where things are built in its own pixels."""

    def __init__(self, stage: Stage, matrix: Matrix, collection: bpy.types.Collection) -> None:
        self.stage = stage
        self.matrix = matrix
        self.collection = collection

    def add(
        self,
        data: bpy.types.ID,
        at: tuple[float, float, float] = (0, 0, 0),
        turn: float = 0.0,
        scale: float | tuple[float, float, float] = 1.0,
        tilt: float = 0.0,
        lean: float = 0.0,
    ) -> bpy.types.Object:
        """Puts a mesh or curve at `at`; turned about z, tilted about x, leaned about y (degrees)."""
        thing = bpy.data.objects.new(data.name, data)
        size = (scale,) * 3 if isinstance(scale, (int, float)) else scale
        local = Matrix.Translation(Vector(at)) @ Matrix.Rotation(math.radians(turn), 4, "Z")
        local = local @ Matrix.Rotation(math.radians(lean), 4, "Y") @ Matrix.Rotation(math.radians(tilt), 4, "X")
        thing.matrix_world = self.matrix @ local @ Matrix.Diagonal((*size, 1))
        self.collection.objects.link(thing)
        return thing

    def lamp(self, at: tuple[float, float, float], code: str, power: float, radius: float = 6.0) -> bpy.types.Object:
        """A small warm or cold lamp; `power` is how bright a wall 100 px away gets (1: fully)."""
        data = bpy.data.lights.new("lamp", "POINT")
        unit = self.matrix.to_scale()[0]
        data.energy = power * 40 * (100 * unit) ** 2
        data.color = linear(code)
        data.shadow_soft_size = radius * unit
        lamp = bpy.data.objects.new("lamp", data)
        lamp.matrix_world = self.matrix @ Matrix.Translation(Vector(at))
        lamp.visible_camera = False
        self.collection.objects.link(lamp)
        return lamp


def linear(code: str) -> tuple[float, float, float]:
    """`#rrggbb` as linear light."""
    c = canvas.colour(code).astype(float)
    out = np.where(c <= 0.04045, c / 12.92, ((c + 0.055) / 1.055) ** 2.4)
    return tuple(out.tolist())


class Stage:
    """One Blender scene with its camera, air and moonlight."""

    def __init__(self, horizon: float) -> None:
        """An empty scene whose horizon lies on pixel row `horizon`."""
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self.horizon = horizon
        self.scene = bpy.context.scene
        camera = bpy.data.cameras.new("camera")
        camera.sensor_width = 36
        camera.lens = FOCAL / canvas.WIDTH * 36
        camera.shift_y = (horizon - canvas.HEIGHT / 2) / canvas.WIDTH
        camera.clip_end = 200000
        camera.clip_start = 10
        eye = bpy.data.objects.new("camera", camera)
        eye.rotation_euler = (math.pi / 2, 0, 0)
        self.scene.collection.objects.link(eye)
        self.scene.camera = eye
        self.groups: dict[str, bpy.types.Collection] = {}

    def group(self, name: str) -> bpy.types.Collection:
        """The collection of that name; each group may have its own moonlight."""
        if name not in self.groups:
            self.groups[name] = bpy.data.collections.new(name)
            self.scene.collection.children.link(self.groups[name])
        return self.groups[name]

    def site(self, x: float, y: float, depth: float, turn: float = 0.0, group: str = "") -> Site:
        """A site whose ground is at stage pixel (x, y), `depth` away, turned about z by degrees."""
        unit = depth / FOCAL
        where = Vector(((x - canvas.WIDTH / 2) * unit, depth, (self.horizon - y) * unit))
        matrix = Matrix.Translation(where) @ Matrix.Rotation(math.radians(turn), 4, "Z") @ Matrix.Scale(unit, 4)
        return Site(self, matrix, self.group(group or ("left" if x < canvas.MOON[0] else "right")))

    def sky_light(self, top: str, below: str, strength: float) -> None:
        """Soft light from everywhere: one colour from above, another from below."""
        world = bpy.data.worlds.new("sky")
        self.scene.world = world
        world.use_nodes = True
        nodes, links = world.node_tree.nodes, world.node_tree.links
        where = nodes.new("ShaderNodeTexCoord")
        split = nodes.new("ShaderNodeSeparateXYZ")
        ramp = nodes.new("ShaderNodeValToRGB")
        ramp.color_ramp.elements[0].position = 0.3
        ramp.color_ramp.elements[0].color = (*linear(below), 1)
        ramp.color_ramp.elements[1].position = 0.75
        ramp.color_ramp.elements[1].color = (*linear(top), 1)
        half = nodes.new("ShaderNodeMapRange")
        half.inputs["From Min"].default_value = -1
        back = nodes["Background"]
        back.inputs["Strength"].default_value = strength
        links.new(where.outputs["Generated"], split.inputs[0])
        links.new(split.outputs["Z"], half.inputs["Value"])
        links.new(half.outputs[0], ramp.inputs[0])
        links.new(ramp.outputs["Color"], back.inputs["Color"])

    def sun(
        self,
        code: str,
        strength: float,
        towards: tuple[float, float, float],
        groups: tuple[str, ...] = (),
        soft: float = 3.0,
    ) -> None:
        """Parallel light coming from the direction `towards`, on those groups only if any are named."""
        data = bpy.data.lights.new("sun", "SUN")
        data.energy = strength
        data.color = linear(code)
        data.angle = math.radians(soft)
        lamp = bpy.data.objects.new("sun", data)
        lamp.rotation_euler = Vector(towards).to_track_quat("Z", "Y").to_euler()
        self.scene.collection.objects.link(lamp)
        if groups:
            receivers = bpy.data.collections.new("lit")
            for name in groups:
                receivers.children.link(self.group(name))
            lamp.light_linking.receiver_collection = receivers

    def render(self, name: str, samples: int = 18, window: Window | None = None) -> np.ndarray:
        """The built things as a layer in display space; at full size inside the window only, if one is given.

        Else the whole stage is rendered at half size, since board and panels hide or blur most of it, and what is
        inside `SHARP` again at full size; PLACES_DRAFT leaves that out. Renders are kept, and used again, only if
        SPRITES_CACHE names a folder.
        """
        if window:
            return self._kept(name, samples, 100, window).astype(np.float32)
        layer = full_size(self._kept(name, samples * 2 // 3, 50, (0, 0, canvas.WIDTH, canvas.HEIGHT)))
        if os.environ.get("PLACES_DRAFT"):
            return layer
        fine = self._kept(f"{name}_sharp", samples, 100, SHARP).astype(np.float32)
        seam = canvas.smooth(SHARP[0] + 4, SHARP[0] + 24, canvas.COLUMNS)
        seam *= canvas.smooth(SHARP[3] - 2, SHARP[3] - 10, canvas.ROWS)
        return canvas.mix(layer, fine, seam[..., None]).astype(np.float32)

    def _kept(self, name: str, samples: int, percent: int, window: Window) -> np.ndarray:
        """A render of what is inside the window, from the kept ones if it is there."""
        cache = os.environ.get("SPRITES_CACHE")
        kept = Path(cache) / f"{name}.npy" if cache else None
        if kept and kept.exists():
            return np.load(kept)
        layer = self._rendered(samples, percent, window)
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            np.save(kept, layer.astype(np.float16))
        return layer

    def _rendered(self, samples: int, percent: int, window: Window) -> np.ndarray:
        """One Cycles render, premultiplied in display space; clear outside the window."""
        scene = self.scene
        scene.render.engine = "CYCLES"
        scene.cycles.device = "CPU"
        scene.cycles.samples = samples
        scene.cycles.seed = 7
        scene.cycles.use_denoising = True
        scene.cycles.denoiser = "OPENIMAGEDENOISE"
        scene.cycles.max_bounces = 4
        scene.cycles.diffuse_bounces = 2
        scene.cycles.transparent_max_bounces = 6
        scene.cycles.sample_clamp_indirect = 3
        scene.cycles.use_adaptive_sampling = True
        scene.cycles.adaptive_threshold = 0.05
        scene.render.film_transparent = True
        scene.render.threads_mode = "FIXED"
        scene.render.threads = 2
        scene.render.resolution_x, scene.render.resolution_y = canvas.WIDTH, canvas.HEIGHT
        scene.render.resolution_percentage = percent
        x0, y0, x1, y1 = window
        scene.render.use_border = True
        scene.render.border_min_x, scene.render.border_max_x = x0 / canvas.WIDTH, x1 / canvas.WIDTH
        scene.render.border_min_y, scene.render.border_max_y = 1 - y1 / canvas.HEIGHT, 1 - y0 / canvas.HEIGHT
        scene.view_settings.view_transform = "Raw"
        scene.render.image_settings.file_format = "OPEN_EXR"
        scene.render.image_settings.color_mode = "RGBA"
        scene.render.image_settings.color_depth = "32"
        with tempfile.TemporaryDirectory() as folder:
            scene.render.filepath = str(Path(folder) / "out.exr")
            bpy.ops.render.render(write_still=True)
            image = bpy.data.images.load(scene.render.filepath)
            image.colorspace_settings.name = "Non-Color"
            w, h = image.size
            pixels = np.array(image.pixels[:], np.float32).reshape(h, w, 4)[::-1]
        alpha = np.clip(pixels[..., 3:], 0, 1)
        rgb = tone(np.maximum(pixels[..., :3], 0) / np.maximum(alpha, 1e-4))
        return np.concatenate([rgb * alpha, alpha], -1).astype(np.float32)


def full_size(layer: np.ndarray) -> np.ndarray:
    """A draft layer stretched to the stage; a full one as it is."""
    layer = layer.astype(np.float32)
    if layer.shape[:2] == (canvas.HEIGHT, canvas.WIDTH):
        return layer
    big = cv2.resize(layer, (canvas.WIDTH, canvas.HEIGHT), interpolation=cv2.INTER_CUBIC)
    big = np.clip(big, 0, 1)
    big[..., :3] = np.minimum(big[..., :3], big[..., 3:])
    return big
