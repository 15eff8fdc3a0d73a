public import FilmgateDBus
public import FilmgateModel
import FilmgatePredicates

/// The options of `Pick`.
public struct PickOptions: DBusRepresentable, Hashable {
    /// Its preselected items and its album are in `preselected` and `album`.
    public var configuration: PickerConfiguration
    /// The condition of the filter.
    public var predicate: Predicate<AssetProperty>?
    /// Handles of earlier picks, and identifiers of assets.
    public var preselected: [String]
    /// An identifier, or the subtype of a smart album.
    public var album: String?
    public var handleToken: HandleToken?
    public var parentWindow: String?

    /// Code points of a text that the person is shown.
    private static let textLength = 256
    /// Seconds: up to a hundred days.
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

    public init(representation: Options) throws {
        var reader = OptionReader(representation, of: "Pick")
        var configuration = PickerConfiguration()
        let limit = try reader.take(PickKey.limit, as: UInt32.self) ?? 1
        configuration.limit =
            limit == 0 ? PickerConfiguration.mostItems : min(Int(limit), PickerConfiguration.mostItems)
        predicate = try reader.takeFilter()
        configuration.filter = predicate?.text
        configuration.isOrdered = try reader.take(PickKey.ordered) ?? false
        preselected = try reader.take(PickKey.preselected) ?? []
        guard preselected.count <= PickerConfiguration.mostItems else {
            throw WireError.invalidArgument("Pick: 'preselected' holds at most \(PickerConfiguration.mostItems) items.")
        }
        album = try reader.take(PickKey.album)
        configuration.search = try reader.take(PickKey.search).map { singleLine($0, limit: Self.textLength) }
        configuration.prompt = try reader.take(PickKey.prompt).map { singleLine($0, limit: Self.textLength) }
        configuration.crop = try reader.takeWord(PickKey.crop.rawValue)
        configuration.maxDuration = try reader.take(PickKey.maxDuration)
        configuration.representation = try reader.takeWord(PickKey.representation.rawValue) ?? .current
        configuration.removed = try reader.takeKinds(PickKey.remove.rawValue) ?? []
        configuration.offersKeep = try reader.take(PickKey.keep) ?? false
        parentWindow = try reader.take(PickKey.parentWindow)
        handleToken = try reader.take(PickKey.handleToken)
        try reader.finish()
        if let seconds = configuration.maxDuration, !Self.durations.contains(seconds) {
            throw WireError.invalidArgument("Pick: 'max-duration' must be from 0.1 to 8640000 seconds.")
        }
        self.configuration = configuration
    }

    public var representation: Options {
        var options: Options = [:]
        let isUnlimited = configuration.limit >= PickerConfiguration.mostItems
        options[PickKey.limit] = isUnlimited ? 0 : UInt32(clamping: configuration.limit)
        options[PickKey.filter] = configuration.filter
        if configuration.isOrdered { options[PickKey.ordered] = true }
        if !preselected.isEmpty { options[PickKey.preselected] = preselected }
        options[PickKey.album] = album
        options[PickKey.search] = configuration.search
        options[PickKey.prompt] = configuration.prompt
        options[PickKey.crop] = configuration.crop?.rawValue
        options[PickKey.maxDuration] = configuration.maxDuration
        options[PickKey.representation] = configuration.representation.rawValue
        if !configuration.removed.isEmpty { options[PickKey.remove] = configuration.removed.names }
        if configuration.offersKeep { options[PickKey.keep] = true }
        options[PickKey.parentWindow] = parentWindow
        options[PickKey.handleToken] = handleToken
        return options
    }
}

extension OptionReader {
    /// Takes the condition that picked items meet; returns nil if it is absent.
    ///
    /// - Throws: `WireError.invalidPredicate` with the column of the error; `WireError.invalidArgument` if it reads what
    ///   a filter cannot read.
    fileprivate mutating func takeFilter() throws -> Predicate<AssetProperty>? {
        guard let text = try take(PickKey.filter, as: String.self) else { return nil }
        let predicate: Predicate<AssetProperty>
        do throws(PredicateError) {
            predicate = try Predicate(parsing: text)
        } catch {
            throw WireError.invalidPredicate(error.description + (error.description.hasSuffix("?") ? "" : "."))
        }
        let known = PickerConfiguration.filterProperties
        guard predicate.properties.isSubset(of: known) else {
            let names = known.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
            throw WireError.invalidArgument("\(owner): 'filter' can only use \(names).")
        }
        return predicate
    }
}
