import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@testable import FilmgatePeers
@testable import FilmgateProcess

/// What the broker makes of the one that it asks, played by the tests.
@Suite("Asking who somebody is", .privateBus)
struct DelegationTests {
    private let bus: PrivateBus
    private let temporaryFolder: TemporaryFolder

    init() throws {
        bus = try #require(PrivateBus.current)
        temporaryFolder = try TemporaryFolder()
    }

    @Test("an answer gives kind, process, and tools by their files")
    func answered() async throws {
        let service = try await StubIdentifyService.start(on: bus) { question in ProcessIdentity.fake(question).asAnswer
        }
        let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
        let client = try #require(await fixture.identification(of: bus.connect()).known)
        #expect(client.id == ClientID(.app, "org.example.App") && client.user == geteuid() && !client.isOwnersTool)
        let tool = try await RegistryFixture(
            fixture.connection, TemporaryFolder(), .own(["/bin/sh"]), DelegatedSearch(fixture.connection))
        let known = try #require(await tool.identification(of: bus.connect()).known)
        #expect(known.isOwnersTool && known.id == ClientID(.exe, "/usr/bin/staged"))
        withExtendedLifetime(service) {}
    }

    @Test("an error arrives unchanged", arguments: IdentificationError.all)
    func errors(error: IdentificationError) async throws {
        let service = try await StubIdentifyService.start(on: bus) { _ in
            IdentificationResult.unknown(error, of: 7).options
        }
        let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
        let app = try await bus.connect()
        #expect(try await fixture.identification(of: app) == .unidentified(error))
        #expect(await fixture.registry.connections().first { $0.name == app.uniqueName }?.pid == 7)
        withExtendedLifetime(service) {}
    }

    @Test("while nobody is there to be asked nobody is known, and whoever came meanwhile is once somebody is")
    func absence() async throws {
        let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
        let app = try await bus.connect()
        guard case .unanswered = try await fixture.identification(of: app).error else { return #expect(Bool(false)) }
        for _ in 0..<3 {
            let service = try await StubIdentifyService.start(on: bus) { ProcessIdentity.fake($0).asAnswer }
            while await fixture.registry.identify(app.uniqueName).known == nil {}
            #expect(try await fixture.identification(of: bus.connect()).known != nil)
            await service.leave()
            guard case .unanswered = try await fixture.identification(of: bus.connect()).error else {
                return #expect(Bool(false))
            }
        }
        // Who is known stays so.
        #expect(try await fixture.identification(of: app).known != nil)
    }

    @Test("the moment that counts is that of the name, however late somebody can be asked")
    func moment() async throws {
        let questions = Mutex<[StubIdentifyService.Question]>([])
        let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
        let app = try await bus.connect()
        _ = try await fixture.identification(of: app)
        let before = BootTicks.now
        while BootTicks.now == before {}
        let service = try await StubIdentifyService.start(on: bus) { question in
            questions.withLock { $0.append(question) }
            return ProcessIdentity.fake(question).asAnswer
        }
        while await fixture.registry.identify(app.uniqueName).known == nil {}
        let asked = try #require(questions.withLock { $0.first { $0.name == app.uniqueName } })
        #expect(asked.pid == 0 && asked.start <= before.rawValue)
        withExtendedLifetime(service) {}
    }

    @Test("one that dies with the question, and one that never answers, are errors in time")
    func silence() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let service = try await StubIdentifyService.start(on: bus) { _ in
            asked.continuation.yield()
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return [:]
        }
        let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
        let app = try await bus.connect()
        async let error = fixture.identification(of: app).error
        for await _ in asked.stream { break }
        await service.leave()
        guard case .unanswered = try await error else { return #expect(Bool(false)) }

        let mute = try await StubIdentifyService.start(on: bus) { _ in
            for await _ in AsyncStream<Never>.makeStream().stream {}
            return [:]
        }
        let hasty = try await RegistryFixture(
            fixture.connection, TemporaryFolder(), deadline: .seconds(1), DelegatedSearch(fixture.connection))
        let early = try await bus.connect()
        #expect(try await hasty.identification(of: early).error == .tookTooLong)
        // Once somebody else is there, who may answer, it is asked again.
        await mute.leave()
        let other = try await StubIdentifyService.start(on: bus) { ProcessIdentity.fake($0).asAnswer }
        while await hasty.registry.identify(early.uniqueName).known == nil {}
        withExtendedLifetime(other) {}
    }

    @Test("1,000 answers that are none, or are another question's, are errors")
    func nonsense() async throws {
        let random = Mutex(SeededRandom(seed: 11))
        let service = try await StubIdentifyService.start(on: bus) { question in
            random.withLock { ProcessIdentity.fake(question).damaged(&$0, question) }
        }
        let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
        let search = DelegatedSearch(fixture.connection)
        let app = try await bus.connect()
        for _ in 0..<1_000 {
            let outcome = await search.find(app.uniqueName, .startedBy(.now))
            guard case .failure = outcome.result else {
                Issue.record("\(outcome)")
                return
            }
        }
        withExtendedLifetime(service) {}
    }

    @Test("of one user four questions are under way at a time, and another user's goes past them")
    func lines() async throws {
        let under = Mutex(0)
        let most = Mutex(0)
        let asked = AsyncStream.makeStream(of: CheckedContinuation<Void, Never>.self)
        let service = try await StubIdentifyService.start(on: bus) { question in
            let now = under.withLock {
                $0 += 1; return $0
            }
            most.withLock { $0 = max($0, now) }
            await withCheckedContinuation { asked.continuation.yield($0) }
            under.withLock { $0 -= 1 }
            return ProcessIdentity.fake(question).asAnswer
        }
        let fixture = try await RegistryFixture.delegated(on: bus, temporaryFolder)
        let apps = try await [bus.connect(), bus.connect(), bus.connect()]
        // Three more are the registry's own, of the connections as they came. The first four are kept until more would
        // have come.
        let answering = Task {
            var kept: [CheckedContinuation<Void, Never>] = []
            for await one in asked.stream {
                kept.append(one)
                if kept.count == 4 {
                    try? await Task.sleep(for: .milliseconds(100))
                    for one in kept { one.resume() }
                }
                if kept.count > 4 { one.resume() }
            }
        }
        let search = DelegatedSearch(fixture.connection)
        let found = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    if case .success = await search.find(apps[number % 3].uniqueName, .startedBy(.now)).result {
                        true
                    } else {
                        false
                    }
                }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(found == 40)
        #expect(most.withLock { $0 } <= 4 + apps.count)
        asked.continuation.finish()
        await answering.value
        withExtendedLifetime(service) {}
    }
}

