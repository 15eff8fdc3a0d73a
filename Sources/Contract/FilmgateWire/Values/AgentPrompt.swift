public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy
public import FilmgateSystem

/// The arguments of `Prompt`: a question from the broker to the person, asked through an agent.
public struct AgentPrompt: Identifiable, Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// The question of whether the app gets this access. `highest` is the highest level that policy allows; nil
        /// means full access.
        case access(AccessLevel, highest: Level?)
        /// The question about the photos that an app with limited access sees. The values are the current selection,
        /// including the assets of selected albums, and the date when the selection was last set or edited, if known.
        case selection([AssetID], edited: Timestamp? = nil)
        /// The question of which assets to give to the app, without access to other assets.
        indirect case pick(PickerConfiguration)
        /// The question of whether the app may make these changes. Changes of content have previews.
        case confirm([Change], previews: [Preview] = [])
        /// The app's settings page, which is not a question.
        case settings
    }

    /// A change that needs the person's confirmation, and the assets that it affects.
    public struct Change: Codable, Hashable, Sendable {
        public let name: String
        public let assets: [AssetID]

        package init(name: String, assets: [AssetID]) {
            self.name = name
            self.assets = assets
        }
    }

    /// Two JPEG images of an asset whose content changes: from before and from after the change.
    public struct Preview: Hashable, Sendable {
        public let asset: AssetID
        /// A read-only descriptor with its own file position. Nil in a program that `filmgate-agent` starts. Such a
        /// program gets the images from the agent.
        public let before: OwnedDescriptor?
        public let after: OwnedDescriptor?

        /// The maximum number of previews in a prompt. A preview has two descriptors, and a message at most 16.
        package static let most = 8

        package init(asset: AssetID, before: OwnedDescriptor? = nil, after: OwnedDescriptor? = nil) {
            self.asset = asset
            self.before = before
            self.after = after
        }

        public static func == (left: Preview, right: Preview) -> Bool {
            left.asset == right.asset && left.before === right.before && left.after === right.after
        }

        public func hash(into hasher: inout Hasher) { hasher.combine(asset) }
    }

    /// The app that asks, as identified by the broker. The broker cleans the strings and limits their length.
    public struct App: Codable, Hashable, Sendable {
        /// The identity, such as `flatpak:org.example.App`, for comparisons, and for display if the name is not clear
        /// enough.
        public let id: String
        /// The name in the app's desktop file, or else the app's identity.
        public let name: String
        /// The icon, as a name in the icon theme or as a path.
        public let icon: String?
        /// Whether the identity is verified. If false, the app only claims its name.
        public let isVerified: Bool

        package init(id: String, name: String, icon: String? = nil, isVerified: Bool) {
            self.id = id
            self.name = name
            self.icon = icon
            self.isVerified = isVerified
        }

        private enum CodingKeys: String, CodingKey {
            case id, name, icon
            case isVerified = "verified"
        }
    }

    public let id: String
    public package(set) var app: App
    /// The app's reason for its question, in the app's own words. Agents must show the reason as a quotation.
    public package(set) var purpose: String?
    /// The reason why the app is paused (may not read for now), as a sentence; nil if the app is not paused. The text
    /// is empty in programs that `filmgate-agent` starts.
    public package(set) var pause: String?
    /// For a pick, whether an earlier decision denies the app access for reading.
    public package(set) var isDenied = false
    /// The app's window, in the form of desktop portals: `x11:` or `wayland:`, and the handle.
    public let parentWindow: String?
    /// The number of assets in the library; for a picker, the number of assets that can be picked.
    public package(set) var assetCount: Int
    public let subject: Subject

    package init(
        id: String, app: App, purpose: String? = nil, parentWindow: String? = nil, assetCount: Int, subject: Subject
    ) {
        self.id = id
        self.app = app
        self.purpose = purpose
        self.parentWindow = parentWindow
        self.assetCount = assetCount
        self.subject = subject
    }
}

// MARK: Coding

extension AgentPrompt {
    /// A kind of prompt. The kind determines how the answer is decoded.
    package enum Kind: String, CaseIterable, Codable, DBusWord {
        case access, selection, pick, confirm, settings

        package static func refusal(of text: String) -> String { "'\(quotable(text))' is not a kind of prompt." }
    }

    package typealias Encoded = MessageArguments<String, Kind, Options>

    private enum Key: String {
        case client, purpose, library, access, highest, selection, edited, changes, previews, paused, denied
        case parentWindow = "parent-window"
    }

    private enum LibraryOptionKey: String { case assets }

    /// The requested access, if the question is about access.
    package var access: AccessLevel? { if case .access(let access, _) = subject { access } else { nil } }

