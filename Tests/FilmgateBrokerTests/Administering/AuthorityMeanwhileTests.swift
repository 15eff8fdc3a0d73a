import FilmgatePolicy
import FilmgateTestKit
import Testing

@testable import FilmgateBroker
@testable import FilmgateTestWorlds

/// What is approved is what happens, whatever is called, changed or left while polkit decides.
@Suite("While the authority decides,", .runningLoop, .timeLimit(.minutes(5)))
struct AuthorityMeanwhileTests {
    private static let viewer = "flatpak:org.example.Viewer"
    private static let other = "flatpak:org.example.Other"
    private static let person: UInt32 = 61790

    @Test("a second call of the connection is asked about on its own, and the answer to the first does not cover it")
    func secondCall() async throws {
        try await withAuthority { world, authority in
            let anna = try await world.client(.user(Self.person))
            let first = Task { try await anna.grant(Self.viewer, "limited") }
            let question = try await authority.question()
            #expect(question.request.client == Self.viewer && question.request.level == "limited")
            for (client, level) in [(Self.other, "full"), (Self.viewer, "full")] {
                let second = Task { try await anna.grant(client, level) }
                let next = try await authority.question()
                #expect(next.request.client == client && next.request.level == level)
                next.answer(.denied)
                #expect(try await refusal { try await second.value }.kind == "NotAuthorized")
            }
            question.answer(.authorized)
            try await first.value
            #expect(try await anna.levels() == [Self.viewer: "limited"])
        }
    }

    @Test("a grant that falls makes a reduction a gift, which the answer does not cover")
    func changedGrant() async throws {
        try await withAuthority { world, authority in
            let anna = try await world.client(.user(Self.person))
            try await authority.allow { try await anna.grant(Self.viewer, "full") }
            let reduction = Task { try await anna.grant(Self.viewer, "limited") }
            let question = try await authority.question()
            #expect(question.request.action == .revokeOwnGrants)
            let second = try await anna.anotherConnection()
            try await authority.allow { try await second.resetGrant(Self.viewer) }
            question.answer(.authorized)
            #expect(try await refusal { try await reduction.value }.kind == "Busy")
            #expect(try await anna.levels() == [:])
        }
    }

    @Test("a caller that leaves takes its question along, and a yes to it changes nothing")
    func departure() async throws {
        try await withAuthority { world, authority in
            let anna = try await world.client(.user(Self.person))
            let leaving = try await anna.anotherConnection()
            let call = Task { try await leaving.grant(Self.viewer, "full") }
            let question = try await authority.question()
            try await leaving.disconnect()
            await question.ended()
            question.answer(.authorized)
            await #expect(throws: (any Error).self) { try await call.value }
            #expect(try await anna.levels() == [:])
            try await eventually { try await anna.audit(["operation": "set-grant"]).map(\.outcome) == ["cancelled"] }
        }
    }

    @Test(
        "a restoration that takes the place of a different one is not covered by its answer, nor ended",
        arguments: [true, false])
    func secondRestoration(_ isAllowed: Bool) async throws {
        try await withAuthority { world, authority in
            let anna = try await world.client(.user(Self.person))
            var backups: [BusArgument] = []
            for client in [Self.viewer, Self.other] {
                try await authority.allow { try await anna.grant(client, "full") }
                backups.append(try await anna.backUp())
                try await authority.allow { try await anna.resetGrant(client) }
            }
            let (earlier, later) = (backups[0], backups[1])
            let first = Task { try await anna.beginRestore(earlier) }
            let question = try await authority.question()
            #expect(question.request.client == Self.viewer && question.request.level == "full")
            #expect(question.sentence.contains("'full' for \"\(Self.viewer)\""), "\(question.sentence)")
            let second = Task { try await anna.beginRestore(later) }
            let next = try await authority.question()
            #expect(next.request.client == Self.other)
            question.answer(isAllowed ? .authorized : .denied)
            let ended = try await refusal { try await first.value }
            #expect(ended.kind == (isAllowed ? "InvalidArgument" : "NotAuthorized"))

            let early = Task { try await anna.finishRestore() }
            let third = try await authority.question()
            #expect(third.request.client == Self.other)
            third.answer(.denied)
            #expect(try await refusal { try await early.value }.kind == "NotAuthorized")
            #expect(try await anna.levels() == [:])
            next.answer(.authorized)
            try await second.value
            try await anna.finishRestore()
            #expect(try await anna.levels() == [Self.other: "full"])
        }
    }

    @Test("a restoration is asked about again if a grant falls, and not made if a second one falls meanwhile")
    func restoredMeanwhile() async throws {
        try await withAuthority { world, authority in
            let anna = try await world.client(.user(Self.person))
            for client in [Self.viewer, Self.other] {
                try await authority.allow { try await anna.grant(client, "full") }
            }
            // Nothing rises yet.
            try await anna.beginRestore(anna.backUp())
            try await authority.allow { try await anna.resetGrant(Self.viewer) }
            let finish = Task { try await anna.finishRestore() }
            let question = try await authority.question()
            #expect(question.request.client == Self.viewer)
            let second = try await anna.anotherConnection()
            try await authority.allow { try await second.resetGrant(Self.other) }
            question.answer(.authorized)
            #expect(try await refusal { try await finish.value }.kind == "Busy")
            #expect(try await anna.levels() == [:])
        }
    }

    /// Runs a test in a world as on the system bus, whose authority asks the test about each change of a grant.
    private func withAuthority(_ body: (World, ScriptedAuthority) async throws -> Void) async throws {
        try #require(RunningLoop.isRunning)
        let authority = ScriptedAuthority(holding: [.extendOwnGrants, .revokeOwnGrants])
        try await World.$starter.withValue(InProcessBrokers(authority: authority)) {
            try await withWorld { world in try await body(world, authority) }
        }
    }
}

extension ScriptedAuthority {
    /// Makes a call, and allows what is asked about it.
    fileprivate func allow(_ call: @escaping @Sendable () async throws -> Void) async throws {
        let task = Task { try await call() }
        try await question().answer(.authorized)
        try await task.value
    }
}

extension TestClient {
    /// The levels of the clients with grants.
    fileprivate func levels() async throws -> [String: String] {
        let rows = try await grants().map { ($0["client"]?.text ?? "", $0["level"]?.text ?? "") }
        return Dictionary(rows) { $1 }
    }

    /// Makes a backup, and returns its database.
    fileprivate func backUp() async throws -> BusArgument {
        let backup = try await call("Backup1", "BeginBackup", "a{sv}", [:])
        guard let database = backup[0]?.descriptor else { throw ClientFailure("no database") }
        return .descriptor(.kept(database.number))
    }

    fileprivate func beginRestore(_ database: BusArgument) async throws {
        try await call("Backup1", "BeginRestore", "ha{sv}", database, ["replace": true], timeout: nil)
    }

    fileprivate func finishRestore() async throws {
        try await call("Backup1", "FinishRestore", "a{sv}", [:], timeout: nil)
    }
}
