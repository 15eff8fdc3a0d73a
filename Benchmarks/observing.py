"""What it costs to tell a thousand connections of a change."""
import sqlite3
import statistics
import subprocess

SUBSCRIBERS = 1000
ROUNDS = 15


def measure(world, floors, name, report):
    """WORLD has a broker that lets so many connections in, and programs in FLOORS that may read."""
    with sqlite3.connect(f"file:{world.database}?mode=ro", uri=True) as database:
        ids = [id for (id,) in database.execute(
            "SELECT lower(hex(id)) FROM asset WHERE hidden = 0 AND trashed_date IS NULL ORDER BY row LIMIT 20")]
    ids = ["-".join((id[:8], id[8:12], id[12:16], id[16:20], id[20:])) for id in ids]
    asset, seen = ids[0], ids[1:]
    world.grant("subscribers", "full")
    world.grant("limited/subscribers", "limited", *(part for id in seen for part in ("--select", id)))

    def told(service, count, rounds=ROUNDS):
        """Microseconds of a change that so many hear of."""
        return float(world.run(f"{floors}/subscribers", service, str(count), str(rounds), asset).split()[1])

    def floor(count):
        server = subprocess.Popen(
            [f"{floors}/signal-server", "org.example.Signals"], env=world.environment, stdout=subprocess.PIPE)
        server.stdout.readline()
        time = told("org.example.Signals", count)
        server.terminate()
        server.wait()
        return time

    pairs = [(floor(SUBSCRIBERS) - floor(0), told(name, SUBSCRIBERS) - told(name, 0)) for _ in range(5)]
    report(
        f"telling {SUBSCRIBERS:,} of a change", statistics.median(p[1] for p in pairs),
        statistics.median(p[0] for p in pairs), statistics.median(p[1] / p[0] for p in pairs), 1.2, "µs")

    others(world, floors, name, asset, report)
    unseen(world, floors, name, asset, told, report)


def others(world, floors, name, asset, report):
    """How long somebody else's calls take while changes are told one after the other."""
    busy = subprocess.Popen(
        [f"{floors}/subscribers", name, str(SUBSCRIBERS), "40", asset], env=world.environment, stdout=subprocess.PIPE)
    busy.stdout.readline()
    call = ["/org/filmgate/Library1", "org.filmgate.Authorization1", "GetStatus", "read-write"]
    slowest = []
    while busy.poll() is None:
        slowest.append(float(world.run(f"{floors}/caller", "1000", name, *call).split()[1]) / 1000)
    report("others' 99th percentile meanwhile", max(slowest), None, max(slowest), 50, "ms")


def unseen(world, floors, name, asset, told, report):
    """What a change that none of them may see costs more than one without them."""
    pairs = []
    for _ in range(5):
        alone = told(name, 0, 200)
        quiet = subprocess.Popen(
            [f"{floors}/limited/subscribers", name, str(SUBSCRIBERS), "0", asset], env=world.environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        quiet.stdout.readline()
        pairs.append((alone, told(name, 0, 200)))
        heard = int(quiet.communicate()[0])
        if heard:
            report("signals of what nobody may see", heard, None, heard, 0, "")
    report(
        f"a change that {SUBSCRIBERS:,} do not see", statistics.median(p[1] for p in pairs),
        statistics.median(p[0] for p in pairs), statistics.median(p[1] / p[0] for p in pairs), 1.1, "µs")
