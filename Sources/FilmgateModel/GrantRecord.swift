/// A grant as the store keeps it.
public struct GrantRecord: Equatable, Sendable {
    public var holder: Holder
    public var grant: Grant
    public var terms: Terms
    public var grantedDate: Timestamp
    public var lastUsed: Timestamp?
    /// Assets chosen for the holder; meaningful where `grant.readWrite` is `limited`.
    public var selectionCount: UInt32

    public init(
        holder: Holder, grant: Grant, terms: Terms = Terms(), grantedDate: Timestamp, lastUsed: Timestamp? = nil,
        selectionCount: UInt32 = 0
    ) {
        self.holder = holder
        self.grant = grant
        self.terms = terms
        self.grantedDate = grantedDate
        self.lastUsed = lastUsed
        self.selectionCount = selectionCount
    }

    /// When the first of its statuses goes back to undetermined, where a moment is known.
    public var expires: Timestamp? { terms.all.compactMap(\.expires).min() }

    /// Whether one of its statuses ends with a connection.
    public var isOnce: Bool {
        holder.connection != nil || terms.all.contains { if case .connection = $0 { true } else { false } }
    }
}

extension GrantRecord {
    /// When it lapses, having been used by nobody for so many days since it was made or last used; nil where it gives nothing
    /// that could lapse.
    public func lapses(afterDays days: UInt64) -> Timestamp? {
        guard lapsed?.grant != grant else { return nil }
        let since = max(grantedDate, lastUsed ?? grantedDate)
        return since.advanced(bySeconds: Int64(clamping: min(days, 36_500)) * 86_400)
    }

    /// The record without what it gives, which a person's no outlasts; nil where nothing that was decided is left.
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

    /// The record without the statuses whose terms are over; nil where nothing that was decided is left.
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

    /// The record after a decision.
    ///
    /// An administrator decides about both statuses; a person about those that change. The term of the other stays, but that
    /// adding lasts as long as the reading that was granted with it.
    public static func decided(
        _ grant: Grant, for holder: Holder, until term: Term?, before: GrantRecord?, at now: Timestamp
    ) -> GrantRecord {
        var terms = Terms(both: term)
        if grant.grantor == .person, let before {
            if before.grant.addOnly == grant.addOnly {
                // Whoever is let read may add for as long at least.
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
