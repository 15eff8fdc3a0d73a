internal import FilmgateDBus
internal import FilmgateWire

/// Where the objects of a connection live.
enum Paths {
    /// - Parameter broker: tells one broker's objects from those of another at the same bus, in letters and digits.
    static func result(_ serial: UInt64, of name: BusName, at broker: String) -> ObjectPath {
        // A unique name is digits and dots behind a colon, so this is always a path.
        ObjectPath("\(Wire.rootPath)/result/\(element(of: name))/\(broker)/\(serial)") ?? Wire.rootPath
    }

    /// - Parameter token: of letters, digits and '_'.
    static func request(_ token: String, of name: BusName) -> ObjectPath {
        ObjectPath("\(Wire.rootPath)/request/\(element(of: name))/\(token)") ?? Wire.rootPath
    }

    /// A unique name as an element of a path: without ':', '.' turned '_'.
    static func element(of name: BusName) -> String {
        String(name.rawValue.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
    }
}
