import FilmgateDBus
import FilmgateWire

/// The D-Bus objects of one library. All connections of its user see the root; each sees only its own results, requests and
/// editing sessions.
@BrokerActor struct LibraryObjects {
    let root: [ServedInterface]
    let result: ServedInterface
    let request: ServedInterface
    let editSession: ServedInterface
    let connections: ConnectionTable

    func interfaces(at path: ObjectPath, for sender: BusName) -> [ServedInterface]? {
        if path == Wire.rootPath { return root }
        guard let connection = connections[sender] else { return nil }
        if connection.results.open[path] != nil { return [result] }
        if connection.edits[path] != nil { return [editSession] }
        return connection.requests.open[path] != nil ? [request] : nil
    }

    func paths(of sender: BusName) -> [ObjectPath] {
        let connection = connections[sender]
        return [Wire.rootPath] + Array(connection?.results.open.keys ?? [:].keys)
            + Array(connection?.requests.open.keys ?? [:].keys) + Array(connection?.edits.sessions.keys ?? [:].keys)
    }
}
