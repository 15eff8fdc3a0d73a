/// What a client does that observes, in words.
extension TestClient {
    /// What has become different, as a signal or `ChangesSince` tells it, and up to when.
    public struct Changes: Sendable {
        public let token: String
        public let values: [String: Value]

        init(_ values: [Value]) throws {
            guard values.count == 2, let token = values[0].text, let table = values[1].table else {
                throw ClientFailure("these are no changes: \(values)")
            }
            self.token = token
            self.values = table
        }

        public subscript(_ list: String) -> [String] { values[list]?.texts ?? [] }

        public var reason: String { values["reason"]?.text ?? "" }
        public var isIncremental: Bool? { values["incremental"]?.flag }
        public var hasMore: Bool { values["more"]?.flag ?? false }
        /// The lists that are there, each with its identifiers in order of their texts.
        public var lists: [String: [String]] { values.compactMapValues { $0.texts?.sorted() } }
    }

    /// - Returns: the token where signals begin.
    @discardableResult
    public func subscribe() async throws -> String {
        try await call("Observation1", "Subscribe", "a{sv}", [:])[0]?.text ?? ""
    }

    public func unsubscribe() async throws { try await call("Observation1", "Unsubscribe") }

    /// One page.
    public func changes(since token: String) async throws -> Changes {
        try Changes(try await call("Observation1", "ChangesSince", "sa{sv}", .text(token), [:]).values)
    }

    /// The next signal that tells of changes.
    public func nextChanges() async throws -> Changes {
        guard let signal = try await signals("LibraryChanged", count: 1, most: 1).first else {
            throw ClientFailure("no LibraryChanged came")
        }
        return try Changes(signal.values)
    }

    /// The signals of changes that have come until now.
    public func heardChanges() async throws -> [Changes] {
        // Its answer comes after all that was sent before.
        _ = try await status()
        return try await arrivedChanges()
    }

    /// The same, without asking whether there are more on the way.
    public func arrivedChanges() async throws -> [Changes] {
        try await signals("LibraryChanged", count: 1_000_000, within: 0).map { try Changes($0.values) }
    }
}
