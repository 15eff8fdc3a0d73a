import FilmgateModel

extension Answer: Codable {
    private enum Keys: String, CodingKey {
        case id, decision, selection, albums, rights, `for`, remove, keep, crops, trims
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
        removed = try values.metadataKinds(.remove)
        keeps = try values.decodeIfPresent(Bool.self, forKey: .keep) ?? false
        crops = try values.numbers(.crops, "four numbers from 0 to 1: x, y, width and height") { part in
            part.count == 4 ? UnitRectangle(x: part[0], y: part[1], width: part[2], height: part[3]) : nil
        }
        trims = try values.numbers(.trims, "two numbers of seconds: start and end") { times in
            times.count == 2 && 0 <= times[0] && times[0] < times[1] ? times[0]..<times[1] : nil
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
        try values.encodeIfPresent(removed?.names, forKey: .remove)
        if keeps { try values.encode(true, forKey: .keep) }
        if !crops.isEmpty {
            try values.encode(Answer.named(crops) { [$0.x, $0.y, $0.width, $0.height] }, forKey: .crops)
        }
        if !trims.isEmpty { try values.encode(Answer.named(trims) { [$0.lowerBound, $0.upperBound] }, forKey: .trims) }
    }

    private static func named<Value>(
        _ values: [AssetID: Value], _ numbers: (Value) -> [Double]
    ) -> [String: [Double]] {
        Dictionary(uniqueKeysWithValues: values.map { ($0.description, numbers($1)) })
    }
}
