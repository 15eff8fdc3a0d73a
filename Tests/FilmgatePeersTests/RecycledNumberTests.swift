import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgatePeers
@testable import FilmgateProcess

/// A process number that comes round to another program, for true: in a namespace of its own, where numbers can be
/// chosen.
@Suite("A recycled process number", .enabled(if: ownNamespace.isPossible, "this machine gives no namespaces to users"))
struct RecycledNumberTests {
    @Test("is refused every time after Hello, also with the owner's tool behind it: 1,000 numbers")
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
        let process = try await IdentifyProcess.start(on: bus, TemporaryFolder(), isAlone: true)
        let watch = try await Watch(on: bus)
        for _ in 0..<1_000 {
            watch.gate.shut()
            let caller = try await watch.zygote.connect()
            try await watch.bothLook(for: caller.name)
            let seen = BootTicks.now
            // The program leaves and its socket stays, in other hands.
            try await watch.zygote.leave()
            // Within the tick in which a name appears, the rule makes no difference.
            while BootTicks.now == seen { usleep(500) }
            try #require(try await watch.zygote.heir(Watch.tool))
            try await watch.expectRefusal(of: caller)
        }
        withExtendedLifetime(process) {}
    }

    @Test(
        "is refused when it has come round by itself",
        .enabled(if: ownNamespace.numbers <= 65_536, "with so many process numbers it takes too long"),
        .enabled(if: IdentifyProcess.isPossible, "only root can give a program two capabilities"))
    func wrapAround() async throws {
        if ownNamespace.isInside { return }
        let bus = try PrivateBus.forEverybody()
        defer { bus.stop() }
        let process = try await IdentifyProcess.start(on: bus, TemporaryFolder())
        let watch = try await Watch(on: bus)
        // Other programs of the machine may get the number; then once more.
        for attempt in 1... {
            watch.gate.shut()
            let caller = try await watch.zygote.connect()
            try await watch.bothLook(for: caller.name)
            try await watch.zygote.leave()
            let isHad = try await watch.zygote.heir(Watch.tool, comingRound: true)
            if isHad {
                try await watch.expectRefusal(of: caller)
                break
            }
            watch.gate.open()
            try #require(attempt < 20, "the number was never had")
        }
        withExtendedLifetime(process) {}
    }
}

/// Two registries of one bus: one looks itself, the other has `filmgate-identify` asked. Both wait while the gate is
/// shut.
private struct Watch {
    static let tool = "/usr/bin/sleep"
    /// Coming round takes minutes where others have the processors.
    private static let timeLimit = Duration.seconds(3600)

    let gate = Gate()
    let zygote: Zygote
    private let own: RegistryFixture
    private let delegated: RegistryFixture

    init(on bus: PrivateBus) async throws {
        let gate = gate
        zygote = try await Zygote.start(on: bus)
        let first = try await bus.connect()
        let search = InProcessSearch(
            ask: { name in try await first.credentials(of: name) },
            pool: LookupPool(Lookup(), timeLimit: Self.timeLimit, on: first.loop))
        own = try await RegistryFixture(
            first, TemporaryFolder(), .own([Self.tool]), deadline: Self.timeLimit,
            GatedSearch(gate: gate, search: search))
        let second = try await bus.connect()
        try await second.requestName("org.filmgate.Library1")
        delegated = try await RegistryFixture(
            second, TemporaryFolder(), .own([Self.tool]), deadline: Self.timeLimit,
            GatedSearch(gate: gate, search: DelegatedSearch(second)))
    }

    func bothLook(for name: BusName) async throws {
        for fixture in [own, delegated] {
            while await fixture.registry.isLookingFor(name) == false { await Task.yield() }
        }
    }

    func expectRefusal(of caller: Zygote.Caller) async throws {
        gate.open()
        #expect(await own.registry.identify(caller.name) == .unidentified(.differentProcess))
        #expect(await delegated.registry.identify(caller.name) == .unidentified(.differentProcess))
        // That is what the rule is for.
        let credentials = try await own.connection.credentials(of: caller.name)
        #expect(credentials.pid == UInt32(caller.pid))
        let fooled = TrustedPrograms.own([Self.tool]).client(
            try Lookup().find(credentials, .startedBy(.now)), connection: "")
        #expect(fooled.id == ClientID(.exe, Self.tool) && fooled.isOwnersTool)
    }
}

private struct GatedSearch: PeerSearch {
    let gate: Gate
    let search: any PeerSearch

    func find(_ name: BusName, _ bound: ProcessConstraint) async -> IdentificationResult {
        await gate.pass()
        return await search.find(name, bound)
    }

    func find(_ process: OwnedDescriptor, of user: UInt32, _ bound: ProcessConstraint) async -> IdentificationResult {
        await search.find(process, of: user, bound)
    }
}

extension PeerRegistry {
    fileprivate func isLookingFor(_ name: BusName) -> Bool {
        if case .underWay = entries[name] { true } else { false }
    }
}

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

    /// How many process numbers there are.
    static let numbers =
        (try? String(contentsOfFile: "/proc/sys/kernel/pid_max", encoding: .utf8))
        .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) } ?? .max

    static let isInside = ProcessInfo.processInfo.environment[variable] != nil

    static let isPossible =
        isInside
        || (try? ChildProcess.run(
            ["unshare"] + options + ["sh", "-c", "echo 100 > /proc/sys/kernel/ns_last_pid"]
        ).code) == 0
}
