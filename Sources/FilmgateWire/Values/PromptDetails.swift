public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy
public import FilmgateSystem

/// What a prompt is about.
public enum PromptKind: String, CaseIterable, DBusRepresentable {
    case access, selection, confirm

    public init(representation: String) throws {
        guard let kind = PromptKind(rawValue: representation) else {
            throw WireError.invalidArgument("'\(quotable(representation))' is not a kind of prompt.")
        }
        self = kind
    }

    public var representation: String { rawValue }
}

/// A client as it is shown to people.
public struct PromptedClient: Hashable, Sendable {
    /// For comparisons, and for display if the name says too little.
    public var id: String
    public var kind: String
    /// The name in its desktop file, or else its identity.
    public var name: String
    /// A name in the icon theme, or a path; empty if there is none.
    public var icon: String
    /// If false, the client only claims its name.
    public var isVerified: Bool

    public init(id: String, kind: String, name: String, icon: String, isVerified: Bool) {
        self.id = id
        self.kind = kind
        self.name = name
        self.icon = icon
        self.isVerified = isVerified
    }
}

/// Everything that an agent is told about a prompt.
public struct PromptDetails: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        /// - Parameter highest: the highest level that policy allows to grant, if that is not full access.
        case access(AccessLevel, highest: Level?)
        /// The current selection, including the assets of selected albums.
        case selection([AssetID])
        case confirm([ConfirmedChange])
    }

    public var client: PromptedClient
    /// The client's own words; empty if it gave none.
    public var purpose: String
    public var parentWindow: String?
    /// The number of assets in the library.
    public var assets: UInt32
    public var subject: Subject

    public init(
        client: PromptedClient, purpose: String, parentWindow: String?, assets: UInt32, subject: Subject
    ) {
        self.client = client
        self.purpose = purpose
        self.parentWindow = parentWindow
        self.assets = assets
        self.subject = subject
    }

    public var kind: PromptKind {
        switch subject {
        case .access: .access
        case .selection: .selection
        case .confirm: .confirm
        }
    }

    /// Returns the third argument of `Prompt`.
    ///
    /// - Throws: `Errno` if a long selection does not fit into memory.
    public func options() throws(Errno) -> Options {
        var options: Options = [
            "client": Variant(client.options), "purpose": Variant(purpose),
            "library": Variant(["assets": Variant(assets)] as Options),
        ]
        if let parentWindow { options["parent-window"] = Variant(parentWindow) }
        switch subject {
        case .access(let access, let highest):
            options["access"] = Variant(access)
            if let highest { options["highest"] = Variant(highest.rawValue) }
        case .selection(let ids): try IdentifierList.put(ids, as: "selection", into: &options)
        case .confirm(let changes): options["changes"] = Variant(changes)
        }
        return options
    }

    /// Decodes the arguments of a prompt. Ignores unknown keys: a newer broker may send more.
    ///
    /// - Throws: `WireError.invalidArgument` if something is missing that the kind needs. Reading a long selection
    ///   blocks.
    public init(_ kind: PromptKind, _ options: Options) throws {
        client = try PromptedClient(options["client"]?.value(as: Options.self) ?? [:])
        purpose = options["purpose"]?.value(as: String.self) ?? ""
        parentWindow = options["parent-window"]?.value(as: String.self)
        assets = options["library"]?.value(as: Options.self)?["assets"]?.value(as: UInt32.self) ?? 0
        let needed = options.filter { ["access", "changes", "selection", "selection-content"].contains($0.key) }
        var reader = OptionReader(needed, of: "Prompt")
        subject =
            switch kind {
            case .access:
                .access(
                    try reader.require("access"),
                    highest: options["highest"]?.value(as: String.self).flatMap(Level.init(rawValue:)))
            case .selection: .selection(try reader.takeIdentifiers("selection", of: AssetID.self) ?? [])
            case .confirm: .confirm(try reader.require("changes"))
            }
    }
}

/// A change for the person to confirm: its name, and what it affects.
public struct ConfirmedChange: DBusRepresentable, Hashable {
    public let change: String
    public let ids: [String]

    public init(change: String, ids: [String]) {
        self.change = change
        self.ids = ids
    }

    public init(representation: Structure<String, [String]>) { (change, ids) = representation.values }

    public var representation: Structure<String, [String]> { Structure(change, ids) }
}

extension PromptedClient {
    fileprivate var options: Options {
        [
            "id": Variant(id), "kind": Variant(kind), "name": Variant(name), "icon": Variant(icon),
            "verified": Variant(isVerified),
        ]
    }

    fileprivate init(_ options: Options) throws {
        guard let id = options["id"]?.value(as: String.self) else {
            throw WireError.invalidArgument("Prompt: 'client' lacks its 'id'.")
        }
        self.init(
            id: id, kind: options["kind"]?.value(as: String.self) ?? "",
            name: options["name"]?.value(as: String.self) ?? id,
            icon: options["icon"]?.value(as: String.self) ?? "",
            isVerified: options["verified"]?.value(as: Bool.self) ?? false)
    }
}
