public import FilmgateDBus

/// The broker's names on the bus.
public enum Wire {
    public static let busName: BusName = "org.filmgate.Library1"
    public static let rootPath: ObjectPath = "/org/filmgate/Library1"
    /// The version of every interface of the root object.
    public static let version: UInt32 = 1
    /// The maximum size of a reply, in bytes.
    public static let replyBytes = 4 * 1024 * 1024
    /// The property that every interface of the root object has.
    public static let versionProperty = Property<UInt32>("Version")
}
