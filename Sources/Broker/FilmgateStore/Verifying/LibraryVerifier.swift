import FilmgateHashing
import FilmgateModel
import FilmgateSQLite
import FilmgateSystem
import Glibc

/// Checks the database and the stored files on a separate queue, while the library is in use.
actor LibraryVerifier {
    let database: DatabasePool
    private let originals: Originals
    private let queue = SerialQueue(named: "inspector")
    private static let pageTime = Duration.seconds(2)

    nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    init(database: DatabasePool, originals: Originals) {
        self.database = database
        self.originals = originals
    }

    func sweep() async throws {
        for index in UInt8.min...UInt8.max {
            for name in try await unnamed(inFolder: index, originals.contents(ofFolder: index).files) {
                // The rollback of a batch may already have removed the file.
                do {
                    try originals.remove(name)
                } catch {
                    guard error == .noEntry else { throw error }
                }
            }
        }
    }

    func verify(from start: VerifyStep, limit: Int) async throws -> VerifyPage<VerificationProblem> {
        let deadline = ContinuousClock.now + LibraryVerifier.pageTime
        let files = try await database.read { try $0.integer("SELECT resources FROM library") ?? 0 }
        var page = VerifyPage<VerificationProblem>(
            cursor: nil, checked: 0, total: UInt64(clamping: files) + UInt64(DatabaseCheck.all.count) + 256,
            findings: [])
        var step: VerifyStep? = start
        while let current = step, page.checked == 0 || (page.checked < limit && ContinuousClock.now < deadline) {
            step = try await check(current, limit: limit, until: deadline, &page)
        }
        page.cursor = step?.cursor
        return page
    }

    /// Runs a step, which can check many files. Returns the next step, or nil after the last one.
    private func check(
        _ step: VerifyStep, limit: Int, until deadline: ContinuousClock.Instant,
        _ page: inout VerifyPage<VerificationProblem>
    ) async throws -> VerifyStep? {
        switch step {
        case .database(let number):
            // Uses a separate connection, so that other reads do not wait for a slow check.
            let check = DatabaseCheck.all[number]
            page.findings +=
                try await check.refusal == nil
                ? database.offload { try check.problems(in: $0) } : database.write { try check.problems(in: $0) }
            page.checked += 1
            return number + 1 < DatabaseCheck.all.count ? .database(number + 1) : .file(nil)
        case .file(let last):
            let room = max(1, min(limit - Int(page.checked), StoredFileOpener.batch))
            let checks = try await database.read { try FileCheck.next(after: last, limit: room, in: $0) }
            let began = ContinuousClock.now
            let files = await originals.reading.open(checks.map(\.name))
            // Waiting for programs that hold leases does not count toward the page's time.
            let deadline = deadline + (ContinuousClock.now - began)
            for (check, file) in zip(checks, files) {
                let problems = check.problems(of: file, in: originals)
                // The asset may have been purged since its row was read.
                if !problems.isEmpty, try await isNamed(check.name) { page.findings += problems }
                page.checked += 1
                if ContinuousClock.now >= deadline { return .file(check.name) }
            }
            return checks.last.map { .file($0.name) } ?? .folder(.min)
        case .folder(let index):
            let contents = try originals.contents(ofFolder: index)
            var strays = try await unnamed(inFolder: index, contents.files)
            if !strays.isEmpty {
                // Ignores files that were purged in the meantime.
                let present = Set(try originals.contents(ofFolder: index).files)
                strays = strays.filter(present.contains)
            }
            for stray in strays.map(\.path) + contents.unknown {
                page.findings.append(VerificationProblem(.stray, "\(stray) belongs to no asset"))
            }
            page.checked += 1
            return index < .max ? .folder(index + 1) : nil
        }
    }

    /// Returns the listed files that have no row and will not get one. First leaves out files of running transactions,
    /// then files with rows. In this order, a batch that commits meanwhile causes no errors. Finally leaves out files
    /// of running transactions again, because a purge may have begun.
    private func unnamed(inFolder index: UInt8, _ listed: [StoredFileName]) async throws -> [StoredFileName] {
        let settled = originals.settled(listed)
        guard !settled.isEmpty else { return [] }
        let first = [index] + [UInt8](repeating: .min, count: 15)
        let last = [index] + [UInt8](repeating: .max, count: 15)
        let named = try await database.read { database in
            Set(
                try database.all("SELECT file FROM \(StoredFile.rows) WHERE file BETWEEN \(first) AND \(last)") {
                    $0.blob(0)
                })
        }
        return originals.settled(settled.filter { !named.contains($0.bytes) })
    }

    private func isNamed(_ file: StoredFileName) async throws -> Bool {
        try await database.read { try StoredFile.find(file, in: $0) != nil }
    }
}

/// A check of a stored file against the values in its row.
struct FileCheck: Sendable {
    let name: StoredFileName
    private let asset: AssetID?
    private let size: UInt64
    private let hash: [UInt8]

    /// Returns the checks of the files after `name`, sorted by name.
    static func next(after name: StoredFileName?, limit: Int, in database: DatabaseConnection) throws -> [FileCheck] {
        try database.all(
            """
            SELECT r.file, a.id, r.size, r.hash FROM resource AS r JOIN asset AS a ON a.row = r.asset
            WHERE r.file > \(name?.bytes ?? [])
            UNION ALL
            SELECT f.file, a.id, f.size, f.hash FROM undo_file AS f JOIN undo_edit AS e ON e.entry = f.edit
            JOIN asset AS a ON a.row = e.asset
            WHERE f.file > \(name?.bytes ?? [])
            UNION ALL
            SELECT r.file, q.id, r.size, r.hash FROM quarantined_resource AS r JOIN quarantined AS q ON q.number = r.asset
            WHERE r.file > \(name?.bytes ?? []) ORDER BY 1 LIMIT \(limit)
            """
        ) { row in
            guard let name = StoredFileName(bytes: row.blob(0)) else { throw CorruptRowError(table: "resource") }
            return FileCheck(
                name: name, asset: AssetID(bytes: row.blob(1)), size: UInt64(clamping: row.integer(2)),
                hash: row.blob(3))
        }
    }

    /// - Parameter opened: the opened file, or the error of opening it.
    func problems(of opened: Result<OwnedDescriptor, Errno>, in originals: Originals) -> [VerificationProblem] {
        do {
            let file = try opened.get()
            let facts = try file.facts()
            guard facts.isRegular else {
                return [VerificationProblem(.permissions, asset: asset, "\(path) is not a file")]
            }
            var problems: [VerificationProblem] = []
            if facts.permissions != 0o400 || facts.owner != geteuid() || facts.links > originals.names(of: name) {
                problems.append(
                    VerificationProblem(.permissions, asset: asset, "\(path) can be changed by other users"))
            }
            if facts.size != size {
                problems.append(
                    VerificationProblem(.content, asset: asset, "\(path) has \(facts.size) bytes instead of \(size)"))
            } else if try SHA256Hasher.hash(of: file).bytes != hash {
                problems.append(
                    VerificationProblem(.content, asset: asset, "\(path) does not hold the bytes that were stored"))
            }
            return problems
        } catch {
            return [VerificationProblem(.missing, asset: asset, "\(path) cannot be read: \(error)")]
        }
    }

    private var path: String { name.path }
}
