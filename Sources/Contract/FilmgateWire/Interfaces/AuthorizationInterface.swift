public import FilmgateDBus
public import FilmgateModel
import FilmgatePolicy

/// `org.filmgate.Authorization1`: the caller's access and identity.
public enum AuthorizationInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Authorization1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Authorization1_xml }

    public static let getStatus = ContractMethod<Arguments<AccessLevel>, Arguments<String>>(
        "GetStatus", of: name, requires: .operation(.askForAccess), audit: .nothing, isForDelegates: true)
    public static let requestAccess = ContractMethod<Arguments<AccessLevel, AskingOptions>, Arguments<ObjectPath>>(
        "RequestAccess", of: name, requires: .operation(.askForAccess), audit: .refusals(), isForDelegates: true)
    /// Needs permission to read, because only a client that may read has a selection.
    public static let editSelection = ContractMethod<Arguments<AskingOptions>, Arguments<ObjectPath>>(
        "EditSelection", of: name, requires: .operation(.readAssets), cost: .reading, audit: .refusals())
    public static let openSettings = ContractMethod<Arguments<NoOptions>, Arguments<>>(
        "OpenSettings", of: name, requires: .operation(.askForAccess), audit: .refusals())
    public static let getClient = ContractMethod<Arguments<>, Arguments<ClientIdentity>>(
        "GetClient", of: name, requires: .nothing, audit: .nothing)

    public static let statusChanged = Signal<Arguments<AccessLevel, String>>("StatusChanged")

    public static var members: [Member] {
        [
            Member(getStatus), Member(requestAccess), Member(editSelection), Member(openSettings),
            Member(getClient), Member(statusChanged), Member(Wire.versionProperty),
        ]
    }
}
