public import FilmgateDBus
import FilmgateModel
import FilmgatePolicy

/// `org.filmgate.Images1`: images and videos of assets, made for the client.
public enum ImagesInterface: ContractInterface {
    public static let name: InterfaceName = "org.filmgate.Images1"
    public static var document: [UInt8] { PackageResources.org_filmgate_Images1_xml }

    public static let requestImage = ContractMethod<
        MessageArguments<AssetIDText, ImageOptions>, MessageArguments<ObjectPath>
    >(
        "RequestImage", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .calls { AuditSubject(ids: [ObjectID($0.values.0.id)], detail: $0.values.1.specification.auditedSize) })

    public static let requestVideo = ContractMethod<
        MessageArguments<AssetIDText, VideoOptions>, MessageArguments<ObjectPath>
    >(
        "RequestVideo", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .calls {
            AuditSubject(ids: [ObjectID($0.values.0.id)], detail: $0.values.1.specification.preset.rawValue)
        })

    public static let requestLivePhoto = ContractMethod<
        MessageArguments<AssetIDText, LivePhotoOptions>, MessageArguments<ObjectPath>
    >(
        "RequestLivePhoto", of: name, requires: .operation(.readAssets), cost: .reading,
        audit: .calls {
            AuditSubject(ids: [ObjectID($0.values.0.id)], detail: $0.values.1.image.specification.auditedSize)
        })

    public static let startCaching = ContractMethod<
        MessageArguments<[AssetIDText], CachingOptions<StartCaching>>, MessageArguments<>
    >(
        "StartCaching", of: name, requires: .operation(.readAssets), audit: .calls())

    public static let stopCaching = ContractMethod<
        MessageArguments<[AssetIDText], CachingOptions<StopCaching>>, MessageArguments<>
    >(
        "StopCaching", of: name, requires: .operation(.readAssets), audit: .refusals())

    public static let stopCachingAll = ContractMethod<MessageArguments<>, MessageArguments<>>(
        "StopCachingAll", of: name, requires: .operation(.readAssets), audit: .refusals())

    public static var members: [Member] {
        [
            Member(requestImage), Member(requestVideo), Member(requestLivePhoto), Member(startCaching),
            Member(stopCaching), Member(stopCachingAll), Member(WireNames.versionProperty),
        ]
    }
}

extension ImageSpecification {
    /// The requested size for the audit log: the longer side of the box, rounded up to a power of two from 64 to 8192.
    /// It is `full size` if the side exceeds 8192, if only one side is limited, or if the image can exceed its box.
    fileprivate var auditedSize: String {
        let whole = crop == .whole ? "" : " of a part"
        guard resize == .exact, let width, let height,
            let size = ImageSpecification.sizes.first(where: { max(width, height) <= $0 })
        else { return "full size" + whole }
        return "\(size) pixels" + whole
    }

    private static let sizes: [UInt32] = [64, 128, 256, 512, 1024, 2048, 4096, 8192]
}
