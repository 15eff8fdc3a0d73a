"""Taking back what an app did to a thousand photos, and what recording for that costs an import."""
import os
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time

from world import BUILT, NAME, report

COUNT = 1000
ROUNDS = 6
IMPORTED = 3000
IMPORTS = 5

# Gives every photo another title, each in a batch of its own.
SPOILER = """
import sys, dbus, dbus.bus
bus = dbus.bus.BusConnection(sys.argv[1])
library = bus.get_object(sys.argv[2], "/org/filmgate/Library1", introspect=False)
path, count = library.Fetch("asset", dbus.Dictionary({}, signature="sv"), dbus_interface="org.filmgate.Library1")
rows = bus.get_object(sys.argv[2], path).Read(
    dbus.UInt32(0), dbus.UInt32(count), ["id"], dbus_interface="org.filmgate.FetchResult1")
for row in rows:
    properties = dbus.Dictionary({"title": "spoilt"}, signature="sv")
    change = ("set-properties", dbus.Dictionary({"id": row["id"], "properties": properties}, signature="sv"))
    library.PerformChanges(
        dbus.Array([change], signature="(sa{sv})"), dbus.Dictionary({}, signature="sv"),
        dbus_interface="org.filmgate.Library1")
print(len(rows))
"""


def measure(world):
    folder = photos(world, COUNT)
    world.start()
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.run(*ctl, "import", "--quiet", folder)
    spoiler = f"{world.folder}/spoiler"
    shutil.copy(os.path.realpath("/usr/bin/python3"), spoiler)
    app = f"exe:{spoiler}"
    world.run(*ctl, "grants", "set", app, "full", "--rights", "captions,write")
    if int(world.run(spoiler, "-c", SPOILER, world.address, NAME)) != COUNT:
        sys.exit("the app did not change every photo")
    times = []
    for index in range(ROUNDS):
        # The first takes back what the app did; each later one, the one before.
        begin = time.monotonic()
        world.run(*ctl, "undo", *(["--client", app] if index == 0 else []))
        times.append((time.monotonic() - begin) * 1000)
    world.stop()
    median = statistics.median(times)
    report(f"undo of {COUNT:,} changes", median, None, median, 1000, "ms")


def photos(world, count):
    """A folder of small photos that all differ."""
    folder = f"{world.folder}/originals"
    os.makedirs(folder)
    picture = f"{world.folder}/picture.jpg"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=64x48", "-frames:v", "1", picture],
        check=True)
    with open(picture, "rb") as file:
        content = file.read()
    for index in range(count):
        # A comment that makes it different.
        with open(f"{folder}/{index:04}.jpg", "wb") as file:
            file.write(content[:2] + b"\xff\xfe\x00\x0a%08d" % index + content[2:])
    return folder


def recording(world):
    """Importing small photos, against the same library without the triggers that write what undo needs."""
    folder = photos(world, IMPORTED)
    times = {True: [], False: []}
    for index in range(2 * IMPORTS):
        records = index % 2 == 0
        state = f"{world.folder}/library-{index}"
        world.start(state=state)
        # The owner's library is created at the first call.
        world.run(f"{BUILT}/filmgatectl", "--bus", world.address, "status")
        world.stop()
        if not records:
            without(os.path.join(state, str(os.getuid()), "library.sqlite3"))
        world.start(state=state)
        begin = time.monotonic()
        world.run(f"{BUILT}/filmgatectl", "--bus", world.address, "import", "--quiet", folder)
        times[records].append(time.monotonic() - begin)
        world.stop()
        shutil.rmtree(state)
    ours, floor = (statistics.median(times[records]) for records in (True, False))
    report(f"import of {IMPORTED:,} photos, recorded for undo", ours, floor, ours / floor, 1.1, "s")


def without(library):
    database = sqlite3.connect(library)
    names = [row[0] for row in database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'undo_*'")]
    if not names:
        sys.exit("the library has no triggers for undo")
    for name in names:
        database.execute(f"DROP TRIGGER {name}")
    database.commit()
    database.close()
