public import FilmgateDBus

/// `org.filmgate.Editor1`, which editors export on the session bus. The broker neither calls nor serves this interface.
public enum EditorInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Editor1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Editor1_xml }

    public static let edit = ContractMethod<MessageArguments<String, EditDetails>, MessageArguments<>>(
        "Edit", of: name, requires: .nothing, audit: .nothing)

    public static var members: [Member] { [Member(edit)] }

    /// Returns the bus name and the object path of an application. The Desktop Entry Specification derives both from
    /// the application's identifier.
    ///
    /// Returns nil for an identifier that cannot be a bus name.
    public static func address(of application: String) -> (name: BusName, path: ObjectPath)? {
        guard let name = BusName(application), !name.isUnique, name != .bus,
            let path = ObjectPath("/" + application.map { $0 == "." ? "/" : $0 == "-" ? "_" : String($0) }.joined())
        else { return nil }
        return (name, path)
    }
}
