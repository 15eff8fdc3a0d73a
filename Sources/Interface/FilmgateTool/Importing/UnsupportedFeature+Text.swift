import FilmgateLibraryTools
import FilmgateText

extension [UnsupportedFeature: Int] {
    /// A line with the numbers of entries that Filmgate does not support; empty if there are none.
    var text: String {
        guard !isEmpty else { return "" }
        let kinds = sorted { $0.key.rawValue < $1.key.rawValue }.map { $0.key.amount($0.value) }
        return localized(
            "Known there, and not kept, because Filmgate has nothing like it: {kinds}.",
            ["kinds": kinds.joined(separator: ", ")]) + "\n"
    }

    /// The numbers, keyed by the names of the kinds in JSON.
    var named: [String: Int] { Dictionary<String, Int>(uniqueKeysWithValues: map { ($0.key.rawValue, $0.value) }) }
}

extension UnsupportedFeature {
    fileprivate func amount(_ count: Int) -> String {
        switch self {
        case .albumDescriptions: counted("{n} description of an album", "{n} descriptions of albums", count)
        case .colorLabels: counted("{n} color label", "{n} color labels", count)
        case .eventComments: counted("{n} comment on an event", "{n} comments on events", count)
        case .faces: counted("{n} face", "{n} faces", count)
        case .pickLabels: counted("{n} pick label", "{n} pick labels", count)
        case .savedSearches: counted("{n} saved search", "{n} saved searches", count)
        }
    }
}
