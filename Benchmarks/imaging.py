"""Images, redacted files and videos against libjpeg-turbo in C, vipsthumbnail, FFmpeg's own program and copying."""
import os
import shutil
import statistics
import subprocess
import sys
import time

from world import BUILT, FLOORS, NAME, report, resident

COUNT = 40
LARGE = "4000x3000"

# Fetches a hundred times a second until its input ends; prints the 99th percentile in milliseconds.
FETCHER = """
import select, sys, time, dbus, dbus.bus
bus = dbus.bus.BusConnection(sys.argv[1])
library = bus.get_object(sys.argv[2], "/org/filmgate/Library1", introspect=False)
times = []
while not select.select([sys.stdin], [], [], 0.01)[0]:
    begin = time.monotonic()
    path, count = library.Fetch("asset", dbus.Dictionary({}, signature="sv"), dbus_interface="org.filmgate.Library1")
    times.append((time.monotonic() - begin) * 1000)
    bus.get_object(sys.argv[2], path, introspect=False).Close(dbus_interface="org.filmgate.FetchResult1")
print(sorted(times)[len(times) * 99 // 100])
"""


class Viewer:
    """A program in C that requests images: an app that sees everything, or one of the owner's tools, which may use every worker."""

    def __init__(self, world, program):
        self.world, self.program = world, program
        self.assets = world.run(f"{BUILT}/filmgatectl", "--bus", world.address, "assets", "list", "--ids").split()

    def images(self, most, side, delivery, times=1, assets=None):
        """Milliseconds for an image, all together; and medians until the first delivery, and until the response."""
        command = [self.program, most, side, delivery, times, *(assets or self.assets)]
        return [float(part) for part in self.world.run(*map(str, command)).split()]


def seconds(command, **options):
    begin = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, **options)
    return time.monotonic() - begin


def measure(world):
    folder = f"{world.folder}/large"
    os.makedirs(folder)
    ffmpeg = ["ffmpeg", "-nostdin", "-loglevel", "error"]
    base = f"{folder}/base.jpg"
    subprocess.run([*ffmpeg, "-f", "lavfi", "-i", f"testsrc2=size={LARGE}", "-frames:v", "1", "-q:v", "3", base], check=True)
    with open(base, "rb") as file:
        content = file.read()
    os.remove(base)
    files = [f"{folder}/{index:02}.jpg" for index in range(COUNT)]
    for index, path in enumerate(files):
        # A comment that makes it different.
        with open(path, "wb") as file:
            file.write(content[:2] + b"\xff\xfe\x00\x0a%08d" % index + content[2:])
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.start(limits=f"[owner]\ntools={BUILT}/filmgatectl;{os.path.realpath(FLOORS)}/tool/request-images")
    idle = resident(world.broker.pid)
    world.run(*ctl, "import", "--quiet", folder)
    world.run(*ctl, "grants", "set", f"exe:{os.path.realpath(FLOORS)}/request-images", "full")
    app, tool = Viewer(world, f"{FLOORS}/request-images"), Viewer(world, f"{FLOORS}/tool/request-images")
    tool.images(2, 64, "high-quality")
    measure_first(world, app, folder, content, measure_images(world, app, tool, files))
    measure_others(world, app)
    measure_redaction(world, content)
    measure_videos(world, ffmpeg)
    report("the broker afterwards, beyond its start", (resident(world.broker.pid) - idle) / 1024, None,
           (resident(world.broker.pid) - idle) / 1024, 32, "MiB")


def measure_images(world, app, tool, files):
    """Returns the milliseconds in which libjpeg-turbo decodes a picture on one core."""
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    rounds = []
    for _ in range(3):
        row = [float(world.run(f"{FLOORS}/scale-jpeg", "256", *files))]
        command = ["vipsthumbnail", "--size", "256", "-o", f"{world.folder}/%s-small.jpg", *files]
        row.append(seconds(command) * 1000 / len(files))
        for viewer in (tool, app):
            world.run(*ctl, "cache", "clear")
            row.append(viewer.images(4, 256, "high-quality")[0])
        rounds.append(row)
    decoding, thumbnails, ours, apps = map(statistics.median, zip(*rounds))
    report("256 pixels of 12 megapixels, by vipsthumbnail", ours, thumbnails, ours / thumbnails, 0.7, "ms")
    report("the same by libjpeg-turbo on both cores", ours, decoding, ours / decoding, 1.3, "ms")
    # An app leaves one of two workers to others.
    report("for an app, by libjpeg-turbo on one core", apps, 2 * decoding, apps / decoding / 2, 1.3, "ms")
    time.sleep(1)
    call = ["/org/filmgate/Library1", "org.filmgate.Authorization1", "GetStatus", "read-write"]
    pairs = []
    for _ in range(5):
        echo = float(world.run(f"{FLOORS}/caller", "2000", NAME, *call).split()[0]) / 1000
        pairs.append((2 * echo, app.images(1, 256, "high-quality", 10)[2]))
    floor, ours = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
    report("from the cache, against two calls", ours, floor, statistics.median(b / a for a, b in pairs), 2, "ms")
    many = 1000 / statistics.median(app.images(64, 256, "high-quality", 50)[0] for _ in range(3))
    report("from the cache, 64 in flight", many, 3000, many / 3000, 1, "a second", above=True)
    return 2 * decoding


