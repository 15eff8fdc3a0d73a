"""The descriptors of a client: opened for its calls, or received and kept."""
import base64
import fcntl
import hashlib
import os
import socket
import stat

import dbus

FLAGS = {"r": os.O_RDONLY, "w": os.O_WRONLY, "rw": os.O_RDWR, "path": os.O_PATH, "folder": os.O_RDONLY | os.O_DIRECTORY}
F_GET_SEALS = 1034
F_ADD_SEALS = 1033
EVERY_SEAL = 0xF
KINDS = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFIFO: "pipe", stat.S_IFSOCK: "socket",
         stat.S_IFCHR: "device", stat.S_IFBLK: "device"}


class Descriptors:
    """Numbers that are open, until they are forgotten."""

    def __init__(self):
        self.others = {}

    def lend(self, source, level):
        """What the command describes, for one message."""
        descriptor = self.open(source)
        lent = dbus.types.UnixFd(descriptor, variant_level=level)
        if "kept" not in source:
            os.close(descriptor)
        return lent

    def open(self, source):
        """The number of what the command describes; the other ends of pipes and sockets stay open with the client."""
        if "kept" in source:
            return source["kept"]
        if "memory" in source:
            return self.memory(base64.b64decode(source["memory"]), source.get("sealed", False))
        if "pipe" in source:
            reading, writing = os.pipe()
            self.others[reading] = writing
            return reading
        if "socket" in source:
            one, other = socket.socketpair()
            self.others[one.fileno()] = other.detach()
            return one.detach()
        # A FIFO without a writer would hold the client itself up.
        return os.open(source["path"], FLAGS[source.get("flags", "r")] | os.O_CLOEXEC | os.O_NONBLOCK)

    @staticmethod
    def memory(content, sealed):
        descriptor = os.memfd_create("content", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        written = 0
        while written < len(content):
            written += os.write(descriptor, content[written:])
        os.lseek(descriptor, 0, os.SEEK_SET)
        if sealed:
            fcntl.fcntl(descriptor, F_ADD_SEALS, EVERY_SEAL)
        return descriptor

    @staticmethod
    def keep(descriptor):
        os.set_inheritable(descriptor, False)
        return descriptor

    def forget(self, descriptor):
        os.close(descriptor)
        if descriptor in self.others:
            os.close(self.others.pop(descriptor))

    @staticmethod
    def describe(descriptor):
        """What the kernel says of it, and the hash of what can be read through it."""
        facts = os.fstat(descriptor)
        flags = fcntl.fcntl(descriptor, fcntl.F_GETFL)
        described = {
            "kept": descriptor, "kind": KINDS.get(stat.S_IFMT(facts.st_mode), "other"), "size": facts.st_size,
            "mode": stat.S_IMODE(facts.st_mode), "links": facts.st_nlink, "user": facts.st_uid, "group": facts.st_gid,
            "modified": facts.st_mtime_ns, "changed": facts.st_ctime_ns, "accessed": facts.st_atime_ns,
            "readable": flags & os.O_ACCMODE != os.O_WRONLY and not flags & os.O_PATH,
            "writable": flags & os.O_ACCMODE != os.O_RDONLY,
            "name": os.readlink(f"/proc/self/fd/{descriptor}"),
        }
        try:
            described["seals"] = fcntl.fcntl(descriptor, F_GET_SEALS)
        except OSError:
            described["seals"] = 0
        if described["kind"] == "file" and described["readable"]:
            described["position"] = os.lseek(descriptor, 0, os.SEEK_CUR)
            described["sha256"] = Descriptors.digest(descriptor)
        return described

    @staticmethod
    def digest(descriptor):
        digest, offset = hashlib.sha256(), 0
        while piece := os.pread(descriptor, 1 << 20, offset):
            digest.update(piece)
            offset += len(piece)
        return digest.hexdigest()
