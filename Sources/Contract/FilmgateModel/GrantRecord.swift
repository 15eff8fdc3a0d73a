/// A stored grant.
public struct GrantRecord: Hashable, Sendable {
    public var holder: Holder
    public var grant: Grant
    public var terms: Terms
    public var grantedDate: Timestamp
    public var lastUsed: Timestamp?
    /// The number of assets selected for the holder, including those in selected albums; meaningful only if
    /// `grant.readWrite` is `limited`.
    public var selectionCount: UInt32
    /// The number of albums selected for the holder.
    public var selectedAlbums: UInt32

    public init(
        holder: Holder, grant: Grant, terms: Terms = Terms(), grantedDate: Timestamp, lastUsed: Timestamp? = nil,
        selectionCount: UInt32 = 0, selectedAlbums: UInt32 = 0
    ) {
        self.holder = holder
        self.grant = grant
        self.terms = terms
        self.grantedDate = grantedDate
        self.lastUsed = lastUsed
        self.selectionCount = selectionCount
        self.selectedAlbums = selectedAlbums
    }

    /// The date at which the first of the statuses becomes undetermined; nil if neither has a date.
    public var expires: Timestamp? { terms.all.compactMap(\.expires).min() }

    /// Whether one of the statuses ends with a connection, or with the last of the client's connections.
    public var isOnce: Bool { holder.connection != nil || terms.all.contains { $0.expires == nil } }
}

extension GrantRecord {
    /// Returns the date at which the grant expires if it is not used: this number of days after it was made or last
    /// used. Returns nil if the grant does not give access that could expire.
    public func lapses(afterDays days: UInt64) -> Timestamp? {
        guard lapsed?.grant != grant else { return nil }
        let since = max(grantedDate, lastUsed ?? grantedDate)
        return since.advanced(bySeconds: Int64(clamping: min(days, 36_500)) * 86_400)
    }

    /// The record without its permissions but with its refusals; nil if no decision is left.
    public var lapsed: GrantRecord? {
        var record = self
        if grant.addOnly == .authorized { record.grant.addOnly = .notDetermined }
        switch grant.readWrite {
        case .authorized, .limited: record.grant.readWrite = .notDetermined
        case .notDetermined, .restricted, .denied: break
        }
        if record.grant.addOnly == .notDetermined { record.terms.addOnly = nil }
        if record.grant.readWrite == .notDetermined { record.terms.readWrite = nil }
        return record.isUndecided ? nil : record
    }

    private var isUndecided: Bool { grant.addOnly == .notDetermined && grant.readWrite == .notDetermined }

    /// Returns the record without the statuses whose terms have ended. Returns nil if no decision is left.
    public func ending(where isOver: (Term) -> Bool) -> GrantRecord? {
        var record = self
        if let term = terms.addOnly, isOver(term) {
            record.grant.addOnly = .notDetermined
            record.terms.addOnly = nil
        }
        if let term = terms.readWrite, isOver(term) {
            record.grant.readWrite = .notDetermined
            record.terms.readWrite = nil
        }
        return record.isUndecided ? nil : record
    }

    /// Returns the record after a decision.
    ///
    /// An administrator decides about both statuses, a person only about those that change. The term of an unchanged
    /// status stays, except that permission to add lasts at least as long as permission to read.
    public static func decided(
        _ grant: Grant, for holder: Holder, until term: Term?, before: GrantRecord?, at now: Timestamp
    ) -> GrantRecord {
        var terms = Terms(both: term)
        if grant.grantor == .person, let before {
            if before.grant.addOnly == grant.addOnly {
                let prolongs = before.grant.readWrite != grant.readWrite && grant.readWrite.allowsReading
                terms.addOnly = prolongs ? .longer(before.terms.addOnly, term) : before.terms.addOnly
            }
            if before.grant.readWrite == grant.readWrite { terms.readWrite = before.terms.readWrite }
        }
        if grant.addOnly == .notDetermined { terms.addOnly = nil }
        if grant.readWrite == .notDetermined { terms.readWrite = nil }
        return GrantRecord(holder: holder, grant: grant, terms: terms, grantedDate: now, lastUsed: before?.lastUsed)
    }
}