def measure_first(world, app, folder, content, decoding):
    """What comes first of photos with a thumbnail, as cameras make it, and of photos without."""
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    plain = f"{world.folder}/plain.jpg"
    with open(plain, "wb") as file:
        file.write(content)
    subprocess.run(["vipsthumbnail", "--size", "160", "-o", f"{world.folder}/thumbnail.jpg", plain], check=True)
    subprocess.run(["exiftool", "-q", "-overwrite_original", "-Artist=With a thumbnail",
                    f"-ThumbnailImage<={world.folder}/thumbnail.jpg", plain], check=True)
    with open(plain, "rb") as file:
        content = file.read()
    os.makedirs(f"{folder}/thumbnails")
    for index in range(COUNT):
        with open(f"{folder}/thumbnails/thumb{index:02}.jpg", "wb") as file:
            file.write(content[:2] + b"\xff\xfe\x00\x0a%08d" % index + content[2:])
    world.run(*ctl, "import", "--quiet", f"{folder}/thumbnails")
    cameras = world.run(*ctl, "assets", "list", "--ids", "--where", "filename like 'thumb%'").split()
    time.sleep(1)
    world.run(*ctl, "cache", "clear")
    first = app.images(1, 1000, "opportunistic", assets=cameras)[1]
    report("first delivery, of an embedded thumbnail", first, None, first, 5, "ms")
    # Without one it is an eighth of the picture.
    first = app.images(1, 1000, "opportunistic")[1]
    report("first delivery, without, by libjpeg-turbo", first, decoding, first / decoding, 1.3, "ms")


def measure_others(world, app):
    """What other programs wait for a fetch while an app has 10,000 images made."""
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.run(*ctl, "cache", "clear")
    program = f"{world.folder}/fetcher"
    shutil.copy(os.path.realpath("/usr/bin/python3"), program)
    world.run(*ctl, "grants", "set", f"exe:{program}", "full")
    fetcher = subprocess.Popen(
        [program, "-c", FETCHER, world.address, NAME], env=world.environment, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, text=True)
    for side in range(100, 100 + 10_000 // COUNT):
        app.images(64, side, "high-quality")
    slowest = float(fetcher.communicate("\n")[0])
    report("a fetch beside 10,000 images, 99th percentile", slowest, None, slowest, 50, "ms")


def measure_redaction(world, content):
    """A file of 24 MB, of which each opening makes a copy, because nobody holds one."""
    path = f"{world.folder}/redacted.jpg"
    segment = b"\xff\xfe\xff\xf0" + b"." * 0xFFEE
    with open(path, "wb") as file:
        file.write(content[:2] + segment * (24_000_000 // len(segment)) + content[2:])
    subprocess.run(["exiftool", "-q", "-overwrite_original", "-GPSLatitude*=47.4989", "-GPSLongitude*=19.0437", path], check=True)
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.run(*ctl, "import", "--quiet", path)
    asset = world.run(*ctl, "assets", "list", "--ids", "--where", "location is not null").split()[0]
    world.run(*ctl, "grants", "set", f"exe:{os.path.realpath(FLOORS)}/read-file", "full", "--rights", "originals,captions,metadata")
    pairs = []
    for index in range(9):
        copy = seconds(["cp", "--reflink=never", path, f"{world.folder}/copy{index}"])
        pairs.append((copy, float(world.run(f"{FLOORS}/read-file", "1", "--resource", asset).split()[1]) / 1e6))
    floor, ours = (statistics.median(pair[side] for pair in pairs) * 1000 for side in (0, 1))
    report("opening 24 MB redacted, against cp", ours, floor, ours / floor, 1.3, "ms")


def measure_videos(world, ffmpeg):
    folder = f"{world.folder}/videos"
    os.makedirs(folder)
    source = f"{folder}/clip.mp4"
    subprocess.run(
        [*ffmpeg, "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=30", "-f", "lavfi", "-i", "sine=frequency=440", "-t", "8",
         "-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p", "-c:a", "aac", source], check=True)
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    world.run(*ctl, "import", "--quiet", folder)
    posters, conversions = [], []
    for index in range(5):
        floor = seconds([*ffmpeg, "-i", source, "-frames:v", "1", "-vf", "scale=512:-2", f"{folder}/poster{index}.jpg"])
        world.run(*ctl, "cache", "clear")
        ours = seconds([*ctl, "assets", "image", "clip.mp4", "--size", "512", "-o", f"{folder}/ours{index}.jpg"],
                       env=world.environment)
        posters.append((floor, ours))
    for index in range(3):
        floor = seconds(
            [*ffmpeg, "-i", source, "-vf", "scale=-2:720", "-c:v", "libx264", "-preset", "veryfast", "-crf", "21", "-c:a", "aac",
             f"{folder}/floor{index}.mp4"])
        ours = seconds([*ctl, "assets", "video", "clip.mp4", "--preset", "medium", "-o", f"{folder}/ours{index}.mp4"],
                       env=world.environment)
        conversions.append((floor, ours))
    for what, pairs in (("a poster frame", posters), ("8 s of 1080p to 720p", conversions)):
        floor, ours = (statistics.median(pair[side] for pair in pairs) * 1000 for side in (0, 1))
        report(f"{what}, against ffmpeg", ours, floor, statistics.median(b / a for a, b in pairs), 1.2, "ms")
