#!/usr/bin/python3
"""Stands in for xdg-desktop-portal, and for the desktop's own backend: opens a dialog for an app, and prints the answer.

    file_dialogs.py [APP]

Each line of standard input is a dialog: METHOD TOKEN APP-ID OPTIONS, with the options as the text of a GVariant; or `Close TOKEN`.
The app is a connection of this process, or the one with the unique name in APP. Lines of standard output:

    ready NAME              the connection that stands for the app
    TOKEN RESPONSE JSON     the answer; JSON has the results
    TOKEN error NAME        the call failed
    own METHOD JSON         the desktop's own backend was called, with these options; it answers 0 with file:///own, or with
                            the URI in the option test-uri, and with each choice as it is, or as the option test-ticks says
    own Close               it was told to close
"""
import json
import os
import sys
import threading

from gi.repository import Gio, GLib

PATH = "/org/freedesktop/portal/desktop"
XML = """<node><interface name="org.freedesktop.impl.portal.FileChooser">""" + "".join(
    f"""<method name="{name}"><arg type="o" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/>
    <arg type="s" direction="in"/><arg type="a{{sv}}" direction="in"/><arg type="u" direction="out"/>
    <arg type="a{{sv}}" direction="out"/></method>""" for name in ("OpenFile", "SaveFile", "SaveFiles")) + """
</interface></node>"""


def connect():
    address = os.environ["DBUS_SESSION_BUS_ADDRESS"]
    flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    return Gio.DBusConnection.new_for_address_sync(address, flags, None, None)


def tell(*words):
    print(*words, flush=True)


def own_dialog(connection, sender, path, interface, method, arguments, invocation):
    options = arguments.unpack()[4]
    tell("own", method, json.dumps(options))
    results = {"uris": GLib.Variant("as", [options.get("test-uri", "file:///own")])}
    if "choices" in options:
        ticks = {"filmgate-add": options["test-ticks"]} if "test-ticks" in options else {}
        chosen = [(choice[0], ticks.get(choice[0], choice[3])) for choice in options["choices"]]
        results["choices"] = GLib.Variant("a(ss)", chosen)
    invocation.return_value(GLib.Variant("(ua{sv})", (0, results)))


def dialog(line):
    method, token, rest = (line.split(" ", 2) + [""])[:3]
    handle = f"{PATH}/request/{app[1:].replace('.', '_')}/{token}"
    if method == "Close":
        portal.call(BACKEND, handle, "org.freedesktop.impl.portal.Request", "Close", None, None, 0, -1, None, None)
        return False
    app_id, options = rest.split(" ", 1)
    values = GLib.Variant("(osssa{sv})", (handle, app_id.strip("-"), "", "Open", {}))
    filled = GLib.Variant.new_tuple(
        *[values.get_child_value(index) for index in range(4)], GLib.Variant.parse(GLib.VariantType("a{sv}"), options))

    def answered(connection, result):
        try:
            response, results = connection.call_finish(result).unpack()
            tell(token, response, json.dumps(results))
        except GLib.Error as error:
            tell(token, "error", Gio.DBusError.get_remote_error(error))

    portal.call(BACKEND, PATH, "org.freedesktop.impl.portal.FileChooser", method, filled, None, 0, 2147483647, None, answered)
    return False


def listen():
    for line in sys.stdin:
        if line.strip():
            GLib.idle_add(dialog, line.strip())
    GLib.idle_add(loop.quit)


BACKEND = "org.freedesktop.impl.portal.desktop.filmgate"
loop = GLib.MainLoop()
portal, own, host = connect(), connect(), connect()
app = sys.argv[1] if len(sys.argv) > 1 else host.get_unique_name()
own.register_object(PATH, Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0], own_dialog, None, None)
for connection, name in ((portal, "org.freedesktop.portal.Desktop"), (own, "org.freedesktop.impl.portal.desktop.test")):
    connection.call_sync(
        "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "RequestName", GLib.Variant("(su)", (name, 4)), None, 0, -1)
tell("ready", app)
threading.Thread(target=listen, daemon=True).start()
loop.run()
