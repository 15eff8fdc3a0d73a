/// The schemas whose names occur only within structures of an `XMPSchema`. The raw values are their usual prefixes.
public enum XMPStructure: String, CaseIterable, Sendable {
    case resource = "stRef"
    case event = "stEvt"
    case version = "stVer"
    case dimensions = "stDim"
    case area = "stArea"
    case microsoftRegions = "MPRI"
    case microsoftRegion = "MPReg"

    public var uri: String {
        switch self {
        case .resource: "http://ns.adobe.com/xap/1.0/sType/ResourceRef#"
        case .event: "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
        case .version: "http://ns.adobe.com/xap/1.0/sType/Version#"
        case .dimensions: "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
        case .area: "http://ns.adobe.com/xmp/sType/Area#"
        case .microsoftRegions: "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
        case .microsoftRegion: "http://ns.microsoft.com/photo/1.2/t/Region#"
        }
    }
}
