/// A stored grant.
public struct GrantRecord: Hashable, Sendable {
    public var holder: Holder
    public var grant: Grant
    public var terms: GrantTerms
    public var grantedDate: Timestamp
    public var lastUsed: Timestamp?
    /// The number of assets selected for the holder, including those in selected albums; meaningful only if
    /// `grant.readWrite` is `limited`.
    public var selectionCount: UInt32
    /// The number of albums selected for the holder.
    public var selectedAlbums: UInt32

    public init(
        holder: Holder, grant: Grant, terms: GrantTerms = GrantTerms(), grantedDate: Timestamp,
        lastUsed: Timestamp? = nil,
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

    /// The date at which the first status expires and becomes undetermined; nil if no status expires at a date.
    public var expires: Timestamp? { terms.all.compactMap(\.expires).min() }

    /// Whether a status ends when a connection closes, or when the last of the client's connections closes.
    public var isOnce: Bool { holder.connection != nil || terms.all.contains { $0.expires == nil } }
}

extension GrantRecord {
    /// Returns the date at which an unused grant lapses: this number of days after the grant was made or last used.
    /// Returns nil if the grant allows nothing that could lapse.
    public func lapses(afterDays days: UInt64) -> Timestamp? {
        guard lapsed?.grant != grant else { return nil }
        let since = max(grantedDate, lastUsed ?? grantedDate)
        return since.advanced(bySeconds: Int64(clamping: min(days, 36_500)) * 86_400)
    }

    /// A copy of the record that keeps only refusals; nil if the record has no refusals.
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

    /// Returns a copy without the statuses whose terms have ended. Returns nil if no decision is left.
    public func ending(where isOver: (GrantTerm) -> Bool) -> GrantRecord? {
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

    /// Returns the holder's record after a decision that sets its statuses. A term says when a status ends.
    ///
    /// A person's decision sets only the terms of statuses that change, except that permission to add lasts at least as
    /// long as a new permission to read. Any other decision sets the terms of both statuses.
    public static func decided(
        _ grant: Grant, for holder: Holder, until term: GrantTerm?, before: GrantRecord?, at now: Timestamp
    ) -> GrantRecord {
        var terms = GrantTerms(both: term)
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
