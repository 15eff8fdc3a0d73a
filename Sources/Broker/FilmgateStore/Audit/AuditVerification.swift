import FilmgateModel
import FilmgateSQLite

extension Library {
    /// Checks a page of the audit log: each entry against its hash and the previous entry, and the beginning and the
    /// end of the log against their stored hashes.
    ///
    /// - Parameter cursor: the cursor that the previous page returned, or an empty string for the first page.
    /// - Returns: a page of findings, or nil for an invalid cursor.
    public func verifyAudit(after cursor: String) async throws -> VerifyPage<AuditFinding>? {
        guard cursor.isEmpty || Int64(cursor).map({ $0 >= 0 }) == true else { return nil }
        return try await database.offload { database in
            var check = try AuditCheck(in: database, after: Int64(cursor))
            try check.run()
            return check.page
        }
    }
}

/// A sign that something other than the library changed the log.
public struct AuditFinding: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        /// An entry was changed or moved.
        case changed
        /// Entries are missing between two others.
        case missing
        /// The oldest entries are missing, although they were not pruned.
        case beginning
        /// The newest entries or the stored end of the log are missing, or the two do not match.
        case end
        /// The log has an entry that the library did not write.
        case added
    }

    public var kind: Kind
    /// A sentence for the administrator that describes the finding.
    public var detail: String
}

/// Checks a page of the log, in one read transaction.
private struct AuditCheck {
    private let database: DatabaseConnection
    private let bounds: AuditLogEnds?
    private let hasher = AuditHasher()
    /// The sequence number of the last checked entry, and its hash if known.
    private var previous: (sequence: Int64, hash: [UInt8]?)
    private(set) var page: VerifyPage<AuditFinding>

    private static let pageTime = Duration.milliseconds(100)
    private static let findingsInPage = 100

    /// - Parameter checked: the last entry of the previous page, or nil for the first page.
    init(in database: DatabaseConnection, after checked: Int64?) throws {
        self.database = database
        bounds = try AuditLogEnds.read(in: database)
        let pruned = bounds?.pruned ?? 0
        page = VerifyPage<AuditFinding>(total: UInt64(clamping: (bounds?.last ?? 0) - pruned))
        if let checked, checked > pruned {
            previous = (
                checked, try database.first("SELECT hash FROM audit WHERE sequence = \(checked)") { $0.blob(0) }
            )
        } else {
            previous = (pruned, bounds?.prunedHash)
            if checked == nil, try database.exists("SELECT 1 FROM audit WHERE sequence <= \(pruned)") {
                find(
                    .added,
                    "There are entries before the oldest one that should exist. They were pruned before, or Filmgate "
                        + "never wrote them.")
            }
        }
    }

    /// Checks entries until the page's time is over or the page is full. After the last entry, checks the stored end.
    mutating func run() throws {
        let deadline = ContinuousClock.now + AuditCheck.pageTime
        var isAtEnd = true
        try database.each(
            "SELECT \(AuditRecord.columns) FROM audit WHERE sequence > \(previous.sequence) ORDER BY sequence"
        ) { row in
            let isUp = page.checked > 0 && page.checked.isMultiple(of: 64) && ContinuousClock.now >= deadline
            guard !isUp, page.findings.count < AuditCheck.findingsInPage else {
                isAtEnd = false
                return false
            }
            check(row)
            return true
        }
        if isAtEnd { checkEnd() }
        page.cursor = isAtEnd ? nil : String(previous.sequence)
    }

    private mutating func check(_ row: borrowing Row) {
        let sequence = row.integer(0)
        let hash = row.blob(11)
        if sequence != previous.sequence + 1 {
            let isFirst = previous.sequence == bounds?.pruned ?? 0
            find(isFirst ? .beginning : .missing, "\(AuditCheck.entries(previous.sequence + 1, sequence - 1)) missing.")
            previous.hash = nil
        }
        if let last = bounds?.last, sequence > last {
            find(.added, "Entry \(sequence) is after the last one that was written.")
        } else if let before = previous.hash, hasher.hash(row, after: before) != hash {
            find(.changed, "Entry \(sequence) is not the one that was written after entry \(previous.sequence).")
        }
        previous = (sequence, hash)
        page.checked += 1
    }

    private mutating func checkEnd() {
        guard let bounds else {
            return find(.end, "The stored beginning and end of the log are missing.")
        }
        if previous.sequence < bounds.last {
            find(.end, "\(AuditCheck.entries(previous.sequence + 1, bounds.last)) missing, the newest of the log.")
        } else if previous.sequence == bounds.last, let hash = previous.hash, hash != bounds.lastHash {
            find(.end, "Entry \(bounds.last) is not the last one that was written.")
        }
    }

    private mutating func find(_ kind: AuditFinding.Kind, _ detail: String) {
        page.findings.append(AuditFinding(kind: kind, detail: detail))
    }

    private static func entries(_ first: Int64, _ last: Int64) -> String {
        first == last ? "Entry \(first) is" : "The entries \(first) to \(last) are"
    }
}
