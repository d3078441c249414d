#!/usr/bin/env python3
# Merges pairs of changed plugins, and checks the results with an independent reader.
"""Merges pairs of changed plugins and checks the results with a reader that shares no code with Redforge.

usage: merge_trial.py REDFORGE [FOLDER [PAIRS [SEED]]]

FOLDER is $REDFORGE_CORPUS by default, or if it is empty.

Each pair is made from one plugin of FOLDER: both sides add, sort and prune masters, and add, copy and change records. `merge`,
`git merge` and `apply` of a patch must give the changes of both sides, or name a conflict. If masters are added, sorted and removed
again, the bytes must be the same. FormIDs are compared by plugin and object id, through the master list of each file.
"""
import os
import random
import re
import struct
import subprocess
import sys
import tempfile
import zlib
from collections import Counter
from pathlib import Path

# Subrecords that consist of FormIDs, by record type; "" is any type. Source: the public definitions of xEdit.
FORMS = {
    "": {"KWDA", "XLCN", "XOWN", "XEZN", "SCRI", "YNAM", "ZNAM", "QNAM", "EITM", "ETYP"},
    "DOOR": {"SNAM"}, "INFO": {"PNAM", "TNAM"}, "REFR": {"NAME"}, "ACHR": {"NAME"}, "ACRE": {"NAME"}, "CELL": {"XCLR", "XCIM", "XCMO", "LTMP"},
    "NPC_": {"RNAM", "CNAM", "VTCK", "WNAM", "DOFT", "PKID", "HCLF"}, "FLST": {"LNAM"}, "OTFT": {"INAM"},
    "ARMO": {"RNAM", "MODL"}, "ARMA": {"RNAM", "MODL"}, "COBJ": {"CNAM", "BNAM"}, "MGEF": {"MNAM"}, "EQUP": {"PNAM"},
}


class Plugin:
    """Masters and records of a plugin file."""

    def __init__(self, path):
        self.data = Path(path).read_bytes()
        # The header of a record has 20 bytes in Oblivion and 24 in later games; HEDR follows it.
        self.head = 24 if self.data[24:28] == b"HEDR" else 20
        self.masters = []
        self.records = {}  # identity -> (type, flags, list of (subrecord type, bytes))
        self.repeated = set()
        size = struct.unpack_from("<I", self.data, 4)[0]
        for kind, content in self.subrecords(self.data[self.head:self.head + size]):
            if kind == "MAST":
                self.masters.append(content.rstrip(b"\0").decode("cp1252").lower())
        self.walk(self.head + size, len(self.data))

    def identity(self, number):
        """Returns (plugin, object id). Numbers below 0x800 with index 0 are forms of the game itself."""
        if number < 0x800:
            return ("", number)
        index = number >> 24
        return (self.masters[index] if index < len(self.masters) else "own", number & 0xFFFFFF)

    @staticmethod
    def subrecords(data):
        at, large, found = 0, 0, []
        while at + 6 <= len(data):
            kind, size = data[at:at + 4].decode("latin1"), struct.unpack_from("<H", data, at + 4)[0]
            at += 6
            if kind == "XXXX":
                large = struct.unpack_from("<I", data, at)[0]
                at += size
                continue
            size, large = large or size, 0
            found.append((kind, data[at:at + size]))
            at += size
        return found

    def walk(self, at, end):
        while at < end:
            kind = self.data[at:at + 4].decode("latin1")
            size = struct.unpack_from("<I", self.data, at + 4)[0]
            if kind == "GRUP":
                self.walk(at + self.head, at + size)
                at += size
                continue
            flags, number = struct.unpack_from("<II", self.data, at + 8)
            content = self.data[at + self.head:at + self.head + size]
            if flags & 0x40000:
                content = zlib.decompress(content[4:])
            key = self.identity(number)
            if key in self.records:
                self.repeated.add(key)
            self.records[key] = (kind, flags, self.subrecords(content))
            at += self.head + size

    def form_values(self, kind, subrecord, content):
        """Returns the identities of a subrecord that consists of FormIDs, or None."""
        is_form = subrecord in FORMS[""] or subrecord in FORMS.get(kind, ())
        if not is_form or not content or len(content) % 4:
            return None
        return [self.identity(number) for number in struct.unpack(f"<{len(content) // 4}I", content)]


