public import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePolicy

/// `org.filmgate.Images1`: images and videos of assets, made for the client.
public enum ImagesInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Images1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Images1_xml }

    public static let requestImage = ContractMethod<Arguments<AssetIdentifier, ImageOptions>, Arguments<ObjectPath>>(
        "RequestImage", requires: .operation(.readAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: [ObjectID($0.values.0.id)]) })

    public static let requestVideo = ContractMethod<Arguments<AssetIdentifier, VideoOptions>, Arguments<ObjectPath>>(
        "RequestVideo", requires: .operation(.readAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: [ObjectID($0.values.0.id)]) })

    public static let requestLivePhoto = ContractMethod<
        Arguments<AssetIdentifier, LivePhotoOptions>, Arguments<ObjectPath>
    >(
        "RequestLivePhoto", requires: .operation(.readAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: [ObjectID($0.values.0.id)]) })

    public static let startCaching = ContractMethod<Arguments<[AssetIdentifier], ImageOptions>, Arguments<>>(
        "StartCaching", requires: .operation(.readAssets), audit: .calls())

    public static let stopCaching = ContractMethod<Arguments<[AssetIdentifier], ImageOptions>, Arguments<>>(
        "StopCaching", requires: .operation(.readAssets), audit: .nothing)

    public static let stopCachingAll = ContractMethod<Arguments<>, Arguments<>>(
        "StopCachingAll", requires: .operation(.readAssets), audit: .nothing)

    public static var members: [Member] {
        [
            Member(requestImage), Member(requestVideo), Member(requestLivePhoto), Member(startCaching),
            Member(stopCaching), Member(stopCachingAll), Member(Wire.versionProperty),
        ]
    }
}
