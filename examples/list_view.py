#!/usr/bin/python3
"""Keeps a list of photos in step with the library, as docs/results.md and docs/observation.md describe.

    examples/list_view.py [--limit COUNT] [CONDITION]       best rated first

Prints each change of the list on a line. Enter prints the whole list, Ctrl-D ends the program. It continues when other programs change
the library, when the broker is killed and restarted, and when its access is taken away and given again. Needs only python3-dbus and
python3-gi. Uses the bus that FILMGATE_BUS_ADDRESS names, or the system bus.
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
PAGE = 1000         # rows in one Read
PAUSES = (200, 30_000)      # milliseconds before the next attempt: the first and the longest


class ListView:
    """The rows of a result, as a toolkit's list model would hold them."""

    def __init__(self, query):
        self.query = query
        self.rows = []          # the values of each, in the order of SHOWN
        self.token = None       # the rows contain all changes up to this token
        self.result = None      # None: no broker, or no permission to read
        self.loop, self.failure = GLib.MainLoop(), None
        self.pause, self.timer = PAUSES[0], None
        self.connect()
        try:
            self.bus.activate_name_owner(NAME)
        except dbus.DBusException:
            pass                # the bus cannot start the broker; owner_changed is called when it starts

    def connect(self):
        address = os.environ.get("FILMGATE_BUS_ADDRESS")
        self.bus = dbus.bus.BusConnection(address or dbus.bus.BusConnection.TYPE_SYSTEM)
        self.owner = ""         # the broker's unique name on the bus; different after each start
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)       # end quietly if the reader of the output ends
        # Listen before subscribing. Only connections that subscribed get signals.
        self.bus.add_signal_receiver(self.library_changed, "LibraryChanged", OBSERVATION, NAME, PATH)
        self.bus.add_signal_receiver(self.status_changed, "StatusChanged", AUTHORIZATION, NAME, PATH)
        self.bus.watch_name_owner(NAME, self.owner_changed)

    def call(self, interface, method, *arguments, path=PATH):
        target = self.bus.get_object(self.owner or NAME, path, introspect=False)
        return target.get_dbus_method(method, interface)(*arguments)

    def run(self):
        """Runs until the loop ends, or fails if the query is wrong."""
        self.loop.run()
        if self.failure:
            raise self.failure

    # Events

    def owner_changed(self, owner):
        """Called at once with the present broker, and when a broker starts or ends (an empty text)."""
        self.owner = owner
        self.result = None      # results and subscriptions end with the broker
        if owner:
            self.attempt(self.begin)

    def library_changed(self, token, changes):
        """Called when what the program may see has changed. The result then knows how the list changes."""
        if token == "":
            self.leave()
        elif self.result is None:
            self.attempt(self.begin)        # the program may read again
        else:
            self.attempt(lambda: self.update(token))

    def status_changed(self, access, status):
        if access == "read-write" and self.result is None:
            self.attempt(self.begin)

    # The list

    def begin(self):
        """Subscribes, fetches, then asks what has changed. In this order no change is missed: the result tells of later ones."""
        token = self.call(OBSERVATION, "Subscribe", options())
        self.result, count = self.call(NAME, "Fetch", "asset", options(**self.query))
        stale = self.changed_meanwhile()
        self.reload(count, stale)
        self.token = token
        self.pause = PAUSES[0]

    def changed_meanwhile(self):
        """Returns the identifiers of rows whose values may have changed since they were read; None means all."""
        token, stale, more = self.token, set(), True
        while token and more:
            try:
                token, changes = self.call(OBSERVATION, "ChangesSince", token, options())
            except dbus.DBusException as error:
                if error.get_dbus_name() != ERROR + "TokenExpired":
                    raise
                return None     # the history does not reach back to the token
            if not changes["incremental"]:
                return None     # too much to list, or different rights, so any value may differ
            for key in ("inserted", "updated", "entered-scope"):
                stale.update(changes.get(key, []))
            more = changes.get("more", False)
        return stale if token else None

    def reload(self, count, stale=None):
        """Lists the present rows of the result, and reads those that may have changed."""
        held = {} if stale is None else {row[0]: row for row in self.rows if row[0] not in stale}
        found = [row["id"] for start in range(0, count, PAGE) for row in self.page(start, PAGE, ["id"])]
        rows = [held.get(identifier) for identifier in found]
        for index, row in self.read([index for index, row in enumerate(rows) if row is None]):
            rows[index] = row
        self.rows = rows
        show("list", len(rows))

    def update(self, token):
        """Updates the result, and applies the difference to the list."""
        details = self.call(RESULT, "Update", path=self.result)
        if not details["incremental"]:
            self.reload(details["count"])
            self.token = token
            return
        removed, inserted, changed, moves = (details[key] for key in ("removed", "inserted", "changed", "moves"))
        new = dict(self.read(inserted))
        moved = {after: self.rows[before] for before, after in moves}
        # Take out, from the last to the first: these are indexes of the old list.
        for index in sorted([*removed, *(before for before, _ in moves)], reverse=True):
            del self.rows[index]
        # Put in, from the first to the last: these are indexes of the new list.
        for index in sorted([*inserted, *moved]):
            self.rows.insert(index, moved[index] if index in moved else new[index])
        # Rows that were there before, moved or not, may have different values.
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
        """Removes all rows, because the program may no longer read."""
        self.result, self.token, self.rows = None, None, []
        show("nothing may be seen")

    # Reading

    def read(self, indexes):
        """Yields each of these ascending indexes with its row; neighbors come from one call."""
        start = 0
        for end in range(1, len(indexes) + 1):
            if end == len(indexes) or indexes[end] != indexes[end - 1] + 1 or end - start == PAGE:
                rows = self.page(indexes[start], end - start, SHOWN)
                yield from zip(indexes[start:end], ([str(row.get(name, "")) for name in SHOWN] for row in rows))
                start = end

    def page(self, start, count, properties):
        return self.call(RESULT, "Read", dbus.UInt32(start), dbus.UInt32(count), strings(properties), path=self.result)

    # Errors

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
                pass            # there is no broker; owner_changed is called when one starts

    def recover(self, error, result):
        if error in (ERROR + "AccessDenied", ERROR + "NotDetermined", ERROR + "Restricted"):
            if not self.call(AUTHORIZATION, "GetClient")["id"]:
                # A broker cannot identify connections that are older than itself: connect again.
                self.bus.set_exit_on_disconnect(False)
                self.bus.close()
                return self.connect()
            if self.call(AUTHORIZATION, "GetStatus", "read-write") not in ("authorized", "limited"):
                return self.leave()
        # Otherwise the program lost sight of a row while it read, or the broker has too much to do. The pauses between attempts
        # become longer.
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
    """Returns a number that fits into D-Bus's 32-bit type."""
    if not 0 <= int(text) < 2**32:
        raise ValueError
    return int(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", metavar="COUNT", type=number, default=0, help="show at most this many; 0: all")
    parser.add_argument("condition", metavar="CONDITION", nargs="?", help="for example 'rating >= 3'; see docs/predicates.md")
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
