internal import FilmgateDBus
internal import FilmgateWire

extension PhotoLibrary {
    /// The library as a whole, for its owner and administrators; everyone else gets `notAuthorized`.
    public var maintenance: Maintenance { Maintenance(link: link) }

    /// Maintains the library, `org.filmgate.Maintenance1`.
    public struct Maintenance: Sendable {
        let link: BrokerLink

        public func summary() async throws(PhotoLibraryError) -> Summary {
            Summary(
                try await link.call(
                    MaintenanceInterface.getSummary, of: MaintenanceInterface.name, Arguments(link.userOption)
                ).values)
        }

        /// Compares the library's records with the disk, a part with each element; repairs nothing.
        public func verify() -> Verification { Verification(link: link, row: MaintenanceInterface.verify) }

        /// Verifies that the audit log is unchanged, a part with each element.
        public func verifyAudit() -> Verification { Verification(link: link, row: MaintenanceInterface.verifyAudit) }
    }

    /// A summary of the library and its broker.
    public struct Summary: Hashable, Sendable {
        /// The broker's version.
        public let version: String
        /// The uid of the library's owner.
        public let user: UInt32
        /// The number of assets outside the trash.
        public let assets: Int
        public let trashed: Int
        /// The size of all originals, in bytes.
        public let bytes: UInt64
        /// The maximum size of all originals, including the trash; nil: no limit but the disk.
        public let capacity: UInt64?
        /// How the policy relates to its files; nil if the broker sends a value that this library does not know.
        public let policy: PolicyStanding?
        /// The errors in the policy files, in the form `FILE:LINE: SENTENCE`.
        public let policyFaults: [String]

        init(_ summary: LibrarySummary) {
            version = summary.version
            user = summary.user
            assets = Int(summary.assets)
            trashed = Int(summary.trashed)
            bytes = summary.bytes
            capacity = summary.capacity
            policy = PolicyStanding(rawValue: summary.policy)
            policyFaults = summary.policyFaults
        }
    }

    /// Whether the policy files are in force.
    public enum PolicyStanding: String, Sendable {
        case inForce = "in-force"
        /// The files have errors; the previous policy stays in force.
        case kept
        /// The files have had errors since the broker's start; only the owner has access.
        case closed
    }

    /// A verification, which proceeds as its elements are requested.
    public struct Verification: AsyncSequence, Sendable {
        public typealias Element = Step

        /// The progress, and what was found since the step before.
        public struct Step: Hashable, Sendable {
            /// Items checked since the beginning.
            public let checked: UInt64
            /// The approximate total; the library may change meanwhile.
            public let total: UInt64
            public let findings: [VerificationFinding]
        }

        typealias VerifyRow = ContractMethod<
            Arguments<String, UserOption>, Arguments<String, UInt64, UInt64, [Finding]>
        >

        let link: BrokerLink
        let row: VerifyRow

        public func makeAsyncIterator() -> Iterator { Iterator(link: link, row: row) }

        public struct Iterator: AsyncIteratorProtocol {
            let link: BrokerLink
            let row: VerifyRow
            /// Nil when everything is checked.
            private var cursor: String? = ""
            private var checked: UInt64 = 0

            init(link: BrokerLink, row: VerifyRow) {
                self.link = link
                self.row = row
            }

            public mutating func next() async throws(PhotoLibraryError) -> Step? {
                guard let cursor else { return nil }
                let (next, count, total, findings) = try await link.call(
                    row, of: MaintenanceInterface.name, Arguments(cursor, link.userOption),
                    timeLimit: .unlimited
                ).values
                self.cursor = next.isEmpty ? nil : next
                checked = checked.addingReportingOverflow(count).partialValue
                return Step(checked: checked, total: total, findings: findings.map(VerificationFinding.init))
            }

            public mutating func next(isolation: isolated (any Actor)?) async throws(PhotoLibraryError) -> Step? {
                try await next()
            }
        }
    }
}

/// A fault in the library.
public struct VerificationFinding: Hashable, Sendable {
    /// The kind of fault, in a word.
    public let kind: String
    /// A sentence for a person.
    public let detail: String

    init(_ finding: Finding) {
        kind = finding.kind
        detail = finding.detail
    }
}