/// Serves the interface in place of `filmgate-identify`.
struct StubIdentifyService {
    private let connection: Connection

    struct Question: Sendable {
        let name: BusName
        let pid: UInt32
        let start: UInt64
    }

    static func start(
        on bus: PrivateBus, _ answer: @escaping @Sendable (Question) async throws -> Options
    ) async throws -> StubIdentifyService {
        let connection = try await bus.connect()
        let tree = Tree(
            served: ServedInterface(
                IdentifyInterface.name,
                methods: [
                    ServedMethod(IdentifyInterface.identify) { _, arguments in
                        let (name, pid, start) = try arguments.decoded().values
                        return MessageArguments(
                            try await answer(Question(name: BusName(name)!, pid: pid, start: start)))
                    }
                ], introspection: ""))
        await connection.serve(tree, limits: IdentifyObject.limits)
        try await connection.requestName(.identify)
        return StubIdentifyService(connection: connection)
    }

    func leave() async { await connection.close() }

    private struct Tree: ObjectTree {
        let served: ServedInterface
        func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? { [served] }
        func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }
    }
}

extension ProcessIdentity {
    /// Somebody who fits the question.
    static func fake(_ question: StubIdentifyService.Question) -> ProcessIdentity {
        let file = try! OwnedDescriptor.facts(ofFileAt: "/bin/sh")
        return ProcessIdentity(
            client: ClientID(.app, "org.example.App")!, user: geteuid(),
            process: ProcessKey(pid: 4242, start: BootTicks(rawValue: min(question.start, 1000))),
            program: Program(path: "/usr/bin/staged", device: file.device, inode: file.inode, realGroup: getegid()))
    }

    var asAnswer: Options { IdentificationResult(pid: process.pid, result: .success(self)).options }

    /// With one part changed to what it may not be, or left out, or all of another kind.
    func damaged(_ random: inout SeededRandom, _ question: StubIdentifyService.Question) -> Options {
        var answer = asAnswer
        let clients = [
            "", "host", "exe:relative", "exe:", "flatpak:App", "flatpak:org.example.App", "snap:", "snap:A", "app:a/b",
            "owner:x", "app:\u{1}", "snap:firefox", "system:", ":",
        ]
        switch Int.random(in: 0..<9, using: &random) {
        case 0: answer[answer.keys.sorted().randomElement(using: &random)!] = nil
        case 1: answer["client"] = Variant(clients.randomElement(using: &random)!)
        case 2: answer["user"] = Variant(geteuid() &+ UInt32.random(in: 1...UInt32.max, using: &random))
        case 3: answer["start"] = Variant(UInt64.random(in: (question.start + 1)...UInt64.max, using: &random))
        case 4: answer["pid"] = Variant(UInt32(0))
        case 5: answer["doubt"] = Variant(["ended", "", "none"].randomElement(using: &random)!)
        case 6: answer[answer.keys.sorted().randomElement(using: &random)!] = Variant([UInt8(1)])
        case 7: answer = ["doubt": Variant(["", "x", "ENDED", "known"].randomElement(using: &random)!)]
        default: answer = ["": Variant(true), "identity": Variant(answer)]
        }
        return answer
    }
}

extension IdentificationError {
    /// One of each kind.
    static let all: [IdentificationError] = [
        .notOnTheBus, .olderThanTheBroker, .leftTheBus, .tookTooLong, .missingCredentials("why"), .unanswered("why"),
        .ended,
        .differentProcess, .differentUser, .unreadable("what", .accessDenied), .malformed("what"),
        .contradicted("what"),
        .unknownSandbox, .executableGone, .noIdentifier,
    ]
}
