internal import FilmgateDBus

/// `org.filmgate.Identify1`, which the broker of the system setting calls and `filmgate-identify` serves.
enum IdentifyInterface {
    static let name: InterfaceName = "org.filmgate.Identify1"
    static let path: ObjectPath = "/org/filmgate/Identify1"
    static let busName: BusName = "org.filmgate.Identify1"
    /// Only the owner of this name is answered.
    static let broker: BusName = "org.filmgate.Library1"

    /// Takes a bus name, a process number and a start time; returns an `Outcome`.
    static let identify = Method<Arguments<String, UInt32, UInt64>, Arguments<Options>>("Identify")
}
