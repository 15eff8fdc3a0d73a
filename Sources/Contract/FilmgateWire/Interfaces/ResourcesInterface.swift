public import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
public import FilmgateSystem

/// `org.filmgate.Resources1`: the files of an asset.
public enum ResourcesInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Resources1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Resources1_xml }

    public static let listResources = ContractMethod<
        MessageArguments<AssetIDText>, MessageArguments<[ResourceDescription]>
    >(
        "ListResources", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: [ObjectID($0.values.id)]) })
    public static let openResource = ContractMethod<
        MessageArguments<AssetIDText, ResourceTypeName, OpenResourceOptions>,
        MessageArguments<OwnedDescriptor, OpenResourceReply>
    >(
        "OpenResource", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .calls {
            AuditSubject(ids: [ObjectID($0.values.0.id)], detail: $0.values.2.isShared ? "shared" : "")
        })

    public static let requestResource = ContractMethod<
        MessageArguments<AssetIDText, ResourceTypeName, ResourceOptions>, MessageArguments<ObjectPath>
    >(
        "RequestResource", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: [ObjectID($0.values.0.id)]) })

    public static let getMetadata = ContractMethod<MessageArguments<AssetIDText, NoOptions>, MessageArguments<Options>>(
        "GetMetadata", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: [ObjectID($0.values.0.id)]) })

    public static var members: [Member] {
        [
            Member(listResources), Member(openResource), Member(requestResource), Member(getMetadata),
            Member(WireNames.versionProperty),
        ]
    }
}
