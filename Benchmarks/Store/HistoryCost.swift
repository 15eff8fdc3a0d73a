import FilmgateModel
import FilmgatePolicy
import FilmgateSQLite
import FilmgateStore
import FilmgateSystem

/// What it costs that the store writes down who has seen each change, and what asking for that takes.
enum HistoryCost {
    private static let photos = 100

    /// Microseconds, with what is written for the history and without: of changing a photo, a hundred at once, of
    /// photos that nobody has selected and of some that ten apps have; then of questions, without a second figure.
    static func measure(in folder: Directory) async throws -> [String] {
        var lines: [String] = []
        for selections in [0, 10] {
            let written = try await make("\(selections)-written", in: folder, selections: selections, isWritten: true)
            let left = try await make("\(selections)-left", in: folder, selections: selections, isWritten: false)
            var times: [[Double]] = [[], []]
            for round in 0..<200 {
                for (index, sample) in [written, left].enumerated() {
                    let seconds = try await StoreBenchmark.seconds { try await sample.change(round) }
                    times[index].append(seconds * 1e6 / Double(photos))
                }
            }
            let medians = times.map { $0.sorted()[$0.count / 2] }
            lines.append("changing a photo of \(selections) selections: \(medians[0]) \(medians[1])")
            if selections > 0 { lines += try await questions(to: written.library) }
            await written.library.close()
            await left.library.close()
        }
        return lines
    }

    private struct Sample {
        let library: Library
        let ids: [AssetID]

        func change(_ round: Int) async throws {
            var changes = AssetChanges()
            changes.rating = Int32(round % 6)
            try await library.apply(
                ids.map { .setProperties($0, changes) }, visibleTo: BenchmarkClients.everything,
                holder: .client(BenchmarkClients.tool.id), at: Timestamp(rawValue: 1))
        }
    }

    private static func make(
        _ name: String, in folder: Directory, selections: Int, isWritten: Bool
    ) async throws -> Sample {
        let place = try folder.makingDirectory(name)
        let ids = try await fill(place, selections: selections)
        if !isWritten {
            let database = try Database(
                path: place.path(of: "library.sqlite3"), access: .readWrite, named: "without")
            try await database.write {
                try $0.script("DROP TRIGGER change_seen; DROP TRIGGER change_of_scope_seen")
            }
            await database.close()
        }
        return Sample(library: try await Library.open(in: place, user: 1000), ids: ids)
    }

    private static func fill(_ place: Directory, selections: Int) async throws -> [AssetID] {
        let library = try await Library.open(in: place, user: 1000)
        var ids: [AssetID] = []
        for _ in 0..<photos { ids.append(try await AuditCost.add(to: library)) }
        for number in 0..<selections {
            let id = number == 0 ? BenchmarkClients.app.id : ClientID(.flatpak, "org.example.App\(number)")
            guard let id else { preconditionFailure("a name that is none") }
            try await library.changeSelection(
                of: .client(id), adding: ids.map { ObjectID($0) }, removing: [], at: Timestamp(rawValue: 1))
        }
        await library.close()
        return ids
    }

    /// Of an app with a selection, in whose view twenty thousand things have happened.
    private static func questions(to library: Library) async throws -> [String] {
        let (visibility, holder) = (BenchmarkClients.selection, Holder.client(BenchmarkClients.app.id))
        let position = try await library.position(visibleTo: visibility)
        let last = try await library.lastChange()
        return [
            try await line("a token", 1_000) { _ = library.token(of: position, for: holder) },
            try await line("what has become of a view since now", 1_000) {
                _ = try await library.changes(since: position, visibleTo: visibility)
            },
            try await line("whom nothing concerns", 1_000) { _ = try await library.affectedViews(after: last) },
        ]
    }

    private static func line(_ what: String, _ count: Int, _ call: () async throws -> Void) async throws -> String {
        var times: [Double] = []
        for _ in 0..<count { times.append(try await StoreBenchmark.seconds { try await call() } * 1e6) }
        return "\(what): \(times.sorted()[count / 2])"
    }
}
