public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// Explains the access of a client, and the visibility of an asset to it: the reply of `ExplainAccess`.
public struct AccessExplanation: DBusRepresentable, Hashable {
    /// Whether the client can see the asset, or any asset if none is named.
    public let isVisible: Bool
    public let level: Level
    /// Sentences for a person.
    public let reason: String
    /// Who decided; nil if there is no decision, and for the owner's tools.
    public let grantor: Grantor?
    /// The place of the policy that decides: `FILE:LINE`.
    public let rule: String?
    /// The reason for the client's access, in a word: `owner`, `nobody`, `person`, `admin`, `preset`, `ceiling`,
    /// `fault`, `paused`.
    public let source: String
    /// The reason for the asset's visibility, in a word: `unknown`, `no-access`, `everything`, `hidden`, `trashed`,
    /// `selected`, `in-album`, `added`, `named`, `removed`, `not-selected`; nil if no asset is named.
    public let sight: String?
    /// The beginning of the access.
    package let start: Timestamp?
    /// The end of the access; nil: it does not expire.
    package let end: Timestamp?
    /// The assets that the option `name` can mean.
    package let matches: [NamedAsset]

    package enum Key: String, CodingKey {
        case visible, level, reason, rule, since, expires, source, sight, matches
        case grantedBy = "granted-by"
    }

    package init(_ explanation: Explanation, matches: [NamedAsset] = []) {
        self.matches = matches
        isVisible = explanation.isVisible
        level = explanation.level
        reason = explanation.sentence
        grantor = explanation.grantor
        rule = explanation.rule?.description
        source = explanation.source.name
        sight = explanation.assetAccess?.rawValue
        start = explanation.since
        end = explanation.expires
    }

    public init(representation options: Options) throws {
        guard let isVisible = options[Key.visible, as: Bool.self],
            let level = options[Key.level].flatMap(Level.init(rawValue:)),
            let reason = options[Key.reason, as: String.self]
        else { throw WireError.invalidArgument("ExplainAccess: 'visible', 'level' or 'reason' is missing.") }
        self.isVisible = isVisible
        self.level = level
        self.reason = reason
        grantor = options[Key.grantedBy].flatMap(Grantor.init(rawValue:))
        rule = options[Key.rule]
        source = options[Key.source] ?? ""
        sight = options[Key.sight]
        start = options[Key.since].map(Timestamp.init(rawValue:))
        end = options[Key.expires].map(Timestamp.init(rawValue:))
        let found = options[Key.matches, as: [Structure<String, String, Bool>].self] ?? []
        matches = found.compactMap { match in
            let (id, filename, isTrashed) = match.values
            return AssetID(id).map {
                NamedAsset(id: $0, filename: filename.isEmpty ? nil : filename, isTrashed: isTrashed)
            }
        }
    }

    public var representation: Options {
        var options: Options = [:]
        options[Key.visible] = isVisible
        options[Key.level] = level.rawValue
        options[Key.reason] = reason
        options[Key.grantedBy] = grantor?.rawValue
        options[Key.rule] = rule
        options[Key.since] = start?.rawValue
        options[Key.expires] = end?.rawValue
        options[Key.source] = source
        options[Key.sight] = sight
        guard !matches.isEmpty else { return options }
        options[Key.matches] = matches.map { Structure($0.id.description, $0.filename ?? "", $0.isTrashed) }
        return options
    }
}
