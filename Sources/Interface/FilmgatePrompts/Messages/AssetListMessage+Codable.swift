// Encodes the keys of the request and the count in one JSON object.

extension AssetListMessage: Codable {
    private enum Keys: String, CodingKey { case count }

    public init(from decoder: any Decoder) throws {
        self.init(
            try AssetListRequest(from: decoder),
            count: try decoder.container(keyedBy: Keys.self).decodeIfPresent(Int.self, forKey: .count))
    }

    public func encode(to encoder: any Encoder) throws {
        try request.encode(to: encoder)
        var values = encoder.container(keyedBy: Keys.self)
        try values.encodeIfPresent(count, forKey: .count)
    }
}
