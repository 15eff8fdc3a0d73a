public import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
public import FilmgateSystem

/// `org.filmgate.Editing1`: sessions in which clients change the content that an asset shows.
public enum EditingInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Editing1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Editing1_xml }

    public static let beginEditing = ContractMethod<
        MessageArguments<AssetIDText, EditingOptions>, MessageArguments<ObjectPath, OwnedDescriptor, EditingInput>
    >(
        "BeginEditing", of: name, requires: .operation(.editAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: [ObjectID($0.values.0.id)]) })
    /// The arguments do not name the asset, so the broker itself writes the audit entry of an allowed call.
    public static let takeUp = ContractMethod<
        MessageArguments<String, EditingOptions>, MessageArguments<ObjectPath, OwnedDescriptor, EditingInput>
    >("TakeUp", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals())
    public static let createTicket = ContractMethod<
        MessageArguments<AssetIDText, ClientIDText, NoOptions>, MessageArguments<String>
    >(
        "CreateTicket", of: name, requires: .operation(.editAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: [ObjectID($0.values.0.id)]) })

    public static var members: [Member] {
        [Member(beginEditing), Member(takeUp), Member(createTicket), Member(WireNames.versionProperty)]
    }
}

/// `org.filmgate.EditSession1`: the objects that `BeginEditing` and `TakeUp` create, each for only one connection.
public enum EditSessionInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.EditSession1"
    public static var document: [UInt8] { PackageResources.org_filmgate_EditSession1_xml }

    /// The session determines the required access. A session that began with a ticket for the person's chosen editor
    /// needs none. Allowed calls are not in the audit log, because the change itself is.
    public static let finish = ContractMethod<
        MessageArguments<[EditedFile], String, String, [UInt8], NoOptions>, MessageArguments<>
    >("Finish", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals())
    /// The same rules as for `finish` apply to the required access and the audit log.
    public static let transform = ContractMethod<MessageArguments<TransformOptions>, MessageArguments<>>(
        "Transform", of: name, requires: .operation(.askForAccess), cost: .reading, audit: .refusals())
    public static let cancel = ContractMethod<MessageArguments<>, MessageArguments<>>(
        "Cancel", of: name, requires: .operation(.askForAccess), audit: .nothing)

    public static var members: [Member] { [Member(finish), Member(transform), Member(cancel)] }
}
