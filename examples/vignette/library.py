"""The part of the person's photo library that an editor needs.

Every function waits for its answer, for as long as the person takes. A window calls them in a thread of their own.
"""
import json
import os

from gi.repository import Gio, GLib

NAME, PATH = "org.filmgate.Library1", "/org/filmgate/Library1"
AUTHORIZATION, REQUEST = "org.filmgate.Authorization1", "org.filmgate.Request1"
RESULT, EDITING, SESSION = "org.filmgate.FetchResult1", "org.filmgate.Editing1", "org.filmgate.EditSession1"

ROWS, CHANGES = 1000, 500       # in one message

# With these names the library finds the edits of this app, and gives their adjustment data to no other.
FORMAT, VERSION = "org.filmgate.example.Vignette", "1"


class Refused(Exception):
    """A sentence for the person that says why something was not done."""


class PhotoLibrary:
    def __init__(self):
        """Connects to the bus that FILMGATE_BUS_ADDRESS names, or to the system bus."""
        address = os.environ.get("FILMGATE_BUS_ADDRESS")
        flags = Gio.DBusConnectionFlags
        try:
            if address:
                self.bus = Gio.DBusConnection.new_for_address_sync(
                    address, flags.AUTHENTICATION_CLIENT | flags.MESSAGE_BUS_CONNECTION, None, None)
            else:
                self.bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)
        except GLib.Error as error:
            raise Refused("There is no photo library here that this app can reach.") from error

    def call(self, interface, method, arguments=None, path=PATH, files=()):
        """Returns the values of the answer, with an open file in place of each descriptor."""
        sent = Gio.UnixFDList.new_from_array([os.dup(file.fileno()) for file in files])
        # The person may have to confirm a change.
        flags = Gio.DBusCallFlags.ALLOW_INTERACTIVE_AUTHORIZATION
        try:
            answer, received = self.bus.call_with_unix_fd_list_sync(
                NAME, path, interface, method, arguments, None, flags, GLib.MAXINT, sent, None)
        except GLib.Error as error:
            name = Gio.DBusError.get_remote_error(error)
            raise Refused(error.message.removeprefix(f"GDBus.Error:{name}: ")) from error
        descriptors = received.steal_fds() if received else []
        values = list(answer.unpack())
        for index in range(answer.n_children()):
            if answer.get_child_value(index).get_type_string() == "h":
                values[index] = os.fdopen(descriptors[values[index]], "rb")
        return values

    def ask(self):
        """Asks the person to let this app see and change photos, unless they have decided already."""
        done, outcome = GLib.MainLoop.new(GLib.MainContext.new(), False), []
        context = done.get_context()
        context.push_thread_default()
        try:
            token = f"t{os.getpid()}_{GLib.random_int()}"
            sender = self.bus.get_unique_name().lstrip(":").replace(".", "_")

            def responded(_bus, _sender, _path, _interface, _signal, parameters):
                outcome.extend(parameters.unpack())
                done.quit()

            subscription = self.bus.signal_subscribe(
                NAME, REQUEST, "Response", f"{PATH}/request/{sender}/{token}", None, Gio.DBusSignalFlags.NONE, responded)
            try:
                self.call(AUTHORIZATION, "RequestAccess", GLib.Variant(
                    "(sa{sv})", ("read-write", {"handle-token": GLib.Variant("s", token)})))
                done.run()
            finally:
                self.bus.signal_unsubscribe(subscription)
        finally:
            context.pop_thread_default()
        if outcome[0] == "failed":
            raise Refused(outcome[1]["error-message"])
        if outcome[1].get("status") not in ("authorized", "limited"):
            raise Refused("This app may not see your photos. You can change that in the settings for photos.")

    def photos(self, condition="", limit=50):
        """Returns photos that meet a condition, the newest first: rows with 'id', 'filename' and 'adjustment-format'."""
        where = "media-type = 'image'" + (f" and {condition}" if condition else "")
        options = {"where": GLib.Variant("s", where), "limit": GLib.Variant("u", limit)}
        path, count = self.call(NAME, "Fetch", GLib.Variant("(sa{sv})", ("asset", options)))
        names = ["id", "filename", "adjustment-format"]
        rows = []
        for offset in range(0, count, ROWS):
            rows += self.call(RESULT, "Read", GLib.Variant("(uuas)", (offset, ROWS, names)), path)[0]
        self.call(RESULT, "Close", None, path)
        return rows

    def own_edits(self):
        """Returns the identifiers of the photos that this app has edited."""
        return [row["id"] for row in self.photos(f"adjustment-format = '{FORMAT}'", limit=0)]

    def begin(self, identifier):
        """Begins to edit a photo that this app can see."""
        options = {"handles": GLib.Variant("a(ss)", [(FORMAT, VERSION)])}
        return Session(self, identifier, *self.call(
            EDITING, "BeginEditing", GLib.Variant("(sa{sv})", (identifier, options))))

    def take_up(self, ticket):
        """Begins to edit the photo that the person chose this app for."""
        options = {"handles": GLib.Variant("a(ss)", [(FORMAT, VERSION)])}
        return Session(self, None, *self.call(EDITING, "TakeUp", GLib.Variant("(sa{sv})", (ticket, options))))

    def revert(self, identifiers):
        """Shows the originals again. The person confirms each batch."""
        changes = [("revert-content", {"id": GLib.Variant("s", identifier)}) for identifier in identifiers]
        for start in range(0, len(changes), CHANGES):
            batch = changes[start:start + CHANGES]
            self.call(NAME, "PerformChanges", GLib.Variant("(a(sa{sv})a{sv})", (batch, {})))


class Session:
    """The editing of one photo."""

    def __init__(self, library, identifier, path, content, details):
        self.library, self.identifier, self.path = library, identifier, path
        with content:
            self.content = content.read()
        data = bytes(details.get("adjustment-data", b""))
        # The strength of this app's own edit, which the person can change. The content is the original then.
        self.strength = json.loads(data)["strength"] if data else None

    def finish(self, render, strength):
        """Shows the edited photo to every app. The person confirms it, unless they chose this app for the photo."""
        data = json.dumps({"strength": strength}).encode()
        with os.fdopen(os.memfd_create("vignette"), "w+b") as file:
            file.write(render)
            file.flush()
            self.library.call(SESSION, "Finish", GLib.Variant("(a(sha{sv})ssaya{sv})", (
                [("full-size-photo", 0, {})], FORMAT, VERSION, data, {})), self.path, [file])
        if self.identifier:
            change = ("set-content", {"id": GLib.Variant("s", self.identifier), "session": GLib.Variant("o", self.path)})
            self.library.call(NAME, "PerformChanges", GLib.Variant("(a(sa{sv})a{sv})", ([change], {})))

    def cancel(self):
        self.library.call(SESSION, "Cancel", None, self.path)
