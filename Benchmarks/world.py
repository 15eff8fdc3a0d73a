"""What a benchmark runs in: a bus and a broker of its own, and how it says what it found."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILT = os.path.join(ROOT, ".build", "release")
FLOORS = os.path.join(ROOT, ".build", "floors")
NAME = "org.filmgate.Library1"
missed = []


def report(what, ours, floor, ratio, goal, unit, above=False):
    """One line; a ratio is to be at most its goal, or at least where ABOVE."""
    met = ratio >= goal if above else ratio <= goal
    if not met:
        missed.append(what)
    floor = f"{floor:10.1f}" if floor is not None else " " * 10
    sign = "≥" if above else "≤"
    print(f"{what:44} {ours:10.1f} {floor} {unit:8} {ratio:7.2f} {sign} {goal:<6} {'met' if met else 'MISSED'}", flush=True)


class World:
    """A private bus and a broker on it."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="filmgate-bench-")
        self.bus = subprocess.Popen(
            ["dbus-daemon", "--session", f"--address=unix:path={self.folder}/bus", "--print-address", "--nofork",
             "--nopidfile"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.bus.stdout.readline().strip()
        self.environment = {**os.environ, "DBUS_SESSION_BUS_ADDRESS": self.address, "FILMGATE_BUS_ADDRESS": self.address}
        self.broker = None

    def start(self, state=None, limits=""):
        """LIMITS are lines of the configuration."""
        import dbus.bus
        if not hasattr(self, "watcher"):
            self.watcher = dbus.bus.BusConnection(self.address)
        with open(f"{self.folder}/filmgated.conf", "w") as configuration:
            configuration.write(f"[limits]\n{limits}\n")
        begin = time.monotonic()
        self.broker = subprocess.Popen(
            [f"{BUILT}/filmgated", "--bus", self.address, "--state", state or f"{self.folder}/state", "--config",
             f"{self.folder}/filmgated.conf"])
        while not self.watcher.name_has_owner(NAME):
            time.sleep(0.0002)
        return (time.monotonic() - begin) * 1000

    def stop(self):
        self.broker.terminate()
        self.broker.wait()
        self.broker = None

    def run(self, *command, **options):
        done = subprocess.run(command, env=self.environment, stdout=subprocess.PIPE, text=True, **options)
        if done.returncode != 0:
            sys.exit(f"{command[0]} ended with {done.returncode}")
        return done.stdout

    def begin(self, command, user=None):
        """A program that runs beside; USER in the system setting alone."""
        return subprocess.Popen(self.of(user, command), env=self.environment, stdout=subprocess.PIPE, text=True)

    def result(self, process):
        """What it wrote, once it has ended well."""
        text = process.communicate()[0]
        if process.returncode != 0:
            sys.exit(f"{process.args[0]} ended with {process.returncode}")
        return text

    def of(self, user, command):
        return command

    def close(self):
        if self.broker:
            self.stop()
        self.bus.terminate()
        self.bus.wait()
        shutil.rmtree(self.folder)


class SystemWorld(World):
    """The system setting, as root can have it anywhere: a bus for all users, `filmgate-identify`, and the broker without any right."""
    BROKER, IDENTIFIER, PEOPLE = 61781, 61782, (61790, 61791)
    RIGHTS = "+sys_ptrace,+dac_read_search"

    def __init__(self):
        super().__init__()
        self.bus.terminate()
        self.bus.wait()
        os.chmod(self.folder, 0o755)
        with open(f"{self.folder}/bus.conf", "w") as configuration:
            configuration.write(f"""<busconfig><type>system</type><listen>unix:path={self.folder}/bus</listen><auth>EXTERNAL</auth>
                <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/><allow own="*"/><allow user="*"/></policy>
                <limit name="max_connections_per_user">4096</limit></busconfig>""")
        # The bus turns away whom its system does not know.
        shutil.copy("/etc/passwd", self.folder)
        with open(f"{self.folder}/passwd", "a") as users:
            for user in (self.BROKER, self.IDENTIFIER, *self.PEOPLE):
                users.write(f"user{user}:x:{user}:{user}::/nonexistent:/bin/sh\n")
        self.bus = subprocess.Popen(
            ["unshare", "--mount", "--propagation", "private", "--", "sh", "-c",
             'mount --bind "$1" /etc/passwd && shift && exec "$@"', "sh", f"{self.folder}/passwd",
             "dbus-daemon", f"--config-file={self.folder}/bus.conf", "--print-address", "--nofork", "--nopidfile"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.address = self.bus.stdout.readline().strip()
        for name in ("DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS", "FILMGATE_BUS_ADDRESS"):
            self.environment[name] = self.address
        self.identifier = None

    def start(self, state=None, limits="", policy=""):
        """POLICY are rules of an administrator."""
        import dbus.bus
        self.watcher = dbus.bus.BusConnection(self.address)
        os.makedirs(f"{self.folder}/state", mode=0o700)
        os.chown(f"{self.folder}/state", self.BROKER, self.BROKER)
        # What was built may lie where other users cannot go.
        for name in ("filmgated", "filmgate-identify"):
            shutil.copy(f"{BUILT}/{name}", self.folder)
        os.makedirs(f"{self.folder}/policy.d")
        with open(f"{self.folder}/policy.d/benchmark.conf", "w") as file:
            file.write(policy)
        with open(f"{self.folder}/filmgated.conf", "w") as configuration:
            configuration.write(f"[limits]\n{limits}\n[render]\nworker={BUILT}/filmgate-render\n"
                                f"[policy]\nfolders={self.folder}/policy.d\n")
        self.identifier = self.service(self.IDENTIFIER, self.RIGHTS, f"{self.folder}/filmgate-identify")
        self.broker = self.service(
            self.BROKER, "", f"{self.folder}/filmgated", "--bus", "system", "--state", f"{self.folder}/state", "--config",
            f"{self.folder}/filmgated.conf")
        while not self.watcher.name_has_owner(NAME) or not self.watcher.name_has_owner("org.filmgate.Identify1"):
            if self.broker.poll() is not None or self.identifier.poll() is not None:
                sys.exit("The broker or filmgate-identify ended.")
            time.sleep(0.002)

    def service(self, user, rights, *command):
        rights = ",".join(["-all", rights]).rstrip(",")
        return subprocess.Popen(
            [*self.of(user, []), "--inh-caps", rights, "--ambient-caps", rights, "--", *command], env=self.environment)

    def of(self, user, command):
        if user in (None, 0):
            return command
        return ["setpriv", "--reuid", str(user), "--regid", str(user), "--clear-groups", *command]

    def close(self):
        if self.identifier:
            self.identifier.terminate()
            self.identifier.wait()
        super().close()


def resident(pid):
    """KiB."""
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))
