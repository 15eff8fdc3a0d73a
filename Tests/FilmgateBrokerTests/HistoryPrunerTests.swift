import FilmgateTestWorlds
import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import Foundation
import Testing

@testable import FilmgateBroker
@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("The history pruner", .runningLoop)
struct HistoryPrunerTests {
    @Test("removes old changes at its start and again after each interval", .timeLimit(.minutes(30)))
    func again() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-history-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        let pruner = await HistoryPruner(of: library, keeping: 90, every: .milliseconds(20), clock: .system)
        try await Self.change(library, times: 3)
        await pruner.begin()
        try await Self.waitUntilForgotten(in: library)
        for _ in 0..<3 {
            try await Self.change(library, times: 2)
            try await Self.waitUntilForgotten(in: library)
        }
        await pruner.end()
        try await Self.change(library, times: 2)
        #expect(try await library.pruneHistory(keeping: 90, at: Clock.system.now()) == 2, "it has ended")
        await library.close()
    }

    /// Makes old changes, each in its own commit.
    private static func change(_ library: Library, times count: Int) async throws {
        let app = try #require(ClientID(.flatpak, "org.example.App"))
        for _ in 0..<count {
            _ = try await library.apply(
                [.createAlbum(.random(), title: "Album")], visibleTo: .everything, holder: .client(app),
                at: Timestamp(rawValue: 1))
        }
    }

    private static func waitUntilForgotten(in library: Library) async throws {
        let last = try await library.lastChange()
        while try await library.database.read({ try $0.historyStart() }) < last {
            try await Task.sleep(for: .milliseconds(5))
        }
    }
}
