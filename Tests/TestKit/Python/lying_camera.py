#!/usr/bin/python3
"""A camera in the network, for `ptpip:127.0.0.1:PORT:PORT`, that lies about itself. Prints its port.

    lying_camera.py none          tells the truth
    lying_camera.py size          says that 4 EiB come; likewise short (2 GiB) and long (4 bytes)
    lying_camera.py list          says that a list has 4 billion entries
    lying_camera.py text          says that a text is longer than all that comes
    lying_camera.py packet        sends a packet shorter than its own header; huge-packet: one of 4 GiB
"""
import socket
import struct
import sys

INIT, INIT_DONE, EVENTS, EVENTS_DONE, CALL, REPLY, DATA, PART, LAST = 1, 2, 3, 4, 6, 7, 9, 10, 12
OK, DEVICE_INFO = 0x2001, 0x1001
lie = sys.argv[1]


def packet(kind, content):
    return struct.pack("<II", 8 + len(content), kind) + content


def device_info():
    """What a camera says of itself: numbers, then texts and lists, each after its length."""
    text = lambda words: bytes([len(words) + 1]) + (words + "\0").encode("utf-16-le")
    numbers = lambda values: struct.pack(f"<I{len(values)}H", len(values), *values)
    before = struct.pack("<HIH", 100, 6, 100) + text("") + struct.pack("<H", 0)
    operations = numbers([0x1001, 0x1002, 0x1003, 0x1004, 0x1005, 0x1007, 0x1008, 0x1009])
    if lie == "list":
        return before + struct.pack("<I", 0xFFFFFFF0) + b"\1\2"
    if lie == "text":
        return before + operations + numbers([]) * 4 + b"\xFF" + b"A\0" * 3
    return before + operations + numbers([]) * 4 + text("Liar") + text("Camera") + text("1") + text("1")


def received(connection):
    """Returns the kind and the content of the next packet; nothing at the end."""
    head = connection.recv(8, socket.MSG_WAITALL)
    if len(head) < 8:
        return None, b""
    length, kind = struct.unpack("<II", head)
    return kind, connection.recv(length - 8, socket.MSG_WAITALL)


def greet(connection):
    kind, _ = received(connection)
    if kind == INIT:
        name = "Liar\0".encode("utf-16-le")
        connection.sendall(packet(INIT_DONE, struct.pack("<I", 1) + bytes(16) + name + struct.pack("<I", 0x10000)))
    elif kind == EVENTS:
        connection.sendall(packet(EVENTS_DONE, b""))


def answer(connection):
    """Answers calls. Ends after a lie, so that nobody waits for what never comes."""
    while True:
        kind, content = received(connection)
        if kind is None:
            return
        if kind != CALL:
            continue
        _, code, number = struct.unpack_from("<IHI", content)
        if code == DEVICE_INFO:
            data = device_info()
            told = {"size": 1 << 62, "short": 1 << 31, "long": 4}.get(lie, len(data))
            connection.sendall(packet(DATA, struct.pack("<IQ", number, told)))
            if lie == "packet":
                return connection.sendall(struct.pack("<II", 3, PART) + b"x" * 100)
            if lie == "huge-packet":
                return connection.sendall(struct.pack("<II", 0xFFFFFFFF, PART) + b"x" * 100)
            connection.sendall(packet(LAST, struct.pack("<I", number) + data))
            if lie in ("size", "short"):
                return
        connection.sendall(packet(REPLY, struct.pack("<HI", OK, number)))


server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
calls, _ = server.accept()
greet(calls)
events, _ = server.accept()
greet(events)
answer(calls)
