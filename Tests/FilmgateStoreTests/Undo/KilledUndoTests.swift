import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy

/// A program that takes back a large undo, takes that back, and so on, and is killed.
@Suite("An undo that is cut off by a kill")
struct KilledUndoTests {
    /// `FILMGATE_KILLS` says how many.
    private static let kills = ProcessInfo.processInfo.environment["FILMGATE_KILLS"].flatMap { Int($0) } ?? 30

    @Test("is done as a whole or not at all", .long)
    func killed() async throws {
        let fixture = try await UndoFixture()
        var chance = Chance(seed: 5)
        var changes = RandomChanges()
        for _ in 0..<80 { try await changes.step(&chance, by: UndoFixture.owner, fixture) }
        let start = fixture.now + 1
        for _ in 0..<150 { try await changes.step(&chance, by: UndoFixture.app, fixture) }
        try await fixture.undo(.init(UndoFixture.app, since: start))
        let undone = try await fixture.state()
        try await fixture.undo()
        let redone = try await fixture.state()
        #expect(Set(undone).symmetricDifference(redone).count > 40, "much to do")
        await fixture.store.library.close()

        var times = 0
        for kill in 0..<Self.kills {
            times += try Self.run(in: fixture.store.path, &chance)
            let library = try await Library.open(in: Directory(path: fixture.store.path), user: 1000)
            try await library.sweep()
            #expect(try await library.problems() == [])
            let state = try await library.undoableState()
            await library.close()
            let differences = [undone, redone].map { state.differences(from: $0) }.min { $0.count < $1.count }
            try #require(differences == [], "kill \(kill)")
        }
        #expect(times > Self.kills)
    }

    /// Returns how many undos were printed.
    private static func run(in folder: String, _ chance: inout Chance) throws -> Int {
        let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
        let program = URL(filePath: bundle).deletingLastPathComponent().appending(path: "store-writer").path
        let writer = try ChildProcess([program, folder, "0", "undo"])
        #expect(writer.line() == "ready")
        var count = 0
        for _ in 0..<chance.below(4) {
            #expect(writer.line() == "undone")
            count += 1
        }
        usleep(UInt32(chance.below(20_000)))
        writer.signal(SIGKILL)
        count += writer.rest().split(separator: "\n").count
        writer.wait()
        return count
    }
}
