import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgatePeers
@testable import FilmgateProcess

@Suite("A caller that dies in the middle of its look-up")
struct DyingCallerTests {
    @Test("is not identified, at whatever step it dies", arguments: MortalProcess.Step.allCases, [false, true])
    func steps(step: MortalProcess.Step, isReaped: Bool) throws {
        for _ in 0..<20 {
            let child = try Child("/bin/sleep", arguments: ["1000"], descriptors: [])
            var lookup = Lookup(owners: .only(geteuid()), ownersTools: ["/bin/sleep"])
            lookup.pin = { (pid, handle) throws(Errno) in
                if step == .pinning { MortalProcess.end(child, isReaped) }
                let process = try PinnedProcess(pid: pid, handle: handle)
                return MortalProcess(process, child, dyingAt: step, isReaped: isReaped)
            }
            #expect(throws: Doubt.self) {
                try lookup.identify(Credentials(user: geteuid(), pid: UInt32(child.pid)), .startedBy(.now))
            }
        }
    }

    @Test("is itself or nobody, killed at 300 random moments", .privateBus)
    func random() async throws {
        let bus = try #require(PrivateBus.current)
        let door = try await Door(on: bus, Scratch())
        let own = door.connection.uniqueName
        let seen = Mutex<[Task<Identification, Never>]>([])
        let registry = door.registry
        try await door.connection.watchNames { change in
            guard change.name.isUnique, change.newOwner != nil, change.name != own else { return }
            seen.withLock { $0.append(Task { await registry.identify(change.name) }) }
        }
        let program = try OwnedDescriptor(owning: open("/usr/bin/dbus-send", O_RDONLY | O_CLOEXEC)).path()
        var random = SeededRandom(seed: 7)
        for _ in 0..<300 {
            let child = try Child(
                program,
                arguments: [
                    "--bus=\(bus.address)", "--print-reply", "--dest=\(own)", "/", "org.freedesktop.DBus.Peer.Ping",
                ], descriptors: [])
            usleep(UInt32.random(in: 0...8_000, using: &random))
            child.kill()
            _ = try child.wait()
        }
        _ = try await door.meet(bus.connect())
        var identified = 0
        for task in seen.withLock({ $0 }) {
            guard let client = await task.value.known, client.id.name != ownExecutable else { continue }
            #expect(client.id == ClientID(.exe, program))
            identified += 1
        }
        #expect(seen.withLock { $0.count } > identified, "none was killed in time")
    }
}

/// A true process that is ended when the look-up reaches a step.
struct MortalProcess: ObservableProcess {
    enum Step: CaseIterable { case pinning, user, root, executable, end }

    let process: PinnedProcess
    let end: @Sendable (Step) -> Void

    init(_ process: PinnedProcess, _ child: Child, dyingAt step: Step, isReaped: Bool) {
        self.process = process
        let isAlive = Flag()
        end = { if $0 == step, isAlive.raise() { Self.end(child, isReaped) } }
    }

    static func end(_ child: Child, _ isReaped: Bool) {
        child.kill()
        if isReaped { _ = try? child.wait() } else { while !child.hasEnded {} }
    }

    var pid: Int32 { process.pid }
    var start: BootTicks { process.start }

    var hasEnded: Bool {
        end(.end)
        return process.hasEnded
    }

    func user() throws(Errno) -> UInt32 {
        end(.user)
        return try process.user()
    }

    func root() throws(Errno) -> Folder {
        end(.root)
        return try process.root()
    }

    func executable() throws(Errno) -> Executable {
        end(.executable)
        return try process.executable()
    }
}
