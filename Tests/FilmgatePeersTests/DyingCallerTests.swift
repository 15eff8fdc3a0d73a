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
        for _ in 0..<72 {
            let child = try SpawnedProcess("/bin/sleep", arguments: ["1000"], descriptors: [])
            var lookup = Lookup()
            lookup.pin = { (pid, handle) throws(Errno) in
                if step == .pinning { MortalProcess.end(child, isReaped) }
                let process = try PinnedProcess(pid: pid, handle: handle)
                return MortalProcess(process, child, dyingAt: step, isReaped: isReaped)
            }
            #expect(throws: IdentificationError.self) {
                try lookup.find(ConnectionCredentials(user: geteuid(), pid: UInt32(child.pid)), .startedBy(.now))
            }
        }
    }

    @Test("is itself or nobody, killed at 1,000 random moments, whoever looks")
    func random() async throws {
        let bus = try PrivateBus.forEverybody()
        defer { bus.stop() }
        let process = IdentifyProcess.isPossible ? try await IdentifyProcess.start(on: bus, TemporaryFolder()) : nil
        let fixture = try await RegistryFixture(on: bus, TemporaryFolder())
        let delegated = try await RegistryFixture.delegated(on: bus, TemporaryFolder())
        let own = [fixture.connection.uniqueName, delegated.connection.uniqueName]
        let seen = Mutex<[Task<[Identification], Never>]>([])
        try await fixture.connection.watchNames { change in
            guard change.name.isUnique, change.newOwner != nil, !own.contains(change.name) else { return }
            seen.withLock {
                $0.append(
                    Task {
                        [
                            await fixture.registry.identify(change.name),
                            await delegated.registry.identify(change.name),
                        ]
                    })
            }
        }
        let program = try OwnedDescriptor(owning: open("/usr/bin/dbus-send", O_RDONLY | O_CLOEXEC)).path()
        var random = SeededRandom(seed: 7)
        for _ in 0..<1_000 {
            let child = try SpawnedProcess(
                program,
                arguments: [
                    "--bus=\(bus.address)", "--print-reply", "--dest=\(own[0])", "/", "org.freedesktop.DBus.Peer.Ping",
                ], descriptors: [])
            usleep(UInt32.random(in: 0...8_000, using: &random))
            child.kill()
            _ = try child.wait()
        }
        _ = try await fixture.identification(of: bus.connect())
        let ids: Set = [ClientID(.exe, program)!, ClientID(.system, "\(geteuid())")!]
        var identified = 0
        let all = seen.withLock { $0 }
        for task in all {
            for identification in await task.value {
                guard let client = identification.known, client.id.name != ownExecutable else { continue }
                #expect(ids.contains(client.id))
                identified += 1
            }
        }
        #expect(2 * all.count > identified, "none was killed in time")
        withExtendedLifetime(process) {}
    }
}

/// A true process that is ended when the look-up reaches a step.
struct MortalProcess: ObservableProcess {
    enum Step: CaseIterable { case pinning, user, label, root, group, executable, realGroup, end }

    let process: PinnedProcess
    let end: @Sendable (Step) -> Void

    init(_ process: PinnedProcess, _ child: SpawnedProcess, dyingAt step: Step, isReaped: Bool) {
        self.process = process
        let isAlive = Flag()
        end = { if $0 == step, isAlive.raise() { Self.end(child, isReaped) } }
    }

    static func end(_ child: SpawnedProcess, _ isReaped: Bool) {
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

    func realGroup() throws(Errno) -> UInt32 {
        end(.realGroup)
        return try process.realGroup()
    }

    func root() throws(Errno) -> Directory {
        end(.root)
        return try process.root()
    }

    func label() throws(Errno) -> String? {
        end(.label)
        return try process.label()
    }

    func controlGroup() throws(Errno) -> String? {
        end(.group)
        return try process.controlGroup()
    }

    func executable() throws(Errno) -> ProcessExecutable {
        end(.executable)
        return try process.executable()
    }
}
