internal import FilmgateDBus
internal import FilmgateWire

extension BrokerLink {
    /// Has the broker look for what matches.
    func find<Element>(
        _ request: FetchRequest<Element>
    ) async throws(PhotoLibraryError) -> (object: ResultObject, count: Int) {
        try await perform { (connection) async throws(PhotoLibraryError) in
            let (path, count) = try await connection.call(
                fetchRow, of: LibraryInterface.name, Arguments(Element.kind.rawValue, request.options), patience: .work
            ).values
            return (ResultObject(connection: connection, path: path), Int(count))
        }
    }
}

/// The method with a condition as the app wrote it, which the broker alone reads.
private let fetchRow = ContractMethod<Arguments<String, Options>, Arguments<ObjectPath, UInt32>>(
    LibraryInterface.fetch.method.name, requires: LibraryInterface.fetch.requires, audit: .nothing)
