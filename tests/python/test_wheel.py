# Tests of the wheel: creates it from the build, checks its list of files, and uses it without other parts of the build.
"""Run by ctest; for the environment variables see test_package.py."""

import base64
import csv
import hashlib
import os
import runpy
import subprocess
import sys
import tempfile
import unittest
import zipfile

SOURCE = os.environ["REDFORGE_SOURCE"]
BUILD = os.environ["REDFORGE_BUILD"]

USE = """
import os, sys
import redforge
assert os.path.dirname(redforge.__file__).startswith(sys.argv[1]), redforge.__file__
map = redforge.new("map", sample=True)
for thing in map.objects:
    thing.position.x += 100
map.save("ISLAND.RGM")
redforge.verify("ISLAND.RGM")
print(redforge.__version__, redforge.open("ISLAND.RGM").objects[4].position.x)
"""


class PlatformTag(unittest.TestCase):
    def test_depends_on_glibc_and_libstdcxx(self):
        wheel = runpy.run_path(os.path.join(SOURCE, "scripts", "wheel"))
        for versions, system in (
            ("", (2, 17)),
            ("GLIBC_2.2.5 GLIBC_2.33", (2, 33)),
            ("GLIBC_2.14 GLIBCXX_3.4 GLIBCXX_3.4.29 CXXABI_1.3.9", (2, 34)),
            ("GLIBC_2.34 GLIBCXX_3.4.30 CXXABI_1.3.13", (2, 35)),
            ("GLIBC_2.36 GLIBCXX_3.4.30", (2, 36)),
            ("GLIBC_2.17 CXXABI_1.3.12", (2, 31)),
            ("GLIBC_2.34 GLIBCXX_3.4.9 CXXABI_1.3.15", (2, 39)),
        ):
            self.assertEqual(wheel["oldest_system"](versions), system, versions)
        with self.assertRaises(SystemExit):
            wheel["oldest_system"]("GLIBCXX_3.4.99")


class WheelFile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        result = subprocess.run(
            [sys.executable, os.path.join(SOURCE, "scripts", "wheel"), BUILD, cls.folder.name],
            stdout=subprocess.PIPE,
            check=True,
            universal_newlines=True,
        )
        cls.wheel = result.stdout.strip()

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_record_lists_all_files(self):
        with zipfile.ZipFile(self.wheel) as wheel:
            names = set(wheel.namelist())
            record = next(name for name in names if name.endswith(".dist-info/RECORD"))
            rows = list(csv.reader(wheel.read(record).decode().splitlines()))
            self.assertEqual({row[0] for row in rows}, names)
            for name, digest, size in rows:
                if name != record:
                    content = wheel.read(name)
                    expected = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
                    self.assertEqual((digest, int(size)), ("sha256=" + expected, len(content)), name)
            for name in ("__init__.py", "py.typed", "records.pyi", "libredforge.so.1"):
                self.assertIn("redforge/" + name, names)
            self.assertTrue(any("libfmt" in name for name in names))
            tag = wheel.read(record.replace("RECORD", "WHEEL")).decode()
        self.assertRegex(os.path.basename(self.wheel), r"^redforge-[\d.]+-py3-none-manylinux_2_\d+_\w+\.whl$")
        self.assertIn("Tag: py3-none-manylinux_2_", tag)

    def test_works_when_unzipped(self):
        with tempfile.TemporaryDirectory() as place:
            with zipfile.ZipFile(self.wheel) as wheel:
                wheel.extractall(os.path.join(place, "site"))
            self.use(place)

    def test_can_be_installed_with_pip(self):
        if subprocess.run([sys.executable, "-m", "pip", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            self.skipTest("pip is not installed")
        with tempfile.TemporaryDirectory() as place:
            site = os.path.join(place, "site")
            subprocess.run(
                [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-cache-dir", "--target", site, self.wheel],
                check=True,
            )
            self.use(place)

    def use(self, place):
        site = os.path.join(place, "site")
        result = subprocess.run(
            [sys.executable, "-c", USE, site],
            cwd=place,
            env={"PYTHONPATH": site, "PATH": os.environ["PATH"], "HOME": place},
            stdout=subprocess.PIPE,
            check=True,
            universal_newlines=True,
        )
        self.assertRegex(result.stdout, r"^\d+\.\d+\.\d+ 300\.0\n$")


if __name__ == "__main__":
    unittest.main()
