internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateWire

/// One result at the broker, reached over the connection that fetched it: to others it does not exist.
struct ResultObject: Sendable {
    let connection: BrokerConnection
    let path: ObjectPath

    func read(
        _ offset: UInt32, _ count: UInt32, _ properties: PropertyNames
    ) async throws(PhotoLibraryError) -> [Asset] {
        let rows = try await call(
            FetchResultInterface.read, Arguments(offset, count, properties.representation)
        ).values
        var assets: [Asset] = []
        for row in rows {
            guard let values = try? AssetValues(representation: row.representation).values,
                case .text(let text)? = values[.id],
                let id = AssetID(text)
            else { throw .invalidReply("The broker told of an asset without its identifier.") }
            assets.append(Asset(id: id, values: values))
        }
        return assets
    }

    func collections(
        _ offset: UInt32, _ count: UInt32, _ properties: Set<CollectionProperty>
    ) async throws(PhotoLibraryError) -> [PhotoCollection] {
        let names = properties.union([.id, .title, .type]).map(\.rawValue)
        let rows = try await call(FetchResultInterface.read, Arguments(offset, count, names)).values
        let collections = rows.compactMap { PhotoCollection(values: $0.representation) }
        guard collections.count == rows.count else {
            throw .invalidReply("The broker told of an album or a folder without its identifier, title or type.")
        }
        return collections
    }

    func albums(_ offset: UInt32, _ count: UInt32) async throws(PhotoLibraryError) -> [Album] {
        try await collections(offset, count, [.count]).map {
            Album(id: AlbumID(uuid: $0.id.uuid), title: $0.title, count: $0.count)
        }
    }

    func index(of asset: AssetID) async throws(PhotoLibraryError) -> Int? {
        let index = try await call(FetchResultInterface.indexOf, Arguments(LibraryIdentifier(ObjectID(asset)))).values
        return index < 0 ? nil : Int(index)
    }

    func close() async throws(PhotoLibraryError) { _ = try await call(FetchResultInterface.close, Arguments()) }

    private func call<In, Out>(_ row: Row<In, Out>, _ arguments: In) async throws(PhotoLibraryError) -> Out {
        try await connection.call(row, of: FetchResultInterface.name, at: path, arguments)
    }
}
