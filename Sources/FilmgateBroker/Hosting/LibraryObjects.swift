internal import FilmgateDBus
internal import FilmgateWire

/// The objects of one library host: the root for all of its user's connections, results and requests for the connection that made them.
struct LibraryObjects: Sendable {
    let root: [ServedInterface]
    let result: ServedInterface
    let results: ResultRegistry
    let request: ServedInterface
    let requests: RequestRegistry

    func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        if path == Wire.rootPath { return root }
        if await results.exists(path, of: sender) { return [result] }
        return await requests.exists(path, of: sender) ? [request] : nil
    }

    func paths(of sender: BusName) async -> [ObjectPath] {
        await results.paths(of: sender) + requests.paths(of: sender) + [Wire.rootPath]
    }
}
