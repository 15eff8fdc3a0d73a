import FilmgateModel
import FilmgateStore
import FilmgateSystem
import FilmgateTestKit
import Foundation
import Testing

@testable import FilmgatePolicy

/// A program that takes random steps, each printed before and after, and is killed: the library is where a model is.
@Suite("A history of edits that is cut off by a kill")
struct KilledEditTests {
    /// `FILMGATE_RANDOM_EDITS` says how many histories.
    private static let histories =
        ProcessInfo.processInfo.environment["FILMGATE_RANDOM_EDITS"].flatMap { Int($0) } ?? 30

    @Test("leaves the library as a model has it: all steps that were done, and of the last one all or nothing", .long)
    func killed() async throws {
        let folder = "/dev/shm/filmgate-edits-\(UUID())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var chance = Chance(seed: 17)
        var model = Model()
        var steps = 0
        for history in 0..<Self.histories {
            let before = steps
            let undone = try Self.run(folder, &chance, &model, &steps)
            let actual = try await Self.state(of: folder)
            let candidates = [model] + (undone.map { [model.after($0)] } ?? [])
            try #require(candidates.contains(actual), "history \(history), \(steps - before) steps, \(undone ?? [])")
            model = actual
        }
        #expect(steps >= 2 * Self.histories, "\(steps)")
    }

    /// What the program did, as a model.
    private struct Model: Equatable {
        struct Asset: Equatable {
            let original: String
            var source: String?
            var render: String?
            var format: String?
            var data: String?
            var isTrashed = false
        }

        var assets: [String: Asset] = [:]

        /// A copy that has taken the step.
        func after(_ step: [String]) -> Model {
            var model = self
            model.take(step)
            return model
        }

        mutating func take(_ step: [String]) {
            let id = step[1]
            switch step[0] {
            case "add": assets[id] = Asset(original: step[2])
            case "duplicate":
                let shown = assets[step[2]].map { $0.render ?? $0.original }
                assets[id] = Asset(original: shown ?? "", source: step[2])
            case "edit", "overtake", "resume":
                let resumed = step[0] == "resume" ? assets[id]?.data ?? "" : ""
                assets[id]?.data = resumed + step[2]
                assets[id]?.render = step[2]
                assets[id]?.format = step[3]
            case "revert":
                assets[id]?.render = nil
                assets[id]?.format = nil
                assets[id]?.data = nil
            case "trash": assets[id]?.isTrashed = true
            case "restore": assets[id]?.isTrashed = false
            case "purge":
                assets[id] = nil
                for (copy, asset) in assets where asset.source == id { assets[copy]?.source = nil }
            default: Issue.record("an unknown step: \(step)")
            }
        }
    }

    /// Lets the program take some steps, and kills it at a random time within one.
    ///
    /// - Returns: the step that was begun and perhaps not taken.
    private static func run(
        _ folder: String, _ chance: inout Chance, _ model: inout Model, _ steps: inout Int
    ) throws -> [String]? {
        let bundle = try #require(CommandLine.arguments.first { $0.hasSuffix(".xctest") })
        let program = URL(filePath: bundle).deletingLastPathComponent().appending(path: "store-writer").path
        let writer = try ChildProcess([program, folder, "0", "history"])
        #expect(writer.line() == "ready")
        var lines = try (0..<chance.below(24)).map { _ in try #require(writer.line()) }
        usleep(UInt32(chance.below(3_000)))
        writer.signal(SIGKILL)
        lines += writer.rest().split(separator: "\n").map(String.init)
        writer.wait()
        var begun: [String]?
        for line in lines {
            try #require(!line.hasPrefix("wrong"), "\(line)")
            if line == "done" {
                model.take(try #require(begun))
                begun = nil
                steps += 1
            } else {
                begun = line.split(separator: " ").map(String.init)
            }
        }
        return begun
    }

    /// Opens the library as the broker does, checks that it is consistent, and reads all of it.
    private static func state(of folder: String) async throws -> Model {
        let library = try await Library.open(in: Directory(path: folder), user: 1000)
        try await library.sweep()
        #expect(try await library.problems() == [])
        var query = AssetQuery()
        query.includesTrashed = true
        let keys = try await library.fetch(query, visibleTo: .everything)
        let properties: Set<AssetProperty> = [.trashedDate, .adjustmentFormat, .originalAsset]
        var state = Model()
        for row in try await library.rows(keys, properties: properties, visibleTo: .everything) ?? [] {
            var asset = Model.Asset(original: try await mark(of: row.id, .photo, in: library) ?? "")
            asset.render = try await mark(of: row.id, .fullSizePhoto, in: library)
            asset.data = try await bytes(of: row.id, .adjustmentData, in: library)
                .map { String(decoding: $0, as: UTF8.self) }
            asset.isTrashed = row.values[.trashedDate] != nil
            if case .text(let format)? = row.values[.adjustmentFormat] { asset.format = format }
            if case .text(let source)? = row.values[.originalAsset] { asset.source = source }
            state.assets["\(row.id)"] = asset
        }
        // What could be brought back is not in the model.
        try await library.pruneUndo(keeping: 0, at: .seconds(1))
        await library.close()
        let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/originals").count {
            $0.utf8.count > 2
        }
        #expect(files == state.assets.values.reduce(0) { $0 + ($1.render == nil ? 1 : 3) })
        return state
    }

    /// The mark of a file, whose bytes are those that it stands for; nil if there is no such file.
    private static func mark(of id: AssetID, _ type: ResourceType, in library: Library) async throws -> String? {
        guard let bytes = try await bytes(of: id, type, in: library) else { return nil }
        let mark = String(decoding: bytes.prefix(16), as: UTF8.self)
        let count = 1 + (Int(mark.suffix(3), radix: 16) ?? 0)
        #expect(bytes == [[UInt8]](repeating: Array(mark.utf8), count: count).flatMap(\.self))
        return mark
    }

    private static func bytes(of id: AssetID, _ type: ResourceType, in library: Library) async throws -> [UInt8]? {
        guard
            case .opened(let file) = try await library.openResource(of: id, type: type, visibleTo: .everything)
        else { return nil }
        return try file.content.contents(upTo: 1 << 20)
    }
}
