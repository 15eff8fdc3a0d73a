internal import FilmgateDBus
internal import FilmgateWire

extension PhotoLibrary {
    /// The library as a whole, for its owner and administrators; everyone else gets `notAuthorized`.
    public var maintenance: Maintenance { Maintenance(link: link) }

    /// What keeps the library in order, `org.filmgate.Maintenance1`.
    public struct Maintenance: Sendable {
        let link: BrokerLink

        public func summary() async throws(PhotoLibraryError) -> Summary {
            Summary(
                try await link.call(
                    MaintenanceInterface.getSummary, of: MaintenanceInterface.name, Arguments(link.userOption)
                ).values)
        }

        /// Compares what the library believes with what is on the disk, a part with each element; nothing is repaired.
        public func verify() -> Verification { Verification(link: link, row: MaintenanceInterface.verify) }

        /// Checks that the audit log is as it was written, a part with each element.
        public func verifyAudit() -> Verification { Verification(link: link, row: MaintenanceInterface.verifyAudit) }
    }

    /// The library and its broker in a few numbers.
    public struct Summary: Hashable, Sendable {
        /// The broker's.
        public let version: String
        /// The uid whose library it is.
        public let user: UInt32
        /// Without those in the trash.
        public let assets: Int
        public let trashed: Int
        /// What all originals take.
        public let bytes: UInt64
        /// What they may take, the trash included; nil where nothing but the disk bounds it.
        public let capacity: UInt64?
        /// How the policy stands to its files; nil where the broker says what this library does not know.
        public let policy: PolicyStanding?
        /// What is wrong with the policy files, as `FILE:LINE: SENTENCE`.
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

    /// Whether what the policy files say is in force.
    public enum PolicyStanding: String, Sendable {
        case inForce = "in-force"
        /// They have errors: what they said before stays.
        case kept
        /// They have had errors since the broker's start: nobody but the owner gets in.
        case closed
    }

    /// A verification, done as far as its elements are asked for.
    public struct Verification: AsyncSequence, Sendable {
        public typealias Element = Step

        /// How far it is, and what was found in the part since the step before.
        public struct Step: Hashable, Sendable {
            /// Items since the beginning.
            public let checked: UInt64
            /// About so many; the library may change meanwhile.
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
            /// Nil when all is done.
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
                    patience: .work
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

/// Something that is wrong with the library.
public struct VerificationFinding: Hashable, Sendable {
    /// What kind of fault it is, in a word.
    public let kind: String
    /// A sentence for a person.
    public let detail: String

    init(_ finding: Finding) {
        kind = finding.kind
        detail = finding.detail
    }
}
