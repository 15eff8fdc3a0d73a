public import FilmgateDBus
import FilmgatePolicy

/// `org.filmgate.EditSession1`: the objects that `BeginEditing` and `TakeUp` create, each for only one connection.
public enum EditSessionInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.EditSession1"
    public static var document: [UInt8] { PackageResources.org_filmgate_EditSession1_xml }

    /// The session determines the required access: a session that began with a ticket needs none. The audit log records
    /// the change that shows the edit.
    public static let finish = ContractMethod<
        Arguments<[EditedFile], String, String, [UInt8], NoOptions>, Arguments<>
    >("Finish", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals())
    public static let cancel = ContractMethod<Arguments<>, Arguments<>>(
        "Cancel", of: name, requires: .operation(.askForAccess), audit: .nothing)

    public static var members: [Member] { [Member(finish), Member(cancel)] }
}
