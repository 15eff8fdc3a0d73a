import FilmgateModel
import FilmgatePolicy
import FilmgateStore
import FilmgateSystem

/// What the audit log costs: a call that it tells of, and its verification.
enum AuditCost {
    /// Makes a library whose log has so many entries, as a broker writes them: fetches without identifiers, pages with
    /// twenty, opened files with one.
    static func make(in folder: Directory, entries: Int) async throws {
        let library = try await Library.open(in: folder, user: 1000)
        let ids = (0..<1000).map { _ in AssetID.random() }
        for start in stride(from: 0, to: entries, by: 5000) {
            try await library.record(
                (start..<min(start + 5000, entries)).map { index in
                    let first = index % 900
                    return switch index % 3 {
                    case 0: entry("fetch", [], at: index)
                    case 1: entry("read", Array(ids[first..<first + 20]), at: index)
                    default: entry("open-resource", [ids[first]], at: index)
                    }
                })
        }
        await library.close()
    }

    /// Entries a second of a verification from end to end, page by page as the broker does it; the median of five.
    static func verification(of folder: Directory) async throws -> Double {
        let library = try await Library.open(in: folder, user: 1000)
        var rates: [Double] = []
        for _ in 0..<5 {
            var checked: UInt64 = 0
            let seconds = try await StoreBenchmark.seconds {
                var cursor: String? = ""
                while let current = cursor {
                    guard let page = try await library.verifyAudit(after: current) else { break }
                    precondition(page.findings.isEmpty, "a log that nobody touched")
                    checked += page.checked
                    cursor = page.cursor
                }
            }
            rates.append(Double(checked) / seconds)
        }
        await library.close()
        return rates.sorted()[rates.count / 2]
    }

    /// The microseconds of the store's part of calls, with what the log adds to them and without, in turn.
    static func calls(in folder: Directory) async throws -> [String] {
        let library = try await Library.open(in: folder, user: 1000)
        var ids: [AssetID] = []
        for _ in 0..<16 { ids.append(try await add(to: library)) }
        let all = ids
        let keys = try await library.fetch(AssetQuery(), visibleTo: BenchmarkClients.everything)
        let gathered = Gathered(library)
        let lines = [
            try await line("opening a file") { audited in
                let id = all.randomElement() ?? all[0]
                _ = try await library.openResource(of: id, type: .photo, visibleTo: BenchmarkClients.everything)
                if audited { try await gathered.note(entry("open-resource", [id], at: 0)) }
            },
            try await line("reading 16 rows, 6 properties") { audited in
                let rows = try await library.rows(
                    keys, properties: Pages.properties, visibleTo: BenchmarkClients.everything)
                if audited { try await gathered.note(entry("read", rows?.map(\.id) ?? [], at: 0)) }
            },
            try await line("changing a photo") { audited in
                var changes = AssetChanges()
                changes.rating = Int32.random(in: 0...5)
                let id = all[0]
                guard try await library.key(of: id, visibleTo: BenchmarkClients.everything) != nil else { return }
                _ = try await library.apply(
                    [.setProperties(id, changes)], visibleTo: BenchmarkClients.everything,
                    holder: .client(BenchmarkClients.tool.id),
                    at: Timestamp(rawValue: 1), audit: { _ in audited ? [entry("set-properties", [id], at: 0)] : [] })
            },
        ]
        await library.close()
        return lines
    }

    /// Medians of calls one by one, with the log and without.
    private static func line(_ what: String, _ call: (_ audited: Bool) async throws -> Void) async throws -> String {
        var times: [[Double]] = [[], []]
        for _ in 0..<3000 {
            for (index, audited) in [true, false].enumerated() {
                times[index].append(try await StoreBenchmark.seconds { try await call(audited) } * 1e6)
            }
        }
        let medians = times.map { $0.sorted()[$0.count / 2] }
        return "\(what): \(medians[0]) \(medians[1])"
    }

    static func add(to library: Library) async throws -> AssetID {
        let id = AssetID.random()
        let staged = try await library.stage(
            .sealedMemory(named: "photo", holding: [UInt8](repeating: 7, count: 10_000)), for: BenchmarkClients.tool.id)
        let facts = MediaFacts(mediaType: .image, mimeType: "image/jpeg", pixelWidth: 1, pixelHeight: 1)
        let resource = StagedResource(.photo, staged, filename: nil, mimeType: "image/jpeg")
        _ = try await library.apply(
            [
                .createAsset(id, AssetCreation(StagedAsset(files: [resource], facts: facts)))
            ],
            visibleTo: BenchmarkClients.everything, holder: .client(BenchmarkClients.tool.id),
            at: Timestamp(rawValue: 1))
        return id
    }

    private static func entry(_ operation: AuditEntry.Operation, _ ids: [AssetID], at index: Int) -> AuditEntry {
        AuditEntry(
            date: Timestamp(rawValue: Int64(index) * 1_000_000), client: BenchmarkClients.app.id.description,
            user: 1000,
            operation: operation, outcome: .allowed, count: UInt32(max(1, ids.count)),
            ids: ids.map { ObjectID($0) })
    }
}

/// Gathers as the broker does, and writes once a second.
private final class Gathered {
    private let library: Library
    private var batch = AuditBatch()
    private var lastFlush = ContinuousClock.now
    private let account = AuditBatch.Account(of: BenchmarkClients.app, user: 1000)

    init(_ library: Library) { self.library = library }

    func note(_ entry: AuditEntry) async throws {
        batch.add(entry, of: account)
        guard ContinuousClock.now - lastFlush > .seconds(1) else { return }
        lastFlush = .now
        try await library.record(batch.take(at: entry.date))
    }
}
