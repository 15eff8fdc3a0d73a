#!/usr/bin/python3
"""A D-Bus client to converse with: one JSON command a line on standard input, one JSON answer a line on standard output.

Commands carry an `id`, and so does the answer, so that several can be under way at once:

    {"id": 1, "do": "connect", "on": "main"}                      -> {"id": 1, "name": ":1.7"}
    {"id": 2, "do": "call", "on": "main", "destination": …, "path": …, "interface": …, "member": …, "signature": "sa{sv}",
     "arguments": […], "interactive": true, "reply": true, "timeout": 25}   -> {"id": 2, "serial": 5, "signature": …, "values": […]}
    {"id": 3, "do": "signals", "on": "main", "member": "StatusChanged", "count": 2, "timeout": 10, "most": 2}  -> {"id": 3, "signals": […]}
    {"id": 4, "do": "reply", "on": "main", "call": 2, "signature": "a{sv}", "arguments": […]}, or with "error": …, to a call
    that came: calls of org.filmgate.Agent1 and of polkit's agents are listed among the signals, with their number
    {"id": 5, "do": "match", "on": "main", "rule": …}, and likewise await-name, await-hang-up, disconnect; and with
    descriptors open, describe, read, attack, lease and forget

An error reply is {"id": …, "error": {"name": …, "message": …}}; what the client itself cannot do is {"id": …, "failure": …}.
Before its answer, a call that went out tells {"id": …, "event": "sent", "serial": …}.

Arguments are built by the signature. Where it says `v`, a plain text, flag or list of texts speaks for itself, all else is
{"type": "u", "value": 10}. Where it says `h` stands one of {"path": …, "flags": "r"}, {"memory": base64, "sealed": true},
{"pipe": true}, {"socket": true}, {"kept": 3}. Descriptors that arrive are described, and kept by number until "forget".
It is written on dbus-python so that Filmgate is tried by a binding that shares no code with its own.
"""
import base64
import json
import os
import stat
import sys

import dbus
import dbus.bus
import dbus.lowlevel
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

from descriptors import Descriptors
from values import build, split, simple

NEVER = 0x7FFFFFFF / 1000
AGENTS = ("org.filmgate.Agent1", "org.freedesktop.PolicyKit1.AuthenticationAgent")


class Failed(Exception):
    """Something that the client itself cannot do, in a sentence."""


class Wire:
    """One connection: the calls under way on it and the signals that came."""

    def __init__(self, address, answer):
        self.answer = answer
        self.bus = dbus.bus.BusConnection(address, mainloop=DBusGMainLoop())
        self.bus.set_exit_on_disconnect(False)
        self.bus.call_on_disconnection(self.hung_up)
        self.bus.add_message_filter(self.arrived)
        self.signals = []
        self.waiting = []
        self.mourners = []
        self.under_way = []
        self.called = {}

    def hung_up(self, _):
        # libdbus drops the calls under way without a word to their handlers.
        for command in self.under_way:
            self.answer(command, error={"name": "org.freedesktop.DBus.Error.Disconnected",
                                        "message": "The bus hung up before the answer came."})
        for command in self.mourners:
            self.answer(command)
        self.under_way, self.mourners = [], []

    def arrived(self, _, message):
        is_call = isinstance(message, dbus.lowlevel.MethodCallMessage) and message.get_interface() in AGENTS
        is_signal = isinstance(message, dbus.lowlevel.SignalMessage) and message.get_member() != "NameAcquired"
        if not is_call and not is_signal:
            return dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED
        heard = {
            "sender": message.get_sender(), "path": message.get_path(), "interface": message.get_interface(),
            "member": message.get_member(), "signature": message.get_signature(), "serial": message.get_serial(),
            "values": [simple(value, descriptors) for value in message.get_args_list(byte_arrays=True)]}
        if is_call:
            heard["call"] = len(self.called)
            self.called[heard["call"]] = message
        self.signals.append(heard)
        for wait in list(self.waiting):
            wait.check()
        return dbus.lowlevel.HANDLER_RESULT_HANDLED if is_call else dbus.lowlevel.HANDLER_RESULT_NOT_YET_HANDLED

    def reply(self, command):
        call = self.called[command["call"]]
        if "error" in command:
            message = dbus.lowlevel.ErrorMessage(call, command["error"], "as the test says")
        else:
            message = dbus.lowlevel.MethodReturnMessage(call)
            signature = command.get("signature", "")
            message.append(*[build(kind, value, descriptors)
                             for kind, value in zip(split(signature), command.get("arguments", []))], signature=signature)
        self.bus.send_message(message)
        self.bus.flush()
        self.answer(command)

    def call(self, command):
        message = dbus.lowlevel.MethodCallMessage(
            command.get("destination"), command["path"], command.get("interface"), command["member"])
        message.set_allow_interactive_authorization(command.get("interactive", False))
        signature = command.get("signature", "")
        types = list(split(signature))
        if len(types) != len(command.get("arguments", [])):
            raise Failed(f"the signature {signature} has {len(types)} arguments")
        values = [build(kind, value, descriptors) for kind, value in zip(types, command.get("arguments", []))]
        message.append(*values, signature=signature)
        if not command.get("reply", True):
            message.set_no_reply(True)
            self.bus.send_message(message)
            self.bus.flush()
            return self.answer(command, serial=message.get_serial())
        timeout = command.get("timeout", 25)
        self.bus.send_message_with_reply(
            message, lambda reply: self.replied(command, reply), NEVER if timeout is None else timeout, True)
        self.under_way.append(command)
        self.bus.flush()
        say(event="sent", id=command["id"], serial=message.get_serial())

    def replied(self, command, reply):
        self.under_way.remove(command)
        values = reply.get_args_list(byte_arrays=True)
        if isinstance(reply, dbus.lowlevel.ErrorMessage):
            text = str(values[0]) if values and isinstance(values[0], str) else ""
            return self.answer(command, error={"name": reply.get_error_name(), "message": text})
        self.answer(command, signature=reply.get_signature(), serial=reply.get_serial(),
                    values=[simple(value, descriptors) for value in values])


