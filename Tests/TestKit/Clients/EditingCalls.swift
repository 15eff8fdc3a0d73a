/// Editing content.
extension TestClient {
    /// What an editor gets.
    public struct OpenEdit: Sendable {
        public let session: String
        public let content: HeldDescriptor
        public let input: [String: Value]
    }

    public func beginEditing(_ id: String, _ options: [String: BusArgument] = [:]) async throws -> OpenEdit {
        try Self.editing(await call("Editing1", "BeginEditing", "sa{sv}", .text(id), .table(options), timeout: nil))
    }

    public func takeUp(_ ticket: String, _ options: [String: BusArgument] = [:]) async throws -> OpenEdit {
        try Self.editing(await call("Editing1", "TakeUp", "sa{sv}", .text(ticket), .table(options), timeout: nil))
    }

    /// Makes a ticket, as one of the owner's tools.
    public func ticket(for client: String, toEdit id: String) async throws -> String {
        try await call("Editing1", "CreateTicket", "ssa{sv}", .text(id), .text(client), [:])[0]?.text ?? ""
    }

    /// Hands in files by their resource types.
    public func finish(
        _ session: String, _ renders: [String: BusArgument.Content], format: String = "org.example.Format",
        version: String = "1", data: [UInt8] = []
    ) async throws {
        let files = renders.map { BusArgument.list([.text($0), .descriptor($1), [:]]) }
        try await call(
            "EditSession1", "Finish", "a(sha{sv})ssaya{sv}", .list(files), .text(format), .text(version), .bytes(data),
            [:], at: session, timeout: nil)
    }

    /// Makes the library rotate, mirror and crop.
    public func transform(_ session: String, _ options: [String: BusArgument]) async throws {
        try await call("EditSession1", "Transform", "a{sv}", .table(options), at: session, timeout: nil)
    }

    /// Begins, makes the library rotate, mirror or crop, and commits.
    public func transform(
        content id: String, _ options: [String: BusArgument], interactive: Bool = false
    ) async throws {
        let session = try await beginEditing(id).session
        try await transform(session, options)
        try await setContent(session, of: id, interactive: interactive)
    }

    public func setContent(_ session: String, of id: String, interactive: Bool = false) async throws {
        try await perform(
            ("set-content", ["id": .text(id), "session": .variant("o", .text(session))]), interactive: interactive)
    }

    public func revert(_ id: String, interactive: Bool = false) async throws {
        try await perform(("revert-content", ["id": .text(id)]), interactive: interactive)
    }

    /// Begins, hands in a photo, and commits.
    public func edit(
        _ id: String, as photo: TestPhoto, format: String = "org.example.Format", data: [UInt8] = [],
        interactive: Bool = false
    ) async throws {
        let editing = try await beginEditing(id)
        try await finish(editing.session, ["full-size-photo": .memory(photo.bytes)], format: format, data: data)
        try await setContent(editing.session, of: id, interactive: interactive)
    }

    private static func editing(_ reply: Reply) throws -> OpenEdit {
        guard let session = reply[0]?.text, let content = reply[1]?.descriptor, let input = reply[2]?.table else {
            throw ClientFailure("no session")
        }
        return OpenEdit(session: session, content: content, input: input)
    }
}
