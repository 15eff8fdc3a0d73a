internal import FilmgateModel

extension Question: Codable {
    private enum Keys: String, CodingKey {
        case id, kind, client, purpose, access, assets, highest, selection, limit, ordered, changes
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id), kind: try values.decode(Kind.self, forKey: .kind),
            client: try values.decode(RequestingApp.self, forKey: .client),
            assetCount: try values.decode(Int.self, forKey: .assets))
        purpose = try values.decodeIfPresent(String.self, forKey: .purpose)
        access = try values.decodeIfPresent(String.self, forKey: .access).map {
            guard let access = AccessLevel(rawValue: $0) else {
                throw values.corrupted(.access, "not a kind of access")
            }
            return access
        }
        highest = try values.decodeIfPresent(String.self, forKey: .highest)
        selection = try values.identifiers(.selection) ?? []
        limit = try values.decodeIfPresent(Int.self, forKey: .limit)
        isOrdered = try values.decodeIfPresent(Bool.self, forKey: .ordered) ?? false
        changes = try values.decodeIfPresent([PendingChange].self, forKey: .changes) ?? []
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(id, forKey: .id)
        try values.encode(kind, forKey: .kind)
        try values.encode(client, forKey: .client)
        try values.encodeIfPresent(purpose, forKey: .purpose)
        try values.encodeIfPresent(access?.rawValue, forKey: .access)
        try values.encode(assetCount, forKey: .assets)
        try values.encodeIfPresent(highest, forKey: .highest)
        if !selection.isEmpty { try values.encode(selection.map(\.description), forKey: .selection) }
        try values.encodeIfPresent(limit, forKey: .limit)
        if isOrdered { try values.encode(true, forKey: .ordered) }
        if !changes.isEmpty { try values.encode(changes, forKey: .changes) }
    }
}

extension PendingChange: Codable {
    private enum Keys: String, CodingKey { case name, assets }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(try values.decode(String.self, forKey: .name), try values.identifiers(.assets) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(name, forKey: .name)
        try values.encode(assets.map(\.description), forKey: .assets)
    }
}

extension Answer: Codable {
    private enum Keys: String, CodingKey {
        case id, decision, selection, albums, rights, `for`
        case maxPixels = "max-pixels"
        case locationPrecision = "location-precision"
        case mediaTypes = "media-types"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        let lasting = try values.decodeIfPresent(String.self, forKey: .for) ?? Lasting.good.text
        guard let lasting = Lasting(lasting) else {
            throw values.corrupted(.for, "must be 'good', 'once' or a time such as '1d'")
        }
        self.init(
            to: try values.decode(String.self, forKey: .id), try values.decode(Decision.self, forKey: .decision),
            selection: try values.identifiers(.selection) ?? [], albums: try values.identifiers(.albums) ?? [],
            lasting: lasting,
            rights: try values.decodeIfPresent([String].self, forKey: .rights))
        maxPixels = try values.decodeIfPresent(UInt32.self, forKey: .maxPixels)
        locationPrecision = try values.decodeIfPresent(String.self, forKey: .locationPrecision).map {
            guard let precision = LocationPrecision(rawValue: $0) else {
                throw values.corrupted(.locationPrecision, "must be 'exact' or 'town'")
            }
            return precision
        }
        mediaTypes = try values.decodeIfPresent([String].self, forKey: .mediaTypes).map { names in
            let types = names.map(MediaType.init)
            guard !types.isEmpty, !types.contains(nil) else {
                throw values.corrupted(.mediaTypes, "must hold 'image', 'video' or both")
            }
            return Set(types.compactMap(\.self))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(id, forKey: .id)
        try values.encode(decision, forKey: .decision)
        if !selection.isEmpty { try values.encode(selection.map(\.description), forKey: .selection) }
        if !albums.isEmpty { try values.encode(albums.map(\.description), forKey: .albums) }
        if lasting != .good { try values.encode(lasting.text, forKey: .for) }
        try values.encodeIfPresent(rights, forKey: .rights)
        try values.encodeIfPresent(maxPixels, forKey: .maxPixels)
        try values.encodeIfPresent(locationPrecision?.rawValue, forKey: .locationPrecision)
        try values.encodeIfPresent(mediaTypes?.names, forKey: .mediaTypes)
    }
}

extension KeyedDecodingContainer {
    /// Returns nil if the key is missing.
    func identifiers<ID: LocalIdentifier>(_ key: Key) throws -> [ID]? {
        try decodeIfPresent([String].self, forKey: key)?.map { try identifier($0, key) }
    }

    func identifier<ID: LocalIdentifier>(_ key: Key) throws -> ID {
        try identifier(decode(String.self, forKey: key), key)
    }

    private func identifier<ID: LocalIdentifier>(_ text: String, _ key: Key) throws -> ID {
        guard let id = ID(text) else { throw corrupted(key, "not an identifier") }
        return id
    }

    func corrupted(_ key: Key, _ what: String) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: what)
    }
}
