# Benchmark: moves all objects of a map by 100 and prints the CPU time of each method, in seconds: move_many.py MAP.
"""Called by the benchmarks. Each method is measured five times; the median is printed."""

import statistics
import sys
import time

import redforge

document = redforge.open(sys.argv[1])


def each_by_itself():
    with document.step("Move"):
        for thing in document.objects:
            thing.position.x += 100


def as_a_table():
    moved = [x + 100 for x in document.objects.table("position.x")]
    document.objects.set_table("position.x", moved)


def by_a_path():
    document.set_all("objects[*].position.x", "+=100")


for way in (each_by_itself, as_a_table, by_a_path):
    way()  # warm up
    seconds = []
    for _ in range(5):
        before = time.process_time()
        way()
        seconds.append(time.process_time() - before)
    print(way.__name__, statistics.median(seconds))
