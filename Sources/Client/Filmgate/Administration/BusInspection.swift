import FilmgateDBus

/// A bus's report about itself and its clients, for diagnosing why a library cannot be reached. Needs no broker.
public struct BusInspection: Sendable {
    private let connection: Connection
    private let bus: PhotoLibrary.Bus

    /// - Throws: `busUnavailable`.
    public init(of bus: PhotoLibrary.Bus) async throws(PhotoLibraryError) {
        self.bus = bus
        connection = try await BusInspection.connection(to: bus)
    }

    private static func connection(to bus: PhotoLibrary.Bus) async throws(PhotoLibraryError) -> Connection {
        try await bus.connect(on: BrokerLink.loop())
    }

    /// Returns whether a name has an owner now.
    public func isOwned(_ name: String) async throws(PhotoLibraryError) -> Bool {
        let method = Method<Arguments<String>, Arguments<Bool>>("NameHasOwner")
        return try await ask(method, Arguments(name)).values
    }

    /// Returns the names for which the bus starts a service when they are called.
    public func activatableNames() async throws(PhotoLibraryError) -> Set<String> {
        let method = Method<NoArguments, Arguments<[String]>>("ListActivatableNames")
        return Set(try await ask(method, Arguments()).values)
    }

    /// Returns whether the bus returns process descriptors (pidfds) for names, so that a reused process ID cannot be
    /// mistaken for a process.
    public func givesProcessDescriptors() async throws(PhotoLibraryError) -> Bool {
        do {
            return try await connection.credentials(of: connection.uniqueName).handle != nil
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    /// Whether a bus reports the number of bytes that its clients have not read yet.
    public enum Statistics: Sendable {
        case given
        /// The bus refused to report it to this caller.
        case refused
        /// The bus does not support such a report.
        case unknown
    }

    public func statistics() async throws(PhotoLibraryError) -> Statistics {
        let method = Method<Arguments<String>, Arguments<Options>>("GetConnectionStats")
        do {
            _ = try await connection.call(
                method, of: "org.freedesktop.DBus.Debug.Stats", at: BusInspection.path, on: .bus,
                Arguments(connection.uniqueName.rawValue))
            return .given
        } catch let error as ErrorReply where error.name == "org.freedesktop.DBus.Error.AccessDenied" {
            return .refused
        } catch let error as ErrorReply where error.name.hasPrefix("org.freedesktop.DBus.Error.Unknown") {
            return .unknown
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    /// Returns whether the bus delivers replies to calls that were never made. If it does, a program can pose as the
    /// one that was called.
    public func deliversUnrequestedReplies() async throws(PhotoLibraryError) -> Bool {
        let other = try await BusInspection.connection(to: bus)
        let result: Result<Bool, any Error>
        do { result = .success(try await connection.receivesUnrequestedReplies(from: other)) } catch {
            result = .failure(error)
        }
        await other.close()
        do { return try result.get() } catch { throw PhotoLibraryError(error) }
    }

    /// Returns whether a program with the caller's rights may monitor all messages on the bus.
    public func allowsMonitoring() async throws(PhotoLibraryError) -> Bool {
        let other = try await BusInspection.connection(to: bus)
        let isAllowed = await other.becomesMonitor()
        await other.close()
        return isAllowed
    }

    /// Returns the actions that polkit knows; starts polkit if it does not run.
    ///
    /// - Throws: if polkit does not answer.
    public func authorizationActions() async throws(PhotoLibraryError) -> Set<String> {
        let method = Method<Arguments<String>, Arguments<[Action]>>("EnumerateActions")
        do {
            let actions = try await connection.call(
                method, of: "org.freedesktop.PolicyKit1.Authority", at: "/org/freedesktop/PolicyKit1/Authority",
                on: "org.freedesktop.PolicyKit1", Arguments("C")
            ).values
            return Set(actions.map(\.values.0))
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    public func close() async { await connection.close() }

    private static let path: ObjectPath = "/org/freedesktop/DBus"

    private func ask<In, Out>(_ method: Method<In, Out>, _ arguments: In) async throws(PhotoLibraryError) -> Out {
        do {
            return try await connection.call(
                method, of: "org.freedesktop.DBus", at: BusInspection.path, on: .bus, arguments)
        } catch {
            throw PhotoLibraryError(error)
        }
    }
}

/// One of polkit's actions: its name, five texts to display, and its defaults.
private typealias Action = Structure<
    String, String, String, String, String, String, UInt32, UInt32, UInt32, [String: String]
>
