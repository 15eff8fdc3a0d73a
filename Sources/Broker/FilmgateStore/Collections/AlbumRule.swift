import FilmgateModel
import FilmgatePolicy
import FilmgatePredicates

/// The condition of a smart album that a client created. A reader gets exactly the assets that its own fetch with this
/// condition would return, so the album reveals nothing more.
struct AlbumRule: Sendable {
    /// The condition. It is nil if the stored text is invalid, for example in a manipulated backup.
    private let predicate: Predicate<AssetProperty>?

    init(stored text: String) {
        // An invalid string makes the album empty.
        predicate = try? Predicate(parsing: text)
    }

    /// Returns the condition for a query. The album is empty if its rule uses a property that the reader cannot read.
    func membership(visibleTo visibility: Visibility) -> ComputedAlbumDefinition {
        ComputedAlbumDefinition(readable(to: visibility) ?? .constant(false))
    }

    /// Returns the rule's text, or nil if the rule uses a property that the reader cannot read. Also returns nil if a
    /// reader with reduced location precision could learn a place from the text.
    func text(visibleTo visibility: Visibility) -> String? {
        guard let predicate = readable(to: visibility) else { return nil }
        let namesPlaces = !predicate.properties.isDisjoint(with: [.location, .place])
        return namesPlaces && visibility.limits.locationPrecision != .exact ? nil : predicate.text
    }

    private func readable(to visibility: Visibility) -> Predicate<AssetProperty>? {
        guard let predicate, WithheldPropertyError(of: predicate, for: visibility) == nil else { return nil }
        return predicate
    }
}
