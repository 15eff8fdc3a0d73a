import FilmgateModel
import FilmgatePolicy
@_exported public import struct FilmgateWire.AgentPrompt

// Encodes a prompt as JSON for front ends, which show it. The images of previews are sent as separate messages.

private enum Keys: String, CodingKey {
    case id, kind, client, purpose, paused, denied, access, assets, highest, selection, edited, changes, previewed
    case parentWindow = "parent-window"
}

extension AgentPrompt: Codable {
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Keys.self)
        let assets = try values.decode(Int.self, forKey: .assets)
        guard assets >= 0 else { throw values.corrupted(.assets, "a number is negative") }
        let subject: Subject =
            switch try values.decode(Kind.self, forKey: .kind) {
            case .access:
                .access(
                    try values.decode(AccessLevel.self, forKey: .access),
                    highest: try values.decodeIfPresent(Level.self, forKey: .highest))
            case .selection:
                .selection(
                    try values.decodeIfPresent([AssetID].self, forKey: .selection) ?? [],
                    edited: try values.decodeIfPresent(Timestamp.self, forKey: .edited))
            case .pick: .pick(try PickerConfiguration(from: decoder))
            case .confirm:
                .confirm(
                    try values.decodeIfPresent([Change].self, forKey: .changes) ?? [],
                    previews: try (values.decodeIfPresent([AssetID].self, forKey: .previewed) ?? [])
                        .map { Preview(asset: $0) })
            case .settings: throw values.corrupted(.kind, "not a question")
            }
        self.init(
            id: try values.decode(ID.self, forKey: .id), app: try values.decode(App.self, forKey: .client),
            purpose: try values.decodeIfPresent(String.self, forKey: .purpose),
            parentWindow: try values.decodeIfPresent(String.self, forKey: .parentWindow), assetCount: assets,
            subject: subject)
        pause = try values.decodeIfPresent(Bool.self, forKey: .paused) ?? false ? "" : nil
        isDenied = try values.decodeIfPresent(Bool.self, forKey: .denied) ?? false
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Keys.self)
        try values.encode(id, forKey: .id)
        try values.encode(kind, forKey: .kind)
        try values.encode(app, forKey: .client)
        try values.encodeIfPresent(purpose, forKey: .purpose)
        if pause != nil { try values.encode(true, forKey: .paused) }
        if isDenied { try values.encode(true, forKey: .denied) }
        try values.encodeIfPresent(parentWindow, forKey: .parentWindow)
        try values.encode(assetCount, forKey: .assets)
        switch subject {
        case .access(let access, let highest):
            try values.encode(access, forKey: .access)
            try values.encodeIfPresent(highest, forKey: .highest)
        case .selection(let selection, let edited):
            try values.encode(selection, forKey: .selection)
            try values.encodeIfPresent(edited, forKey: .edited)
        case .pick(let picker): try picker.encode(to: encoder)
        case .confirm(let changes, let previews):
            try values.encode(changes, forKey: .changes)
            if !previews.isEmpty { try values.encode(previews.map(\.asset), forKey: .previewed) }
        case .settings: break
        }
    }
}
