import FilmgateModel

extension Question: Codable {
    private enum Keys: String, CodingKey {
        case id, kind, client, purpose, paused, access, assets, highest, selection, edited, limit, ordered, changes
        case previewed, filter, preselected, album, search, prompt, crop, representation, remove, keep
        case maxDuration = "max-duration"
        case parentWindow = "parent-window"
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        self.init(
            id: try values.decode(String.self, forKey: .id), kind: try values.decode(Kind.self, forKey: .kind),
            client: try values.decode(RequestingApp.self, forKey: .client),
            assetCount: try values.decode(Int.self, forKey: .assets))
        purpose = try values.decodeIfPresent(String.self, forKey: .purpose)
        isPaused = try values.decodeIfPresent(Bool.self, forKey: .paused) ?? false
        parentWindow = try values.decodeIfPresent(String.self, forKey: .parentWindow)
        access = try values.decodeIfPresent(String.self, forKey: .access).map {
            guard let access = AccessLevel(rawValue: $0) else {
                throw values.corrupted(.access, "not a kind of access")
            }
            return access
        }
        highest = try values.decodeIfPresent(String.self, forKey: .highest)
        selection = try values.identifiers(.selection) ?? []
        selectionEdited = try values.decodeIfPresent(Int64.self, forKey: .edited).map(Timestamp.init(rawValue:))
        limit = try values.decodeIfPresent(Int.self, forKey: .limit)
        guard assetCount >= 0, limit ?? 0 >= 0 else { throw values.corrupted(.assets, "a number is negative") }
        isOrdered = try values.decodeIfPresent(Bool.self, forKey: .ordered) ?? false
        changes = try values.decodeIfPresent([PendingChange].self, forKey: .changes) ?? []
        previewed = try values.identifiers(.previewed) ?? []
        filter = try values.decodeIfPresent(String.self, forKey: .filter)
        preselected = try values.identifiers(.preselected) ?? []
        album = values.contains(.album) ? try values.identifier(.album) : nil
        search = try values.decodeIfPresent(String.self, forKey: .search)
        prompt = try values.decodeIfPresent(String.self, forKey: .prompt)
        crop = try values.decodeIfPresent(PickerConfiguration.Crop.self, forKey: .crop)
        maxDuration = try values.decodeIfPresent(Double.self, forKey: .maxDuration)
        representation =
            try values.decodeIfPresent(PickerConfiguration.Representation.self, forKey: .representation) ?? .current
        removed = try values.metadataKinds(.remove) ?? []
        offersKeep = try values.decodeIfPresent(Bool.self, forKey: .keep) ?? false
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(id, forKey: .id)
        try values.encode(kind, forKey: .kind)
        try values.encode(client, forKey: .client)
        try values.encodeIfPresent(purpose, forKey: .purpose)
        if isPaused { try values.encode(true, forKey: .paused) }
        try values.encodeIfPresent(parentWindow, forKey: .parentWindow)
        try values.encodeIfPresent(access?.rawValue, forKey: .access)
        try values.encode(assetCount, forKey: .assets)
        try values.encodeIfPresent(highest, forKey: .highest)
        if !selection.isEmpty { try values.encode(selection.map(\.description), forKey: .selection) }
        try values.encodeIfPresent(selectionEdited?.rawValue, forKey: .edited)
        try values.encodeIfPresent(limit, forKey: .limit)
        if isOrdered { try values.encode(true, forKey: .ordered) }
        if !changes.isEmpty { try values.encode(changes, forKey: .changes) }
        if !previewed.isEmpty { try values.encode(previewed.map(\.description), forKey: .previewed) }
        if kind == .pick { try encodePicker(to: &values) }
    }

    private func encodePicker(to values: inout KeyedEncodingContainer<Keys>) throws {
        try values.encodeIfPresent(filter, forKey: .filter)
        if !preselected.isEmpty { try values.encode(preselected.map(\.description), forKey: .preselected) }
        try values.encodeIfPresent(album?.description, forKey: .album)
        try values.encodeIfPresent(search, forKey: .search)
        try values.encodeIfPresent(prompt, forKey: .prompt)
        try values.encodeIfPresent(crop, forKey: .crop)
        try values.encodeIfPresent(maxDuration, forKey: .maxDuration)
        try values.encode(representation, forKey: .representation)
        if !removed.isEmpty { try values.encode(removed.names, forKey: .remove) }
        if offersKeep { try values.encode(true, forKey: .keep) }
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
