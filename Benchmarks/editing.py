"""Edits of photos against copying and syncing their bytes."""
import os
import shutil
import statistics
import subprocess
import sys
import time

from world import BUILT, NAME, report

COUNT = 40
# Noise makes of it as many bytes as cameras write for a photo of this size: some 4.6 MB.
PICTURE = "testsrc2=size=4000x3000,noise=alls=16"

# Edits a photo for each line that it reads, once each, with the file that it is given; prints the milliseconds of each edit, from its beginning to its commit.
EDITOR = """
import os, sys, time, dbus, dbus.bus
bus = dbus.bus.BusConnection(sys.argv[1])
library = bus.get_object(sys.argv[2], "/org/filmgate/Library1", introspect=False)
path, count = library.Fetch("asset", dbus.Dictionary({}, signature="sv"), dbus_interface="org.filmgate.Library1")
rows = bus.get_object(sys.argv[2], path).Read(
    dbus.UInt32(0), dbus.UInt32(1000), ["id"], dbus_interface="org.filmgate.FetchResult1")
for row in rows:
    sys.stdin.readline()
    id = str(row["id"])
    file = os.open(sys.argv[3], os.O_RDONLY)
    begin = time.monotonic()
    session, content, details = library.BeginEditing(
        id, dbus.Dictionary({}, signature="sv"), dbus_interface="org.filmgate.Editing1")
    os.close(content.take())
    render = dbus.Struct(("full-size-photo", dbus.types.UnixFd(file), dbus.Dictionary({}, signature="sv")), signature=None)
    bus.get_object(sys.argv[2], session, introspect=False).Finish(
        dbus.Array([render], signature="(sha{sv})"), "org.example.Format", "1", dbus.ByteArray(b"data"),
        dbus.Dictionary({}, signature="sv"), dbus_interface="org.filmgate.EditSession1")
    change = ("set-content", dbus.Dictionary({"id": id, "session": session}, signature="sv"))
    library.PerformChanges(
        dbus.Array([change], signature="(sa{sv})"), dbus.Dictionary({}, signature="sv"),
        dbus_interface="org.filmgate.Library1")
    print((time.monotonic() - begin) * 1000, flush=True)
    os.close(file)
"""


def copied(source, target):
    """Milliseconds to copy a file, and to write it and its name to the disk."""
    begin = time.monotonic()
    shutil.copyfile(source, target)
    for path, flags in ((target, os.O_RDONLY), (os.path.dirname(target), os.O_RDONLY | os.O_DIRECTORY)):
        descriptor = os.open(path, flags)
        os.fsync(descriptor)
        os.close(descriptor)
    return (time.monotonic() - begin) * 1000


def measure(world):
    folder = f"{world.folder}/originals"
    os.makedirs(folder)
    render = f"{world.folder}/render.jpg"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", PICTURE, "-frames:v", "1", "-q:v", "3",
         render], check=True)
    with open(render, "rb") as file:
        content = file.read()
    for index in range(COUNT):
        # A comment that makes it different.
        with open(f"{folder}/{index:02}.jpg", "wb") as file:
            file.write(content[:2] + b"\xff\xfe\x00\x0a%08d" % index + content[2:])
    world.start()
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.run(*ctl, "import", "--quiet", folder)
    editor = f"{world.folder}/editor"
    shutil.copy(os.path.realpath("/usr/bin/python3"), editor)
    world.run(*ctl, "grants", "set", f"exe:{editor}", "full", "--rights", "location,originals,captions,metadata,write,manage")
    process = subprocess.Popen(
        [editor, "-c", EDITOR, world.address, NAME, render], env=world.environment, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    edits, copies = [], []
    for index in range(COUNT):
        # In turns: an edit and a copy at the same time would share the disk.
        process.stdin.write("\n")
        process.stdin.flush()
        if not (line := process.stdout.readline()):
            break
        edits.append(float(line))
        copies.append(copied(render, f"{world.folder}/copy-{index}.jpg"))
    if process.wait() != 0 or len(edits) != COUNT:
        sys.exit("the editor failed")
    world.stop()
    ours, floor = statistics.median(edits), statistics.median(copies)
    report("editing 12 megapixels, begin to commit", ours, floor, ours / floor, 1.3, "ms")
