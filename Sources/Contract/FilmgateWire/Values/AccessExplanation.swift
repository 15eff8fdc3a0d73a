public import FilmgateDBus
public import FilmgateModel
public import FilmgatePolicy

/// The reply of `ExplainAccess`: the explanation of a client's access, and of an asset's visibility to the client.
public struct AccessExplanation: OptionDictionary, Hashable {
    /// Whether the client can see the asset, or any asset if the call named none.
    public let isVisible: Bool
    public let level: Level
    /// The explanation as sentences for a person.
    public let reason: String
    /// The origin of the decision; nil if there is no decision, and for the owner's tools.
    public let grantor: Grantor?
    /// The place of the policy rule that decides, as `FILE:LINE`; nil if no rule decides.
    public let rule: String?
    /// The reason for the client's access, as a word: `owner`, `nobody`, `person`, `admin`, `preset`, `ceiling`,
    /// `fault`, `paused`.
    public let source: String
    /// The reason for the asset's visibility, as a raw value of `Explanation.AssetAccess`; nil if the call named no
    /// asset.
    public let sight: String?
    /// The beginning of the access.
    package let start: Timestamp?
    /// The end of the access; nil if the access does not expire.
    package let end: Timestamp?
    /// The assets that match the option `name`.
    package let matches: [NamedAsset]

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

    public static let owner = "ExplainAccess"
    public static let tolerance = OptionTolerance.unknownValues

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let missing = "ExplainAccess: 'visible', 'level' or 'reason' is missing."
        isVisible = try Coder.require(options.field("visible", value?.isVisible), missing)
        level = try Coder.require(options.raw("level", value?.level), missing)
        reason = try Coder.require(options.field("reason", value?.reason), missing)
        grantor = try options.raw("granted-by", value?.grantor)
        rule = try options.field("rule", value?.rule)
        start = try options.raw("since", value?.start)
        end = try options.raw("expires", value?.end)
        source = try options.field("source", value?.source) ?? ""
        sight = try options.field("sight", value?.sight)
        matches = try options.field("matches", value?.matches, as: NamedAsset.encoded, NamedAsset.decoded) ?? []
    }
}
