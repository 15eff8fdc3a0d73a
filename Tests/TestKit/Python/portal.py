#!/usr/bin/python3
"""The desktop's portals, as far as the library's window uses them: prints what each is asked, and keeps the files that it gets.

    portal.py FOLDER        the file that a call passes is then FOLDER/METHOD
"""
import os
import sys

from gi.repository import Gio, GLib

XML = """<node>
<interface name="org.freedesktop.portal.Inhibit"><property name="version" type="u" access="read"/>
<method name="Inhibit"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method></interface>
<interface name="org.freedesktop.portal.OpenURI"><property name="version" type="u" access="read"/>
<method name="OpenFile"><arg type="s" direction="in"/><arg type="h" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method></interface>
<interface name="org.freedesktop.portal.Wallpaper"><property name="version" type="u" access="read"/>
<method name="SetWallpaperFile"><arg type="s" direction="in"/><arg type="h" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method></interface>
<interface name="org.freedesktop.portal.Email"><property name="version" type="u" access="read"/>
<method name="ComposeEmail"><arg type="s" direction="in"/><arg type="a{sv}" direction="in"/><arg type="o" direction="out"/></method></interface>
<interface name="org.freedesktop.portal.Request"><method name="Close"/></interface></node>"""
PATH = "/org/freedesktop/portal/desktop"
REQUEST = PATH + "/request/1"


def called(connection, sender, path, interface, method, arguments, invocation):
    values = arguments.unpack()
    if method == "Close":
        print("Close", flush=True)
        invocation.return_value(None)
        return
    files = invocation.get_message().get_unix_fd_list()
    for descriptor in files.steal_fds() if files else []:
        with open(os.path.join(sys.argv[1], method), "wb") as copy, open(descriptor, "rb") as file:
            copy.write(file.read())
    parent = values[0].split(":")[0]
    print(method, parent, *[value for value in values[1:] if isinstance(value, int)], flush=True)
    invocation.return_value(GLib.Variant("(o)", (REQUEST,)))


connection = Gio.bus_get_sync(Gio.BusType.SESSION)
for interface in Gio.DBusNodeInfo.new_for_xml(XML).interfaces:
    place = REQUEST if interface.name.endswith(".Request") else PATH
    connection.register_object(place, interface, called, lambda *_: GLib.Variant("u", 1), None)
Gio.bus_own_name_on_connection(
    connection, "org.freedesktop.portal.Desktop", Gio.BusNameOwnerFlags.NONE,
    lambda *_: print("ready", flush=True), None)
GLib.MainLoop().run()
