import FilmgateModel
import FilmgateSQLite
import FilmgateStore
import FilmgateSystem

/// What searching words takes: the newest 200 matches with six properties, against SQLite reading all matches of the
/// same words; and counting by month.
enum Searches {
    private static let words = ["holiday", "title 49", "img_12345", "place 7", "4711", "img"]

    /// Microseconds of a page, and of FTS5 alone.
    static func measure(_ folder: Directory) async throws -> [String] {
        let library = try await Library.open(in: folder, user: 1000)
        let database = try Database(path: folder.path(of: "library.sqlite3"), access: .readOnly, named: "floor")
        var lines: [String] = []
        for text in words {
            guard let words = SearchWords(text) else { continue }
            let expression = "(" + words.words.map { "\"\($0)\"*" }.joined(separator: " AND ") + ")"
            var times: [[Double]] = [[], []]
            for round in 0..<15 {
                // A different limit, so that nothing is answered from what was found before.
                var query = AssetQuery()
                (query.search, query.limit) = (words, UInt32(200 + round))
                let asked = query
                times[0].append(
                    try await StoreBenchmark.seconds {
                        let keys = try await library.fetch(asked, visibleTo: BenchmarkClients.everything)
                        _ = try await library.rows(
                            keys, properties: Pages.properties, visibleTo: BenchmarkClients.everything)
                    })
                times[1].append(
                    try await StoreBenchmark.seconds {
                        _ = try await database.read {
                            try $0.all("SELECT count(*), max(rowid) FROM search WHERE search MATCH \(expression)") {
                                $0.integer(0)
                            }
                        }
                    })
            }
            let medians = times.map { $0.sorted()[$0.count / 2] * 1e6 }
            lines.append("searching '\(text)': \(Int(medians[0])) \(Int(medians[1]))")
        }
        var times: [Double] = []
        for _ in 0..<30 {
            times.append(
                try await StoreBenchmark.seconds {
                    _ = try await library.count(by: .month, of: AssetQuery(), visibleTo: BenchmarkClients.everything)
                })
        }
        lines.append("counting by month: \(Int(times.sorted()[15] * 1e6))")
        await library.close()
        return lines
    }
}
