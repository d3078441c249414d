"""Example of the Python package: the steps of the README's quick start, from creating a map to verifying it.

    python3 five_things.py FOLDER

Writes SAMPLE.RGM, MOVED.RGM and DARK.RGM into the folder.
"""

import os
import sys

import redforge


def make_a_map(folder):
    """Creates a map and lists its doors."""
    game_map = redforge.new("map", sample=True)
    for door in game_map.find("objects[script_name=DOOR*]"):
        print("%s.position.x=%d" % (door.record_path, door.position.x))
    game_map.save(os.path.join(folder, "SAMPLE.RGM"), replace=True)


def there_and_back(folder):
    """Converts the map to text and back."""
    game_map = redforge.open(os.path.join(folder, "SAMPLE.RGM"))
    again = redforge.loads(game_map.to_xml())
    print("text and back:", game_map.diff(again) or "the same")


def move_an_object(folder):
    """Moves an object and saves to a new file."""
    game_map = redforge.open(os.path.join(folder, "SAMPLE.RGM"))
    game_map.objects[4].position.x += 60
    game_map.save(os.path.join(folder, "MOVED.RGM"), replace=True)


def edit_in_one_step(folder):
    """Makes several edits as one step, prints the changes, and undoes them."""
    game_map = redforge.open(os.path.join(folder, "MOVED.RGM"))
    before = game_map.copy()
    light = game_map.lights[0]
    with game_map.step("Darkness"):
        game_map.actors[0].strings.add(value="Who goes there?")
        light.remove()
    try:
        light.radius = 1
    except redforge.Error as error:  # using a removed record is an error
        print(error.message)
    print(before.diff(game_map), end="")
    print("undone:", game_map.undo())
    game_map.redo()
    game_map.save(os.path.join(folder, "DARK.RGM"), replace=True)


def read_a_script(folder):
    """Prints the source of a script and sets it."""
    game_map = redforge.open(os.path.join(folder, "SAMPLE.RGM"))
    paths = list(game_map.sources)
    print("%d scripts; the first is %s" % (len(paths), paths[0]))
    source = game_map.sources[paths[0]]
    print(source, end="")
    game_map.sources[paths[0]] = source


def verify(folder):
    """Checks that each file survives a round trip."""
    for name in ("SAMPLE.RGM", "MOVED.RGM", "DARK.RGM"):
        redforge.verify(os.path.join(folder, name))
        print("ok", name)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: five_things.py FOLDER")
    for do in (make_a_map, there_and_back, move_an_object, edit_in_one_step, read_a_script, verify):
        do(sys.argv[1])
