internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgateSystem
internal import FilmgateWire

/// One result at the broker, reached over the connection that fetched it: to others it does not exist.
struct ResultObject: Sendable {
    let connection: BrokerConnection
    let path: ObjectPath

    func read<Element: Fetchable>(
        _ type: Element.Type, _ offset: UInt32, _ count: UInt32, _ properties: Set<Element.Property>
    ) async throws(PhotoLibraryError) -> [Element] {
        let arguments = Arguments(offset, count, ResultObject.names(properties))
        let rows = try await call(FetchResultInterface.read, arguments).values
        var elements: [Element] = []
        elements.reserveCapacity(rows.count)
        for row in rows { elements.append(try ResultObject.element(row.representation)) }
        return elements
    }

    /// Keys that this version does not know are left out: a newer broker may send more.
    private static func element<Element: Fetchable>(_ options: Options) throws(PhotoLibraryError) -> Element {
        guard let id = options["id"]?.value(as: String.self).flatMap({ Element.ID($0) }) else {
            throw .invalidReply("The broker told of something without its identifier.")
        }
        var values: [Element.Property: PropertyValue] = [:]
        for (key, variant) in options {
            guard let property = Element.Property(rawValue: key), let value = PropertyValue(variant) else { continue }
            values[property] = value
        }
        return Element(id: id, values: values)
    }

    /// All rows, in one file.
    func snapshot<Property: RawRepresentable<String>>(
        _ properties: Set<Property>
    ) async throws(PhotoLibraryError) -> SnapshotTable {
        let arguments = Arguments(ResultObject.names(properties), SnapshotRange())
        let (content, layout) = try await call(FetchResultInterface.snapshot, arguments, patience: .work).values
        do {
            let size = Int(clamping: try content.facts().size)
            return try SnapshotTable(try content.contents(upTo: size) ?? [], layout)
        } catch {
            throw PhotoLibraryError(error)
        }
    }

    func index(of id: some LocalIdentifier) async throws(PhotoLibraryError) -> Int? {
        let index = try await call(FetchResultInterface.indexOf, Arguments(LibraryIdentifier(ObjectID(id)))).values
        return index < 0 ? nil : Int(index)
    }

    func close() async throws(PhotoLibraryError) { _ = try await call(FetchResultInterface.close, Arguments()) }

    /// The identifier is always among them.
    private static func names<Property: RawRepresentable<String>>(_ properties: Set<Property>) -> [String] {
        ["id"] + properties.map(\.rawValue).filter { $0 != "id" }
    }

    private func call<In, Out>(
        _ row: Row<In, Out>, _ arguments: In, patience: BrokerConnection.Patience = .usual
    ) async throws(PhotoLibraryError) -> Out {
        try await connection.call(row, of: FetchResultInterface.name, at: path, arguments, patience: patience)
    }
}
