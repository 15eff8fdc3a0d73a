#!/usr/bin/python3
"""Keeps a list of photos in step with the library: docs/results.md and docs/observation.md as a program.

    examples/list_view.py [--limit COUNT] [CONDITION]       the best first

Writes what becomes of the list, a line each; Enter writes the whole list, Ctrl-D ends it. It goes on whatever happens: changes by
anybody, a broker that is killed and started anew, access that is taken away and given again. Needs python3-dbus and python3-gi
alone. The bus is the one that FILMGATE_BUS_ADDRESS names, or the system bus.
"""
import argparse
import os
import signal
import sys

import dbus
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

from albums import options, strings
from snapshot import NAME, PATH, run, show

AUTHORIZATION, OBSERVATION = "org.filmgate.Authorization1", "org.filmgate.Observation1"
RESULT = "org.filmgate.FetchResult1"
ERROR = "org.filmgate.Error."
SHOWN = ["id", "filename", "rating"]
PAGE = 1000         # rows that one Read gives
PAUSES = (200, 30_000)      # milliseconds before it is tried again: at first, and at most


class ListView:
    """The rows of a result, as the model behind a toolkit's list would hold them."""

    def __init__(self, query):
        self.query = query
        self.rows = []          # the values of each, in the order of SHOWN
        self.token = None       # everything up to here is in the rows
        self.result = None      # None: there is no broker, or nothing may be read
        self.loop, self.failure = GLib.MainLoop(), None
        self.pause, self.timer = PAUSES[0], None
        self.connect()
        try:
            self.bus.activate_name_owner(NAME)
        except dbus.DBusException:
            pass                # the bus cannot start the broker; owner_changed hears when somebody does

    def connect(self):
        address = os.environ.get("FILMGATE_BUS_ADDRESS")
        self.bus = dbus.bus.BusConnection(address or dbus.bus.BusConnection.TYPE_SYSTEM)
        self.owner = ""         # the broker's own name on the bus, another one each time that it is started
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)       # whoever reads this may leave
        # Listen before asking. Signals come to whoever has subscribed, and to nobody else.
        self.bus.add_signal_receiver(self.library_changed, "LibraryChanged", OBSERVATION, NAME, PATH)
        self.bus.add_signal_receiver(self.status_changed, "StatusChanged", AUTHORIZATION, NAME, PATH)
        self.bus.watch_name_owner(NAME, self.owner_changed)

    def call(self, interface, method, *arguments, path=PATH):
        target = self.bus.get_object(self.owner or NAME, path, introspect=False)
        return target.get_dbus_method(method, interface)(*arguments)

    def run(self):
        """Until the loop is ended, or the query turns out to be wrong."""
        self.loop.run()
        if self.failure:
            raise self.failure

    # What happens

    def owner_changed(self, owner):
        """Comes at once with the broker that is there, and whenever it leaves (an empty text) or another one comes."""
        self.owner = owner
        self.result = None      # results and subscriptions end with their broker
        if owner:
            self.attempt(self.begin)

    def library_changed(self, token, changes):
        """What the program may see is different. What that makes of the list is best told by the result itself."""
        if token == "":
            self.leave()
        elif self.result is None:
            self.attempt(self.begin)        # it may be read again
        else:
            self.attempt(lambda: self.update(token))

    def status_changed(self, access, status):
        if access == "read-write" and self.result is None:
            self.attempt(self.begin)

    # The list

    def begin(self):
        """Subscribes and then looks what there is: in this order nothing is missed."""
        token = self.call(OBSERVATION, "Subscribe", options())
        stale = self.changed_meanwhile()
        self.result, count = self.call(NAME, "Fetch", "asset", options(**self.query))
        self.reload(count, stale)
        self.token = token
        self.pause = PAUSES[0]

    def changed_meanwhile(self):
        """The identifiers of the rows that may have other values than when they were read; None: any may."""
        token, stale, more = self.token, set(), True
        while token and more:
            try:
                token, changes = self.call(OBSERVATION, "ChangesSince", token, options())
            except dbus.DBusException as error:
                if error.get_dbus_name() != ERROR + "TokenExpired":
                    raise
                return None     # history does not reach back so far
            if not changes["incremental"]:
                return None     # too much to list, or other rights, by which any value may be another
            for key in ("inserted", "updated", "entered-scope"):
                stale.update(changes.get(key, []))
            more = changes.get("more", False)
        return stale if token else None

    def reload(self, count, stale=None):
        """Lists all that the result holds now, and reads the rows of which it is not known that they are the same."""
        held = {} if stale is None else {row[0]: row for row in self.rows if row[0] not in stale}
        found = [row["id"] for start in range(0, count, PAGE) for row in self.page(start, PAGE, ["id"])]
        rows = [held.get(identifier) for identifier in found]
        for index, row in self.read([index for index, row in enumerate(rows) if row is None]):
            rows[index] = row
        self.rows = rows
        show("list", len(rows))

    def update(self, token):
        """Moves the result on to what there is now, and does to the list what that did to the result."""
        details = self.call(RESULT, "Update", path=self.result)
        if not details["incremental"]:
            self.reload(details["count"])
            self.token = token
            return
        removed, inserted, changed, moves = (details[key] for key in ("removed", "inserted", "changed", "moves"))
        new = dict(self.read(inserted))
        moved = {after: self.rows[before] for before, after in moves}
        # Out, from the last to the first: these are indexes in the list as it was.
        for index in sorted([*removed, *(before for before, _ in moves)], reverse=True):
            del self.rows[index]
        # In, from the first to the last: these are indexes in the list as it is to be.
        for index in sorted([*inserted, *moved]):
            self.rows.insert(index, moved[index] if index in moved else new[index])
        # What was there before, moved or not, may have other values.
        for index, row in self.read(changed):
            self.rows[index] = row
        self.token = token

        for index in removed:
            show("removed", index)
        for before, after in moves:
            show("moved", before, after)
        for index in inserted:
            show("inserted", index, *self.rows[index])
        for index in changed:
            show("changed", index, *self.rows[index])

    def leave(self):
        """Nothing may be read: what was shown has to go."""
        self.result, self.token, self.rows = None, None, []
        show("nothing may be seen")

    # Reading

    def read(self, indexes):
        """Each of these ascending indexes with its row; those that stand together come with one call."""
        start = 0
        for end in range(1, len(indexes) + 1):
            if end == len(indexes) or indexes[end] != indexes[end - 1] + 1 or end - start == PAGE:
                rows = self.page(indexes[start], end - start, SHOWN)
                yield from zip(indexes[start:end], ([str(row.get(name, "")) for name in SHOWN] for row in rows))
                start = end

    def page(self, start, count, properties):
        return self.call(RESULT, "Read", dbus.UInt32(start), dbus.UInt32(count), strings(properties), path=self.result)

    # What goes wrong

    def attempt(self, step):
        try:
            step()
        except dbus.DBusException as error:
            if error.get_dbus_name() in (ERROR + "InvalidArgument", ERROR + "InvalidPredicate"):
                self.failure = error
                return self.loop.quit()
            result, self.result = self.result, None
            try:
                self.recover(error.get_dbus_name(), result)
            except dbus.DBusException:
                pass            # without a broker; owner_changed hears of the next one

    def recover(self, error, result):
        if error in (ERROR + "AccessDenied", ERROR + "NotDetermined", ERROR + "Restricted"):
            if not self.call(AUTHORIZATION, "GetClient")["id"]:
                # A broker cannot tell whose a connection is that was there before it: make another.
                self.bus.set_exit_on_disconnect(False)
                self.bus.close()
                return self.connect()
            if self.call(AUTHORIZATION, "GetStatus", "read-write") not in ("authorized", "limited"):
                return self.leave()
        # Else something in the result went out of sight while it was read, or the broker has too much to do: the longer that
        # lasts, the more seldom it is asked.
        if self.timer is None:
            self.timer = GLib.timeout_add(self.pause, self.begin_again)
            self.pause = min(2 * self.pause, PAUSES[1])
        if result:
            self.call(RESULT, "Close", path=result)

    def begin_again(self):
        self.timer = None
        if self.result is None:
            self.attempt(self.begin)


def number(text):
    """From 0 up to what D-Bus counts with."""
    if not 0 <= int(text) < 2**32:
        raise ValueError
    return int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", metavar="COUNT", type=number, default=0, help="at most so many; 0: all")
    parser.add_argument("condition", metavar="CONDITION", nargs="?", help="as 'rating >= 3'; docs/predicates.md")
    given = parser.parse_args()
    query = {"sort": dbus.Array([("rating", False), ("filename", True)], signature="(sb)"),
             "limit": dbus.UInt32(given.limit)}
    if given.condition:
        query["where"] = given.condition
    DBusGMainLoop(set_as_default=True)
    view = ListView(query)

    def typed(*_):
        if not os.read(sys.stdin.fileno(), 4096):
            view.loop.quit()
            return False
        for row in view.rows:
            show("row", *row)
        show("rows", len(view.rows))
        return True

    GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, typed)
    view.run()


if __name__ == "__main__":
    sys.stdout.reconfigure(line_buffering=True)
    try:
        run(main)
    except KeyboardInterrupt:
        pass
