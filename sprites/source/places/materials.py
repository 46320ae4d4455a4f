"""The stuff things are made of: stone, slate, gold, lit glass, snow, wood, leaves."""

from __future__ import annotations

import bpy

from .stage3d import linear

Socket = bpy.types.NodeSocket


class _Shader:
    """A material under construction: short names for making and joining nodes."""

    def __init__(self, name: str, rough: float = 0.7, metal: float = 0.0) -> None:
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.surface = self.tree.nodes["Principled BSDF"]
        self.surface.inputs["Roughness"].default_value = rough
        self.surface.inputs["Metallic"].default_value = metal
        self.surface.inputs["Specular IOR Level"].default_value = 0.3

    def node(self, kind: str, **inputs: object) -> bpy.types.Node:
        """A node of that kind with some inputs set or joined."""
        made = self.tree.nodes.new(kind)
        for key, value in inputs.items():
            self.put(made.inputs[key.replace("_", " ")], value)
        return made

    def put(self, socket: Socket, value: object) -> None:
        """Sets an input, or joins an output to it."""
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, str):
            socket.default_value = (*linear(value), 1)
        else:
            socket.default_value = value

    def where(self, kind: str = "Object") -> Socket:
        """Texture coordinates: Object, UV or Generated."""
        return self.node("ShaderNodeTexCoord").outputs[kind]

    def noise(self, scale: float, detail: float = 4, vector: Socket | None = None, rough: float = 0.55) -> Socket:
        """Noise 0..1 whose forms are 1 / `scale` px."""
        made = self.node("ShaderNodeTexNoise", Scale=scale, Detail=detail, Roughness=rough)
        self.put(made.inputs["Vector"], vector or self.where())
        return made.outputs["Fac"]

    def ramp(self, value: Socket, stops: list[tuple[float, str]]) -> Socket:
        """Colours for a value 0..1."""
        made = self.node("ShaderNodeValToRGB")
        elements = made.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, code) in zip(elements, stops, strict=True):
            element.position = position
            element.color = (*linear(code), 1)
        self.put(made.inputs["Fac"], value)
        return made.outputs["Color"]

    def span(self, value: Socket, low: float, high: float, out_low: float = 0.0, out_high: float = 1.0) -> Socket:
        """A value between low and high, smoothed to the out range."""
        made = self.node("ShaderNodeMapRange")
        made.interpolation_type = "SMOOTHSTEP"
        for key, v in (
            ("Value", value),
            ("From Min", low),
            ("From Max", high),
            ("To Min", out_low),
            ("To Max", out_high),
        ):
            self.put(made.inputs[key], v)
        return made.outputs["Result"]

    def maths(self, kind: str, a: object, b: object) -> Socket:
        """One step of arithmetic: ADD, MULTIPLY, SUBTRACT, MAXIMUM ..."""
        made = self.node("ShaderNodeMath")
        made.operation = kind
        self.put(made.inputs[0], a)
        self.put(made.inputs[1], b)
        return made.outputs[0]

    def blend(self, amount: object, a: object, b: object, kind: str = "MIX") -> Socket:
        """Two colours mixed."""
        made = self.node("ShaderNodeMix")
        made.data_type = "RGBA"
        made.blend_type = kind
        self.put(made.inputs[0], amount)
        self.put(made.inputs[6], a)
        self.put(made.inputs[7], b)
        return made.outputs[2]

    def bump(self, height: Socket, strength: float, distance: float = 1.0) -> None:
        """Relief from a height."""
        made = self.node("ShaderNodeBump", Height=height, Strength=strength, Distance=distance)
        self.put(self.surface.inputs["Normal"], made.outputs["Normal"])

    def upward(self) -> Socket:
        """How far the face looks up: world normal's z."""
        split = self.node("ShaderNodeSeparateXYZ", Vector=self.node("ShaderNodeNewGeometry").outputs["Normal"])
        return split.outputs["Z"]

    def colour(self, value: object) -> None:
        """The base colour."""
        self.put(self.surface.inputs["Base Color"], value)


def _snowed(shader: _Shader, base: Socket, snow: float, grain: float = 0.02) -> Socket:
    """The base colour under snow where faces look up; `snow` 0..1 is how steep a face still holds it."""
    if not snow:
        return base
    edge = shader.maths("ADD", shader.upward(), shader.maths("MULTIPLY", shader.noise(grain * 3), 0.3))
    lying = shader.span(edge, 1.02 - 0.7 * snow, 1.14 - 0.7 * snow)
    return shader.blend(lying, base, "#eaf3f8")


def stone(
    name: str,
    light: str,
    dark: str,
    course: float = 15.0,
    relief: float = 0.5,
    snow: float = 0.0,
    weather: float = 0.02,
    uv: bool = True,
) -> bpy.types.Material:
    """Masonry in courses `course` px high, weathered by broad noise; light and dark are its extremes."""
    s = _Shader(name, 0.75)
    where = s.where("UV" if uv else "Object")
    bricks = s.node(
        "ShaderNodeTexBrick",
        Vector=where,
        Scale=1.0,
        Mortar_Size=0.9,
        Brick_Width=course * 2.3,
        Row_Height=course,
        Mortar_Smooth=0.6,
        Color1="#ffffff",
        Color2="#d2d2d2",
        Mortar="#7c7c7c",
    )
    broad = s.ramp(s.noise(weather, 6, s.where()), [(0.3, dark), (0.68, light)])
    fine = s.noise(0.2, 3, s.where())
    base = s.blend(0.75, broad, bricks.outputs["Color"], "MULTIPLY")
    s.colour(_snowed(s, base, snow))
    s.bump(s.maths("ADD", bricks.outputs["Color"], s.maths("MULTIPLY", fine, 0.4)), relief, 2.0)
    return s.material


