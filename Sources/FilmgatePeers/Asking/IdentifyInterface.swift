internal import FilmgateDBus

/// `org.filmgate.Identify1`, which the broker of the system setting calls and `filmgate-identify` serves.
enum IdentifyInterface {
    static let name: InterfaceName = "org.filmgate.Identify1"
    static let path: ObjectPath = "/org/filmgate/Identify1"
    static let busName: BusName = "org.filmgate.Identify1"
    /// Whoever owns this is answered, and nobody else.
    static let broker: BusName = "org.filmgate.Library1"

    /// Name, process and moment, as `Question` has them; who it is.
    static let identify = Method<Arguments<String, UInt32, UInt64>, Arguments<Options>>("Identify")
}
