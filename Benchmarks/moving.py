"""Moving in and out: many small photos imported again, exported and backed up again, against the programs that only copy."""
import os
import shutil
import statistics
import subprocess
import time

from world import BUILT, report

COUNT = 20_000
PAIRED = 4_000


def photos(folder, count):
    """Small photos in folders of a thousand, no two alike."""
    sample = f"{folder}.jpg"
    subprocess.run(
        ["ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "testsrc2=size=320x240,noise=alls=16",
         "-frames:v", "1", "-q:v", "5", sample], check=True)
    with open(sample, "rb") as file:
        content = file.read()
    for index in range(count):
        part = f"{folder}/{index // 1000:03}"
        os.makedirs(part, exist_ok=True)
        with open(f"{part}/{index:05}.jpg", "wb") as file:
            # A comment that makes it different.
            file.write(content[:2] + b"\xff\xfe\x00\x0a%08d" % index + content[2:])


def seconds(command):
    begin = time.monotonic()
    command()
    return time.monotonic() - begin


def compare(what, ours, floor, goal, rounds=3):
    """Both in turns, after one of each that does not count."""
    ours(), floor()
    pairs = [(seconds(floor), seconds(ours)) for _ in range(rounds)]
    report(
        what, statistics.median(p[1] for p in pairs), statistics.median(p[0] for p in pairs),
        statistics.median(p[1] / p[0] for p in pairs), goal, "s")


def measure(world):
    source, target = f"{world.folder}/photos", f"{world.folder}/target"
    ctl = [f"{BUILT}/filmgatectl", "--bus", world.address]
    photos(source, COUNT)
    world.start()
    first = seconds(lambda: world.run(*ctl, "import", "--quiet", source))
    print(f"{f'  the first import of {COUNT:,} photos':44} {first:10.1f} {'':10} s", flush=True)

    def hashed():
        subprocess.run(
            f"find '{source}' -type f -print0 | xargs -0 sha256sum", shell=True, check=True, stdout=subprocess.DEVNULL)

    compare(f"importing {COUNT:,} photos again", lambda: world.run(*ctl, "import", "--quiet", source), hashed, 2)

    def copied():
        shutil.rmtree(target, ignore_errors=True)
        subprocess.run(["cp", "-r", source, target], check=True)

    def exported():
        shutil.rmtree(target, ignore_errors=True)
        world.run(*ctl, "export", "--quiet", target)

    compare("exporting them", exported, copied, 1.5)
    shutil.rmtree(target)
    compare(
        "a second backup of them", lambda: world.run(*ctl, "backup", "--quiet", f"{world.folder}/backup"),
        lambda: subprocess.run(["rsync", "-a", f"{source}/", f"{world.folder}/copy/"], check=True), 2)
    world.stop()
    pair(world, ctl)


def pair(world, ctl):
    """What looking for files that belong together adds to an import."""
    source = f"{world.folder}/to-pair"
    photos(source, PAIRED)

    def imported(*options):
        shutil.rmtree(f"{world.folder}/state")
        world.start()
        time_taken = seconds(lambda: world.run(*ctl, "import", "--quiet", *options, source))
        world.stop()
        return time_taken

    pairs = [(imported("--no-pairing"), imported()) for _ in range(5)]
    report(
        f"an import of {PAIRED:,} with pairing", statistics.median(p[1] for p in pairs),
        statistics.median(p[0] for p in pairs), statistics.median(p[1] / p[0] for p in pairs), 1.05, "s")
