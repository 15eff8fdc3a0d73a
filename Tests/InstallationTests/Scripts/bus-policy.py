#!/usr/bin/python3
"""Holds the shipped bus policy against a real dbus-daemon of type system, with clients of several users and groups.

Each line is one attempt: who, what, what the bus should do, and what it did. Ends with 1 where one is not as it should be, and with 77
where it cannot become other users. The system's own configuration is used but for its address; the users are added
in a mount namespace of the test's own.
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

import dbus
import dbus.lowlevel
import dbus.mainloop.glib
from gi.repository import GLib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
LIBRARY, IDENTIFY, BUS = "org.filmgate.Library1", "org.filmgate.Identify1", "org.freedesktop.DBus"
PATH = "/org/filmgate/Library1"
USERS = {"filmgate": 61781, "filmgate-identify": 61782}
GROUPS = {"filmgate-agent": 61783}
ANNA, BEN, ANNAS_GROUP = 61790, 61791, 61790
DENIED = "org.freedesktop.DBus.Error.AccessDenied"
ARRIVED, HERE = "arrived", "org.example.Error.Here"
CALL, SIGNAL, MARKER = 1, 4, "org.example.Marker"
SIGNALS = ("org.filmgate.Authorization1", "org.filmgate.Request1", "org.filmgate.Observation1", "org.filmgate.Admin1")


class Who:
    """A process of certain ids, forked for one attempt."""

    def __init__(self, title, user, group, supplementary=(), real_group=None):
        self.title, self.user, self.group, self.supplementary = title, user, group, supplementary
        self.real_group = group if real_group is None else real_group

    def fork(self, action):
        """Runs the action as these ids: what it returned, the process, which answers calls from then on, and what ends that when closed."""
        reading, writing = os.pipe()
        gate, opener = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            os.close(opener)
            try:
                self.become()
                dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
                said = action()
            except dbus.DBusException as error:
                said = error.get_dbus_name()
            except Exception as error:  # pylint: disable=broad-except
                said = f"{type(error).__name__}: {error}"
            os.write(writing, said.encode() + b"\n")
            serve(gate)
            os._exit(0)
        os.close(writing)
        os.close(gate)
        with os.fdopen(reading) as stream:
            return stream.readline().strip(), child, opener

    def become(self):
        os.setgroups(list(self.supplementary))
        os.setresgid(self.real_group, self.group, self.group)
        os.setresuid(self.user, self.user, self.user)

    def does(self, action):
        said, child, opener = self.fork(action)
        os.close(opener)
        os.waitpid(child, 0)
        return said


BROKER = Who("the broker", USERS["filmgate"], USERS["filmgate"])
HELPER = Who("the helper", USERS["filmgate-identify"], USERS["filmgate-identify"])
USER = Who("a user", ANNA, ANNAS_GROUP)
AGENT = Who("a program with the agents' group", ANNA, GROUPS["filmgate-agent"])
SETGID = Who("a setgid program of the agents' group", ANNA, GROUPS["filmgate-agent"], real_group=ANNAS_GROUP)
MEMBER = Who("a member of the agents' group", ANNA, ANNAS_GROUP, supplementary=(GROUPS["filmgate-agent"],))
OTHER = Who("another user", BEN, BEN)
ROOT_USER = Who("root", 0, 0)


# Connections that last as long as their process.
KEPT = []


def connection():
    return dbus.bus.BusConnection(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])


def serve(gate):
    """Answers every call with an error of its own, until the gate closes."""
    def answer(bus, message):
        if message.get_type() != CALL:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        bus.send_message(dbus.lowlevel.ErrorMessage(message, HERE, ""))
        return dbus.lowlevel.HANDLER_RESULT_HANDLED
    loop = GLib.MainLoop()
    for bus in KEPT:
        bus.add_message_filter(answer)
    GLib.unix_fd_add_full(0, gate, GLib.IOCondition.IN | GLib.IOCondition.HUP, lambda *_: loop.quit())
    loop.run()


def unnamed():
    KEPT.append(connection())
    return KEPT[-1].get_unique_name()


def owning(name):
    """An action that asks the bus for a name, and what it answered."""
    def action():
        bus = connection()
        KEPT.append(bus)
        bus.request_name(name)
        return bus.get_unique_name()
    return action


def calling(destination, interface, member, *arguments, signature=""):
    """An action that calls somebody, and whether that arrived."""
    def action():
        path = "/org/freedesktop/DBus" if destination == BUS else PATH
        message = dbus.lowlevel.MethodCallMessage(destination, path, interface or None, member)
        if signature:
            message.append(*arguments, signature=signature)
        try:
            connection().send_message_with_reply_and_block(message, 10)
        except dbus.DBusException as error:
            return ARRIVED if error.get_dbus_name() == HERE else error.get_dbus_name()
        # libdbus answers a Ping by itself.
        return ARRIVED if member == "Ping" else "answered"
    return action


def listening(name, ready):
    """An action that tells which signals it hears, until a marker comes; first it writes its unique name to a descriptor."""
    def action():
        bus, loop, heard = connection(), GLib.MainLoop(), []

        def note(_, message):
            if message.get_type() == SIGNAL and message.get_interface() != BUS:
                heard.append(message.get_interface())
                if message.get_interface() == MARKER:
                    loop.quit()
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        if name:
            bus.request_name(name)
        bus.add_match_string("type='signal',path_namespace='/org/filmgate'")
        bus.add_message_filter(note)
        os.write(ready, bus.get_unique_name().encode() + b"\n")
        GLib.timeout_add_seconds(60, loop.quit)
        loop.run()
        return " ".join(heard)
    return action


def sending(destination, *interfaces):
    """An action that sends signals, and after them a broadcast that everybody may send."""
    def action():
        bus = connection()
        for interface in (*interfaces, MARKER):
            message = dbus.lowlevel.SignalMessage(PATH, interface, "Said")
            if destination and interface != MARKER:
                message.set_destination(destination)
            bus.send_message(message)
        bus.call_blocking(BUS, "/", BUS, "GetId", "", ())
        return "sent"
    return action


class Daemon:
    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="filmgate-policy-")
        os.chmod(self.folder, 0o755)
        self.add_accounts()
        os.mkdir(f"{self.folder}/system.d")
        shutil.copy(os.path.join(ROOT, "dbus", "org.filmgate.Library1.conf"), f"{self.folder}/system.d")
        system = open("/usr/share/dbus-1/system.conf", encoding="utf-8").read()
        system = re.sub(r"<listen>.*?</listen>", f"<listen>unix:path={self.folder}/bus</listen>", system)
        system = re.sub(r"<(user|pidfile|servicehelper)>.*?</\1>|<fork/>|<standard_system_servicedirs/>|<syslog/>", "", system)
        system = system.replace("<includedir>system.d</includedir>", f"<includedir>{self.folder}/system.d</includedir>")
        system = re.sub(r"<includedir>/etc.*?</includedir>|<include [^>]*>.*?</include>", "", system)
        self.write("system.conf", system)
        self.program = subprocess.Popen(
            ["dbus-daemon", f"--config-file={self.folder}/system.conf", "--nofork", "--nopidfile", "--print-address"],
            stdout=subprocess.PIPE, stderr=open(f"{self.folder}/log", "w", encoding="utf-8"), text=True)
        os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = self.program.stdout.readline().strip()
        if not os.environ["DBUS_SYSTEM_BUS_ADDRESS"]:
            raise SystemExit("dbus-daemon did not start with the shipped policy")

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
            file.write(text)

    def add_accounts(self):
        """Adds to what this mount namespace knows of users and groups: the bus turns those away that it cannot look up."""
        people = {**USERS, "anna": ANNA, "ben": BEN}
        passwd = "".join(f"{name}:x:{number}:{number}::/nonexistent:/bin/false\n" for name, number in people.items())
        group = "".join(f"{name}:x:{number}:\n" for name, number in {**people, **GROUPS}.items())
        for name, lines in (("passwd", passwd), ("group", group)):
            known = [line for line in open(f"/etc/{name}", encoding="utf-8") if line.split(":")[0] not in {**people, **GROUPS}]
            self.write(name, "".join(known) + lines)
            subprocess.run(["mount", "--bind", f"{self.folder}/{name}", f"/etc/{name}"], check=True)

    def stop(self):
        self.program.send_signal(signal.SIGTERM)
        self.program.wait()
        shutil.rmtree(self.folder)


class Results:
    right, wrong = 0, 0

    def expect(self, who, what, expected, got):
        mark = "ok" if expected == got else "WRONG"
        self.wrong += expected != got
        self.right += expected == got
        # At once: what waits to be written would be written by every child too.
        print(f"{mark}  {who.title} | {what} | {expected} | {got}", flush=True)


def heard(listener, name, sender, destination, *interfaces):
    """What of these signals the listener hears; where destination is True, sent to it alone."""
    told, line = os.pipe()
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        listener.become()
        dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
        os.write(writing, listening(name, line)().encode())
        os._exit(0)
    os.close(line)
    os.close(writing)
    with os.fdopen(told) as stream, os.fdopen(reading) as result:
        unique = stream.readline().strip()
        sender.does(sending(unique if destination else None, *interfaces))
        got = [word for word in result.read().split() if word != MARKER]
    os.waitpid(child, 0)
    return got


def names(results):
    """Who may own what."""
    for who in (USER, AGENT, SETGID, OTHER, HELPER, ROOT_USER):
        results.expect(who, f"own {LIBRARY}", DENIED, who.does(owning(LIBRARY)))
    for who in (USER, AGENT, OTHER, BROKER, ROOT_USER):
        results.expect(who, f"own {IDENTIFY}", DENIED, who.does(owning(IDENTIFY)))


def broker(results):
    """Who may call what of the broker, by its name and past it."""
    unique, child, gate = BROKER.fork(owning(LIBRARY))
    for destination in (LIBRARY, unique):
        for interface, member in interfaces():
            private = interface == "org.filmgate.AgentManager1"
            for who in (USER, OTHER, HELPER, ROOT_USER):
                results.expect(who, f"{interface}.{member} of {destination}", DENIED if private else ARRIVED,
                               who.does(calling(destination, interface, member)))
            # The bus does not tell a primary group from others: nobody must be a member, and the doctor looks.
            for who in (AGENT, SETGID, MEMBER):
                results.expect(who, f"{interface}.{member} of {destination}", ARRIVED,
                               who.does(calling(destination, interface, member)))
        for member in ("RegisterAgent", "Fetch"):
            results.expect(USER, f"{member} of no interface of {destination}", DENIED, USER.does(calling(destination, "", member)))
        results.expect(USER, f"an unknown interface of {destination}", DENIED,
                       USER.does(calling(destination, "org.example.Other", "Do")))
    results.expect(OTHER, "own what the broker owns", DENIED, OTHER.does(owning(LIBRARY)))
    os.close(gate)
    os.waitpid(child, 0)


def helper(results):
    """Who may call the identification helper."""
    unique, child, gate = HELPER.fork(owning(IDENTIFY))
    for destination in (IDENTIFY, unique):
        for who, expected in ((BROKER, ARRIVED), (USER, DENIED), (AGENT, DENIED), (OTHER, DENIED), (ROOT_USER, DENIED)):
            results.expect(who, f"org.filmgate.Identify1.Identify of {destination}", expected,
                           who.does(calling(destination, IDENTIFY, "Identify")))
            results.expect(who, f"Introspect of {destination}", DENIED,
                           who.does(calling(destination, "org.freedesktop.DBus.Introspectable", "Introspect")))
    os.close(gate)
    os.waitpid(child, 0)


def agents(results):
    """Who may call an agent, which has no name but its unique one."""
    unique, child, gate = AGENT.fork(unnamed)
    for interface, member in (("org.filmgate.Agent1", "Prompt"), ("org.filmgate.Agent1", "Dismiss"),
                              ("org.freedesktop.DBus.Peer", "Ping")):
        for who, expected in ((BROKER, ARRIVED), (USER, DENIED), (OTHER, DENIED), (HELPER, DENIED), (ROOT_USER, DENIED)):
            results.expect(who, f"{interface}.{member} of an agent", expected, who.does(calling(unique, interface, member)))
    for interface in ("org.filmgate.Library1", "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Introspectable"):
        results.expect(BROKER, f"{interface}.Any of an agent", DENIED, BROKER.does(calling(unique, interface, "Any")))
    os.close(gate)
    os.waitpid(child, 0)


def statistics(results):
    """Who may ask the bus what clients have not taken in."""
    stats = "org.freedesktop.DBus.Debug.Stats"
    for who, expected in ((BROKER, "answered"), (USER, DENIED), (HELPER, DENIED), (AGENT, DENIED)):
        action = calling(BUS, stats, "GetConnectionStats", ":1.0", signature="s")
        got = who.does(action)
        results.expect(who, "GetConnectionStats", expected, "answered" if got.endswith("NameHasNoOwner") else got)
    results.expect(BROKER, "GetStats", DENIED, BROKER.does(calling(BUS, stats, "GetStats")))
    results.expect(BROKER, "BecomeMonitor", DENIED, BROKER.does(
        calling(BUS, "org.freedesktop.DBus.Monitoring", "BecomeMonitor", [], 0, signature="asu")))


def signals(results):
    """Who may send what clients and the broker believe."""
    for interface in SIGNALS:
        for destination in (False, True):
            way = "to one" if destination else "to all"
            for who in (USER, OTHER, AGENT, HELPER, ROOT_USER):
                results.expect(who, f"a signal of {interface} {way}", [], heard(USER, None, who, destination, interface))
            results.expect(BROKER, f"a signal of {interface} {way}", [interface], heard(USER, None, BROKER, destination, interface))
    # Signals of other services, which the broker subscribes to, reach it; what is sent to it alone does not.
    for listener, name in ((BROKER, LIBRARY), (HELPER, IDENTIFY)):
        other = "org.example.Service"
        results.expect(ROOT_USER, f"a signal to all, {name} among them", [other], heard(listener, name, ROOT_USER, False, other))
        for who in (USER, ROOT_USER):
            results.expect(who, f"a signal to {name} alone", [], heard(listener, name, who, True, other))


def interfaces():
    """A method of each interface that the broker's XML and the standard ones name."""
    for file in sorted(os.listdir(os.path.join(ROOT, "dbus"))):
        if file.endswith(".xml") and file not in (
                "org.filmgate.Agent1.xml", "org.filmgate.Editor1.xml", "org.filmgate.Identify1.xml"):
            for interface in ElementTree.parse(os.path.join(ROOT, "dbus", file)).getroot().findall("interface"):
                yield interface.get("name"), interface.find("method").get("name")
    yield "org.freedesktop.DBus.Introspectable", "Introspect"
    yield "org.freedesktop.DBus.Properties", "GetAll"
    yield "org.freedesktop.DBus.Peer", "Ping"


def main():
    if os.getuid() != 0:
        print("only root can be several users", file=sys.stderr)
        return 77
    if "--apart" not in sys.argv:
        os.execvp("unshare", ["unshare", "--mount", "--propagation", "private", sys.executable, __file__, "--apart"])
    daemon, results = Daemon(), Results()
    try:
        for part in (names, broker, helper, agents, statistics, signals):
            part(results)
    finally:
        daemon.stop()
    print(f"{results.right} as they should be, {results.wrong} not")
    return 1 if results.wrong else 0


sys.exit(main())
