import FilmgateModel

extension AssetSummary: Codable {
    private enum Keys: String, CodingKey {
        case id, filename, title, favorite, duration
        case creationDate = "creation-date"
        case clockOffset = "clock-offset"
        /// The name of the clock's offset before it had its own, which front ends know.
        case timeZone = "time-zone"
        case mediaType = "media-type"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            id: try values.identifier(.id),
            creationDate: try values.decodeIfPresent(Timestamp.self, forKey: .creationDate),
            clockOffset: try values.decodeIfPresent(Int32.self, forKey: .clockOffset)
                ?? values.decodeIfPresent(Int32.self, forKey: .timeZone),
            filename: try values.decodeIfPresent(String.self, forKey: .filename),
            title: try values.decodeIfPresent(String.self, forKey: .title),
            mediaType: try values.decodeIfPresent(MediaType.self, forKey: .mediaType),
            isFavorite: try values.decodeIfPresent(Bool.self, forKey: .favorite) ?? false,
            duration: try values.decodeIfPresent(Double.self, forKey: .duration))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(id.description, forKey: .id)
        try values.encodeIfPresent(creationDate, forKey: .creationDate)
        try values.encodeIfPresent(clockOffset, forKey: .clockOffset)
        try values.encodeIfPresent(clockOffset, forKey: .timeZone)
        try values.encodeIfPresent(filename, forKey: .filename)
        try values.encodeIfPresent(title, forKey: .title)
        try values.encodeIfPresent(mediaType, forKey: .mediaType)
        if isFavorite { try values.encode(true, forKey: .favorite) }
        try values.encodeIfPresent(duration, forKey: .duration)
    }
}

extension AlbumSummary: Codable {
    private enum Keys: String, CodingKey { case id, title, count }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            id: try values.identifier(.id), title: try values.decode(String.self, forKey: .title),
            count: try values.decode(Int.self, forKey: .count))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(id.description, forKey: .id)
        try values.encode(title, forKey: .title)
        try values.encode(count, forKey: .count)
    }
}

extension PageRequest: Codable {
    private enum Keys: String, CodingKey { case question, album, offset, count }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            question: try values.decode(String.self, forKey: .question),
            album: values.contains(.album) ? try values.identifier(.album) : nil,
            offset: try values.decode(Int.self, forKey: .offset), count: try values.decode(Int.self, forKey: .count))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(question, forKey: .question)
        try values.encodeIfPresent(album?.description, forKey: .album)
        try values.encode(offset, forKey: .offset)
        try values.encode(count, forKey: .count)
    }
}

extension AssetPage: Codable {
    private enum Keys: String, CodingKey { case question, album, offset, total, assets }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            question: try values.decode(String.self, forKey: .question),
            album: values.contains(.album) ? try values.identifier(.album) : nil,
            offset: try values.decode(Int.self, forKey: .offset), total: try values.decode(Int.self, forKey: .total),
            assets: try values.decode([AssetSummary].self, forKey: .assets))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(question, forKey: .question)
        try values.encodeIfPresent(album?.description, forKey: .album)
        try values.encode(offset, forKey: .offset)
        try values.encode(total, forKey: .total)
        try values.encode(assets, forKey: .assets)
    }
}
