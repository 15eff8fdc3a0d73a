/// The members of the bus's interfaces that a connection uses.
enum Bus {
    static let path: ObjectPath = "/org/freedesktop/DBus"
    static let interface: InterfaceName = "org.freedesktop.DBus"

    static let hello = Method<NoArguments, Arguments<String>>("Hello")
    static let getID = Method<NoArguments, Arguments<String>>("GetId")
    static let requestName = Method<Arguments<String, UInt32>, Arguments<UInt32>>("RequestName")
    static let releaseName = Method<Arguments<String>, Arguments<UInt32>>("ReleaseName")
    static let getNameOwner = Method<Arguments<String>, Arguments<String>>("GetNameOwner")
    static let getConnectionCredentials = Method<Arguments<String>, Arguments<Options>>("GetConnectionCredentials")
    static let getConnectionUnixUser = Method<Arguments<String>, Arguments<UInt32>>("GetConnectionUnixUser")
    static let listNames = Method<NoArguments, Arguments<[String]>>("ListNames")
    static let addMatch = Method<Arguments<String>, NoArguments>("AddMatch")
    static let removeMatch = Method<Arguments<String>, NoArguments>("RemoveMatch")
    static let nameOwnerChanged = Signal<Arguments<String, String, String>>("NameOwnerChanged")

    /// The interface of `getConnectionStats`. A bus may deny access to it.
    static let statistics: InterfaceName = "org.freedesktop.DBus.Debug.Stats"
    static let getConnectionStats = Method<Arguments<String>, Arguments<Options>>("GetConnectionStats")

    /// The interface of `becomeMonitor`.
    static let monitoring: InterfaceName = "org.freedesktop.DBus.Monitoring"
    static let becomeMonitor = Method<Arguments<[String], UInt32>, NoArguments>("BecomeMonitor")

    static let nameOwnerChangedRule =
        "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged'"
}
