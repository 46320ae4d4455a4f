"""Blender materials: metals, enamels, glass, lit stones, feathers, snow and ink."""

from __future__ import annotations

from typing import Any

import bpy

Colour = tuple[float, float, float]
"""Linear red, green, blue."""
Stops = list[tuple[float, Colour]]
"""Colour ramp: positions 0..1 with their colours."""


def node(tree: Any, kind: str, **settings: Any) -> Any:
    """A new node of `tree` with the given properties."""
    made = tree.nodes.new(kind)
    for name, value in settings.items():
        setattr(made, name, value)
    return made


def ramp(tree: Any, stops: Stops, interpolation: str = "LINEAR") -> Any:
    """A colour ramp node."""
    made = tree.nodes.new("ShaderNodeValToRGB")
    elements = made.color_ramp.elements
    made.color_ramp.interpolation = interpolation
    while len(elements) > 1:
        elements.remove(elements[0])
    for i, (position, colour) in enumerate(stops):
        element = elements[0] if i == 0 else elements.new(position)
        element.position = position
        element.color = (*colour, 1)
    return made


def _principled(name: str) -> tuple[Any, Any, Any]:
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    return material, tree, tree.nodes["Principled BSDF"]


def _distance(tree: Any, centre: tuple[float, float], radius: float) -> Any:
    """Socket: distance from `centre` in the picture plane, in parts of `radius`."""
    place = node(tree, "ShaderNodeNewGeometry")
    shift = node(tree, "ShaderNodeVectorMath", operation="SUBTRACT")
    shift.inputs[1].default_value = (*centre, 0)
    plane = node(tree, "ShaderNodeVectorMath", operation="MULTIPLY")
    plane.inputs[1].default_value = (1, 1, 0)
    length = node(tree, "ShaderNodeVectorMath", operation="LENGTH")
    scale = node(tree, "ShaderNodeMath", operation="DIVIDE")
    scale.inputs[1].default_value = radius
    tree.links.new(place.outputs["Position"], shift.inputs[0])
    tree.links.new(shift.outputs[0], plane.inputs[0])
    tree.links.new(plane.outputs[0], length.inputs[0])
    tree.links.new(length.outputs["Value"], scale.inputs[0])
    return scale.outputs[0]


def _math(tree: Any, operation: str, first: Any, second: Any) -> Any:
    """Socket: one arithmetic step over sockets or numbers."""
    made = node(tree, "ShaderNodeMath", operation=operation)
    for socket, value in zip(made.inputs, (first, second), strict=False):
        if isinstance(value, (int, float)):
            socket.default_value = value
        else:
            tree.links.new(value, socket)
    return made.outputs[0]


def _paint(tree: Any, shader: Any, colour: Any, glow: float) -> None:
    """Use one colour socket for the surface and, at strength `glow`, for its own light."""
    tree.links.new(colour, shader.inputs["Base Color"])
    tree.links.new(colour, shader.inputs["Emission Color"])
    shader.inputs["Emission Strength"].default_value = glow


def metal(
    colour: Colour,
    dark: Colour,
    rough: float = 0.2,
    reach: float = 0.35,
    glow: float = 0.07,
    name: str = "metal",
) -> Any:
    """Polished metal whose creases (ambient occlusion within `reach`) run to `dark`."""
    material, tree, shader = _principled(name)
    occlusion = node(tree, "ShaderNodeAmbientOcclusion", samples=8)
    occlusion.inputs["Distance"].default_value = reach
    colours = ramp(tree, [(0.25, dark), (0.85, colour)])
    tree.links.new(occlusion.outputs["AO"], colours.inputs[0])
    tree.links.new(colours.outputs[0], shader.inputs["Base Color"])
    shader.inputs["Metallic"].default_value = 1
    shader.inputs["Roughness"].default_value = rough
    shader.inputs["Emission Color"].default_value = (colour[0] * 0.95, colour[1] * 0.62, colour[2] * 0.4, 1)
    shader.inputs["Emission Strength"].default_value = glow
    return material


def facet_metal(dark: Colour, middle: Colour, light: Colour, glow: float = 0.42, rough: float = 0.3) -> Any:
    """Metal for faceted relief: each facet's `fv` picks its place on a three-colour ramp, darker outwards."""
    material, tree, shader = _principled("facet metal")
    facing = node(tree, "ShaderNodeAttribute", attribute_name="fv").outputs["Fac"]
    place = node(tree, "ShaderNodeNewGeometry")
    length = node(tree, "ShaderNodeVectorMath", operation="LENGTH")
    tree.links.new(place.outputs["Position"], length.inputs[0])
    outwards = _math(tree, "MULTIPLY", length.outputs["Value"], -0.25)
    value = _math(tree, "ADD", _math(tree, "ADD", facing, 0.10), outwards)
    colours = ramp(tree, [(0.08, dark), (0.5, middle), (0.9, light)])
    tree.links.new(value, colours.inputs[0])
    _paint(tree, shader, colours.outputs[0], glow)
    shader.inputs["Metallic"].default_value = 1
    shader.inputs["Roughness"].default_value = rough
    return material


def enamel(
    inner: Colour,
    outer: Colour,
    radius: float = 1.0,
    rough: float = 0.18,
    glow: float = 0.25,
    centre: tuple[float, float] = (0, 0),
    coat: float = 0.55,
) -> Any:
    """Glazed colour running from `inner` at `centre` to `outer` at `radius`."""
    material, tree, shader = _principled("enamel")
    colours = ramp(tree, [(0, inner), (1, outer)], "EASE")
    tree.links.new(_distance(tree, centre, radius), colours.inputs[0])
    _paint(tree, shader, colours.outputs[0], glow)
    shader.inputs["Roughness"].default_value = rough + 0.3
    shader.inputs["Specular IOR Level"].default_value = 0.15
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = rough * 0.3
    return material