def equal(a, b, kind, one, other, numbers):
    """Returns True if a subrecord of plugin `a` matches one of plugin `b`. Bytes may differ only in FormIDs of the same form.
    `numbers`: the new identities of renumbered records."""
    if one[0] != other[0] or len(one[1]) != len(other[1]):
        return False
    forms = a.form_values(kind, *one)
    if forms is not None:
        return [numbers.get(form, form) for form in forms] == b.form_values(kind, *other)
    x, y = one[1], other[1]
    at = 0
    while at < len(x):
        if x[at] == y[at]:
            at += 1
            continue
        for start in range(max(0, at - 3), at + 1):
            form = a.identity(int.from_bytes(x[start:start + 4], "little"))
            if start + 4 <= len(x) and numbers.get(form, form) == b.identity(int.from_bytes(y[start:start + 4], "little")):
                at = start + 4
                break
        else:
            return False
    return True


def is_readable(path):
    try:
        return bool(Plugin(path).records)
    except (struct.error, zlib.error):
        return False


def same_record(a, b, one, other, numbers={}):
    return (one[0] == other[0] and one[1] == other[1] and len(one[2]) == len(other[2]) and
            all(equal(a, b, one[0], x, y, numbers) for x, y in zip(one[2], other[2])))


def editor_id(record):
    return next((content.rstrip(b"\0").decode("cp1252") for kind, content in record[2] if kind == "EDID"), "")


class Trial:
    def __init__(self, redforge, folder, seed):
        self.redforge, self.folder, self.random = redforge, Path(folder), random.Random(seed)
        self.env = {**os.environ, "XDG_STATE_HOME": str(self.folder / "state"), "NO_COLOR": "1"}

    def run(self, *words, status=(0,)):
        done = subprocess.run([self.redforge, *map(str, words)], cwd=self.folder, env=self.env, capture_output=True,
                              text=True)
        if done.returncode not in status:
            raise AssertionError(f"redforge {' '.join(map(str, words))}: status {done.returncode}: {done.stderr}")
        return done

    def change(self, name, side, plugin):
        """Applies random changes to a file in place."""
        r = self.random
        named = [editor_id(record) for key, record in plugin.records.items() if key not in plugin.repeated]
        named = [each for each in named if each and re.fullmatch(r"\w+", each) and named.count(each) == 1]
        for step in range(r.randint(2, 6)):
            what = r.choice(["add", "sort", "prune", "new", "change", "copy", "change"])
            if what == "add":
                self.run("masters", name, "add", f"{r.choice(['Both', side])}{step}.esm", "-i", "-q", status=(0, 2))
            elif what == "sort":
                order = Plugin(self.folder / name).masters
                r.shuffle(order)
                (self.folder / "order.txt").write_text("".join(each + "\n" for each in order), encoding="cp1252")
                self.run("masters", name, "sort", "--load-order", "order.txt", "-i", "-q")
            elif what == "prune":
                self.run("masters", name, "--prune", "-i", "-q")
            elif what == "new":
                self.run("new", "record", r.choice(["MISC", "GLOB", "FLST" if plugin.head == 24 else "KEYM"]),
                         f"New{side}{step}", name, "-i", "-q")
            elif what == "copy" and named:
                self.run("copy", r.choice(named), name, name, "--new", f"Copy{side}{step}", "-i", "-q", status=(0, 2))
            elif what == "change" and named:
                old = r.choice(named)
                named.remove(old)
                self.run("set", name, f"records[{old}].editor_id={old}{side}", "-i", "-q", status=(0, 1, 2))

    def check(self, name, base, ours, theirs):
        """Returns the records and masters that a merged file lost, as texts."""
        merged = Plugin(self.folder / name)
        lost = []
        if set(merged.masters) - set(ours.masters) - set(theirs.masters) - set(base.masters):
            lost.append(f"masters {merged.masters}")
        by_name = {editor_id(record): key for key, record in merged.records.items() if editor_id(record)}
        # An added record can have another number in the result.
        numbers = {id(side): {key: by_name[editor_id(record)] for key, record in side.records.items()
                              if key not in base.records and editor_id(record) in by_name} for side in (ours, theirs)}
        skipped = base.repeated | ours.repeated | theirs.repeated | merged.repeated
        for key in set(base.records) | set(ours.records) | set(theirs.records):
            if key in skipped:
                continue
            old, mine, other = (side.records.get(key) for side in (base, ours, theirs))
            for side, record in ((ours, mine), (theirs, other)):
                if record is None or (old is not None and same_record(base, side, old, record)):
                    continue  # not changed by this side
                found = merged.records.get(numbers[id(side)].get(key, key))
                if found is None or not same_record(side, merged, record, found, numbers[id(side)]):
                    lost.append(f"{key[0]}:{key[1]:06X} {editor_id(record)}")
            if old is not None and mine is not None and other is not None:
                found = merged.records.get(key)
                if found is None or (same_record(base, ours, old, mine) and same_record(base, theirs, old, other) and
                                     not same_record(base, merged, old, found)):
                    lost.append(f"{key[0]}:{key[1]:06X} {editor_id(old)}, which no side changed")
        return lost

    def pair(self, source):
        (self.folder / "base.esp").write_bytes(source.read_bytes())
        base = Plugin(self.folder / "base.esp")
        for side in ("Ours", "Theirs"):
            (self.folder / f"{side}.esp").write_bytes(source.read_bytes())
            self.change(f"{side}.esp", side, base)
        ours, theirs = Plugin(self.folder / "Ours.esp"), Plugin(self.folder / "Theirs.esp")
        results = {}

        def judge(way, done, name):
            if done.returncode == 1:  # status 1: conflicts, which must have names
                text = done.stdout + done.stderr
                results[way] = "conflict" if "base" in text or "theirs" in text or ": " in text else "FAILED: no name"
                return
            lost = self.check(name, base, ours, theirs)
            results[way] = "merged" if not lost else f"FAILED: {'; '.join(lost[:3])} ({len(lost)})"

        judge("merge", self.run("merge", "base.esp", "Ours.esp", "Theirs.esp", "-o", "merged.esp", status=(0, 1)),
              "merged.esp")
        patch = self.run("diff", "--xml", "base.esp", "Theirs.esp", status=(0, 1)).stdout
        (self.folder / "patch.xml").write_text(patch, encoding="utf-8")
        if patch:
            judge("apply", self.run("apply", "patch.xml", "Ours.esp", "-o", "applied.esp", status=(0, 1)),
                  "applied.esp")
        judge("git", self.git_merge(), "repository/Mod.esp")
        return results

    def masters_and_back(self, source):
        """Adds and sorts masters, then restores the old list. The bytes must be the same."""
        (self.folder / "old.esp").write_bytes(source.read_bytes())
        (self.folder / "new.esp").write_bytes(source.read_bytes())
        masters = Plugin(source).masters
        names = masters + ["first.esm", "second.esm"]
        self.run("masters", "new.esp", "add", "First.esm", "Second.esm", "-i", "-q")
        self.random.shuffle(names)
        for order in (names, masters):
            (self.folder / "order.txt").write_text("".join(each + "\n" for each in order), encoding="cp1252")
            self.run("masters", "new.esp", "sort", "--load-order", "order.txt", "-i", "-q")
        done = self.run("masters", "new.esp", "remove", "First.esm", "Second.esm", "-i", "-q", status=(0, 2))
        if done.returncode == 2:  # the last master cannot be removed while records refer to forms of the game
            return {"masters and back": "only master" if not masters else f"FAILED: {done.stderr}"}
        same = (self.folder / "old.esp").read_bytes() == (self.folder / "new.esp").read_bytes()
        return {"masters and back": "same bytes" if same else "FAILED: other bytes"}

    def git_merge(self):
        repository = self.folder / "repository"
        subprocess.run(["rm", "-rf", repository], check=True)
        repository.mkdir()

        def git(*words):
            return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *words], cwd=repository,
                                  env=self.env, capture_output=True, text=True)

        def commit(name):
            (repository / "Mod.esp").write_bytes((self.folder / name).read_bytes())
            git("add", "-A")
            git("commit", "-q", "-m", name, "--allow-empty")

        git("init", "-q", "-b", "main")
        self.run("git-setup", "repository", "-q")
        commit("base.esp")
        git("checkout", "-q", "-b", "theirs")
        commit("Theirs.esp")
        git("checkout", "-q", "main")
        commit("Ours.esp")
        return git("merge", "-q", "theirs", "-m", "merge")


