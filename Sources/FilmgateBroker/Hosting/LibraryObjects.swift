internal import FilmgateDBus
internal import FilmgateWire

/// The objects of one library host: the root for all of its user's connections, results and requests for the connection that made them.
@BrokerActor struct LibraryObjects {
    let root: [ServedInterface]
    let result: ServedInterface
    let request: ServedInterface
    let connections: ConnectionTable

    func interfaces(at path: ObjectPath, for sender: BusName) -> [ServedInterface]? {
        if path == Wire.rootPath { return root }
        guard let connection = connections[sender] else { return nil }
        if connection.results.open[path] != nil { return [result] }
        return connection.requests.open[path] != nil ? [request] : nil
    }

    func paths(of sender: BusName) -> [ObjectPath] {
        let connection = connections[sender]
        return [Wire.rootPath] + Array(connection?.results.open.keys ?? [:].keys)
            + Array(connection?.requests.open.keys ?? [:].keys)
    }
}
