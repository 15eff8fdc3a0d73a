/// The members of the bus's interfaces that a connection uses.
enum BusInterface {
    static let path: ObjectPath = "/org/freedesktop/DBus"
    static let interface: InterfaceName = "org.freedesktop.DBus"

    static let hello = Method<NoArguments, MessageArguments<String>>("Hello")
    static let getID = Method<NoArguments, MessageArguments<String>>("GetId")
    static let requestName = Method<MessageArguments<String, UInt32>, MessageArguments<UInt32>>("RequestName")
    static let releaseName = Method<MessageArguments<String>, MessageArguments<UInt32>>("ReleaseName")
    static let getNameOwner = Method<MessageArguments<String>, MessageArguments<String>>("GetNameOwner")
    static let getConnectionCredentials = Method<MessageArguments<String>, MessageArguments<Options>>(
        "GetConnectionCredentials")
    static let getConnectionUnixUser = Method<MessageArguments<String>, MessageArguments<UInt32>>(
        "GetConnectionUnixUser")
    static let listNames = Method<NoArguments, MessageArguments<[String]>>("ListNames")
    static let addMatch = Method<MessageArguments<String>, NoArguments>("AddMatch")
    static let removeMatch = Method<MessageArguments<String>, NoArguments>("RemoveMatch")
    static let nameOwnerChanged = Signal<MessageArguments<String, String, String>>("NameOwnerChanged")

    /// The interface of `getConnectionStats`. A bus may deny access to it.
    static let statistics: InterfaceName = "org.freedesktop.DBus.Debug.Stats"
    static let getConnectionStats = Method<MessageArguments<String>, MessageArguments<Options>>("GetConnectionStats")

    /// The interface of `becomeMonitor`.
    static let monitoring: InterfaceName = "org.freedesktop.DBus.Monitoring"
    static let becomeMonitor = Method<MessageArguments<[String], UInt32>, NoArguments>("BecomeMonitor")

    static let nameOwnerChangedRule =
        "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged'"
}