class SignalWait:
    """A command that is answered once enough signals are there, or its time is up: then with those that are."""

    def __init__(self, wire, command, answer):
        self.wire, self.command, self.answer = wire, command, answer
        self.timer = None
        seconds = command.get("timeout", 10)
        if self.enough() or seconds == 0:
            self.finish()
        else:
            wire.waiting.append(self)
            self.timer = GLib.timeout_add(int(seconds * 1000), self.time_is_up)

    def matching(self):
        member, path = self.command.get("member"), self.command.get("path")
        return [signal for signal in self.wire.signals
                if member in (None, signal["member"]) and path in (None, signal["path"])]

    def enough(self):
        return len(self.matching()) >= self.command.get("count", 1)

    def check(self):
        if self.enough():
            GLib.source_remove(self.timer)
            self.finish()

    def time_is_up(self):
        self.finish()
        return GLib.SOURCE_REMOVE

    def finish(self):
        if self in self.wire.waiting:
            self.wire.waiting.remove(self)
        found = self.matching()[:self.command.get("most")]
        self.wire.signals = [signal for signal in self.wire.signals if signal not in found]
        self.answer(self.command, signals=found)


class Conversation:
    """Reads the commands and carries each out."""

    def __init__(self, address):
        self.address = address
        self.wires = {}
        self.loop = GLib.MainLoop()
        self.unread = b""
        GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, self.readable)

    def readable(self, *_):
        piece = os.read(0, 1 << 20)
        if not piece:
            self.loop.quit()
            return GLib.SOURCE_REMOVE
        *lines, self.unread = (self.unread + piece).split(b"\n")
        for line in lines:
            self.obey(json.loads(line))
        return GLib.SOURCE_CONTINUE

    def obey(self, command):
        try:
            getattr(self, "do_" + command["do"].replace("-", "_"))(command)
        except (Failed, OSError, ValueError, TypeError, KeyError, dbus.DBusException) as error:
            self.answer(command, failure=f"{type(error).__name__}: {error}")

    @staticmethod
    def answer(command, **content):
        say(id=command["id"], **content)

    def wire(self, command):
        wire = self.wires.get(command.get("on", "main"))
        if wire is None:
            raise Failed("not connected")
        return wire

    def do_connect(self, command):
        label = command.get("on", "main")
        wire = self.wires[label] = Wire(command.get("address", self.address), self.answer)
        self.answer(command, name=wire.bus.get_unique_name())

    def do_disconnect(self, command):
        self.wire(command).bus.close()
        del self.wires[command.get("on", "main")]
        self.answer(command)

    def do_call(self, command):
        self.wire(command).call(command)

    def do_reply(self, command):
        self.wire(command).reply(command)

    def do_match(self, command):
        self.wire(command).bus.add_match_string(command["rule"])
        self.answer(command)

    def do_signals(self, command):
        SignalWait(self.wire(command), command, self.answer)

    def do_await_name(self, command):
        """Answered when somebody owns the name, with the owner; where it is owned already, at once."""
        bus = self.wire(command).bus
        state = {}

        def owned(owner):
            if owner and "watch" in state and not state.get("told"):
                state["told"] = True
                GLib.idle_add(state["watch"].cancel)
                self.answer(command, owner=owner)
        state["watch"] = bus.watch_name_owner(command["name"], owned)

    def do_await_hang_up(self, command):
        """Answered when the bus has closed the connection."""
        wire = self.wire(command)
        if wire.bus.get_is_connected():
            wire.mourners.append(command)
        else:
            self.answer(command)

    def do_open(self, command):
        self.answer(command, descriptor=descriptors.describe(descriptors.open(command["descriptor"])))

    def do_describe(self, command):
        self.answer(command, descriptor=descriptors.describe(command["kept"]))

    def do_read(self, command):
        count = command.get("count", 1 << 20)
        if stat.S_ISFIFO(os.fstat(command["kept"]).st_mode):
            content = os.read(command["kept"], count)
        else:
            content = os.pread(command["kept"], count, command.get("offset", 0))
        self.answer(command, content=base64.b64encode(content).decode())

    def do_attack(self, command):
        self.answer(command, succeeded=descriptors.attack(command["kept"], command.get("broker")))

    def do_lease(self, command):
        self.answer(command, succeeded=descriptors.lease(command["kept"]))

    def do_forget(self, command):
        descriptors.forget(command["kept"])
        self.answer(command)


def say(**content):
    sys.stdout.write(json.dumps(content, ensure_ascii=False) + "\n")
    sys.stdout.flush()


descriptors = Descriptors()

if __name__ == "__main__":
    conversation = Conversation(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    say(ready=True)
    conversation.loop.run()
