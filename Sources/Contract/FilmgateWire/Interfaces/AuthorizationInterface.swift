public import FilmgateDBus
public import FilmgateModel
import FilmgatePolicy

/// `org.filmgate.Authorization1`: the caller's access and identity.
public enum AuthorizationInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Authorization1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Authorization1_xml }

    public static let getStatus = ContractMethod<MessageArguments<AccessLevel>, MessageArguments<String>>(
        "GetStatus", of: name, requires: .operation(.askForAccess), audit: .nothing, isForDelegates: true)
    public static let requestAccess = ContractMethod<
        MessageArguments<AccessLevel, InteractionOptions>, MessageArguments<ObjectPath>
    >(
        "RequestAccess", of: name, requires: .operation(.askForAccess), audit: .refusals(), isForDelegates: true)
    /// Needs permission to read, because only a client that may read has a selection.
    public static let editSelection = ContractMethod<
        MessageArguments<InteractionOptions>, MessageArguments<ObjectPath>
    >(
        "EditSelection", of: name, requires: .operation(.readAssets), cost: .reading, audit: .refusals())
    public static let openSettings = ContractMethod<MessageArguments<NoOptions>, MessageArguments<>>(
        "OpenSettings", of: name, requires: .operation(.askForAccess), audit: .refusals())
    public static let getClient = ContractMethod<MessageArguments<>, MessageArguments<ClientIdentity>>(
        "GetClient", of: name, requires: .nothing, audit: .nothing)

    public static let statusChanged = Signal<MessageArguments<AccessLevel, String>>("StatusChanged")

    public static var members: [Member] {
        [
            Member(getStatus), Member(requestAccess), Member(editSelection), Member(openSettings),
            Member(getClient), Member(statusChanged), Member(WireNames.versionProperty),
        ]
    }
}
