# Tests of the Python package: attributes, lists, steps, errors, and every recipe of docs/python.md.
"""Run by ctest, which sets REDFORGE_LIBRARY, PYTHONPATH, REDFORGE_PROGRAM (the command line) and REDFORGE_SOURCE (the source tree)."""

import contextlib
import gc
import io
import os
import re
import shutil
import subprocess
import tempfile
import threading
import unittest

import redforge
from redforge import _library as library
from redforge import _records as records

SOURCE = os.environ["REDFORGE_SOURCE"]
PROGRAM = os.environ["REDFORGE_PROGRAM"]


class MapTest(unittest.TestCase):
    """Base class: each test runs in its own folder, with a map in self.map."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)
        before = os.getcwd()
        os.chdir(self.folder)
        self.addCleanup(os.chdir, before)
        with redforge.new("map", sample=True) as made:
            made.save("ISLAND.RGM")
        self.map = redforge.open("ISLAND.RGM")


class Attributes(MapTest):
    def test_reads_and_sets_numbers_texts_and_composites(self):
        door = self.map.objects[4]
        self.assertEqual(door.position.x, 200.0)
        door.position.x += 100
        self.assertEqual(self.map["objects[4].position.x"], 300)
        door.position = (1, 2, 3)
        self.assertEqual(door.position, (1, 2, 3))
        self.assertEqual(list(door.position), [1.0, 2.0, 3.0])
        self.assertEqual(door.script_name, "DOOR01")
        door.script_name = "GUARD01"
        self.assertEqual(self.map.objects[4].script_name, "GUARD01")
        self.assertIsInstance(door.is_active, int)

    def test_rejects_numbers_that_do_not_fit(self):
        door = self.map.objects[4]
        before = door.id
        for number in (2**64 + 5, 2**63, -(2**63) - 1):
            with self.assertRaises(OverflowError):
                door.id = number
            with self.assertRaises(OverflowError):
                self.map.objects.set_table("id", [number] * len(self.map.objects))
        self.assertEqual(door.id, before)
        with self.assertRaises(OverflowError):
            door.move_to(2**64)

    def test_named_numbers_equal_their_names(self):
        door = self.map.objects[4]
        self.assertTrue(door.object_type == "object")
        self.assertEqual(str(door.object_type), "object")
        door.object_type = "light"
        self.assertEqual(self.map["objects[4].object_type"], "light")
        self.assertEqual(door.object_type, int(door.object_type))

    def test_computed_values_are_none(self):
        self.assertIsNone(self.map["actors[0].script_length"])
        self.map["actors[0].script_length"] = 7
        self.assertEqual(self.map.actors[0].script_length, 7)
        self.map.actors[0].script_length = None
        self.assertIsNone(self.map.actors[0].script_length)

    def test_lists_and_describes_names(self):
        self.assertIn("position", dir(self.map.objects[0]))
        self.assertEqual(dir(self.map.objects[0].position), ["x", "y", "z"])
        self.assertEqual(self.map.objects[0].about("position.x")["unit"], "map units")
        self.assertFalse(hasattr(self.map.objects[0], "nothing"))

    def test_reads_and_sets_values_by_path(self):
        self.assertEqual(self.map["objects[4]"], self.map.objects[4])
        self.assertEqual(len(self.map.find("objects[script_name=DOOR*]")), 2)
        self.assertEqual(self.map.set_all("objects[*].position.y", "-=5"), len(self.map.objects))
        self.assertEqual(self.map.objects[4].position.y, -5)
        self.assertEqual(self.map.objects[4].record_parent, self.map)
        self.assertEqual(self.map.objects[4].element, "object")

    def test_returns_the_xml_of_a_record(self):
        self.assertEqual(self.map.lights[0].xml(), self.map.get_text("lights[0]"))
        self.assertTrue(self.map.lights[0].xml().startswith("<light "))
        self.assertTrue(self.map.xml().startswith("<map>\n"))
        self.assertIn(self.map.xml(), self.map.to_xml())

    def test_a_path_that_names_a_list_returns_a_list(self):
        self.map.lights.clear()
        for count in range(3):
            for path in ("lights", "actors[0].strings"):
                self.assertIsInstance(self.map[path], redforge.List)
            self.assertEqual(len(self.map["lights"]), count)
            self.map["lights"].add(radius=count)
        self.assertEqual([each.radius for each in self.map["lights"]], [0, 1, 2])
        with self.assertRaises(redforge.NotFoundError):
            self.map["lights[radius=9]"]
        self.assertEqual(self.map["lights[radius=2]"], self.map.lights[2])
        for path in ("lights[radius>0]", "actors[*].strings"):
            with self.assertRaises(redforge.Error) as caught:
                self.map[path]
            self.assertEqual(caught.exception.status, "mismatch")
            self.assertEqual(caught.exception.hint, "find() returns several")
        self.assertEqual(len(self.map.find("lights[radius>0]")), 2)


class Lists(MapTest):
    def setUp(self):
        super().setUp()
        self.objects = self.map.objects
        for number, each in enumerate(self.objects):
            each.position.x = number

    def x(self):
        return [int(each.position.x) for each in self.objects]

    def test_reading(self):
        count = len(self.objects)
        self.assertEqual(self.x(), list(range(count)))
        self.assertEqual(self.objects[-1].position.x, count - 1)
        self.assertEqual([each.position.x for each in self.objects[1:3]], [1, 2])
        self.assertEqual([each.position.x for each in self.objects[::-2]], list(range(count))[::-2])
        self.assertIn(self.objects[2], self.objects)
        self.assertEqual(self.objects.index(self.objects[3]), 3)
        with self.assertRaises(IndexError):
            self.objects[count]
        with self.assertRaises(IndexError):
            self.objects[-count - 1]

    def test_behaves_like_a_python_list(self):
        model = self.x()

        def both(change):
            change(model, lambda number: number)
            change(self.objects, lambda number: {"position.x": number})
            self.assertEqual(self.x(), model)

        def delete(key):
            def change(sequence, _):
                del sequence[key]

            return change

        def assign(key, *numbers):
            def change(sequence, record):
                sequence[key] = [record(n) for n in numbers] if isinstance(key, slice) else record(*numbers)

            return change

        both(lambda s, r: s.append(r(50)))
        both(lambda s, r: s.insert(0, r(51)))
        both(lambda s, r: s.insert(-1, r(52)))
        both(lambda s, r: s.insert(99, r(53)))
        both(delete(2))
        both(delete(-1))
        both(assign(1, 54))
        both(assign(-2, 55))
        both(assign(slice(1, 3), 56, 57, 58))
        both(assign(slice(0, 4, 2), 59, 60))
        both(lambda s, r: s.extend([r(61), r(62)]))
        both(delete(slice(0, 6, 3)))
        both(delete(slice(None, 2)))
        both(lambda s, r: s.clear())

    def test_append_copies_records(self):
        self.objects.append(self.objects[4])
        self.assertEqual(self.objects[-1].script_name, "DOOR01")
        other = redforge.new("map", sample=True)
        other.objects.append(self.objects[3])
        self.assertEqual(other.objects[-1].position.x, 3)
        added = self.objects.add(script_name="KEY", position=(7, 8, 9), at=0)
        self.assertEqual(added.record_path, "objects[0]")
        self.assertEqual(self.objects[0].position, (7, 8, 9))

    def test_records_follow_moves_and_removals(self):
        door = self.objects[4]
        del self.objects[0]
        self.assertEqual(door.record_path, "objects[3]")
        door.move_to(0)
        self.assertEqual(self.objects[0], door)
        door.remove()
        with self.assertRaises(redforge.GoneError):
            door.position.x
        self.assertIn("removed", repr(door))
        first, second, third = self.objects[:3]
        del self.objects[0:3:2]
        self.assertEqual(second.record_path, "objects[0]")
        for each in (first, third):
            with self.assertRaises(redforge.GoneError):
                each.position.x
        strings = self.map.actors[0].strings
        del strings[1:]
        self.assertEqual([each.value for each in strings], ["opened"])
        self.assertEqual(self.map.undo(), "Remove records")
        self.assertEqual([each.value for each in strings], ["opened", "closed"])

    def test_reads_and_sets_columns(self):
        rows = self.objects.table("position")
        self.assertEqual([int(row[0]) for row in rows], self.x())
        self.assertEqual([int(each) for each in self.objects.table("position.x")], self.x())
        self.objects.set_table("position", [(2 * row[0], row[1], 5) for row in rows])
        self.assertEqual(self.x(), [2 * n for n in range(len(self.objects))])
        self.assertEqual(self.objects[0].position.z, 5)
        self.objects.set_table("position.x", list(range(len(self.objects))))
        with self.assertRaises(redforge.Error):
            self.objects.set_table("position.x", [1])
        with self.assertRaises(TypeError):
            self.objects.table("script_name")
        self.assertEqual(self.map.undo(), "Set position.x")


class Steps(MapTest):
    def test_a_step_groups_changes(self):
        before = self.map.to_xml()
        with self.map.step("Raise"):
            for each in self.map.objects:
                each.position.y -= 100
            del self.map.lights[:]
        self.assertTrue(self.map.modified)
        self.assertEqual(self.map.undo(), "Raise")
        self.assertEqual(self.map.to_xml(), before)
        self.assertIsNone(self.map.undo())
        self.assertEqual(self.map.redo(), "Raise")
        self.assertEqual(len(self.map.lights), 0)

    def test_an_exception_rolls_the_step_back(self):
        before = self.map.to_xml()
        with self.assertRaises(ZeroDivisionError):
            with self.map.step("Raise"):
                self.map.objects[0].remove()
                1 / 0
        self.assertEqual(self.map.to_xml(), before)
        self.map.objects[0].position.x = 5  # a later change is a new step

    def test_errors(self):
        with self.assertRaises(redforge.OutOfRangeError) as caught:
            self.map.objects[0].is_active = 900
        self.assertEqual(caught.exception.path, "objects[0].is_active")
        self.assertIn("255", caught.exception.hint)
        self.assertIsInstance(caught.exception, ValueError)
        with self.assertRaises(AttributeError) as caught:
            self.map.objects[0].positon
        self.assertEqual(caught.exception.hint, "did you mean position.x?")
        with self.assertRaises(redforge.FileError):
            redforge.open("nothing.RGM")
        with self.assertRaises(ValueError):
            self.map.save(form="paper")


class Files(MapTest):
    def test_saving(self):
        self.map.objects[4].position.x = 5
        self.map.save()
        self.assertEqual(redforge.open("ISLAND.RGM").objects[4].position.x, 5)
        with redforge.new("map") as other:
            with self.assertRaises(redforge.FileError) as caught:
                other.save("ISLAND.RGM")
            self.assertEqual(caught.exception.status, "exists")
            other.save("ISLAND.RGM", replace=True)
        with self.assertRaises(redforge.FileError) as caught:
            self.map.save()
        self.assertEqual(caught.exception.status, "changed")
        self.map.save("text.xml", form="xml")
        self.assertEqual(redforge.open("text.xml", format="map").objects[4].position.x, 5)
        with self.assertRaises(redforge.Error):
            redforge.open("text.xml", format="model")

    def test_merging(self):
        ours, theirs = self.map.copy(), self.map.copy()
        ours.objects[4].position.x = 1
        theirs.objects[4].position.x = 2
        with self.assertRaises(redforge.ConflictError) as caught:
            redforge.merge(self.map, ours, theirs)
        self.assertEqual(len(caught.exception.conflicts), 1)
        self.assertEqual(redforge.merge(self.map, ours, theirs, prefer="theirs").objects[4].position.x, 2)

    def test_closing(self):
        door = self.map.objects[4]
        self.map.close()
        self.map.close()
        with self.assertRaises(redforge.Error) as caught:
            door.position.x
        self.assertEqual(caught.exception.status, "handle")

    def test_a_record_keeps_its_document(self):
        door = redforge.open("ISLAND.RGM").objects[4]
        gc.collect()
        self.assertEqual(door.script_name, "DOOR01")

    def test_threads(self):
        def work(number):
            for _ in range(20):
                record = self.map.objects.add(at=0, script_name="T%d" % number)
                assert record.script_name == "T%d" % number
                record.remove()

        count = len(self.map.objects)
        problems = []

        def guarded(number):
            try:
                work(number)
            except BaseException as problem:
                problems.append(problem)

        threads = [threading.Thread(target=guarded, args=(n,)) for n in range(4)]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        self.assertEqual(problems, [])
        self.assertEqual(len(self.map.objects), count)


class AllFormats(unittest.TestCase):
    def test_adds_a_record_to_each_list_of_a_new_document(self):
        for root, name, extension in redforge.formats():
            with self.subTest(format=root), redforge.new(root) as document:
                self.assertEqual(document.format, root)
                self.assertTrue(name and extension.startswith("."))
                for member in document.field_names():
                    value = document[member] if "." in member else getattr(document, member)
                    if isinstance(value, redforge.List):
                        size = len(value)
                        record = value.add()
                        self.assertEqual(len(value), size + 1)
                        record.remove()

    def test_no_method_hides_a_field(self):
        """No field of a record class may have the name of a method of the class."""
        stub = subprocess.run([PROGRAM, "schema", "--python"], stdout=subprocess.PIPE, check=True).stdout.decode()
        compile(stub, "records.pyi", "exec")
        own = {name for name in dir(redforge.Record) if not name.startswith("_")}
        own_of_documents = {name for name in dir(redforge.Document) if not name.startswith("_")}
        for base, body in re.findall(r"^class \w+\((\w+)\):\n((?:    .*\n)*)", stub, re.M):
            fields = set(re.findall(r"^    (\w+): ", body, re.M))
            self.assertEqual(fields & (own_of_documents if base == "Document" else own), set(), body[:200])
        self.assertIn("class Map(Document):", stub)
        self.assertIn('    objects: List["MapObject"]', stub)
        self.assertIn('    position: "MapObjectPosition"', stub)


class Rendering(unittest.TestCase):
    def test_renders_a_model(self):
        model = redforge.open(os.path.join(SOURCE, "tests", "fuzz", "corpus", "model", "packed_v40"))
        try:
            pixels = model.render(64, 48, view="front")
        except redforge.Error as error:
            if error.status != "unsupported":
                raise
            self.skipTest(error.message)  # no OpenGL on this machine
        self.assertEqual(len(pixels), 64 * 48 * 4)
        corner, middle = pixels[:4], pixels[(24 * 64 + 32) * 4 :][:4]
        self.assertNotEqual(corner, middle)
        with self.assertRaises(redforge.Error) as caught:
            model.render(64, 48, view="below")
        self.assertEqual(caught.exception.hint, "views are top, front, side and iso")
        with self.assertRaises(redforge.NotFoundError):
            redforge.new("map", sample=True).render(64, 48)
        for side in (0, -1, 8193, 2**32 + 64):
            with self.assertRaises(redforge.OutOfRangeError):
                model.render(side, 48)


class Interface(unittest.TestCase):
    def setUp(self):
        with open(os.path.join(SOURCE, "capi", "interface-1.txt"), encoding="utf-8") as file:
            self.declared = file.read()

    def test_functions_have_the_arguments_of_the_header(self):
        declared = {
            name: 0 if parameters == "void" else parameters.count(",") + 1
            for name, parameters in re.findall(r"\b(rf_\w+)\(([^)]*)\)", self.declared)
        }
        ours = {name: len(arguments) for name, arguments in library._ARGUMENTS.items()}
        without_arguments = {"rf_version", "rf_abi_version", "rf_last_error", "rf_format_count"}
        ours.update((name, 0) for name in without_arguments)
        for name in ("rf_status_name", "rf_format_at"):
            ours[name] = len(getattr(library._library, name).argtypes)
        self.assertEqual(ours, declared)

    def test_constants_match_the_header(self):
        declared = {name: int(number) for name, number in re.findall(r"\bRF_(\w+) = (\d+)", self.declared)}
        ours = {"OK": 0}
        for prefix, names in (
            ("", "SAVE_REPLACE SAVE_BACKUP DIFF_LINES DIFF_PATCH"),
            ("KIND_", "INTEGER REAL TEXT COMPOSITE RECORD OPTIONAL LIST BYTES SOURCE"),
            ("ABOUT_", "LABEL DOC UNIT RANGE WORDS RECORDS PARTS"),
        ):
            ours.update((prefix + name, getattr(library, name)) for name in names.split())
        for prefix, numbers, none in (("FORM_", library.FORMS, "SAME"), ("PREFER_", library.PREFERENCES, "NONE")):
            ours.update((prefix + (none if word is None else word.upper()), number) for word, number in numbers.items())
        for name, number in declared.items():
            if name.startswith("ERROR_"):  # compare the names of rf_status_name()
                ours["ERROR_" + library._library.rf_status_name(number).decode().upper()] = number
        self.assertEqual(ours, declared)
        self.assertEqual(records._NOT_FOUND, declared["ERROR_NOT_FOUND"])

    def test_structs_have_the_members_of_the_header(self):
        for struct, name in ((library.Failure, "rf_error"), (library.Format, "rf_format")):
            members = re.search(r"struct %s \{([^}]*)\}" % name, self.declared).group(1)
            self.assertEqual([each[0] for each in struct._fields_], re.findall(r"(\w+);", members))


class Recipes(MapTest):
    def test_each_block_of_the_page_runs(self):
        with open(os.path.join(SOURCE, "docs", "python.md"), encoding="utf-8") as page:
            text = page.read()
        os.makedirs("GAME/maps")
        self.map.save("GAME/maps/ISLAND.RGM")
        blocks = re.findall(r"^```python\n(.*?)^```", text, re.M | re.S)
        self.assertEqual(len(blocks), 11)
        names = {}
        for number, block in enumerate(blocks, 1):
            output = io.StringIO()
            with contextlib.redirect_stdout(output):
                exec(compile(block, "recipe %d of docs/python.md" % number, "exec"), names)
            if number == len(blocks):
                self.assertLessEqual(len(block.splitlines()), 11)
                self.assertIn("ISLAND.RGM: ", output.getvalue())


if __name__ == "__main__":
    unittest.main()
