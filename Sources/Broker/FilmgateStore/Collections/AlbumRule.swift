import FilmgateModel
import FilmgatePolicy
import FilmgatePredicates

/// The condition of a smart album that a client created. Each reader gets exactly the assets that it would find by
/// fetching with the condition, so a rule never shows a reader more of the library.
struct AlbumRule: Sendable {
    /// The condition; nil if the stored text is not a condition, as in a crafted backup. The album is then empty.
    private let predicate: Predicate<AssetProperty>?

    init(stored text: String) {
        // See `predicate`.
        predicate = try? Predicate(parsing: text)
    }

    /// Returns the condition for a query. An album whose rule uses a property that the reader may not read is empty.
    func membership(visibleTo visibility: Visibility) -> AlbumMembership {
        AlbumMembership(readable(to: visibility) ?? .constant(false))
    }

    /// Returns the rule's text. Returns nil if the rule uses a property that the reader may not read, or if it uses a
    /// place and the reader gets only towns: the text could name the place more exactly.
    func text(visibleTo visibility: Visibility) -> String? {
        guard let predicate = readable(to: visibility) else { return nil }
        let namesPlaces = !predicate.properties.isDisjoint(with: [.location, .place])
        return namesPlaces && visibility.limits.locationPrecision != .exact ? nil : predicate.text
    }

    private func readable(to visibility: Visibility) -> Predicate<AssetProperty>? {
        guard let predicate, WithheldProperty(of: predicate, for: visibility) == nil else { return nil }
        return predicate
    }
}
