public import Foundation

/// The calls that tests make all the time, in words.
extension TestClient {
    /// How the broker sees this client.
    public func identity() async throws -> (id: String, kind: String, isVerified: Bool) {
        let answer = try await call("Authorization1", "GetClient")[0]
        guard let id = answer?["id"]?.text, let kind = answer?["kind"]?.text, let verified = answer?["verified"]?.flag
        else { throw ClientFailure("GetClient lacks something: \(String(describing: answer))") }
        return (id, kind, verified)
    }

    /// - Parameter access: `add-only` or `read-write`.
    public func status(_ access: String = "read-write") async throws -> String {
        try await call("Authorization1", "GetStatus", "s", .text(access))[0]?.text ?? ""
    }

    /// An open result.
    public struct Result: Sendable {
        public let path: String
        public let count: Int

        public init(path: String, count: Int) {
            self.path = path
            self.count = count
        }
    }

    public func fetch(_ options: [String: BusArgument] = [:]) async throws -> Result {
        try await fetch("asset", options)
    }

    public func fetch(_ kind: String, _ options: [String: BusArgument]) async throws -> Result {
        let reply = try await call("Library1", "Fetch", "sa{sv}", .text(kind), .table(options))
        guard let path = reply[0]?.text, let count = reply[1]?.integer else { throw ClientFailure("no result") }
        return Result(path: path, count: count)
    }

    public func read(
        _ result: Result, _ properties: String..., offset: Int = 0, count: Int = 1000
    ) async throws -> [[String: Value]] {
        let reply = try await call(
            "FetchResult1", "Read", "uuas", .integer(Int64(offset)), .integer(Int64(count)),
            .list(properties.map(BusArgument.text)), at: result.path)
        return reply[0]?.list?.compactMap(\.table) ?? []
    }

    /// A result, or part of it, as columns: the file, which stays with the client, and what it says where they are.
    public func snapshot(
        _ result: Result, _ properties: String..., range: [String: BusArgument] = [:]
    ) async throws -> (content: HeldDescriptor, layout: [String: Value]) {
        let reply = try await call(
            "FetchResult1", "Snapshot", "asa{sv}", .list(properties.map(BusArgument.text)), .table(range),
            at: result.path)
        guard let content = reply[0]?.descriptor, let layout = reply[1]?.table else {
            throw ClientFailure("no snapshot came")
        }
        return (content, layout)
    }

    /// The identifiers of all that it sees, the newest first; the result is closed again.
    public func assets(_ options: [String: BusArgument] = [:]) async throws -> [String] {
        try await untilCurrent {
            let result = try await fetch(options)
            let rows = try await read(result, "id")
            try await close(result)
            return rows.compactMap { $0["id"]?.text }
        }
    }

    /// What it is told of the albums that somebody made, as far as it sees them.
    public func albums() async throws -> [[String: Value]] { try await collections("album", ["type": "album"]) }

    /// What it is told of albums or folders; the result is closed again.
    ///
    /// - Parameter kind: `album` or `folder`.
    public func collections(
        _ kind: String, _ options: [String: BusArgument] = [:], reading properties: [String] = []
    ) async throws -> [[String: Value]] {
        let names = properties.isEmpty ? Self.collectionProperties : properties
        return try await untilCurrent {
            let result = try await fetch(kind, options)
            let reply = try await call(
                "FetchResult1", "Read", "uuas", 0, 1000, .list(names.map(BusArgument.text)), at: result.path)
            try await close(result)
            return reply[0]?.list?.compactMap(\.table) ?? []
        }
    }

    /// Fetches again if something of a result went before it was read, as the broker then asks for.
    private func untilCurrent<Found>(_ fetch: () async throws -> Found) async throws -> Found {
        while true {
            do {
                return try await fetch()
            } catch let error as BusError where error.message.contains("fetch again") {}
        }
    }

    public static let collectionProperties = [
        "id", "title", "type", "subtype", "start-date", "end-date", "estimated-count", "count", "parent",
    ]

    /// The smart album of that kind, or another of its properties.
    public func smart(_ subtype: String, _ property: String = "id") async throws -> Value? {
        try await collections("album", ["type": "smart"]).first { $0["subtype"]?.text == subtype }?[property]
    }

    /// Makes an album of this connection alone.
    public func transient(_ title: String, _ assets: [String]) async throws -> String {
        try await call("Library1", "CreateTransient", "sas", .text(title), .list(assets.map(BusArgument.text)))[0]?.text
            ?? ""
    }

    /// Those properties of one asset.
    public func properties(of id: String, _ names: String...) async throws -> [String: Value] {
        try await properties(of: id, names)
    }