def plain(colour: Colour, rough: float = 0.35, glow: float = 0.0, coat: float = 0.6) -> Any:
    """One even colour under a clear coat."""
    material, _, shader = _principled("plain")
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Roughness"].default_value = rough
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = 0.06
    shader.inputs["Emission Color"].default_value = (*colour, 1)
    shader.inputs["Emission Strength"].default_value = glow
    return material


def ink(colour: Colour = (0.035, 0.006, 0.03)) -> Any:
    """The dull dark of inner contour lines."""
    return plain(colour, rough=0.8, coat=0)


def soft(
    light: Colour,
    dark: Colour,
    reach: float = 0.3,
    rough: float = 0.4,
    glow: float = 0.05,
    coat: float = 0.4,
    low: float = 0.2,
    high: float = 0.9,
) -> Any:
    """Matt stuff (feathers, wax, snow) whose creases run to `dark`."""
    material, tree, shader = _principled("soft")
    occlusion = node(tree, "ShaderNodeAmbientOcclusion", samples=8)
    occlusion.inputs["Distance"].default_value = reach
    colours = ramp(tree, [(low, dark), (high, light)])
    tree.links.new(occlusion.outputs["AO"], colours.inputs[0])
    _paint(tree, shader, colours.outputs[0], glow)
    shader.inputs["Roughness"].default_value = rough
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = 0.1
    return material


def lit_stone(
    deep: Colour,
    body: Colour,
    light: Colour,
    glow: float = 0.66,
    centre: tuple[float, float] = (0, 0),
    radius: float = 1.0,
    coat: float = 1.0,
) -> Any:
    """A polished stone painted as if lit from inside: bright round `centre`, deep at its turned-away edges.

    No refraction, so it renders clean in few samples.
    """
    material, tree, shader = _principled("stone")
    inside = _math(tree, "SUBTRACT", 1, _distance(tree, centre, radius))
    turned = node(tree, "ShaderNodeLayerWeight")
    turned.inputs[0].default_value = 0.35
    value = _math(tree, "ADD", _math(tree, "MULTIPLY", turned.outputs["Facing"], -0.25), inside)
    hot = tuple(min(1.0, 0.35 + 0.75 * x) for x in light)
    colours = ramp(tree, [(0.02, deep), (0.40, body), (0.80, light), (1, hot)])
    tree.links.new(value, colours.inputs[0])
    dim = node(tree, "ShaderNodeMixRGB", blend_type="MULTIPLY")
    dim.inputs[0].default_value = 1
    dim.inputs[2].default_value = (0.3, 0.3, 0.3, 1)
    tree.links.new(colours.outputs[0], dim.inputs[1])
    tree.links.new(dim.outputs[0], shader.inputs["Base Color"])
    tree.links.new(colours.outputs[0], shader.inputs["Emission Color"])
    shader.inputs["Emission Strength"].default_value = glow
    shader.inputs["Roughness"].default_value = 0.25
    shader.inputs["Specular IOR Level"].default_value = 0.2
    shader.inputs["Coat Weight"].default_value = coat
    shader.inputs["Coat Roughness"].default_value = 0.03
    shader.inputs["Coat IOR"].default_value = 1.5
    return material


def glass(colour: Colour, glow: float = 0.06, refraction: float = 1.6) -> Any:
    """Clear coloured glass; it wants lights behind the stone."""
    material, _, shader = _principled("glass")
    shader.inputs["Base Color"].default_value = (*colour, 1)
    shader.inputs["Transmission Weight"].default_value = 1
    shader.inputs["Roughness"].default_value = 0
    shader.inputs["IOR"].default_value = refraction
    shader.inputs["Emission Color"].default_value = (*colour, 1)
    shader.inputs["Emission Strength"].default_value = glow
    return material


def value_light(value: float | None = None) -> Any:
    """Unlit grey: the facet's `fv`, or the given value."""
    material, tree, _ = _principled("value")
    light = node(tree, "ShaderNodeEmission")
    if value is None:
        facing = node(tree, "ShaderNodeAttribute", attribute_name="fv")
        tree.links.new(facing.outputs["Fac"], light.inputs[0])
    else:
        light.inputs[0].default_value = (value, value, value, 1)
    tree.links.new(light.outputs[0], tree.nodes["Material Output"].inputs["Surface"])
    return material


def flame(strength: float = 1.7) -> Any:
    """Self-lit flame: white-gold where it faces the eye, red at its turned-away edge."""
    material, tree, _ = _principled("flame")
    light = node(tree, "ShaderNodeEmission")
    light.inputs[1].default_value = strength
    turned = node(tree, "ShaderNodeLayerWeight")
    turned.inputs[0].default_value = 0.5
    colours = ramp(tree, [(0.0, (1, 0.66, 0.20)), (0.45, (1, 0.34, 0.03)), (0.9, (0.9, 0.09, 0.01))])
    tree.links.new(turned.outputs["Facing"], colours.inputs[0])
    tree.links.new(colours.outputs[0], light.inputs[0])
    tree.links.new(light.outputs[0], tree.nodes["Material Output"].inputs["Surface"])
    return material
