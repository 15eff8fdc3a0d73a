import FilmgateDBus
import FilmgateModel
import FilmgateSystem
import FilmgateWire

/// A connection to the person's photo library, with the access that this app has.
///
///     let library = try await PhotoLibrary.connect()
///     guard try await library.authorizationStatus(for: .readWrite).allowsReading else { return }
///     for try await asset in try await library.fetch(.assets.newestFirst.limit(50)) { … }
///
/// Can be used from any task. If the broker was restarted and can no longer identify the connection, reconnects
/// automatically.
public final class PhotoLibrary: Sendable {
    /// The Filmgate version of this client library.
    public static var version: String { FilmgateVersion.version }

    /// The bus on which the broker runs.
    public enum Bus: Hashable, Sendable {
        /// The bus at the address in `FILMGATE_BUS_ADDRESS`; the system bus if the variable is not set.
        case usual
        case system
        /// A D-Bus address, for example `unix:path=/run/example`.
        case address(String)
        /// An in-memory bus, for tests of this package.
        case connector(BusConnectionFactory)

        /// The value of `FILMGATE_BUS_ADDRESS`; nil if not set, or in a set-group-ID program such as the agent.
        public static var environmentAddress: String? { environmentVariable("FILMGATE_BUS_ADDRESS") }
    }

    let link: BrokerLink

    init(_ link: BrokerLink) { self.link = link }

    /// Connects to the broker.
    ///
    /// - Parameters:
    ///   - user: the user whose grants and library are administered; nil for the caller.
    ///   - authenticate: called if a call requires the person to authenticate. If it returns true, the call is
    ///     repeated, and the person may be prompted. Without this function, such calls throw `interactionRequired`.
    /// - Throws: `busUnavailable` or `brokerUnavailable`.
    public static func connect(
        to bus: Bus = .usual, administering user: UInt32? = nil, authenticate: (@Sendable () async -> Bool)? = nil
    ) async throws(PhotoLibraryError) -> PhotoLibrary {
        let link = try BrokerLink(to: bus, administering: user, authenticate: authenticate)
        _ = try await link.connection()
        return PhotoLibrary(link)
    }

    // MARK: Authorization

    /// Returns this app's access without asking the person. `org.filmgate.Authorization1.GetStatus`.
    public func authorizationStatus(for access: AccessLevel) async throws(PhotoLibraryError) -> AuthorizationStatus {
        try await link.perform { (connection) async throws(PhotoLibraryError) in
            try await connection.status(for: access)
        }
    }

    /// A stream of this app's statuses: first the current one for each access level, and then each change.
    ///
    /// Ends if the bus cannot be reached. After a restart of the broker, yields the current statuses again.
    public var statusChanges: AsyncStream<StatusChange> {
        link.signals(
            AuthorizationInterface.statusChanged, of: AuthorizationInterface.name,
            beginning: { (connection) async throws(PhotoLibraryError) in
                var statuses: [StatusChange] = []
                for access in AccessLevel.allCases {
                    statuses.append(StatusChange(access: access, status: try await connection.status(for: access)))
                }
                return statuses
            },
            { signal in
                let (access, name) = signal.values
                return AuthorizationStatus(rawValue: name).map { StatusChange(access: access, status: $0) }
            })
    }

    /// Returns this app's identity as known to the broker. `org.filmgate.Authorization1.GetClient`.
    public func clientIdentity() async throws(PhotoLibraryError) -> ClientIdentity {
        try await link.connection().identity()
    }

    // MARK: Fetching

    /// Fetches the objects that match a request and that this app may see. `org.filmgate.Library1.Fetch`.
    ///
    ///     let best = try await library.fetch(.assets.where(\.rating >= 4).newestFirst.limit(50))
    ///     let summer = try await library.fetch(.albums.where { $0.title.like("Summer%") })
    ///
    /// - Throws: `invalidPredicate` if the condition is invalid, with the column of the fault; `limitsExceeded` if the
    ///   search takes too long.
    public func fetch<Element>(
        _ request: FetchRequest<Element>
    ) async throws(PhotoLibraryError) -> FetchResult<Element> {
        try await FetchResult(request, link)
    }

    /// Closes the connection. Later use of the library opens a new connection.
    public func disconnect() async { await link.close() }
}
