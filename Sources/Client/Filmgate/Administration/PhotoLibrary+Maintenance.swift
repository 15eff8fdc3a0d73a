public import FilmgateWire
import FilmgateDBus

extension PhotoLibrary {
    /// The maintenance of the library, for its owner and administrators. Others get `notAuthorized`.
    public var maintenance: Maintenance { Maintenance(link: link) }

    /// The maintenance and verification of the library: `org.filmgate.Maintenance1`.
    public struct Maintenance: Sendable {
        let link: BrokerLink

        public func summary() async throws(PhotoLibraryError) -> LibrarySummary {
            try await link.call(MaintenanceInterface.getSummary, MessageArguments(link.userOption)).values
        }

        /// Removes the library's cached images.
        ///
        /// - Returns: the number of removed bytes.
        public func clearCache() async throws(PhotoLibraryError) -> UInt64 {
            try await link.call(MaintenanceInterface.clearCache, MessageArguments(link.userOption)).values
        }

        /// Compares the library's database with its files. Each requested element checks one part. Repairs nothing.
        public func verify() -> Verification { Verification(link: link, row: MaintenanceInterface.verify) }

        /// Verifies that the audit log was not altered. Each requested element checks one part.
        public func verifyAudit() -> Verification { Verification(link: link, row: MaintenanceInterface.verifyAudit) }
    }

    /// A verification, as an asynchronous sequence. Requesting an element verifies the next part.
    public struct Verification: AsyncSequence, Sendable {
        public typealias Element = Step

        /// The progress, and the faults found since the previous step.
        public struct Step: Hashable, Sendable {
            /// The number of items checked so far.
            public let checked: UInt64
            /// The approximate total number of items, which can change during the verification.
            public let total: UInt64
            public let findings: [VerificationFinding]
        }

        typealias VerifyRow = ContractMethod<
            MessageArguments<String, UserOption>, MessageArguments<String, UInt64, UInt64, [VerificationFinding]>
        >

        let link: BrokerLink
        let row: VerifyRow

        public func makeAsyncIterator() -> Iterator { Iterator(link: link, row: row) }

        public struct Iterator: AsyncIteratorProtocol {
            let link: BrokerLink
            let row: VerifyRow
            /// The position of the next part; nil when everything is checked.
            private var cursor: String? = ""
            private var checked: UInt64 = 0

            init(link: BrokerLink, row: VerifyRow) {
                self.link = link
                self.row = row
            }

            public mutating func next() async throws(PhotoLibraryError) -> Step? {
                guard let cursor else { return nil }
                let (next, count, total, findings) = try await link.call(
                    row, MessageArguments(cursor, link.userOption), timeLimit: .unlimited
                ).values
                self.cursor = next.isEmpty ? nil : next
                checked = checked.addingReportingOverflow(count).partialValue
                return Step(checked: checked, total: total, findings: findings)
            }

            public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError) -> Step? {
                try await next()
            }
        }
    }
}
