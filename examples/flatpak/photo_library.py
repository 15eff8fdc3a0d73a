"""The person's photo library, for an app that only adds photos, and so asks for no more than that.

The functions work while the main loop runs. Each calls `done` once at the end: with None on success, otherwise with a
sentence for the person.
"""
import os
import uuid

from gi.repository import Gio, GLib

NAME, PATH = "org.filmgate.Library1", "/org/filmgate/Library1"
AUTHORIZATION, REQUEST = "org.filmgate.Authorization1", "org.filmgate.Request1"
FILES = 16      # descriptors in one message

# Every error of the broker has a sentence for the person. These replace it, or stand in if there is no broker.
MISSING = "There is no photo library here that this app can reach."
SENTENCES = {
    "org.freedesktop.DBus.Error.ServiceUnknown": MISSING,
    "org.freedesktop.DBus.Error.NameHasNoOwner": MISSING,
    "org.filmgate.Error.Busy": "You were asked a moment ago and did not decide. Try again in a while.",
    "org.filmgate.Error.NoAgent": "No program is running that can ask you whether this app may add photos.",
}
STATUSES = {
    "denied": "You do not let this app add photos. You can change that in the settings for photos.",
    "restricted": "This computer's administrator does not let this app add photos.",
    "not-determined": "You did not decide whether this app may add photos. It asks you again when you try again.",
}


def sentence(name, message):
    return SENTENCES.get(name) or message


def problem(error):
    """Returns the sentence to show for an error of a call."""
    name = Gio.DBusError.get_remote_error(error)
    # Gio.DBusError.strip_remote_error does not work in Python: PyGObject passes it a copy.
    return sentence(name, error.message.removeprefix(f"GDBus.Error:{name}: "))


def connect():
    """Returns the library. Raises GLib.Error if the sandbox has no system bus, because the manifest lacks the permission."""
    return PhotoLibrary(Gio.bus_get_sync(Gio.BusType.SYSTEM))


class PhotoLibrary:
    def __init__(self, bus):
        self.bus = bus

    def request_access(self, done, purpose=None):
        """Asks the person to let this app add photos, unless they have decided already.

        The prompt shows the purpose, or if there is none, the one in the app's desktop file.
        """
        request = Request(self.bus, done)
        options = {"handle-token": GLib.Variant("s", request.token)}
        if purpose:
            options["purpose"] = GLib.Variant("s", purpose)

        def replied(bus, result):
            try:
                bus.call_finish(result)
                request.begin()
            except GLib.Error as error:
                request.end(problem(error))

        self.bus.call(
            NAME, PATH, AUTHORIZATION, "RequestAccess", GLib.Variant("(sa{sv})", ("add-only", options)),
            GLib.VariantType("(o)"), Gio.DBusCallFlags.NONE, -1, None, replied)

    def add(self, pictures, done):
        """Adds pictures, each an open file and its name, and perhaps metadata to write into it, by the names of GetMetadata.

        All pictures in one message are added, or none of them.
        """
        batch, others = pictures[:FILES], pictures[FILES:]
        files = Gio.UnixFDList()
        changes = []
        for file, filename, *metadata in batch:
            # The library gets the open file itself, so the file can be in the sandbox or only in memory.
            resource = ("photo", files.append(file.fileno()), {"filename": GLib.Variant("s", filename)})
            keys = {"resources": GLib.Variant("a(sha{sv})", [resource])}
            if metadata and metadata[0]:
                values = {name: GLib.Variant("s" if isinstance(value, str) else "as", value)
                          for name, value in metadata[0].items()}
                keys["metadata"] = GLib.Variant("a{sv}", values)
            changes.append(("create-asset", keys))

        def replied(bus, result):
            try:
                bus.call_with_unix_fd_list_finish(result)
            except GLib.Error as error:
                done(problem(error))
                return
            if others:
                self.add(others, done)
            else:
                done(None)

        self.bus.call_with_unix_fd_list(
            NAME, PATH, NAME, "PerformChanges", GLib.Variant("(a(sa{sv})a{sv})", (changes, {})),
            GLib.VariantType("(as)"), Gio.DBusCallFlags.NONE, GLib.MAXINT, files, None, replied)

    def save(self, data, filename, done, metadata=None):
        """Adds a picture that is in memory: `library.save(png, "Postcard.png", done, {"dc:title": "Greetings"})`."""
        file = open(os.memfd_create(filename), "wb")
        file.write(data)
        file.flush()
        self.add([(file, filename, metadata)], done)


class Request:
    """A question to the person. Its path is known before the call, so that the response cannot be missed."""

    def __init__(self, bus, done):
        self.bus, self.done = bus, done
        self.token = "t" + uuid.uuid4().hex
        sender = bus.get_unique_name().lstrip(":").replace(".", "_")
        self.watch = 0
        self.subscription = bus.signal_subscribe(
            NAME, REQUEST, "Response", f"{PATH}/request/{sender}/{self.token}", None, Gio.DBusSignalFlags.NONE,
            self._responded)

    def begin(self):
        """Waits for the person, however long that takes. If the broker ends, so does the question."""
        if self.done:
            self.watch = Gio.bus_watch_name_on_connection(
                self.bus, NAME, Gio.BusNameWatcherFlags.NONE, None,
                lambda *_: self.end("The photo library stopped before you decided. Try again."))

    def end(self, outcome):
        done, self.done = self.done, None
        if not done:
            return
        self.bus.signal_unsubscribe(self.subscription)
        if self.watch:
            Gio.bus_unwatch_name(self.watch)
        done(outcome)

    def _responded(self, _bus, _sender, _path, _interface, _signal, parameters):
        outcome, results = parameters.unpack()
        if outcome == "failed":
            self.end(sentence(results["error-name"], results["error-message"]))
        else:
            # The status that holds now, whether the person was asked or had decided before.
            self.end(STATUSES.get(results["status"]))
