import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy
@testable import FilmgateStore

/// A number that traps ends the process of the tests: that is a failure, too.
@Suite("A library's own database with impossible values", .serialized)
struct CraftedLibraryTests {
    @Test(
        "in any column cannot be opened, or fails, or is read, changed and pruned", .long, .timeLimit(.minutes(30)))
    func values() async throws {
        let backup = try await CraftedBackup()
        var uses: [CraftedLibraryResult: Int] = [:]
        // By default one value for each column, in turn.
        let isWhole = ProcessInfo.processInfo.environment["FILMGATE_IMPOSSIBLE_VALUES"] == "all"
        for (number, (table, column, type, hasRowID)) in try await backup.columns().enumerated() {
            let place = hasRowID ? "WHERE rowid = (SELECT min(rowid) FROM \(table))" : ""
            let values = CraftedValueTests.values(of: type)
            for value in isWhole ? values : [values[number % values.count]] {
                let result = try await backup.use(altered: "UPDATE \(table) SET \(column) = \(value) \(place)")
                uses[result, default: 0] += 1
            }
        }
        #expect(uses.values.reduce(0, +) > 200 && (uses[.worked] ?? 0) > 20, "\(uses)")
    }

    @Test(
        "that the broker computes with end nothing",
        arguments: [
            "UPDATE library SET clock = -9223372036854775808", "UPDATE library SET generation = 9223372036854775807",
            "UPDATE library SET history_start = -9223372036854775808",
            "UPDATE asset SET added_date = -9223372036854775808",
            "UPDATE listed_day SET assets = 4294967295; INSERT INTO listed_day VALUES ('image', 1, 4294967295)",
            "UPDATE undo_client SET lost_date = 9223372036854775807",
            "UPDATE change SET number = number - 9223372036854775800; UPDATE library SET history_start = -9223372036854775808",
            "UPDATE library SET audit_bytes = -9223372036854775808, audit_last = 9223372036854775807",
            "UPDATE album_asset SET position = 9223372036854775807 WHERE asset = 1",
            "UPDATE sqlite_sequence SET seq = 9223372036854775807",
        ])
    func numbers(_ script: String) async throws {
        let backup = try await CraftedBackup()
        #expect(try await backup.use(altered: script) != .impossible)
    }

    @Test("is used whole if nothing is impossible")
    func sound() async throws {
        #expect(try await CraftedBackup().use(altered: "SELECT 1") == .worked)
    }
}

/// What came of the use of a library.
enum CraftedLibraryResult: Hashable {
    /// SQLite itself refused the change of its database.
    case impossible
    case notOpened
    /// At least one of the uses threw an error.
    case failed
    case worked
}

extension CraftedBackup {
    /// Opens a library whose database a script changed, and uses it.
    func use(altered script: String) async throws -> CraftedLibraryResult {
        let crafted: Database
        do { crafted = try database(altered: script) } catch is DatabaseError { return .impossible }
        await crafted.close()
        let place = fixture.path + "/in-place"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: place) }
        try FileManager.default.copyItem(atPath: altered, toPath: place + "/library.sqlite3")
        let folder = try Directory(path: place)
        let library: Library
        do { library = try await Library.open(in: folder, user: 1000) } catch { return .notOpened }
        let file = try fixture.file("new".utf8)
        var failures = 0
        for use in LibraryUse.allCases {
            if await !use.succeeds(with: library, adding: file) { failures += 1 }
        }
        await library.close()
        return failures == 0 ? .worked : .failed
    }
}

/// What a broker does with a library, each apart: one that fails keeps no other from being tried.
private enum LibraryUse: CaseIterable {
    case read, count, add, change, arrange, prune, record, undo, purge, verify

    private static let now = Timestamp.seconds(200_000)

    func succeeds(with library: Library, adding file: OwnedDescriptor) async -> Bool {
        do {
            try await perform(with: library, adding: file)
            return true
        } catch {
            return false
        }
    }

    private func perform(with library: Library, adding file: OwnedDescriptor) async throws {
        let (now, owner) = (Self.now, Fixture.owner)
        switch self {
        case .read: try await library.readWhole(by: owner, visibleTo: .everything, at: now)
        case .count:
            for property in CountedProperty.allCases {
                _ = try await library.count(by: property, of: AssetQuery(), visibleTo: .everything)
            }
        case .add:
            let (id, staged) = (AssetID.random(), try await library.stage(file, for: owner))
            let creation = StoreChange.createAsset(id, AssetCreation(.photo(staged)))
            try await Self.apply([creation, .deleteAssets([id])], to: library)
        case .change:
            guard let id = try await Self.assets(of: library).first else { return }
            var changes = AssetChanges()
            (changes.title, changes.keywords, changes.creationDate) = ("New", ["c"], .seconds(11))
            try await Self.apply([.setProperties(id, changes), .deleteAssets([id]), .restoreAssets([id])], to: library)
        case .arrange:
            let assets = try await Self.assets(of: library)
            let albums = try await library.collections(
                CollectionQuery(.album), visibleTo: .everything, for: owner, at: now)
            for album in albums.ids.map({ AlbumID(uuid: $0.uuid) }) {
                // Smart albums and moments refuse it.
                _ = try? await Self.apply(
                    [.addAssets(assets, to: album), .moveAssets(Array(assets.prefix(1)), in: album, to: 0)],
                    to: library)
            }
        case .prune:
            try await library.pruneHistory(keeping: 0, at: now)
            try await library.pruneUndo(keeping: 0, at: now)
            _ = try await library.pruneAudit(to: AuditLimits(), at: now)
            _ = try await library.removeOldReceipts(limit: 100, at: now)
        case .record: try await library.record([Self.entry])
        case .undo:
            let request = UndoRequest(
                .owner(since: nil, until: nil), visibleTo: .everything, by: .client(owner), at: now)
            _ = try await library.undo(request)
        case .purge:
            _ = try await library.purgeTrash(before: now, limit: 100, at: now) { _ in Self.entry }
        case .verify:
            try await library.sweep()
            _ = try await library.problems()
        }
    }

    private static let entry = AuditEntry(
        date: now, client: "flatpak:org.example.App", user: 1000, operation: "fetch", outcome: .allowed)

    private static func apply(_ changes: [StoreChange], to library: Library) async throws {
        _ = try await library.apply(changes, visibleTo: .everything, holder: .client(Fixture.owner), at: now)
    }

    private static func assets(of library: Library) async throws -> [AssetID] {
        let keys = try await library.fetch(AssetQuery(), visibleTo: .everything)
        return try await library.rows(keys, properties: [], visibleTo: .everything)?.map(\.id) ?? []
    }
}