def main():
    redforge = os.path.abspath(sys.argv[1])
    folder = (sys.argv[2] if len(sys.argv) > 2 else "") or os.environ.get("REDFORGE_CORPUS", "")
    pairs, seed = int(sys.argv[3]) if len(sys.argv) > 3 else 300, int(sys.argv[4]) if len(sys.argv) > 4 else 1
    plugins = sorted(path for path in Path(folder or "/nonexistent").glob("*-plugins/*") if path.stat().st_size < 400000 and is_readable(path))
    if not plugins:
        print("SKIPPED: merges of real plugins: REDFORGE_CORPUS names no folder with plugins")
        return 77
    os.environ["PATH"] = f"{os.path.dirname(redforge)}:{os.environ['PATH']}"
    counts, failures = Counter(), 0
    for number in range(pairs):
        source = random.Random(seed + number).choice(plugins)
        with tempfile.TemporaryDirectory() as place:
            try:
                trial = Trial(redforge, place, seed + number)
                results = trial.pair(source) | trial.masters_and_back(source)
            except AssertionError as error:
                results = {"run": f"FAILED: {error}"}
        for way, result in results.items():
            counts[f"{way}: {result.split(':')[0]}"] += 1
            if result.startswith("FAILED"):
                failures += 1
                print(f"pair {seed + number}, {source.name}: {way}: {result}", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{what} {count}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
