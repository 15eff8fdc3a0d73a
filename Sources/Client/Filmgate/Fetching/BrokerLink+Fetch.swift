import FilmgateDBus
import FilmgateWire

extension BrokerLink {
    /// Asks the broker to fetch.
    func find<Element>(
        _ request: FetchRequest<Element>
    ) async throws(PhotoLibraryError) -> (object: ResultObject, count: Int) {
        try await perform { (connection) async throws(PhotoLibraryError) in
            let (path, count) = try await connection.call(
                LibraryInterface.fetch, request.options.arguments, timeLimit: .unlimited
            ).values
            return (ResultObject(connection: connection, path: path), Int(count))
        }
    }
}
