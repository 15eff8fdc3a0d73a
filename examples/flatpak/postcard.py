#!/usr/bin/python3
"""Draws a postcard and adds it to the person's photos. If you name pictures, it adds these instead.

    postcard [PICTURE ...]
"""
import os
import sys

from gi.repository import Gio, GLib

import drawing
import photo_library


class Postcard(Gio.Application):
    def __init__(self):
        super().__init__(application_id="org.example.Postcard", flags=Gio.ApplicationFlags.HANDLES_OPEN)
        self.failed = False

    def do_activate(self):
        # A file in memory needs no place in the file system.
        file = os.fdopen(os.memfd_create("postcard"), "r+b")
        file.write(drawing.png())
        file.flush()
        # The purpose is the one in the desktop file.
        self.add([(file, "Postcard.png")])

    def do_open(self, files, *_):
        try:
            pictures = [(open(file.get_path(), "rb"), file.get_basename()) for file in files]
        except OSError as error:
            self.tell(str(error), failed=True)
            return
        self.add(pictures, purpose="To add the pictures that you opened with it")

    def add(self, pictures, purpose=None):
        """Asks for access, then adds. If the person has decided before, the answer comes without a question."""
        def allowed(problem):
            if problem:
                done(problem)
            else:
                library.add(pictures, done)

        def done(problem):
            for file, _ in pictures:
                file.close()
            self.tell(problem or "Among your photos now: " + ", ".join(name for _, name in pictures), bool(problem))
            self.release()

        self.hold()
        try:
            library = photo_library.connect()
        except GLib.Error:
            done(photo_library.MISSING)
        else:
            library.request_access(allowed, purpose)

    def tell(self, text, failed):
        """Prints the text, and shows it as a notification if there is a desktop."""
        print(text, file=sys.stderr if failed else sys.stdout, flush=True)
        self.failed |= failed
        if self.get_dbus_connection():
            notification = Gio.Notification.new("Postcard")
            notification.set_body(text)
            self.send_notification(None, notification)


if __name__ == "__main__":
    application = Postcard()
    sys.exit(application.run(sys.argv) or application.failed)