    public func properties(
        of id: String, _ names: [String], options: [String: BusArgument] = [:]
    ) async throws -> [String: Value] {
        let result = try await fetch(options.merging(["identifiers": .texts([id])]) { $1 })
        let reply = try await call(
            "FetchResult1", "Read", "uuas", 0, 1, .list(names.map(BusArgument.text)), at: result.path)
        try await close(result)
        guard let row = reply[0]?[0]?.table else { throw ClientFailure("there is no asset \(id) for this client") }
        return row
    }

    public func close(_ result: Result) async throws { try await call("FetchResult1", "Close", at: result.path) }

    // MARK: Changing

    /// One batch, each change its name and its keys.
    ///
    /// - Returns: the identifiers, one for each change.
    @discardableResult
    public func perform(
        _ changes: (String, [String: BusArgument])..., options: [String: BusArgument] = [:], interactive: Bool = false
    ) async throws -> [String] {
        try await perform(changes, options: options, interactive: interactive)
    }

    @discardableResult
    public func perform(
        _ changes: [(String, [String: BusArgument])], options: [String: BusArgument] = [:], interactive: Bool = false,
        whenSent: (@Sendable () -> Void)? = nil
    ) async throws -> [String] {
        let batch = BusArgument.list(changes.map { .list([.text($0.0), .table($0.1)]) })
        let reply = try await call(
            "Library1", "PerformChanges", "a(sa{sv})a{sv}", batch, .table(options), interactive: interactive,
            timeout: nil, whenSent: whenSent)
        return reply[0]?.texts ?? []
    }

    /// Adds one photo.
    ///
    /// - Returns: its identifier.
    @discardableResult
    public func add(
        _ content: BusArgument.Content, filename: String? = nil, properties: [String: BusArgument] = [:]
    ) async throws -> String {
        try await perform(Self.creation(of: content, filename: filename, properties: properties)).first ?? ""
    }

    @discardableResult
    public func add(_ photo: TestPhoto, properties: [String: BusArgument] = [:]) async throws -> String {
        try await add(.memory(photo.bytes), properties: properties)
    }

    @discardableResult
    public func add(_ video: Video, properties: [String: BusArgument] = [:]) async throws -> String {
        try await perform(
            Self.creation(of: .memory(video.bytes), type: "video", filename: "clip.mp4", properties: properties)
        ).first ?? ""
    }

    /// Adds several photos in one batch.
    public func add(_ photos: [TestPhoto]) async throws -> [String] {
        try await perform(photos.map { Self.creation(of: .memory($0.bytes)) })
    }

    @discardableResult
    public func add(video: URL) async throws -> String {
        try await perform(Self.creation(of: .memory([UInt8](Data(contentsOf: video))), type: "video")).first ?? ""
    }

    /// The change `create-asset` for one photo or video.
    public static func creation(
        of content: BusArgument.Content, type: String = "photo", filename: String? = nil,
        properties: [String: BusArgument] = [:], placeholder: String? = nil
    ) -> (String, [String: BusArgument]) {
        let facts: [String: BusArgument] = filename.map { ["filename": .text($0)] } ?? [:]
        var keys: [String: BusArgument] = [
            "resources": .variant("a(sha{sv})", [[.text(type), .descriptor(content), .table(facts)]])
        ]
        if !properties.isEmpty { keys["properties"] = .options(properties) }
        if let placeholder { keys["placeholder"] = .text(placeholder) }
        return ("create-asset", keys)
    }

    public func set(_ properties: [String: BusArgument], of id: String) async throws {
        try await perform(("set-properties", ["id": .text(id), "properties": .options(properties)]))
    }

    /// Puts assets into the trash.
    public func delete(_ ids: String..., interactive: Bool = false) async throws {
        try await perform(("delete-assets", ["ids": .texts(ids)]), interactive: interactive)
    }

    // MARK: Files

    public func resources(of id: String) async throws -> [[String: Value]] {
        try await call("Resources1", "ListResources", "s", .text(id))[0]?.list?.compactMap(\.table) ?? []
    }

    /// Opens a file of an asset; the descriptor stays with the client.
    public func open(_ id: String, _ type: String = "photo") async throws -> HeldDescriptor {
        let reply = try await call("Resources1", "OpenResource", "ssa{sv}", .text(id), .text(type), [:])
        guard let descriptor = reply[0]?.descriptor else { throw ClientFailure("no descriptor came") }
        return descriptor
    }
}

/// Runs what must be answered with an error.
///
/// - Returns: that error.
/// - Throws: `ClientFailure` where it was not refused.
public func refusal<Outcome>(_ body: () async throws -> Outcome) async throws -> BusError {
    do {
        let outcome = try await body()
        throw ClientFailure("it was not refused, but gave \(outcome)")
    } catch let error as BusError {
        return error
    }
}