def smooth_stone(name: str, light: str, dark: str, snow: float = 0.0, rough: float = 0.5) -> bpy.types.Material:
    """Carved stone or marble without courses, with faint veins."""
    s = _Shader(name, rough)
    veins = s.noise(0.02, 8, s.where(), 0.7)
    s.colour(_snowed(s, s.ramp(veins, [(0.32, dark), (0.62, light)]), snow))
    s.bump(s.noise(0.15, 3), 0.12)
    return s.material


def slate(
    name: str, light: str, dark: str, row: float = 9.0, snow: float = 0.0, rough: float = 0.42
) -> bpy.types.Material:
    """Roof of slates in rows `row` px high."""
    s = _Shader(name, rough)
    where = s.where("UV")
    tiles = s.node(
        "ShaderNodeTexBrick",
        Vector=where,
        Scale=1.0,
        Mortar_Size=0.7,
        Brick_Width=row * 0.95,
        Row_Height=row,
        Color1="#ffffff",
        Color2="#9a9a9a",
        Mortar="#404040",
        Mortar_Smooth=0.8,
    )
    base = s.blend(0.85, s.ramp(s.noise(0.03, 5), [(0.3, dark), (0.7, light)]), tiles.outputs["Color"], "MULTIPLY")
    s.colour(_snowed(s, base, snow))
    s.bump(tiles.outputs["Color"], 0.6, 1.5)
    return s.material


def plain(name: str, code: str, rough: float = 0.6, metal: float = 0.0, snow: float = 0.0) -> bpy.types.Material:
    """One colour with a little unevenness."""
    s = _Shader(name, rough, metal)
    base = s.blend(s.maths("MULTIPLY", s.noise(0.05, 4), 0.5), code, "#000000")
    s.colour(_snowed(s, base, snow))
    return s.material


def gold(name: str = "gold", code: str = "#f4c46c") -> bpy.types.Material:
    """Old gold."""
    s = _Shader(name, 0.32, 0.75)
    tone = s.ramp(s.noise(0.06, 3), [(0.3, "#c08838"), (0.6, code)])
    s.colour(tone)
    s.put(s.surface.inputs["Emission Color"], tone)
    s.surface.inputs["Emission Strength"].default_value = 0.06
    return s.material


def lit(name: str, middle: str, edge: str, strength: float) -> bpy.types.Material:
    """Glass with lamplight behind: brightest in the middle, uneven from window to window."""
    s = _Shader(name)
    chance = s.node("ShaderNodeObjectInfo").outputs["Random"]
    up = s.node("ShaderNodeSeparateXYZ", Vector=s.where("Generated")).outputs["Y"]
    glow = s.ramp(up, [(0.0, middle), (0.95, edge)])
    s.put(s.surface.inputs["Emission Color"], glow)
    s.put(s.surface.inputs["Emission Strength"], s.span(chance, 0.0, 1.0, strength * 0.45, strength))
    s.colour("#201008")
    return s.material


def snow(name: str = "snow", light: str = "#eef5fa", dark: str = "#c3d6e6", drift: float = 0.006) -> bpy.types.Material:
    """Lying snow with soft drifts and a fine grain."""
    s = _Shader(name, 0.8)
    s.colour(s.ramp(s.noise(drift, 5), [(0.3, dark), (0.7, light)]))
    s.bump(s.maths("ADD", s.noise(drift * 3, 4), s.maths("MULTIPLY", s.noise(0.2, 2), 0.06)), 0.5, 12.0)
    s.surface.inputs["Subsurface Weight"].default_value = 0.0
    return s.material


def leaves(name: str, stops: list[tuple[float, str]], rough: float = 0.6, through: float = 0.25) -> bpy.types.Material:
    """Foliage coloured by each point's `tint`; `through` is how much light passes."""
    s = _Shader(name, rough)
    tint = s.node("ShaderNodeAttribute")
    tint.attribute_name = "tint"
    hue = s.ramp(tint.outputs["Fac"], stops)
    s.colour(hue)
    if through:
        glow = s.node("ShaderNodeBsdfTranslucent", Color=hue)
        both = s.node("ShaderNodeMixShader", Fac=through)
        s.put(both.inputs[1], s.surface.outputs[0])
        s.put(both.inputs[2], glow.outputs[0])
        s.put(s.tree.nodes["Material Output"].inputs["Surface"], both.outputs[0])
    return s.material


def rock(
    name: str, light: str, dark: str, snow_light: str, steep: float = 0.62, grain: float = 0.01
) -> bpy.types.Material:
    """Mountain: snow where the ground is not too steep (world normal's z above `steep`), rock elsewhere."""
    s = _Shader(name, 0.85)
    base = s.ramp(s.noise(grain * 3, 8, rough=0.65), [(0.35, dark), (0.65, light)])
    edge = s.maths("ADD", s.upward(), s.span(s.noise(grain * 4, 8, rough=0.7), 0.25, 0.75, -0.16, 0.16))
    s.colour(s.blend(s.span(edge, steep - 0.05, steep + 0.06), base, snow_light))
    s.bump(s.noise(grain * 6, 8, rough=0.7), 0.6, 20.0)
    return s.material
