import Filmgate

/// An asset as JSON, with the D-Bus contract's names, dates in ISO 8601, and a location as latitude and longitude.
struct AssetRecord: Encodable {
    let asset: Asset
    var resources: [ResourceRecord]?

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyCodingKey.self)
        for property in AssetProperty.readable {
            guard let value = asset[property] else { continue }
            try container.encode(value, forKey: AnyCodingKey(property.rawValue))
        }
        if let resources { try container.encode(resources, forKey: AnyCodingKey("resources")) }
    }
}

/// A file of an asset as JSON.
struct ResourceRecord: Encodable {
    let type: String
    let mimeType: String
    let filename: String?
    let fileSize: UInt64

    private enum CodingKeys: String, CodingKey {
        case type, filename
        case mimeType = "mime-type"
        case fileSize = "file-size"
    }

    init(_ resource: AssetResource) {
        type = resource.type.rawValue
        mimeType = resource.mimeType
        filename = resource.filename
        fileSize = resource.fileSize
    }
}
