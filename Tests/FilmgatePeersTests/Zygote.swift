import FilmgateDBus
import FilmgateTestKit
import Foundation
import Testing

/// A program that makes others, which connect to the bus, leave, and are followed by heirs of their numbers: in a few
/// milliseconds each.
///
/// A socket that one of them connects with belongs to this program too, so that the connection outlives it.
struct Zygote {
    private let program: Program
    private let lines: Lines

    struct Caller {
        let name: BusName
        let pid: Int32
    }

    static func start(on bus: PrivateBus) async throws -> Zygote {
        let lines = Lines()
        let program = try Program(
            "/usr/bin/python3", ["-c", script, "\(bus.folder.path)/socket"], onLine: lines.hear)
        return Zygote(program: program, lines: lines)
    }

    /// A program that says Hello; the one before it is gone with its connection.
    ///
    /// - Parameters:
    ///   - user: whom it becomes, where root runs this.
    ///   - root: the folder that it takes for its root; the bus' socket must be in it.
    func connect(as user: UInt32? = nil, within root: String = "-") async throws -> Caller {
        let words = try await ask("connect \(user.map { "\($0)" } ?? "-") \(root)").split(separator: " ")
        try #require(words.count == 2, "\(words)")
        return Caller(name: try #require(BusName(String(words[0]))), pid: try #require(Int32(words[1])))
    }

    /// Ends the program; its connection stays.
    func leave() async throws { #expect(try await ask("leave") == "ok") }

    /// Has another program run with the number of the one that left, by choosing the number or by waiting until it
    /// comes round.
    ///
    /// - Returns: false where somebody else got it.
    func heir(_ path: String, comingRound: Bool = false) async throws -> Bool {
        try await ask("\(comingRound ? "wrap" : "heir") \(path)") == "ok"
    }

    private func ask(_ command: String) async throws -> String {
        program.write("\(command)\n")
        return try #require(await lines.next(), "\(program.log.soFar)")
    }

    private static let script = """
        import ctypes, os, signal, socket, struct, sys

        def end_with_parent():
            # PR_SET_PDEATHSIG; a change of the user takes it back.
            ctypes.CDLL(None).prctl(1, int(signal.SIGKILL), 0, 0, 0)

        def hello(bus, path):
            bus.connect(path)
            bus.sendall(b"\\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\\r\\n")
            answer = b""
            while not answer.endswith(b"\\r\\n"):
                answer += bus.recv(1)
            def field(code, kind, text):
                return struct.pack("<BB1sBI", code, 1, kind, 0, len(text)) + text + b"\\0"
            fields = b""
            for code, kind, text in [(1, b"o", b"/org/freedesktop/DBus"), (3, b"s", b"Hello"),
                                     (2, b"s", b"org.freedesktop.DBus"), (6, b"s", b"org.freedesktop.DBus")]:
                fields += b"\\0" * (-len(fields) % 8) + field(code, kind, text)
            header = struct.pack("<cBBBIII", b"l", 1, 0, 1, 0, 1, len(fields)) + fields
            bus.sendall(b"BEGIN\\r\\n" + header + b"\\0" * (-len(header) % 8))
            heard = b""
            while b":1." not in heard or len(heard) < 100:
                heard += bus.recv(4096)
            start = heard.index(b":1.")
            return heard[start:heard.index(b"\\0", start)].decode()

        def child(bus, user, root, says):
            path = sys.argv[1]
            if root != "-":
                os.chroot(root)
                os.chdir("/")
                path = "/socket"
            if user != "-":
                os.setgroups([])
                os.setresgid(int(user), int(user), int(user))
                os.setresuid(int(user), int(user), int(user))
            end_with_parent()
            os.write(says, hello(bus, path).encode())
            os.close(says)
            signal.pause()

        def end(pid):
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)

        def heir(path):
            hears, says = os.pipe()
            pid = os.fork()
            if pid == 0:
                end_with_parent()
                os.execv(path, [path, "1000"])
            os.close(says)
            # The end of it: the other one was closed by the program's start.
            os.read(hears, 1)
            os.close(hears)
            return pid

        def chosen(path, pid):
            for _ in range(1000):
                with open("/proc/sys/kernel/ns_last_pid", "w") as last:
                    last.write(str(pid - 1))
                got = heir(path)
                if got == pid:
                    return got
                end(got)

        def awaited(path, pid):
            with open("/proc/sys/kernel/pid_max") as most:
                most = int(most.read())
            came_far = False
            while True:
                got = os.fork()
                if got == 0:
                    os._exit(0)
                os.waitpid(got, 0)
                ahead = (pid - got) % most
                came_far = came_far or ahead < most // 2
                if ahead == 1:
                    break
                # It was somebody else's turn.
                if came_far and (got - pid) % most < most // 4:
                    return None
            got = heir(path)
            if got == pid:
                return got
            end(got)

        now = heirs = bus = None
        for line in sys.stdin:
            words = line.split()
            if words[0] == "connect":
                for pid in (now, heirs):
                    if pid:
                        end(pid)
                now = heirs = None
                if bus:
                    bus.close()
                bus = socket.socket(socket.AF_UNIX)
                hears, says = os.pipe()
                now = os.fork()
                if now == 0:
                    try:
                        os.close(hears)
                        child(bus, words[1], words[2], says)
                    finally:
                        os._exit(1)
                os.close(says)
                name = os.read(hears, 64).decode()
                os.close(hears)
                print(name, now, flush=True)
            elif words[0] == "leave":
                end(now)
                gone, now = now, None
                print("ok", flush=True)
            else:
                heirs = (chosen if words[0] == "heir" else awaited)(words[1], gone)
                print("ok" if heirs else "no", flush=True)
        """
}

/// A root folder that whoever connects through it shows, with a mark of a Flatpak inside: the bus' own folder, for its
/// socket is in it.
struct MarkedRoot {
    let path: String
    private let user: UInt32
    private let permissions: mode_t

    init(on bus: PrivateBus, user: UInt32, permissions: mode_t = 0o644) throws {
        path = bus.folder.path
        self.user = user
        self.permissions = permissions
    }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    func write(_ bytes: [UInt8], as name: String = ".flatpak-info") throws {
        let file = "\(path)/\(name)"
        try FileManager.default.createDirectory(
            at: URL(filePath: file).deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: file))
        try #require(chown(file, user, user) == 0 && chmod(file, permissions) == 0)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
}
