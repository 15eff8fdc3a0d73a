"""The descriptors of a client: opened for its calls, or received and kept."""
import base64
import contextlib
import ctypes
import fcntl
import hashlib
import mmap
import os
import signal
import socket
import stat
import struct
import subprocess
import threading
import time
import uuid

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
        if "process" in source:
            return os.pidfd_open(source["process"])
        if "ended" in source:
            child = subprocess.Popen(["/bin/true"])
            descriptor = os.pidfd_open(child.pid)
            child.wait()
            return descriptor
        if "thread" in source:
            started = threading.Event()
            thread = threading.Thread(target=lambda: (started.set(), time.sleep(3600)), daemon=True)
            thread.start()
            started.wait()
            # PIDFD_THREAD.
            return os.pidfd_open(thread.native_id, os.O_EXCL)
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
    def attack(descriptor, broker=None):
        """The attempts to change a file, or to make it writable, that succeeded. Its mode is tried last, then all again.

        Of the broker's process, if it is named, the descriptors of the same file are tried as well."""
        path, libc = f"/proc/self/fd/{descriptor}", ctypes.CDLL(None, use_errno=True)

        def mapped():
            other = os.open(path, os.O_RDWR)
            try:
                mmap.mmap(other, 6, mmap.MAP_SHARED, mmap.PROT_READ | mmap.PROT_WRITE)[:6] = b"poison"
            finally:
                os.close(other)

        def linked():
            name = f"/tmp/attack-{uuid.uuid4()}".encode()
            if libc.linkat(-100, path.encode(), -100, name, 0x400) < 0:
                raise OSError(ctypes.get_errno(), "linkat")
            os.unlink(name)

        def remounted():
            child = os.fork()
            if child == 0:
                os._exit(0 if Descriptors.is_writable_in_namespaces(descriptor, libc) else 1)
            if os.waitpid(child, 0)[1] != 0:
                raise OSError("no mount of it can be written")

        def found():
            facts, folder = os.fstat(descriptor), f"/proc/{broker}/fd"
            for name in os.listdir(folder):
                with contextlib.suppress(OSError):
                    if os.path.samestat(facts, os.stat(f"{folder}/{name}")):
                        Descriptors.write(f"{folder}/{name}")
                        return
            raise OSError("no descriptor of it can be written")

        attempts = {
            "write": lambda: os.write(descriptor, b"poison"), "map": mapped,
            "reopen and write": lambda: Descriptors.write(path), "mount": remounted,
            "truncate": lambda: os.truncate(path, 1), "truncate when opened": lambda: os.close(os.open(path, os.O_TRUNC)),
            "shorten": lambda: os.ftruncate(descriptor, 1),
            "reserve": lambda: os.posix_fallocate(descriptor, 0, 1 << 20), "link": linked,
        }
        if broker:
            attempts["the broker's descriptors"] = found
        attributes = {
            "times": lambda: os.utime(descriptor), "attribute": lambda: os.setxattr(descriptor, "user.poison", b"1"),
            "flags": lambda: fcntl.ioctl(descriptor, 0x40086602, struct.pack("l", 0x10)),
            "mode": lambda: os.fchmod(descriptor, 0o666),
        }
        if not Descriptors.seals(descriptor) & EVERY_SEAL == EVERY_SEAL:
            attempts |= attributes
        else:
            # A sealed memory file is of this client alone; on the system bus it is another user's.
            with contextlib.suppress(OSError):
                os.fchmod(descriptor, 0o666)
        succeeded = []
        for name, attempt in list(attempts.items()) + list(attempts.items()):
            try:
                attempt()
            except OSError:
                continue
            succeeded.append(name)
        return succeeded

    @staticmethod
    def write(path):
        with contextlib.suppress(OSError):
            os.chmod(path, 0o666)
        other = os.open(path, os.O_RDWR)
        try:
            os.write(other, b"poison")
        finally:
            os.close(other)

    @staticmethod
    def is_writable_in_namespaces(descriptor, libc):
        """Whether whoever has namespaces of its own can write a file through its mount, or a copy of the mount. For a child."""
        if libc.unshare(0x10000000 | 0x20000) < 0:
            return False
        path = b""

        def make_writable(tree):
            attributes = ctypes.create_string_buffer(struct.pack("4Q", 0, 1, 0, 0), 32)
            libc.syscall(ctypes.c_long(442), ctypes.c_long(tree), path, ctypes.c_long(0x1000), attributes,
                         ctypes.c_long(32))
            try:
                Descriptors.write(f"/proc/self/fd/{tree}")
                return True
            except OSError:
                return False

        copies = [libc.syscall(ctypes.c_long(428), ctypes.c_long(descriptor), path, ctypes.c_long(flags))
                  for flags in (0x80000 | 0x1000 | 1, 0x80000 | 0x1000 | 0x8000 | 1)]
        return any(make_writable(tree) for tree in [descriptor, *copies] if tree >= 0)

    def lease(self, descriptor):
        """Takes a lease, as soon as it can be had, and holds it until somebody opens the file."""
        # The kernel asks for its end by a signal, and takes it away after 45 seconds.
        signal.signal(signal.SIGIO, lambda *_: os.close(self.others.pop(named)))
        # What names the file does not count as an opening, and opens it when nobody else has it open.
        named = os.open(f"/proc/self/fd/{descriptor}", os.O_PATH)
        os.close(descriptor)
        for _ in range(50):
            opened = os.open(f"/proc/self/fd/{named}", os.O_RDONLY)
            try:
                fcntl.fcntl(opened, fcntl.F_SETLEASE, fcntl.F_WRLCK)
                self.others[named] = opened
                return ["lease"]
            except OSError:
                os.close(opened)
                time.sleep(0.1)
        return []

    @staticmethod
    def seals(descriptor):
        try:
            return fcntl.fcntl(descriptor, F_GET_SEALS)
        except OSError:
            return 0

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
        described["seals"] = Descriptors.seals(descriptor)
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
