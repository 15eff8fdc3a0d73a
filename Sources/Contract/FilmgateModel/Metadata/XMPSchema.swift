/// The XMP schemas whose properties clients can read. The raw values are their usual prefixes.
public enum XMPSchema: String, CaseIterable, Sendable {
    case dublinCore = "dc"
    case tiff
    case exif
    case exifExtended = "exifEX"
    case auxiliary = "aux"
    case basic = "xmp"
    case rights = "xmpRights"
    case mediaManagement = "xmpMM"
    case photoshop
    case iptcCore = "Iptc4xmpCore"
    case iptcExtension = "Iptc4xmpExt"
    case panorama = "GPano"
    case googleCamera = "GCamera"
    case lightroom = "lr"
    case digiKam
    case microsoftPhoto = "MicrosoftPhoto"
    case plus
    case regions = "mwg-rs"
    case microsoftPeople = "MP"

    public var uri: String {
        switch self {
        case .dublinCore: "http://purl.org/dc/elements/1.1/"
        case .tiff: "http://ns.adobe.com/tiff/1.0/"
        case .exif: "http://ns.adobe.com/exif/1.0/"
        case .exifExtended: "http://cipa.jp/exif/1.0/"
        case .auxiliary: "http://ns.adobe.com/exif/1.0/aux/"
        case .basic: "http://ns.adobe.com/xap/1.0/"
        case .rights: "http://ns.adobe.com/xap/1.0/rights/"
        case .mediaManagement: "http://ns.adobe.com/xap/1.0/mm/"
        case .photoshop: "http://ns.adobe.com/photoshop/1.0/"
        case .iptcCore: "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
        case .iptcExtension: "http://iptc.org/std/Iptc4xmpExt/2008-02-29/"
        case .panorama: "http://ns.google.com/photos/1.0/panorama/"
        case .googleCamera: "http://ns.google.com/photos/1.0/camera/"
        case .lightroom: "http://ns.adobe.com/lightroom/1.0/"
        case .digiKam: "http://www.digikam.org/ns/1.0/"
        case .microsoftPhoto: "http://ns.microsoft.com/photo/1.0/"
        case .plus: "http://ns.useplus.org/ldf/xmp/1.0/"
        case .regions: "http://www.metadataworkinggroup.com/schemas/regions/"
        case .microsoftPeople: "http://ns.microsoft.com/photo/1.2/"
        }
    }

    /// Creates the schema of a name such as `exif:FNumber`. Returns nil if the name has none of these prefixes.
    public init?(prefixOf name: String) {
        guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        self.init(rawValue: String(name[..<colon]))
    }
}
