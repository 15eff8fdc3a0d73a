import FilmgateDBus
import FilmgateWire

extension BrokerLink {
    /// Asks the broker to fetch.
    func find<Element>(
        _ request: FetchRequest<Element>
    ) async throws(PhotoLibraryError) -> (object: ResultObject, count: Int) {
        try await perform { (connection) async throws(PhotoLibraryError) in
            let (path, count) = try await connection.call(
                fetchRow, of: LibraryInterface.name, Arguments(Element.kind.rawValue, request.options),
                timeLimit: .unlimited
            ).values
            return (ResultObject(connection: connection, path: path), Int(count))
        }
    }
}

/// `Fetch` with a condition as the app wrote it, which only the broker parses.
private let fetchRow = ContractMethod<Arguments<String, Options>, Arguments<ObjectPath, UInt32>>(
    LibraryInterface.fetch.method.name, requires: LibraryInterface.fetch.requires, audit: .nothing)
