import Foundation
import Synchronization

/// A system of its own: a system bus with the shipped policy, polkitd with the shipped actions, several users, and the
/// broker as the user `filmgate`. Root alone can make one; nothing outside of it changes.
///
/// Made by `withSystem`, which stops everything afterwards.
public final class SystemWorld: Sendable {
    /// Of this test alone, gone afterwards.
    public let folder: String
    /// Begins the names of its sessions.
    let session: String
    /// Holds the system's mount namespace, and does what `send` says.
    let namespace: Program
    private let replies: AsyncStream<String>
    let programs = Mutex<[Program]>([])
    let brokerProgram = Mutex<Program?>(nil)
    let windows = Mutex<[TerminalWindow]>([])
    let identifyProgram = Mutex<Program?>(nil)
    static let brokerUser: UInt32 = 61781
    static let identifyUser: UInt32 = 61782

    /// Why there can be none here; nil where there can.
    public static let hindrance: String? = {
        if geteuid() != 0 { return "only root can make a system bus with several users" }
        for path in ["/usr/lib/polkit-1/polkitd", "/usr/bin/dbus-daemon", "/usr/bin/setpriv", "/usr/bin/nsenter"]
        where access(path, X_OK) != 0 {
            return "\(path) is not installed"
        }
        let probe = try? ChildProcess.run(["/usr/bin/unshare", "--mount", "/bin/true"])
        return probe?.code == 0 ? nil : "mount namespaces cannot be had here"
    }()

    init(configuration: String, onInstalledMachine: Bool) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-system-\(UUID().uuidString)").path
        session = "t\(UInt32.random(in: 0 ... .max))"
        for name in ["state", "tmp", "policy.d", "programs"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o1777], ofItemAtPath: "\(folder)/tmp")
        let (stream, continuation) = AsyncStream.makeStream(of: String.self)
        replies = stream
        let scripts = "\(Source.root)/Tests/TestKit/System"
        let machine = onInstalledMachine ? ["\(scripts)/installed-machine", folder, Source.root] : []
        namespace = try Program(
            "/usr/bin/unshare",
            ["--mount", "--propagation", "private", "--"] + machine + [
                "\(scripts)/system-world", folder, Source.root, session,
            ]
        ) { line in
            if let line { continuation.yield(line) } else { continuation.finish() }
        }
        guard try await reply() == "ready" else { throw ClientFailure("no system: \(await namespace.log.all())") }
        try Self.rule(in: folder).write(toFile: "\(folder)/rules/test.rules", atomically: true, encoding: .utf8)
        let text = """
            [owner]
            tools=\(BuiltProgram.path("filmgatectl"));\(BuiltProgram.path("filmgate-window"));\(folder)/programs/tool
            [cache]
            ahead=no
            [delegates]
            executables=\(folder)/programs/delegate
            [agent]
            executables=\(folder)/programs/agent
            [policy]
            folders=\(folder)/policy.d
            \(configuration)
            """
        try text.write(toFile: "\(folder)/filmgated.conf", atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes(
            [
                .ownerAccountID: Int(Self.brokerUser), .groupOwnerAccountID: Int(Self.brokerUser),
                .posixPermissions: 0o700,
            ],
            ofItemAtPath: "\(folder)/state")
        try answer([:])
    }

    private func reply() async throws -> String {
        var lines = replies.makeAsyncIterator()
        guard let line = await lines.next() else {
            throw ClientFailure("the system ended: \(await namespace.log.all())")
        }
        return line
    }

    func stop() async {
        for window in windows.withLock({ $0 }) { await window.stop() }
        let programs = programs.withLock { $0 }
        for program in programs.reversed() { program.kill() }
        for program in programs { await program.ended() }
        await brokerProgram.withLock { $0 }?.stop()
        await identifyProgram.withLock { $0 }?.stop()
        _ = await namespace.result()
        await Leftovers.end(in: folder)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// What happens to the system: `log-in UID NAME [LABEL [STATE [SEAT [CLASS]]]]`, `log-out UID`, `stop-polkit`,
    /// `go-on-polkit`, `end-polkit`, `start-polkit`.
    public func send(_ command: String) async throws {
        namespace.write(command + "\n")
        let answer = try await reply()
        guard answer == "ok" else { throw ClientFailure("\(command): \(answer) \(await namespace.log.all())") }
    }
}

/// Runs a test in a system of its own, whose broker serves; whatever becomes of the test, nothing of it stays.
///
/// - Parameters:
///   - configuration: further sections of the broker's configuration.
///   - onInstalledMachine: whether the machine has a Filmgate installed, with everything that could get in the test's
///     way.
public func withSystem<Result>(
    configuration: String = "", onInstalledMachine: Bool = false, _ body: (SystemWorld) async throws -> Result
) async throws -> Result {
    await Turns.worlds.take()
    defer { Turns.worlds.release() }
    let world = try await SystemWorld(configuration: configuration, onInstalledMachine: onInstalledMachine)
    do {
        try await world.startIdentify()
        try await world.startBroker()
        let result = try await ExpectedPrompts.checked { try await body(world) }
        await world.stop()
        return result
    } catch {
        await world.stop()
        throw error
    }
}
