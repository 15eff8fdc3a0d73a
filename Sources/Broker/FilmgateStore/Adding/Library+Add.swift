public import FilmgateModel
public import FilmgatePolicy
import FilmgateSQLite

/// Limits how much a client adds within 24 hours. Deleting an asset does not free quota.
extension Library {
    /// Checks a batch against the quota before its files are copied. `apply` repeats the check.
    ///
    /// - Throws: `QuotaExceededError`, and an error of the database.
    /// - Returns: the number of bytes that may be added, or nil if there is no limit.
    @discardableResult
    public func check(
        _ quota: AdditionQuota, of client: ClientID, adding items: Int, bytes: UInt64 = 0, at now: Timestamp
    ) async throws -> UInt64? {
        if quota.isUnlimited { return nil }
        let earlier = try await database.read { try $0.additions(of: client, at: now) }
        try quota.check(AdditionRecord(date: now, items: UInt64(clamping: items), bytes: bytes), after: earlier)
        return quota.bytesLeft(after: earlier)
    }
}

extension DatabaseConnection {
    /// Returns the additions of the last 24 hours, oldest first. Includes additions with a future date, which a wrong
    /// clock can cause.
    fileprivate func additions(of client: ClientID, at now: Timestamp) throws -> [AdditionRecord] {
        guard let row = try row(of: .client(client)) else { return [] }
        return try all(
            """
            SELECT date, items, bytes FROM addition
            WHERE client = \(row) AND date > \(now.advanced(bySeconds: -AdditionQuota.seconds).rawValue) ORDER BY date
            """
        ) {
            AdditionRecord(
                date: Timestamp(rawValue: $0.integer(0)), items: UInt64(clamping: $0.integer(1)),
                bytes: UInt64(clamping: $0.integer(2)))
        }
    }

    /// Records the additions of a batch, in the batch's transaction.
    ///
    /// - Parameter isText: whether the batch added only text. Text is added up by minute, because a client can
    ///   change it very often.
    /// - Throws: `QuotaExceededError`, and an error of the database.
    func add(_ addition: AdditionRecord, of client: ClientID, within quota: AdditionQuota, isText: Bool = false) throws
    {
        if !quota.isUnlimited { try quota.check(addition, after: try additions(of: client, at: addition.date)) }
        try execute(
            "DELETE FROM addition WHERE date <= \(addition.date.advanced(bySeconds: -AdditionQuota.seconds).rawValue)")
        let (row, bytes) = (try makingRow(of: .client(client)), Int64(clamping: addition.bytes))
        // Text gets the date of the minute's end, so that it does not stop counting before its 24 hours are over.
        let date = isText ? addition.date.endOfMinute : addition.date
        if isText {
            try execute(
                """
                UPDATE addition SET bytes = bytes + \(bytes)
                WHERE client = \(row) AND date = \(date.rawValue) AND items = 0
                """)
            if changedRows > 0 { return }
        }
        try execute(
            """
            INSERT INTO addition (client, date, items, bytes)
            VALUES (\(row), \(date.rawValue), \(Int64(clamping: addition.items)), \(bytes))
            """)
    }
}

extension Timestamp {
    /// The end of the minute that contains this time, or this time itself if it is a full minute.
    fileprivate var endOfMinute: Timestamp {
        let minute: Int64 = 60_000_000
        let past = rawValue % minute
        return past == 0 ? self : Timestamp(rawValue: rawValue - past + (past > 0 ? minute : 0))
    }
}

extension Library {
    /// Returns the number of bytes that still fit into the library, or nil if only the disk limits it.
    public func room() async throws -> UInt64? {
        guard let capacity else { return nil }
        let used = try await summary().bytes
        return used < capacity ? capacity - used : 0
    }
}

/// An error for an addition that exceeds the library's capacity.
public struct LibraryFull: Error, Hashable, Sendable {
    /// The capacity in bytes.
    public let capacity: UInt64

    public init(capacity: UInt64) { self.capacity = capacity }
}

extension BatchApplier {
    /// Throws `LibraryFull` if all files, including the batch's new files, exceed `capacity` bytes.
    func checkRoom(within capacity: UInt64?) throws {
        guard let capacity, added.bytes > 0 else { return }
        let bytes = try database.first("SELECT bytes FROM library") { UInt64(clamping: $0.integer(0)) }
        if let bytes, bytes > capacity { throw LibraryFull(capacity: capacity) }
    }
}
