/// What a client waits for.
public struct OpenRequest: Sendable {
    public let path: String
    /// The broker's own number of the message that told of it.
    public let serial: Int

    public init(path: String, serial: Int) {
        self.path = path
        self.serial = serial
    }
}

/// How a request ended.
public struct Response: Sendable {
    public let outcome: String
    public let results: [String: Value]
    public let serial: Int

    public var status: String? { results["status"]?.text }
    /// What the person picked.
    public var items: [[String: Value]]? { results["items"]?.list?.compactMap(\.table) }
    /// The last part of an error's name, where it failed.
    public var error: String? { results["error-name"]?.text?.split(separator: ".").last.map(String.init) }
}

/// Asking the person.
extension TestClient {
    public func requestAccess(
        _ access: String = "read-write", _ options: [String: BusArgument] = [:]
    ) async throws -> OpenRequest {
        try Self.request(
            await call("Authorization1", "RequestAccess", "sa{sv}", .text(access), .table(options)))
    }

    public func editSelection(_ options: [String: BusArgument] = [:]) async throws -> OpenRequest {
        try Self.request(await call("Authorization1", "EditSelection", "a{sv}", .table(options)))
    }

    /// Shows the person the app's page of the settings.
    public func openSettings(_ options: [String: BusArgument] = [:]) async throws {
        try await call("Authorization1", "OpenSettings", "a{sv}", .table(options))
    }

    public func requestImage(of asset: String, _ options: [String: BusArgument] = [:]) async throws -> OpenRequest {
        try Self.request(await call("Images1", "RequestImage", "sa{sv}", .text(asset), .table(options)))
    }

    public func requestResource(
        of asset: String, _ type: String = "photo", _ options: [String: BusArgument] = [:]
    ) async throws -> OpenRequest {
        try Self.request(
            await call("Resources1", "RequestResource", "ssa{sv}", .text(asset), .text(type), .table(options)))
    }

    public func requestVideo(of asset: String, _ options: [String: BusArgument] = [:]) async throws -> OpenRequest {
        try Self.request(await call("Images1", "RequestVideo", "sa{sv}", .text(asset), .table(options)))
    }

    /// Has the person pick.
    public func pick(_ options: [String: BusArgument] = [:]) async throws -> OpenRequest {
        try Self.request(await call("Picker1", "Pick", "a{sv}", .table(options)))
    }

    /// Opens the file of a picked item; the descriptor stays with the client.
    public func openItem(
        _ handle: String, as mimeType: String = ""
    ) async throws -> (file: HeldDescriptor, details: [String: Value]) {
        let reply = try await call("Picker1", "OpenItem", "ss", .text(handle), .text(mimeType))
        guard let file = reply[0]?.descriptor, let details = reply[1]?.table else {
            throw ClientFailure("no descriptor came")
        }
        return (file, details)
    }

    /// What the file of a picked item says.
    public func itemMetadata(_ handle: String) async throws -> [String: Value] {
        try await call("Picker1", "GetItemMetadata", "sa{sv}", .text(handle), [:])[0]?.table ?? [:]
    }

    /// The items of lasting picks.
    public func keptItems() async throws -> [[String: Value]] {
        try await call("Picker1", "KeptItems", "a{sv}", [:])[0]?.list?.compactMap(\.table) ?? []
    }

    public func forgetItems(_ handles: [String]) async throws {
        try await call("Picker1", "ForgetItems", "as", .list(handles.map { .text($0) }))
    }

    public func requestItem(_ handle: String, _ options: [String: BusArgument] = [:]) async throws -> OpenRequest {
        try Self.request(await call("Picker1", "RequestItem", "sa{sv}", .text(handle), .table(options)))
    }

    /// Waits for the response, and takes what was delivered before it.
    public func deliveries(
        of request: OpenRequest
    ) async throws -> (response: Response, contents: [(file: HeldDescriptor, details: [String: Value])]) {
        let response = try await response(to: request)
        let contents = try await signals("Delivery", at: request.path, within: 0).compactMap { delivery in
            delivery.values[0].descriptor.map { ($0, delivery.values[1].table ?? [:]) }
        }
        return (response, contents)
    }

    private static func request(_ reply: Reply) throws -> OpenRequest {
        guard let path = reply[0]?.text, let serial = reply.serial else { throw ClientFailure("no request") }
        return OpenRequest(path: path, serial: serial)
    }

    /// Waits for the response.
    public func response(to request: OpenRequest) async throws -> Response {
        let signal = try await signal("Response", at: request.path)
        guard signal.values.count == 2, let outcome = signal.values[0].text, let results = signal.values[1].table else {
            throw ClientFailure("a response of another shape: \(signal.values)")
        }
        return Response(outcome: outcome, results: results, serial: signal.serial ?? 0)
    }

    /// Asks, and waits for the response.
    public func askForAccess(
        _ access: String = "read-write", _ options: [String: BusArgument] = [:]
    ) async throws -> Response {
        try await response(to: requestAccess(access, options))
    }

    public func close(_ request: OpenRequest) async throws { try await call("Request1", "Close", at: request.path) }
}
