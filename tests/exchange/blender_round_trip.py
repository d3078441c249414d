# Imports a glTF file into Blender and exports it again, without or with a change.
#
# blender -b --factory-startup -noaudio -P blender_round_trip.py -- IN OUT [CHANGE...]
#   IN       a .glb or .gltf file
#   OUT      a .glb, or a .gltf with its buffers in files of their own
#   CHANGE   properties: export custom properties and lights
#            move: moves, turns and copies the first static object, and adds a light, an empty and a cube
#
# For all maps of a game: for MAP in GAME/MAPS/*.RGM; do redforge model export $MAP -o in.glb && blender ... -- in.glb
# out.glb properties && redforge import out.glb --onto $MAP -o same.rgm && cmp $MAP same.rgm; done
import math
import os
import sys

import bpy
import numpy

if not hasattr(numpy, "bool"):
    numpy.bool = bool  # the importer of Blender 3.4 needs an older numpy


def move():
    first = next(each for each in bpy.data.objects if each.name.startswith("static "))
    copy = first.copy()  # has the same custom properties
    bpy.context.scene.collection.objects.link(copy)
    copy.location.x += 10
    first.location.z += 2  # Z is up in Blender
    first.rotation_mode = "XYZ"
    first.rotation_euler.z += math.pi / 2
    bpy.ops.object.light_add(type="POINT", location=(-1, 2, 3))
    bpy.ops.object.empty_add(location=(-4, 5, 6))
    bpy.ops.mesh.primitive_cube_add(location=(-7, 8, 9))
    bpy.context.object.name = "Crate"
    bpy.context.object.data.name = "Crate"


def main():
    source, target, *changes = sys.argv[sys.argv.index("--") + 1:]
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=source)
    if "move" in changes:
        move()
    kind = "GLTF_SEPARATE" if target.endswith(".gltf") else "GLB"
    properties = "properties" in changes
    # With a relative path, Blender 3.4 writes the buffer into the root folder.
    bpy.ops.export_scene.gltf(filepath=os.path.abspath(target), export_format=kind, export_extras=properties,
                              export_lights=properties)


main()
