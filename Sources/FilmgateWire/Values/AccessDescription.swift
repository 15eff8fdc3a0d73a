public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// Why a client has its access, in the form of `ExplainAccess`.
public struct AccessDescription: DBusRepresentable, Hashable {
    public var isVisible: Bool
    public var level: Level
    /// Sentences for a person.
    public var reason: String
    public var grantor: Grantor?
    /// The place of the policy that decides, `FILE:LINE`.
    public var rule: String?
    public var since: Timestamp?
    public var expires: Timestamp?
    /// The reason for the client's access, in a word; see `Explanation.Source`.
    public var source: String
    /// The reason for the asset's visibility, in a word; see `Explanation.AssetAccess`.
    public var sight: String?

    public init(_ explanation: Explanation) {
        isVisible = explanation.isVisible
        level = explanation.level
        reason = explanation.sentence
        grantor = explanation.grantor
        rule = explanation.rule?.description
        since = explanation.since
        expires = explanation.expires
        source = explanation.source.name
        sight = explanation.assetAccess?.rawValue
    }

    public init(representation: Options) throws {
        guard let visible = representation["visible"]?.value(as: Bool.self),
            let level = representation["level"]?.value(as: String.self).flatMap(Level.init(rawValue:)),
            let reason = representation["reason"]?.value(as: String.self)
        else { throw WireError.invalidArgument("ExplainAccess: 'visible', 'level' or 'reason' is missing.") }
        isVisible = visible
        self.level = level
        self.reason = reason
        grantor = representation["granted-by"]?.value(as: String.self).flatMap(Grantor.init(rawValue:))
        rule = representation["rule"]?.value(as: String.self)
        since = representation["since"]?.value(as: Int64.self).map(Timestamp.init(rawValue:))
        expires = representation["expires"]?.value(as: Int64.self).map(Timestamp.init(rawValue:))
        source = representation["source"]?.value(as: String.self) ?? ""
        sight = representation["sight"]?.value(as: String.self)
    }

    public var representation: Options {
        var options: Options = [
            "visible": Variant(isVisible), "level": Variant(level.rawValue), "reason": Variant(reason),
            "source": Variant(source),
        ]
        if let grantor { options["granted-by"] = Variant(grantor.rawValue) }
        if let rule { options["rule"] = Variant(rule) }
        if let since { options["since"] = Variant(since.rawValue) }
        if let expires { options["expires"] = Variant(expires.rawValue) }
        if let sight { options["sight"] = Variant(sight) }
        return options
    }
}

/// An asset's identifier, or "" for none.
public struct OptionalAssetIdentifier: DBusRepresentable, Hashable {
    public let id: AssetID?

    public init(_ id: AssetID?) { self.id = id }

    public init(representation: String) throws {
        id = representation.isEmpty ? nil : try AssetIdentifier(representation: representation).id
    }

    public var representation: String { id?.description ?? "" }
}
