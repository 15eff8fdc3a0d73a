import FilmgateModel

extension AssetSummary: Codable {
    private enum Keys: String, CodingKey {
        case id, filename, title, favorite, duration
        case creationDate = "creation-date"
        case clockOffset = "clock-offset"
        /// The former name of `clock-offset`, which front ends expect.
        case timeZone = "time-zone"
        case mediaType = "media-type"
        case altText = "alt-text"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            ListedAsset(
                id: try values.decode(AssetID.self, forKey: .id),
                creationDate: try values.decodeIfPresent(Timestamp.self, forKey: .creationDate),
                clockOffset: try values.decodeIfPresent(Int32.self, forKey: .clockOffset)
                    ?? values.decodeIfPresent(Int32.self, forKey: .timeZone),
                duration: try values.decodeIfPresent(Double.self, forKey: .duration),
                isFavorite: try values.decodeIfPresent(Bool.self, forKey: .favorite) ?? false),
            filename: try values.decodeIfPresent(String.self, forKey: .filename),
            title: try values.decodeIfPresent(String.self, forKey: .title),
            altText: try values.decodeIfPresent(String.self, forKey: .altText),
            mediaType: try values.decodeIfPresent(MediaType.self, forKey: .mediaType))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(id, forKey: .id)
        try values.encodeIfPresent(listed.creationDate, forKey: .creationDate)
        try values.encodeIfPresent(listed.clockOffset, forKey: .clockOffset)
        try values.encodeIfPresent(listed.clockOffset, forKey: .timeZone)
        try values.encodeIfPresent(filename, forKey: .filename)
        try values.encodeIfPresent(title, forKey: .title)
        try values.encodeIfPresent(altText, forKey: .altText)
        try values.encodeIfPresent(mediaType, forKey: .mediaType)
        if listed.isFavorite { try values.encode(true, forKey: .favorite) }
        try values.encodeIfPresent(listed.duration, forKey: .duration)
    }
}
