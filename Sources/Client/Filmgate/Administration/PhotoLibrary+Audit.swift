public import FilmgateWire
public import FoundationEssentials
import FilmgateDBus
import FilmgateModel

extension PhotoLibrary.Administration {
    /// Returns the audit log, the oldest entry first. Iterating reads the entries page by page.
    public func audit(matching filter: AuditLogFilter = AuditLogFilter()) -> AuditTrail {
        AuditTrail(link: link, filter: filter)
    }

    /// Returns the newest entries of the log, at most `count`, with the oldest of these entries first.
    public func audit(
        matching filter: AuditLogFilter = AuditLogFilter(), newest count: Int
    ) async throws(PhotoLibraryError) -> [AuditLogRow] {
        var records: [AuditLogRow] = []
        var rest = filter
        rest.newest = true
        while records.count < count {
            rest.limit = UInt32(min(count - records.count, Int(AuditLogFilter.highestLimit)))
            let page = try await link.audit(rest)
            guard let first = page.first else { break }
            records = page + records
            rest.filter.before = first.sequence
        }
        return records
    }

    /// Returns the logged calls that a policy would have decided differently, the most frequent calls first.
    ///
    /// - Parameters:
    ///   - files: the contents of policy files; later files override earlier ones.
    ///   - since: the earliest date; nil for the whole log.
    public func replay(
        policy files: [String], since: Date? = nil
    ) async throws(PhotoLibraryError) -> [ReplayedDecision] {
        let options = ReplayOptions(
            since: since.map { Timestamp($0) }, user: link.user, further: Array(files.dropFirst()))
        return try await link.call(
            AdminInterface.replayPolicy, MessageArguments(files.first ?? "", options), timeLimit: .unlimited
        ).values
    }

    /// The entries of the audit log. Iterating fetches them from the broker in pages.
    public struct AuditTrail: AsyncSequence, Sendable {
        public typealias Element = [AuditLogRow]

        let link: BrokerLink
        let filter: AuditLogFilter

        public func makeAsyncIterator() -> Iterator { Iterator(link: link, filter: filter) }

        public struct Iterator: AsyncIteratorProtocol {
            let link: BrokerLink
            private var filter: AuditLogFilter

            init(link: BrokerLink, filter: AuditLogFilter) {
                self.link = link
                self.filter = filter
            }

            /// Returns nil if there are currently no further entries. A later call returns newly added entries.
            public mutating func next() async throws(PhotoLibraryError) -> [AuditLogRow]? {
                let page = try await link.audit(filter)
                guard let last = page.last else { return nil }
                filter.after = last.sequence
                return page
            }

            public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError)
                -> [AuditLogRow]?
            {
                try await next()
            }
        }
    }
}

extension BrokerLink {
    fileprivate func audit(_ filter: AuditLogFilter) async throws(PhotoLibraryError) -> [AuditLogRow] {
        var filter = filter
        filter.user = user ?? filter.user
        return try await call(AdminInterface.readAudit, MessageArguments(filter), timeLimit: .unlimited).values
    }
}
