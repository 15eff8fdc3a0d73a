import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem

/// How long pages take, in libraries of different sizes, measured in turn so that the machine's moods fall on all
/// alike.
enum Pages {
    static let properties: Set<AssetProperty> = [
        .id, .mediaType, .creationDate, .favorite, .pixelWidth, .pixelHeight,
    ]

    static func measure(_ folders: [Directory]) async throws -> [String] {
        var libraries: [Library] = []
        for folder in folders {
            libraries.append(try await Library.open(in: folder, user: 1000))
        }
        var lines: [String] = []
        for (name, body) in questions {
            var times = libraries.map { _ in [Double]() }
            for _ in 0..<200 {
                for (index, library) in libraries.enumerated() {
                    times[index].append(try await StoreBenchmark.seconds { try await body(library) })
                }
            }
            let medians = times.map { $0.sorted()[$0.count / 2] * 1e6 }
            lines.append("\(name): \(medians.map { "\(Int($0))" }.joined(separator: " "))")
        }
        for library in libraries { await library.close() }
        libraries = []
        lines.append("opening: \(try await opening(folders).map { "\(Int($0 * 1e6))" }.joined(separator: " "))")
        return lines
    }

    /// The medians of opening and closing each library again.
    private static func opening(_ folders: [Directory]) async throws -> [Double] {
        var times = folders.map { _ in [Double]() }
        for _ in 0..<30 {
            for (index, folder) in folders.enumerated() {
                times[index].append(
                    try await StoreBenchmark.seconds {
                        await (try await Library.open(in: folder, user: 1000)).close()
                    })
            }
        }
        return times.map { $0.sorted()[$0.count / 2] }
    }

    private typealias Question = @Sendable (Library) async throws -> Void

    private static let questions: [(String, Question)] = [
        ("newest 200, 6 properties", { try await page($0, .init(), limit: 200, BenchmarkClients.everything) }),
        ("oldest 200, 6 properties", { try await page($0, oldest, limit: 200, BenchmarkClients.everything) }),
        ("newest 200 with hidden ones", { try await page($0, withHidden, limit: 200, BenchmarkClients.everything) }),
        ("a selection of 1,000, no properties", { try await list($0, .init(), BenchmarkClients.selection) }),
        (
            "newest 200 of that selection, 6 properties",
            { try await page($0, .init(), limit: 200, BenchmarkClients.selection) }
        ),
        ("counts", { _ = try await $0.summary() }),
    ]

    private static func page(
        _ library: Library, _ query: AssetQuery, limit: UInt32, _ visibility: Visibility
    ) async throws {
        var query = query
        query.limit = limit
        let keys = try await library.fetch(query, visibleTo: visibility)
        let rows = try await library.rows(keys, properties: properties, visibleTo: visibility)
        precondition(rows?.count == Int(limit), "a page of another size")
    }

    private static func list(_ library: Library, _ query: AssetQuery, _ visibility: Visibility) async throws {
        _ = try await library.fetch(query, visibleTo: visibility)
    }

    private static var oldest: AssetQuery {
        var query = AssetQuery()
        query.sort = [.init(by: .creationDate, ascending: true)]
        return query
    }

    private static var withHidden: AssetQuery {
        var query = AssetQuery()
        query.includesHidden = true
        return query
    }
}
