"""A connection to a D-Bus bus made of nothing but a socket, so that a test decides when anything is read.

Bindings read as soon as they can; a hostile client does not.
"""
import array
import os
import socket
import struct

SIGNATURES = {"o": b"o", "s": b"s", "u": b"u", "g": b"g"}
NO_REPLY = 1


def padded(data, to):
    return data + b"\0" * (-len(data) % to)


def marshal(signature, values):
    """Bodies of the types that the tests need: s, u, b, as, a{sv} of texts, numbers, flags and such, and a(sa{sv})."""
    body = b""
    kinds = []
    rest = signature
    while rest:
        kind = next((kind for kind in ("a(sa{sv})", "a{sv}", "as") if rest.startswith(kind)), rest[0])
        kinds.append(kind)
        rest = rest[len(kind):]
    for kind, value in zip(kinds, values):
        body = append(body, kind, value)
    return body


def append(body, kind, value):
    if kind == "s":
        data = value.encode()
        return padded(body, 4) + struct.pack("<I", len(data)) + data + b"\0"
    if kind in "ub":
        return padded(body, 4) + struct.pack("<I", int(value))
    body = padded(body, 4)
    start = len(body)
    body += b"\0\0\0\0"
    if kind != "as":
        body = padded(body, 8)
    first = len(body)
    for item in value.items() if kind == "a{sv}" else value:
        if kind == "as":
            body = append(body, "s", item)
            continue
        body = append(padded(body, 8), "s", item[0])
        if kind == "a(sa{sv})":
            body = append(body, "a{sv}", item[1])
            continue
        kinds = {bool: "b", int: "u", dict: "a{sv}"}
        inner = kinds.get(type(item[1]), "s")
        body += bytes([len(inner)]) + inner.encode() + b"\0"
        body = append(body, inner, item[1])
    return body[:start] + struct.pack("<I", len(body) - first) + body[start + 4:]


class RawBus:
    def __init__(self, address, buffer=None):
        parts = dict(part.split("=", 1) for part in address.split(":", 1)[1].split(","))
        path = parts.get("path") or "\0" + parts["abstract"]
        self.socket = socket.socket(socket.AF_UNIX)
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.connect(path)
        self.socket.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        self.line()
        self.socket.sendall(b"NEGOTIATE_UNIX_FD\r\n")
        self.line()
        self.socket.sendall(b"BEGIN\r\n")
        self.serial = 0
        self.unread = b""
        self.descriptors = 0
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello")
        self.name = self.answer(1)["text"]

    def line(self):
        got = b""
        while not got.endswith(b"\r\n"):
            got += self.socket.recv(1)
        return got

    def message(self, destination, path, interface, member, signature="", values=(), flags=0):
        self.serial += 1
        body = marshal(signature, values)
        fields = b""
        for code, kind, value in (
                (1, "o", path), (6, "s", destination), (2, "s", interface), (3, "s", member), (8, "g", signature)):
            if not value:
                continue
            fields = padded(fields, 8) + bytes([code, 1]) + kind.encode() + b"\0"
            data = value.encode()
            fields += (bytes([len(data)]) if kind == "g" else struct.pack("<I", len(data))) + data + b"\0"
        header = b"l" + bytes([1, flags, 1]) + struct.pack("<III", len(body), self.serial, len(fields)) + fields
        return padded(header, 8) + body

    def call(self, *what, **how):
        """Sends a call and reads nothing; its serial."""
        data = self.message(*what, **how)
        self.socket.sendall(data)
        return self.serial

    def read(self, count):
        """Reads so many bytes at most, and closes the descriptors that come along; False at the end."""
        data, ancillary, _, _ = self.socket.recvmsg(count, socket.CMSG_SPACE(64 * 4))
        for level, kind, content in ancillary:
            if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
                numbers = array.array("i")
                numbers.frombytes(content[:len(content) - len(content) % numbers.itemsize])
                self.descriptors += len(numbers)
                self.arrived(list(numbers))
        self.unread += data
        return bool(data)

    def arrived(self, numbers):
        for number in numbers:
            os.close(number)

    def messages(self):
        """Those that have been read to their end: type, serial, sender, the serial that they answer, and the first text of
        the body, and all of it."""
        while len(self.unread) >= 16:
            kind, body, fields = self.unread[1], *struct.unpack_from("<I", self.unread, 4), *struct.unpack_from("<I", self.unread, 12)
            start = 16 + fields + (-fields % 8)
            if len(self.unread) < start + body:
                return
            answers, error, sender, place = None, None, None, 16
            while place < 16 + fields:
                place += -place % 8
                code, signature = self.unread[place], self.unread[place + 2:place + 3]
                place += 4
                if signature == b"u":
                    if code == 5:
                        answers = struct.unpack_from("<I", self.unread, place)[0]
                    place += 4
                elif signature == b"g":
                    place += self.unread[place] + 2
                else:
                    size = struct.unpack_from("<I", self.unread, place)[0]
                    if code == 7:
                        sender = self.unread[place + 4:place + 4 + size].decode()
                    if code == 4:
                        error = self.unread[place + 4:place + 4 + size].decode()
                    place += 4 + size + 1
            text = None
            if body >= 5:
                size = struct.unpack_from("<I", self.unread, start)[0]
                if size < body:
                    text = self.unread[start + 4:start + 4 + size].decode(errors="replace")
            content = self.unread[start:start + body]
            serial = struct.unpack_from("<I", self.unread, 8)[0]
            self.unread = self.unread[start + body:]
            yield {"type": kind, "serial": serial, "sender": sender, "answers": answers, "error": error, "text": text,
                   "body": content, "bytes": start + body}

    def answer(self, serial):
        """Reads until that call has its answer; what else comes is dropped."""
        while True:
            for message in self.messages():
                if message["answers"] == serial:
                    return message
            if not self.read(1 << 16):
                raise EOFError("the bus hung up")

    def called(self):
        """Reads until a call comes; what else comes is dropped."""
        while True:
            for message in self.messages():
                if message["type"] == 1:
                    return message
            if not self.read(1 << 16):
                raise EOFError("the bus hung up")

    def answers(self, serials):
        """Reads until all of these have their answer."""
        missing, found = set(serials), {}
        while missing:
            for message in self.messages():
                if message["answers"] in missing:
                    missing.remove(message["answers"])
                    found[message["answers"]] = message
            if missing and not self.read(1 << 16):
                raise EOFError("the bus hung up")
        return found

    def close(self):
        self.socket.close()
