public import FilmgateDBus
public import FilmgateModel
import FilmgatePredicates

/// The options of `Pick`.
public struct PickOptions: OptionDictionary, Hashable {
    /// The parameters of the picker, except the preselected items and the album, which are in `preselected` and
    /// `album`.
    public var configuration: PickerConfiguration
    /// The parsed filter.
    public var predicate: Predicate<AssetProperty>?
    /// The preselected items, as handles of earlier picks or identifiers of assets.
    public var preselected: [String]
    /// The album in which the picker opens, as an identifier or the subtype of a smart album.
    public var album: String?
    public var handleToken: HandleToken?
    public var parentWindow: String?

    /// The valid maximum durations, in seconds: up to a hundred days.
    private static let durations = 0.1...8_640_000

    public init(
        _ configuration: PickerConfiguration, preselected: [String] = [], album: String? = nil,
        handleToken: HandleToken? = nil
    ) {
        self.configuration = configuration
        self.preselected = preselected
        self.album = album
        self.handleToken = handleToken
    }

    public static let owner = "Pick"

    public init<Coder: OptionCoder>(_ value: Self?, _ options: inout Coder) throws(Coder.Failure) {
        let old = value?.configuration
        var configuration = PickerConfiguration()
        let limit = try options.count("limit", old?.takesAnyNumber == true ? 0 : old?.limit) ?? 1
        configuration.limit = limit == 0 ? PickerConfiguration.mostItems : min(limit, PickerConfiguration.mostItems)
        let filter = try options.field("filter", old?.filter.map { ($0, value?.predicate) }, as: { $0.0 }, Self.filter)
        (configuration.filter, predicate) = (filter?.0, filter?.1)
        configuration.isOrdered = try options.field("ordered", old?.isOrdered, usual: false)
        preselected = try options.field("preselected", value?.preselected, usual: [])
        options.check(
            preselected.count <= PickerConfiguration.mostItems,
            "'preselected' holds at most \(PickerConfiguration.mostItems) items.")
        album = try options.field("album", value?.album)
        configuration.search = try options.line("search", old?.search)
        configuration.prompt = try options.line("prompt", old?.prompt)
        configuration.crop = try options.word("crop", old?.crop)
        configuration.maxDuration = try options.field("max-duration", old?.maxDuration)
        configuration.representation = try options.word("representation", old?.representation) ?? .current
        configuration.offersRepresentation = try options.field(
            "choose-representation", old?.offersRepresentation, usual: false)
        configuration.removed = try options.kinds("remove", old?.removed, usual: [])
        configuration.offersKeep = try options.field("keep", old?.offersKeep, usual: false)
        configuration.offersLasting = try options.field("lasting", old?.offersLasting, usual: false)
        configuration.offersOtherFiles = try options.field("other-files", old?.offersOtherFiles, usual: false)
        parentWindow = try options.field("parent-window", value?.parentWindow)
        handleToken = try options.field("handle-token", value?.handleToken)
        options.check(
            configuration.maxDuration.map(Self.durations.contains) ?? true,
            "'max-duration' must be from 0.1 to 8640000 seconds.")
        self.configuration = configuration
    }

    /// Parses the condition that picked items must meet.
    ///
    /// - Throws: `WireError.invalidPredicate` with the column of the error, or `WireError.invalidArgument` if the
    ///   condition uses properties that a filter cannot use.
    private static func filter(_ text: String, _ owner: String) throws -> (String, Predicate<AssetProperty>?) {
        let predicate = try Predicate<AssetProperty>(option: text)
        let known = PickerConfiguration.filterProperties
        guard predicate.properties.isSubset(of: known) else {
            let names = known.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
            throw WireError.invalidArgument("\(owner): 'filter' can only use \(names).")
        }
        return (predicate.text, predicate)
    }
}

extension OptionCoder {
    /// Reads or writes text for the picker. Reading shortens the text to one line of at most 256 characters.
    fileprivate mutating func line(_ key: String, _ text: String?) throws(Failure) -> String? {
        try field(key, text, as: { $0 }) { text, _ in singleLine(text, limit: 256) }
    }
}
