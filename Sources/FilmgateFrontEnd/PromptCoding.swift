import FilmgateModel
import FilmgatePolicy
@_exported public import struct FilmgateWire.AgentPrompt

// A prompt in the JSON that front ends get. Previews have no images, which are messages of their own.

private enum Keys: String, CodingKey {
    case id, kind, client, purpose, paused, access, assets, highest, selection, edited, limit, ordered, changes
    case previewed, filter, preselected, album, search, prompt, crop, representation, remove, keep
    case maxDuration = "max-duration"
    case parentWindow = "parent-window"
}

extension AgentPrompt: Codable {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        let assets = try values.decode(Int.self, forKey: .assets)
        guard assets >= 0 else { throw values.corrupted(.assets, "a number is negative") }
        self.init(
            id: try values.decode(String.self, forKey: .id), app: try values.decode(App.self, forKey: .client),
            purpose: try values.decodeIfPresent(String.self, forKey: .purpose),
            parentWindow: try values.decodeIfPresent(String.self, forKey: .parentWindow), assetCount: assets,
            subject: try values.subject())
        pause = try values.decodeIfPresent(Bool.self, forKey: .paused) ?? false ? "" : nil
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(id, forKey: .id)
        try values.encode(kind.rawValue, forKey: .kind)
        try values.encode(app, forKey: .client)
        try values.encodeIfPresent(purpose, forKey: .purpose)
        if pause != nil { try values.encode(true, forKey: .paused) }
        try values.encodeIfPresent(parentWindow, forKey: .parentWindow)
        try values.encode(assetCount, forKey: .assets)
        switch subject {
        case .access(let access, let highest):
            try values.encode(access.rawValue, forKey: .access)
            try values.encodeIfPresent(highest?.rawValue, forKey: .highest)
        case .selection(let selection, let edited):
            try values.encodeAll(selection, .selection)
            try values.encodeIfPresent(edited, forKey: .edited)
        case .pick(let picker): try values.encode(picker)
        case .confirm(let changes, let previews):
            try values.encode(changes, forKey: .changes)
            try values.encodeAll(previews.map(\.asset), .previewed)
        case .settings: break
        }
    }
}

extension KeyedDecodingContainer<Keys> {
    fileprivate func subject() throws -> AgentPrompt.Subject {
        switch try word(.kind, as: AgentPrompt.Kind.self) {
        case .access?:
            guard let access = try word(.access, as: AccessLevel.self) else {
                throw corrupted(.access, "a question about access says which")
            }
            return .access(access, highest: try word(.highest))
        case .selection?:
            return .selection(
                try assets(.selection),
                edited: try decodeIfPresent(Timestamp.self, forKey: .edited))
        case .pick?: return .pick(try picker())
        case .confirm?:
            return .confirm(
                try decodeIfPresent([AgentPrompt.Change].self, forKey: .changes) ?? [],
                previews: try assets(.previewed).map { AgentPrompt.Preview(asset: $0) })
        case .settings?, nil: throw corrupted(.kind, "not a kind of question")
        }
    }

    private func assets(_ key: Key) throws -> [AssetID] { try decodeIfPresent([AssetID].self, forKey: key) ?? [] }

    private func picker() throws -> PickerConfiguration {
        var picker = PickerConfiguration()
        picker.limit = try decodeIfPresent(Int.self, forKey: .limit) ?? PickerConfiguration.mostItems
        guard picker.limit >= 0 else { throw corrupted(.limit, "a number is negative") }
        picker.isOrdered = try decodeIfPresent(Bool.self, forKey: .ordered) ?? false
        picker.filter = try decodeIfPresent(String.self, forKey: .filter)
        picker.preselected = try assets(.preselected)
        picker.album = try decodeIfPresent(AlbumID.self, forKey: .album)
        picker.search = try decodeIfPresent(String.self, forKey: .search)
        picker.prompt = try decodeIfPresent(String.self, forKey: .prompt)
        picker.crop = try word(.crop)
        picker.maxDuration = try decodeIfPresent(Double.self, forKey: .maxDuration)
        picker.representation = try word(.representation) ?? .current
        picker.removed = try metadataKinds(.remove) ?? []
        picker.offersKeep = try decodeIfPresent(Bool.self, forKey: .keep) ?? false
        return picker
    }
}

extension KeyedEncodingContainer<Keys> {
    fileprivate mutating func encode(_ picker: PickerConfiguration) throws {
        try encode(picker.limit, forKey: .limit)
        if picker.isOrdered { try encode(true, forKey: .ordered) }
        try encodeIfPresent(picker.filter, forKey: .filter)
        try encodeAll(picker.preselected, .preselected)
        try encodeIfPresent(picker.album, forKey: .album)
        try encodeIfPresent(picker.search, forKey: .search)
        try encodeIfPresent(picker.prompt, forKey: .prompt)
        try encodeIfPresent(picker.crop, forKey: .crop)
        try encodeIfPresent(picker.maxDuration, forKey: .maxDuration)
        try encode(picker.representation, forKey: .representation)
        if !picker.removed.isEmpty { try encode(picker.removed.names, forKey: .remove) }
        if picker.offersKeep { try encode(true, forKey: .keep) }
    }

    /// Writes nothing for an empty list.
    fileprivate mutating func encodeAll(_ identifiers: [AssetID], _ key: Key) throws {
        if !identifiers.isEmpty { try encode(identifiers, forKey: key) }
    }
}
