public import FilmgateDBus

/// The broker's names on the bus.
public enum WireNames {
    public static let busName: BusName = "org.filmgate.Library1"
    public static let rootPath: ObjectPath = "/org/filmgate/Library1"
    /// The version of every interface of the root object.
    public static let version: UInt32 = 1
    /// The maximum size of a reply, in bytes.
    public static let replyBytes = 4 * 1024 * 1024
    /// The property that every interface of the root object has.
    public static let versionProperty = Property<UInt32>("Version")

    /// Returns the path of a connection's request.
    ///
    /// - Parameter token: letters, digits and '_'.
    public static func requestPath(_ token: String, of name: BusName) -> ObjectPath {
        // A unique name is a colon, then digits and dots, so the result is always a valid path.
        ObjectPath("\(rootPath)/request/\(element(of: name))/\(token)") ?? rootPath
    }

    /// Returns a unique name as a path element: without ':', and with '_' instead of '.'.
    public static func element(of name: BusName) -> String {
        String(name.rawValue.drop { $0 == ":" }.map { $0 == "." ? "_" : $0 })
    }
}
