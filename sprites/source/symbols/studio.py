"""The photo studio: camera, world, lights, and a Cycles render to a linear float picture."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from math import cos, radians, sin
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Vector
from numpy.typing import NDArray

from sprites.source.symbols.materials import node, ramp
from sprites.source.symbols.meshes import link

LENS = 120.0
SENSOR = 36.0
TILT = radians(5)
"""The camera looks slightly up from below, so that rims show their thickness."""

Picture = NDArray[np.float32]
"""Linear, premultiplied RGBA, shape (h, w, 4); values above 1 are kept."""


def camera_distance(span: float) -> float:
    """How far the camera stands when `span` units fill the picture."""
    return span / (SENSOR / LENS)


def open_studio(size: int, samples: int, span: float) -> None:
    """An empty scene with a camera that sees `span` units over `size` pixels; Cycles, two threads."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.samples = samples
    cycles.seed = 7
    cycles.use_adaptive_sampling = True
    cycles.adaptive_threshold = 0.03
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.max_bounces, cycles.glossy_bounces = 8, 4
    cycles.diffuse_bounces, cycles.transmission_bounces = 2, 8
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 6
    render = scene.render
    render.film_transparent = True
    render.resolution_x = render.resolution_y = size
    render.threads_mode, render.threads = "FIXED", 2
    render.image_settings.file_format = "OPEN_EXR"
    render.image_settings.color_depth = "16"
    render.image_settings.color_mode = "RGBA"
    scene.view_settings.view_transform = "Standard"
    camera = bpy.data.cameras.new("camera")
    camera.lens = LENS
    stand = link(bpy.data.objects.new("camera", camera))
    distance = camera_distance(span)
    stand.location = (0, -distance * sin(TILT), distance * cos(TILT))
    stand.rotation_euler = (TILT, 0, 0)
    scene.camera = stand


def panel(
    at: tuple[float, float, float],
    size: tuple[float, float],
    power: float,
    colour: tuple[float, float, float] = (1, 1, 1),
) -> Any:
    """A rectangular light that looks at the origin."""
    lamp = bpy.data.lights.new("panel", "AREA")
    lamp.energy, lamp.color = power, colour
    lamp.shape, lamp.size, lamp.size_y = "RECTANGLE", *size
    stand = link(bpy.data.objects.new("panel", lamp))
    stand.location = at
    stand.rotation_euler = (-Vector(at)).to_track_quat("-Z", "Y").to_euler()
    return stand


def lamp_at(at: tuple[float, float, float], power: float, colour: tuple[float, float, float], radius: float) -> Any:
    """A small round light that is not seen in reflections."""
    lamp = bpy.data.lights.new("lamp", "POINT")
    lamp.energy, lamp.color, lamp.shadow_soft_size = power, colour, radius
    stand = link(bpy.data.objects.new("lamp", lamp))
    stand.location = at
    stand.visible_glossy = False
    return stand


def _axis(tree: Any, direction: Any, along: tuple[float, float, float]) -> Any:
    """Socket: `direction` projected on `along`, mapped from -1..1 to 0..1."""
    dot = node(tree, "ShaderNodeVectorMath", operation="DOT_PRODUCT")
    dot.inputs[1].default_value = along
    tree.links.new(direction, dot.inputs[0])
    spread = node(tree, "ShaderNodeMapRange")
    spread.inputs[1].default_value, spread.inputs[2].default_value = -1, 1
    tree.links.new(dot.outputs["Value"], spread.inputs[0])
    return spread.outputs[0]


def world(strength: float) -> None:
    """What metal reflects: warm floor, dark horizon, cool top and two slanting strips.

    Dark standing beside bright is what makes gold read as gold.
    """
    made = bpy.data.worlds.new("world")
    bpy.context.scene.world = made
    made.use_nodes = True
    tree = made.node_tree
    tree.nodes.clear()
    direction = node(tree, "ShaderNodeTexCoord").outputs["Generated"]
    bands = ramp(
        tree,
        [
            (0, (0.55, 0.22, 0.07)),
            (0.30, (0.9, 0.45, 0.16)),
            (0.42, (0.10, 0.05, 0.05)),
            (0.52, (0.05, 0.04, 0.09)),
            (0.60, (0.55, 0.6, 0.8)),
            (0.72, (1.3, 1.3, 1.4)),
            (0.80, (0.35, 0.4, 0.6)),
            (1, (0.7, 0.8, 1.2)),
        ],
    )
    tree.links.new(_axis(tree, direction, (0, 1, 0)), bands.inputs[0])
    off, warm, lilac = (0.0, 0.0, 0.0), (1.6, 1.5, 1.3), (0.9, 0.6, 1.2)
    strips = ramp(
        tree,
        [
            (0, off),
            (0.18, off),
            (0.22, warm),
            (0.30, warm),
            (0.34, off),
            (0.70, off),
            (0.74, lilac),
            (0.78, lilac),
            (0.82, off),
        ],
    )
    tree.links.new(_axis(tree, direction, (0.8, -0.35, 0)), strips.inputs[0])
    both = node(tree, "ShaderNodeMixRGB", blend_type="ADD")
    both.inputs[0].default_value = 1
    tree.links.new(bands.outputs[0], both.inputs[1])
    tree.links.new(strips.outputs[0], both.inputs[2])
    background = node(tree, "ShaderNodeBackground")
    background.inputs[1].default_value = strength
    tree.links.new(both.outputs[0], background.inputs[0])
    output = node(tree, "ShaderNodeOutputWorld")
    tree.links.new(background.outputs[0], output.inputs[0])


def light_all(strength: float = 1.0) -> None:
    """World and lamps: warm key from the upper left, cool rim from the right, warm bounce from below."""
    world(0.75 * strength)
    panel((-3, 3.5, 4), (1.7, 1.7), 170 * strength, (1, 0.96, 0.9))
    panel((3.6, 0.5, 2.2), (0.6, 4), 80 * strength, (0.75, 0.7, 1))
    panel((0, -4, 2.0), (4, 0.8), 50 * strength, (1, 0.62, 0.38))
    fill = panel((0, 1.2, 6), (1.2, 0.5), 25 * strength)
    fill.visible_glossy = False


def light_behind() -> None:
    """Two panels behind the picture: the light that glass refracts through its pavilion."""
    panel((0.6, -1.2, -2.6), (1.6, 1.6), 150, (1, 0.97, 0.95))
    panel((-1.6, 1.4, -2.4), (0.7, 0.7), 70)


@contextmanager
def _silence() -> Iterator[None]:
    """Blender reports every step on standard output; hide that."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def shoot() -> Picture:
    """Render the scene."""
    scene = bpy.context.scene
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "shot.exr"
        scene.render.filepath = str(path)
        with _silence():
            bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(path))
        width, height = image.size
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    return pixels.reshape(height, width, 4)[::-1].copy()
