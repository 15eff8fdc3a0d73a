"""What it costs to know who somebody is: once a connection, and nobody else."""
import json
import os
import shutil
import statistics
import subprocess

from world import FLOORS, NAME, SystemWorld, report

STATUS = ["/org/filmgate/Library1", "org.filmgate.Authorization1", "GetStatus", "read-write"]
# Everybody is told who they are, root too, which has no library in the system setting.
CLIENT = ["/org/filmgate/Library1", "org.filmgate.Authorization1", "GetClient", ""]
FLOOR = "org.example.Floor"
RATE = 200
SECONDS = 10


def measure(private):
    """PRIVATE is a world of the private setting, where the broker itself looks; in the other it asks, which root alone can measure."""
    Newcomers(private, "itself", 5, [None]).measure()
    if os.geteuid() != 0:
        print("The system setting is measured by root alone.")
        return
    system = SystemWorld()
    try:
        Newcomers(system, "asked", 6, SystemWorld.PEOPLE).measure()
    finally:
        system.close()


class Newcomers:
    """Programs that are new to the broker, and somebody who is not."""

    def __init__(self, world, who, goal, users):
        self.world, self.who, self.goal, self.users = world, who, goal, users

    def measure(self):
        world = self.world
        world.start()
        # Two programs: the same one at two places.
        self.floors = [f"{world.folder}/{name}" for name in ("one", "other")]
        for folder in self.floors:
            shutil.copytree(FLOORS, folder)
        floor = subprocess.Popen([f"{self.floors[0]}/echo-server", FLOOR], env=world.environment, stdout=subprocess.PIPE)
        floor.stdout.readline()
        self.costs()
        self.later_calls()
        self.many()
        floor.terminate()
        floor.wait()

    def connector(self, connections, rate, calls, name, method, user=None, place=0):
        """Makes connections, each of which calls; answers of GetClient must say who it is."""
        program = f"{self.floors[place]}/connector"
        user = self.users[0] if user is None else user
        identity = [] if method != CLIENT else ["system:0" if user == 0 else f"exe:{program}"]
        return self.world.begin([program, str(connections), str(rate), str(calls), name, *method, *identity], user)

    def figures(self, *arguments, **options):
        return json.loads(self.world.result(self.connector(*arguments, **options)))

    def compare(self, what, pairs, goal):
        """The medians of both, the second's first, and of the second by the first."""
        floor, ours = (statistics.median(pair[side] for pair in pairs) for side in (0, 1))
        report(f"{self.who}: {what}", ours, floor, statistics.median(pair[1] / pair[0] for pair in pairs), goal, "µs")

    def costs(self):
        """A connection's first two calls against those to an echo server in C on the same bus."""
        pairs = [[self.figures(400, RATE, 2, name, STATUS) for name in (FLOOR, NAME)] for _ in range(5)]
        self.compare("a new connection's first call", [[one["first"][0] for one in pair] for pair in pairs], self.goal)
        self.compare("the same, 99th percentile", [[one["first"][1] for one in pair] for pair in pairs], self.goal)
        self.compare("its second call", [[one["second"][0] for one in pair] for pair in pairs], 1.15)

    def later_calls(self):
        """All calls of a connection but the first, against those on connections that have lasted, and of root, which has no library."""
        def later(*arguments, **options):
            return self.figures(*arguments, NAME, CLIENT, **options)["later"]

        others = {"lasting connections'": lambda: later(4, 0, 500)}
        if len(self.users) > 1:
            others["root's"] = lambda: later(80, 0, 25, user=0)
        for name, other in others.items():
            pairs = []
            for turn in range(16):
                # Now the one goes first, now the other: the machine may be getting faster, or slower.
                runs = [other, lambda: later(80, 0, 25)]
                results = [run() for run in (runs if turn % 2 else reversed(runs))]
                pairs.append(results if turn % 2 else results[::-1])
            self.compare(f"later calls against {name}", [[one[0] for one in pair] for pair in pairs], 1.05)
            self.compare("the same, 99th percentile", [[one[1] for one in pair] for pair in pairs], 1.15)

    def many(self):
        """So many new connections a second, of several users and programs, whatever the answers take: each is told who it is, and somebody
        who calls now and then waits no longer; against nobody new, and against the same to an echo server."""
        places = [(user, place) for user in self.users for place in (0, 1)]
        share = RATE // len(places)

        def steady():
            command = [f"{self.floors[0]}/steady", str(SECONDS), "100", NAME, *STATUS]
            return [float(part) for part in self.world.result(self.world.begin(command, self.users[0])).split()]

        def beside(name, method):
            crowd = [self.connector(share * (SECONDS + 1), share, 1, name, method, user, place) for user, place in places]
            waits = steady()
            return waits, [json.loads(self.world.result(one)) for one in crowd]

        rounds = [(steady(), beside(FLOOR, STATUS), beside(NAME, CLIENT)) for _ in range(3)]
        crowds = [one for _, _, (_, crowd) in rounds for one in crowd]
        rate = statistics.median(one["rate"] for one in crowds) * len(places)
        report(f"{self.who}: connections known, of {RATE}", rate, None, rate / RATE, 0.98, "a second", above=True)
        known = max(one["known"][1] for one in crowds) / 1000
        report(f"{self.who}: until known, 99th percentile", known, None, known, 50, "ms")
        # Of a line that grows the last would wait for many times as long as the first.
        self.compare("until known, last quarter by first", [(one["early"], one["late"]) for one in crowds], 1.5)
        self.compare("others meanwhile, median", [(alone[0], ours[0]) for alone, _, (ours, _) in rounds], 1.5)
        alone, slowest = (statistics.median(times[1] for times in column) / 1000
                          for column in ([row[0] for row in rounds], [row[2][0] for row in rounds]))
        report(f"{self.who}: the same, 99th percentile", slowest, alone, slowest, 50, "ms")
        self.compare("and against newcomers to a floor", [(floor[1], ours[1]) for _, (floor, _), (ours, _) in rounds], 1.5)
        rate = statistics.median(self.figures(400, 0, 1, NAME, CLIENT)["rate"] for _ in range(5))
        report(f"{self.who}: connections known, in turn", rate, None, rate / RATE, 1, "a second", above=True)
