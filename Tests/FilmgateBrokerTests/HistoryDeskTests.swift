import FilmgateDBus
import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import Foundation
import Testing

@testable import FilmgateBroker
@testable import FilmgatePolicy
@testable import FilmgateStore

@Suite("The desk that forgets old changes")
struct HistoryDeskTests {
    private static let app = Holder.client(ClientID(.flatpak, "org.example.App")!)

    @Test("begins and ends while its look waits, and leaves none behind, even after an hour", .timeLimit(.minutes(5)))
    func waiting() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "filmgate-history-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let library = try await Library.open(in: Folder(path: folder), user: 1000)
        for title in ["One", "Two", "Three"] {
            _ = try await library.apply(
                [.createAlbum(.random(), title: title)], visibleTo: .everything, holder: Self.app,
                at: Timestamp(rawValue: 1))
        }
        let (beginning, begun) = AsyncStream<Void>.makeStream()
        let survey = Task {
            try await library.database.survey(for: "somebody") { database in
                begun.finish()
                try database.execute(
                    "WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c")
            }
        }
        for await _ in beginning {}

        let loop = try EventLoop()
        Thread { loop.run() }.start()
        defer { loop.stop() }
        let desk = HistoryDesk(of: library, keeping: 90, clock: .system, loop: loop)
        await desk.begin()
        // An hour later.
        await desk.begin()
        await desk.settle()
        survey.cancel()
        await #expect(throws: CancellationError.self) { try await survey.value }
        // But for the last, which always stays, all are there to be forgotten: no look went on.
        #expect(try await library.pruneHistory(keeping: 90, at: Clock.system.now()) == 3)
        await library.close()
    }
}
