internal import FilmgateModel

extension AssetSummary: Codable {
    private enum Keys: String, CodingKey {
        case id, filename, title, favorite
        case creationDate = "creation-date"
        case mediaType = "media-type"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        guard let id = AssetID(try values.decode(String.self, forKey: .id)) else {
            throw values.corrupted(.id, "no identifier")
        }
        self.init(
            id: id, creationDate: try values.decodeIfPresent(Timestamp.self, forKey: .creationDate),
            filename: try values.decodeIfPresent(String.self, forKey: .filename),
            title: try values.decodeIfPresent(String.self, forKey: .title),
            mediaType: try values.decodeIfPresent(MediaType.self, forKey: .mediaType),
            isFavorite: try values.decodeIfPresent(Bool.self, forKey: .favorite) ?? false)
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(id.description, forKey: .id)
        try values.encodeIfPresent(creationDate, forKey: .creationDate)
        try values.encodeIfPresent(filename, forKey: .filename)
        try values.encodeIfPresent(title, forKey: .title)
        try values.encodeIfPresent(mediaType, forKey: .mediaType)
        if isFavorite { try values.encode(true, forKey: .favorite) }
    }
}
