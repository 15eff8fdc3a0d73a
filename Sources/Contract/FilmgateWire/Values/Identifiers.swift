public import FilmgateDBus
public import FilmgateModel

/// An enum whose raw values are words on the bus.
public protocol DBusWord: RawRepresentable<String>, DBusRepresentable where Representation == String {
    /// Returns the error message for a string that is not one of the words.
    static func refusal(of text: String) -> String
}

extension DBusWord {
    public init(representation text: String) throws {
        guard let word = Self(rawValue: text) else { throw WireError.invalidArgument(Self.refusal(of: text)) }
        self = word
    }

    public var representation: String { rawValue }
}

/// An asset's identifier on the bus.
public struct AssetIDText: DBusRepresentable, Hashable {
    public let id: AssetID

    public init(_ id: AssetID) { self.id = id }

    public init(representation: String) throws {
        guard let id = AssetID(representation) else {
            throw WireError.invalidArgument(
                "'\(quotable(representation))' is not an identifier: identifiers are lower-case UUIDs, returned by fetches."
            )
        }
        self.id = id
    }

    public var representation: String { id.description }
}

/// An asset's identifier, or "" for no asset.
public struct OptionalAssetIdentifier: DBusRepresentable, Hashable {
    public let id: AssetID?

    public init(_ id: AssetID?) { self.id = id }

    public init(representation: String) throws {
        id = representation.isEmpty ? nil : try AssetIDText(representation: representation).id
    }

    public var representation: String { id?.description ?? "" }
}

/// The identifier of an asset, an album or a folder on the bus.
public struct ObjectIDText: DBusRepresentable, Hashable {
    public let id: ObjectID

    public init(_ id: ObjectID) { self.id = id }

    public init(representation: String) throws {
        id = ObjectID(try AssetIDText(representation: representation).id)
    }

    public var representation: String { id.description }
}

/// A client's identity on the bus, such as `flatpak:org.example.App`.
public struct ClientIDText: DBusRepresentable, Hashable {
    public let id: ClientID

    public init(_ id: ClientID) { self.id = id }

    public init(representation: String) throws {
        guard let id = ClientID(representation) else {
            throw WireError.invalidArgument(
                "'\(quotable(representation))' is not a client: write KIND:NAME, such as 'flatpak:org.example.App' or "
                    + "'exe:/usr/bin/example'.")
        }
        self.id = id
    }

    public var representation: String { id.description }
}

/// The identity of a client that gets a grant. The name of an `exe` client must be an absolute path.
public struct GrantedClientIDText: DBusRepresentable, Hashable {
    public let id: ClientID

    public init(_ id: ClientID) { self.id = id }

    public init(representation: String) throws {
        id = try ClientIDText(representation: representation).id
        guard id.kind != .exe || id.isPossible else {
            throw WireError.invalidArgument(
                "'\(quotable(representation))' is not a program: 'exe:' needs an absolute path without '.', '..' and '//', such as "
                    + "'exe:/usr/bin/example'.")
        }
    }

    public var representation: String { id.description }
}

extension AccessLevel: DBusWord {
    public static func refusal(of text: String) -> String {
        "'\(quotable(text))' is not a kind of access: there are 'add-only' and 'read-write'."
    }
}

/// A resource's type on the bus.
public struct ResourceTypeName: DBusRepresentable, Hashable {
    public let type: ResourceType

    public init(_ type: ResourceType) { self.type = type }

    public init(representation: String) throws {
        guard let type = ResourceType(rawValue: representation) else {
            throw WireError.invalidArgument(
                "'\(quotable(representation))' is not a type of resource: there are "
                    + ResourceType.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ") + ".")
        }
        self.type = type
    }

    public var representation: String { type.rawValue }
}

extension QueryProperty {
    /// Returns the properties with these names, without repetition, in the order of the names. An empty list means only
    /// `id`.
    ///
    /// - Throws: `WireError.invalidArgument` for an unknown name, and for a property that only queries can use.
    public static func inOrder(_ names: [String]) throws -> [Self] {
        var known: Set<Self> = []
        return try (names.isEmpty ? ["id"] : names).map { name in
            guard let property = Self(rawValue: name) else {
                throw WireError.invalidArgument("'\(quotable(name))' is not a property of \(subject).")
            }
            guard property.isReadable else {
                throw WireError.invalidArgument("'\(name)' cannot be read; 'where' and 'sort' can use it.")
            }
            return property
        }.filter { known.insert($0).inserted }
    }
}

/// An `a{sv}` for which no keys are defined yet.
public struct NoOptions: OptionDictionary, Hashable {
    public init() {}

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {}
}
