import FilmgateModel

// Lists and images, whose contents are files of their own.

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

extension ImageMessage: Codable {
    private enum Keys: String, CodingKey { case question, asset, size, degraded, stage, failure }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            question: try values.decode(String.self, forKey: .question),
            asset: try values.decode(AssetID.self, forKey: .asset),
            size: try values.decode(Int.self, forKey: .size),
            isDegraded: try values.decodeIfPresent(Bool.self, forKey: .degraded) ?? false,
            failure: try values.decodeIfPresent(String.self, forKey: .failure))
        stage = try values.decodeIfPresent(Stage.self, forKey: .stage)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(question, forKey: .question)
        try values.encode(asset, forKey: .asset)
        try values.encode(size, forKey: .size)
        if isDegraded { try values.encode(true, forKey: .degraded) }
        try values.encodeIfPresent(stage, forKey: .stage)
        try values.encodeIfPresent(failure, forKey: .failure)
    }
}
