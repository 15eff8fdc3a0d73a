import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy

/// A program that adds photos and is killed. The library must survive that.
@Suite("A killed library process")
struct StoreDeathTests {
    @Test(
        "leaves every confirmed photo complete, and nothing else, wherever it is killed, while photos are edited and edits undone, or not",
        .long, arguments: [false, true])
    func killing(_ edits: Bool) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/filmgate-death-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var chance = Chance(seed: 1)
        var answered: Set<AssetID> = []
        for _ in 0..<25 {
            let writer = try Self.writer(of: folder, edits: edits)
            #expect(writer.line() == "ready")
            for _ in 0..<chance.below(6) { answered.formUnion(Self.identifiers(try #require(writer.line()))) }
            // At a random time within a batch.
            usleep(UInt32(chance.below(30_000)))
            writer.signal(SIGKILL)
            // Everything that it had printed counts; it writes each line at once.
            for line in writer.rest().split(separator: "\n") { answered.formUnion(Self.identifiers(String(line))) }
            writer.wait()
            try await Self.check(folder, holds: answered)
        }
        #expect(answered.count > 100)
    }

    @Test(
        "fails a batch on a full disk, and leaves nothing of it",
        .enabled(if: TemporaryDisk.isAvailable))
    func fullDisk() async throws {
        let disk = try TemporaryDisk(megabytes: 12)
        defer { disk.remove() }
        let writer = try Self.writer(of: disk.path)
        var answered: Set<AssetID> = []
        var failures = 0
        while let line = writer.line(), line != "stopped" {
            answered.formUnion(Self.identifiers(line))
            if line.hasPrefix("failed") { failures += 1 }
        }
        writer.wait()
        #expect(failures == 3)
        #expect(answered.count > 10)
        try await Self.check(disk.path, holds: answered)
    }

    @Test("fails a batch if a file may not grow, and nothing else")
    func fileLimit() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/filmgate-limit-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let writer = try Self.writer(of: folder, limit: 600_000)
        #expect(writer.line() == "ready")
        let rest = writer.rest()
        #expect(rest.contains("failed"))
        writer.wait()
        let answered = rest.split(separator: "\n").flatMap { Self.identifiers(String($0)) }
        try await Self.check(folder, holds: Set(answered))
    }

    private static func writer(of folder: String, limit: Int = 0, edits: Bool = false) throws -> ChildProcess {
        let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
        let program = URL(filePath: bundle).deletingLastPathComponent().appending(path: "store-writer").path
        return try ChildProcess([program, folder, "\(limit)"] + (edits ? ["edit"] : []))
    }

    private static func identifiers(_ line: String) -> [AssetID] {
        line.split(separator: " ").compactMap { AssetID(String($0)) }
    }

    /// Opens the library like the broker does, and checks that it is consistent and holds all of these.
    private static func check(_ folder: String, holds answered: Set<AssetID>) async throws {
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        try await library.sweep()
        #expect(try await library.problems() == [])
        var query = AssetQuery()
        query.identifiers = Array(answered)
        #expect(try await library.fetch(query, visibleTo: .everything).count == answered.count)
        // The log names exactly what is there.
        let keys = try await library.fetch(AssetQuery(), visibleTo: .everything)
        let assets = try await library.rows(keys, properties: [], visibleTo: .everything) ?? []
        let logged = try await library.audit(matching: AuditFilter(), limit: .max).flatMap(\.entry.ids)
        #expect(Set(logged) == Set(assets.map { ObjectID($0.id) }))
        for asset in assets { try await checkContent(of: asset.id, in: library) }
        #expect(try await library.auditFindings() == [])
        await library.close()
    }

    /// Checks that the original is what was added, and that an edit is complete.
    private static func checkContent(of id: AssetID, in library: Library) async throws {
        let resources = try await library.resources(of: id, visibleTo: .everything) ?? []
        let isEdited = try await library.editableAsset(id, visibleTo: .everything)?.format != nil
        #expect(resources.map(\.type) == (isEdited ? [.adjustmentData, .fullSizePhoto, .photo] : [.photo]))
        guard
            case .opened(let original) = try await library.openResource(of: id, type: .photo, visibleTo: .everything)
        else {
            Issue.record("the original of \(id) cannot be opened")
            return
        }
        let expected = id.bytes + [UInt8](repeating: id.bytes[1], count: Int(id.bytes[0]) * 1_500)
        #expect(try original.content.contents(upTo: expected.count) == expected)
    }
}