    /// The current selection; for a picker, the preselected items.
    package var selection: [AssetID] {
        switch subject {
        case .selection(let selection, _): selection
        case .pick(let picker): picker.preselected
        case .access, .confirm, .settings: []
        }
    }

    package var picker: PickerConfiguration? { if case .pick(let picker) = subject { picker } else { nil } }

    package var changes: [Change] { if case .confirm(let changes, _) = subject { changes } else { [] } }

    package var previews: [Preview] { if case .confirm(_, let previews) = subject { previews } else { [] } }

    package var kind: Kind {
        switch subject {
        case .access: .access
        case .selection: .selection
        case .pick: .pick
        case .confirm: .confirm
        case .settings: .settings
        }
    }

    /// Returns the arguments of `Prompt`.
    ///
    /// - Throws: `Errno` if a memory file for a long selection cannot be created.
    package func arguments() throws(Errno) -> Encoded {
        var library: Options = [:]
        library[LibraryOptionKey.assets] = UInt32(clamping: assetCount)
        var options: Options = [:]
        options[Key.client] = app
        options[Key.purpose] = purpose ?? ""
        options[Key.paused] = pause
        if isDenied { options[Key.denied] = true }
        options[Key.parentWindow] = parentWindow
        options[Key.library] = library
        switch subject {
        case .access(let access, let highest):
            options[Key.access] = access
            options[Key.highest] = highest?.rawValue
        case .selection(let ids, let edited):
            try IdentifierList.put(ids, as: Key.selection.rawValue, into: &options)
            options[Key.edited] = edited?.rawValue
        case .pick(let configuration): try options.put(configuration)
        case .confirm(let changes, let previews):
            options[Key.changes] = changes
            if !previews.isEmpty { options[Key.previews] = previews.compactMap(\.encoded) }
        case .settings: break
        }
        return MessageArguments(id, kind, options)
    }

    /// Decodes the arguments of `Prompt`. Ignores unknown keys, because a newer broker may send more. Blocks while it
    /// reads a long selection.
    ///
    /// - Throws: `WireError.invalidArgument` if a value that the kind needs is missing or invalid.
    package init(_ arguments: Encoded) throws {
        let (id, kind, options) = arguments.values
        self.id = id
        app = try App(representation: options[Key.client] ?? [:])
        purpose = options[Key.purpose].flatMap { $0.isEmpty ? nil : $0 }
        pause = options[Key.paused]
        isDenied = options[Key.denied] ?? false
        parentWindow = options[Key.parentWindow]
        assetCount = Int(options[Key.library, as: Options.self]?[LibraryOptionKey.assets, as: UInt32.self] ?? 0)
        var reader = OptionReader(options, of: "Prompt")
        subject =
            switch kind {
            case .access:
                .access(
                    try reader.require(Key.access), highest: options[Key.highest].flatMap(Level.init(rawValue:)))
            case .selection:
                .selection(
                    try reader.takeIdentifiers(Key.selection.rawValue, of: AssetID.self) ?? [],
                    edited: options[Key.edited].map(Timestamp.init(rawValue:)))
            case .pick: .pick(try reader.takePickerConfiguration())
            case .confirm:
                .confirm(
                    try reader.require(Key.changes),
                    previews: try (reader.take(Key.previews, as: [Preview.Encoded].self) ?? []).map(Preview.init))
            case .settings: .settings
            }
    }
}

extension AgentPrompt.Change: DBusRepresentable {
    public init(representation: Structure<String, [String]>) {
        let (name, ids) = representation.values
        self.init(name: name, assets: ids.compactMap { AssetID($0) })
    }

    public var representation: Structure<String, [String]> { Structure(name, assets.map(\.description)) }
}

extension AgentPrompt.Preview {
    fileprivate typealias Encoded = Structure<String, OwnedDescriptor, OwnedDescriptor>

    fileprivate init(_ encoded: Encoded) throws {
        let (asset, before, after) = encoded.values
        self.init(asset: try AssetIDText(representation: asset).id, before: before, after: after)
    }

    /// The encoded preview; nil if it has no images.
    fileprivate var encoded: Encoded? {
        guard let before, let after else { return nil }
        return Structure(asset.description, before, after)
    }
}

extension AgentPrompt.App: OptionDictionary {
    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let id = try Coder.require(options.field("id", value?.id), "Prompt: the client lacks its identifier.")
        self.id = id
        name = try options.field("name", value?.name) ?? id
        icon = try options.field("icon", value.map { $0.icon ?? "" }).flatMap { $0.isEmpty ? nil : $0 }
        isVerified = try options.field("verified", value?.isVerified) ?? false
        try options.derived("kind", value.map { String($0.id.prefix { $0 != ":" }) })
    }
}
