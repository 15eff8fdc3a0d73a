import FilmgateDBus

/// Filmgate's entry in the desktop's permission store, on the session bus.
struct PermissionStore: Sendable {
    let session: Connection

    static let table = "filmgate"
    static let id = "photos"
    /// The data that Filmgate writes into its entry. The data remains if all apps are removed from the entry, so an
    /// entry without apps differs from a missing entry.
    private static let mark = "filmgate 1"

    private static let name: BusName = "org.freedesktop.impl.portal.PermissionStore"
    private static let interface: InterfaceName = "org.freedesktop.impl.portal.PermissionStore"
    private static let path: ObjectPath = "/org/freedesktop/impl/portal/PermissionStore"
    private static let lookup = Method<MessageArguments<String, String>, MessageArguments<[String: [String]], Variant>>(
        "Lookup")
    private static let set = Method<MessageArguments<String, Bool, String, [String: [String]], Variant>, NoArguments>(
        "Set")
    private static let changed = Signal<MessageArguments<String, String, Bool, Variant, [String: [String]]>>("Changed")

    func entry() async throws -> PermissionStoreEntry {
        do {
            let (permissions, data) = try await call(Self.lookup, MessageArguments(Self.table, Self.id)).values
            return data.value(as: String.self) == Self.mark ? .written(permissions) : .missing
        } catch let error as ErrorReply where error.name == "org.freedesktop.portal.Error.NotFound" {
            return .missing
        }
    }

    func write(_ permissions: [String: [String]]) async throws {
        _ = try await call(Self.set, MessageArguments(Self.table, true, Self.id, permissions, Variant(Self.mark)))
    }

    /// Calls `body` each time a program changes the entry, and `ended` when the connection ends.
    func watch(ended: @escaping @Sendable () -> Void, _ body: @escaping @Sendable () -> Void) async throws
        -> SignalWatch
    {
        try await session.watchSignals(
            Self.changed, of: Self.interface, at: Self.path, from: Self.name, ended: ended
        ) { signal in
            let (table, id, _, _, _) = signal.values
            if table == Self.table, id == Self.id { body() }
        }
    }

    private func call<Input, Output>(_ method: Method<Input, Output>, _ arguments: Input) async throws -> Output {
        try await session.call(method, of: Self.interface, at: Self.path, on: Self.name, arguments)
    }
}
