import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgatePeers
@testable import FilmgateProcess

/// A process number that comes round to another program, for true: in a namespace of its own, where numbers can be chosen.
@Suite("A recycled process number", .enabled(if: ownNamespace.isPossible, "this machine gives no namespaces to users"))
struct RecycledNumberTests {
    @Test("is refused every time after Hello, also with the owner's tool behind it")
    func namespace() async throws {
        if ownNamespace.isInside {
            try await inside()
        } else {
            let run = try Program(
                "/usr/bin/unshare", ownNamespace.options + [ownExecutable] + ownNamespace.thisTestAlone,
                environment: ProcessInfo.processInfo.environment.merging([ownNamespace.variable: "1"]) { $1 })
            let result = await run.result()
            #expect(result.code == 0, "\(result.output)\(result.errors)")
            // A run that finds no test succeeds as well.
            #expect(result.output.contains("passed after") || result.errors.contains("passed after"))
        }
    }

    private func inside() async throws {
        try #require(getpid() < 10, "not in a namespace of its own")
        let bus = try PrivateBus()
        defer { bus.stop() }
        let gate = Gate()
        let bustling = try await bus.connect()
        let tool = "/usr/bin/sleep"
        let door = try await Door(
            on: bus, Scratch(), lookup: Lookup(owners: .only(geteuid()), ownersTools: [tool])
        ) { name in
            await gate.pass()
            return try await bustling.credentials(of: name)
        }
        for _ in 0..<25 {
            gate.shut()
            let caller = try Caller(bus)
            while await door.registry.isLookingFor(caller.name) == false { await Task.yield() }
            let seen = BootTicks.now
            // The program leaves and its socket stays, in other hands.
            try caller.leave()
            // Within the tick in which a name appears, the rule makes no difference.
            while BootTicks.now == seen { await Task.yield() }
            let heir = try Child.idle(tool, numbered: caller.pid)
            gate.open()
            #expect(await door.registry.identify(caller.name) == .unidentified(.anotherProcess))
            // That is what the rule is for.
            let credentials = try await bustling.credentials(of: caller.name)
            let fooled = try Lookup(owners: .only(geteuid()), ownersTools: [tool]).identify(
                credentials, .startedBy(.now))
            #expect(fooled.client == ClientID(.exe, tool) && fooled.isOwnersTool)
            withExtendedLifetime(heir) {}
        }
    }
}

extension PeerRegistry {
    fileprivate func isLookingFor(_ name: BusName) -> Bool {
        if case .underWay = entries[name] { true } else { false }
    }
}

/// A program that connected and said Hello, over a socket that is this process' as well.
private struct Caller {
    let name: BusName
    private let child: Child
    private let socket: OwnedDescriptor

    var pid: Int32 { child.pid }

    init(_ bus: PrivateBus) throws {
        socket = OwnedDescriptor(owning: Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let (hears, says) = (OwnedDescriptor(owning: ends[0]), OwnedDescriptor(owning: ends[1]))
        child = try Child(
            "/usr/bin/python3", arguments: ["-c", Self.script, "\(bus.folder.path)/socket"],
            descriptors: [socket, says])
        var byte: UInt8 = 0
        try #require(read(hears.rawValue, &byte, 1) == 1)
        // What the program leaves unread is the bus' answer to its Hello, and the signal that it has its name.
        var bytes = [UInt8](repeating: 0, count: 4096)
        var heard: [UInt8] = []
        var found: BusName?
        while found == nil {
            let count = read(socket.rawValue, &bytes, bytes.count)
            try #require(count > 0)
            heard += bytes[..<count]
            found = String(decoding: heard, as: UTF8.self).firstMatch(of: /:1\.[0-9]+/).flatMap {
                BusName(String($0.output))
            }
        }
        name = found!
    }

    func leave() throws {
        child.kill()
        _ = try child.wait()
    }

    private static let script = """
        import os, socket, struct, sys, time
        bus = socket.socket(fileno=3)
        bus.connect(sys.argv[1])
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
        os.write(4, b"!")
        time.sleep(1000)
        """
}

extension Child {
    /// A program with the number that one of the past had.
    fileprivate static func idle(_ path: String, numbered pid: Int32) throws -> Child {
        // Another thread of the tests may start something meanwhile, and get the number.
        for _ in 0..<1000 {
            try "\(pid - 1)".write(toFile: "/proc/sys/kernel/ns_last_pid", atomically: false, encoding: .utf8)
            let child = try Child(path, arguments: ["1000"], descriptors: [])
            if child.pid == pid { return child }
        }
        throw NumberNotHad(pid: pid)
    }
}

private struct NumberNotHad: Error { let pid: Int32 }

/// Lets look-ups pass while it is open.
private final class Gate: Sendable {
    private let state = Mutex((isOpen: true, waiting: [CheckedContinuation<Void, Never>]()))

    func shut() { state.withLock { $0.isOpen = false } }

    func open() {
        let waiting = state.withLock { state in
            defer { state = (true, []) }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

/// Namespaces of processes and users, in which the tests run themselves again.
private enum ownNamespace {
    static let variable = "FILMGATE_TESTS_IN_NAMESPACE"
    static let options = ["--user", "--map-root-user", "--pid", "--fork", "--kill-child", "--mount-proc"]
    static let thisTestAlone = [
        "--testing-library", "swift-testing", "--filter", "FilmgatePeersTests.RecycledNumberTests",
    ]

    static let isInside = ProcessInfo.processInfo.environment[variable] != nil

    static let isPossible =
        isInside
        || (try? ChildProcess.run(
            ["unshare"] + options + ["sh", "-c", "echo 100 > /proc/sys/kernel/ns_last_pid"]
        ).code) == 0
}
