public import FilmgateDBus

/// The names under which the broker is found.
public enum Wire {
    public static let busName: BusName = "org.filmgate.Library1"
    public static let rootPath: ObjectPath = "/org/filmgate/Library1"
    /// Of every interface that the root object carries.
    public static let version: UInt32 = 1
    /// No reply is larger, in bytes.
    public static let replyBytes = 4 * 1024 * 1024
    /// The property that every interface of the root object has.
    public static let versionProperty = Property<UInt32>("Version")
}
