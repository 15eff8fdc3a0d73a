public import FilmgateDBus
internal import FilmgatePolicy
public import FilmgateSystem

/// `org.filmgate.Resources1`: the files of an asset.
public enum ResourcesInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Resources1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Resources1_xml }

    public static let listResources = ContractMethod<Arguments<AssetIdentifier>, Arguments<[ResourceDescription]>>(
        "ListResources", requires: .operation(.readAssets))
    public static let openResource = ContractMethod<
        Arguments<AssetIdentifier, ResourceTypeName, NoOptions>, Arguments<OwnedDescriptor, Options>
    >("OpenResource", requires: .operation(.readAssets))

    public static var members: [Member] {
        [Member(listResources), Member(openResource), Member(Wire.versionProperty)]
    }
}
