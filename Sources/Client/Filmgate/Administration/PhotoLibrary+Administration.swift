public import FilmgateModel
public import FilmgateWire
public import FoundationEssentials
import FilmgateDBus

extension PhotoLibrary {
    /// The management of grants and clients, for the library's owner and administrators. Others get `notAuthorized`.
    public var administration: Administration { Administration(link: link) }

    /// The management of access to the library: `org.filmgate.Admin1`.
    public struct Administration: Sendable {
        let link: BrokerLink

        /// Returns all grants, or only the grants of one client.
        public func grants(of client: ClientID? = nil) async throws(PhotoLibraryError) -> [ClientGrant] {
            let filter = GrantFilter(client: client, user: link.user)
            return try await link.call(AdminInterface.listGrants, MessageArguments(filter)).values
        }

        /// Sets a client's grant. The grant takes effect with the client's next call.
        ///
        /// - Parameter client: the client's identifier, for example `flatpak:org.example.App`.
        public func setGrant(of client: ClientID, _ decision: GrantDecision) async throws(PhotoLibraryError) {
            var options = decision.options
            options.user = link.user
            _ = try await link.call(
                AdminInterface.setGrant,
                MessageArguments(GrantedClientIDText(client), WireLevel(decision.level), options))
        }

        /// Removes a client's grant, as if it had never been set.
        public func resetGrant(of client: ClientID) async throws(PhotoLibraryError) {
            _ = try await link.call(AdminInterface.resetGrant, MessageArguments(ClientIDText(client), link.userOption))
        }

        /// Pauses a client's access to photos. Until `end`, the client sees no photos and cannot prompt the person.
        /// After that, the client has its previous access again.
        ///
        /// - Throws: `invalidArgument` if the client has no access to photos, or if `end` is in the past.
        public func pause(_ client: ClientID, until end: Date) async throws(PhotoLibraryError) {
            let options = PauseOptions(until: Timestamp(end), user: link.user)
            _ = try await link.call(AdminInterface.pauseClient, MessageArguments(ClientIDText(client), options))
        }

        /// Returns the assets and albums that were selected for a client.
        public func selection(of client: ClientID) async throws(PhotoLibraryError) -> [ObjectID] {
            try await link.call(AdminInterface.getSelection, MessageArguments(ClientIDText(client), link.userOption))
                .values
                .compactMap { ObjectID($0) }
        }

        /// - Throws: `invalidArgument` if the client's level is not `limited`.
        public func changeSelection(
            of client: ClientID, adding: [ObjectID] = [], removing: [ObjectID] = []
        ) async throws(PhotoLibraryError) {
            let arguments = MessageArguments(
                ClientIDText(client), adding.map { ObjectIDText($0) }, removing.map { ObjectIDText($0) },
                link.userOption)
            _ = try await link.call(AdminInterface.changeSelection, arguments)
        }

        /// Returns the clients' connections that the broker has seen.
        public func clients() async throws(PhotoLibraryError) -> [ConnectedApp] {
            try await link.call(AdminInterface.listClients, MessageArguments()).values
        }

        /// A stream that yields immediately, and then whenever the result of `grants` may have changed. Ends if the bus
        /// becomes unreachable, or immediately if the caller may not list grants.
        public var grantsChanged: AsyncStream<Void> {
            link.signals(
                AdminInterface.grantsChanged, of: AdminInterface.name,
                beginning: { (connection) async throws(PhotoLibraryError) in
                    // The broker notifies only connections that have made this call.
                    _ = try await connection.call(
                        AdminInterface.listGrants, MessageArguments(GrantFilter(user: link.user)))
                    return [()]
                },
                { _ in () })
        }
    }
}
