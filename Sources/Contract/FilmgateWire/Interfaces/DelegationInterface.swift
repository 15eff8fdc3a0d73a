public import FilmgateDBus
import FilmgateModel
public import FilmgateSystem

/// `org.filmgate.Delegation1`: lets programs act for apps that do not support Filmgate.
public enum DelegationInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Delegation1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Delegation1_xml }

    /// Takes a pidfd of the app's process, and returns the app's identity as a client.
    public static let actAs = ContractMethod<
        MessageArguments<OwnedDescriptor, DelegationOptions>, MessageArguments<String>
    >(
        "ActAs", of: name, requires: .nothing,
        audit: .replies { _, reply in AuditSubject(client: ClientID(reply.values)) })

    public static var members: [Member] { [Member(actAs), Member(WireNames.versionProperty)] }
}
