internal import FilmgateDBus
internal import FilmgateWire

/// Where the objects of a connection live.
enum Paths {
    static let results = "result"

    static func result(_ serial: UInt64, of name: BusName) -> ObjectPath {
        Wire.rootPath.appending(results).appending(element(of: name)).appending(String(serial))
    }

    /// A unique name as an element of a path: without ':', '.' turned '_'.
    static func element(of name: BusName) -> String {
        String(name.description.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
    }
}
