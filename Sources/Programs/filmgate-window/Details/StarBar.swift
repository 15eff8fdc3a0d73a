import FilmgateGTK
import FilmgateText

/// Five star buttons with which the person rates a photo. The keys 0 to 5 set the rating, too.
final class StarBar {
    var onRated: (Int) -> Void = { _ in }

    private let stars: [Button]
    private let note: Label
    /// The rating; nil if the photos have different ratings.
    private(set) var rating: Int?

    static let most = 5

    /// - Parameter id: the prefix of the identifiers in the UI file. The buttons have the suffixes `-1` to `-5`, and
    ///   the note has the suffix `-note`.
    init(in builder: Builder, _ id: String) {
        note = Label(in: builder, id + "-note")
        stars = (1...Self.most).map { Button(in: builder, "\(id)-\($0)") }
        for (index, star) in stars.enumerated() {
            let name = counted("{n} star", "{n} stars", index + 1)
            star.setTooltip(name)
            star.onClicked { [weak self] in
                guard let self else { return }
                // Clicking the star of the current rating removes the rating.
                rate(rating == index + 1 ? 0 : index + 1)
            }
        }
        show(0)
    }

    func show(_ rating: Int?, note text: String = "") {
        self.rating = rating
        note.text = text
        for (index, star) in stars.enumerated() {
            let isOn = index < rating ?? 0
            star.setIcon(isOn ? "starred-symbolic" : "non-starred-symbolic")
            let name = counted("{n} star", "{n} stars", index + 1)
            star.setAccessibleLabel(rating == index + 1 ? localized("{name}, chosen", ["name": name]) : name)
        }
    }

    /// Sets the rating if the key is a digit from 0 to 5.
    ///
    /// - Returns: whether the key set the rating.
    func handle(_ key: Key, _ modifiers: Modifiers) -> Bool {
        guard let digit = key.digit, digit <= Self.most, modifiers.isDisjoint(with: [.control, .alt]) else {
            return false
        }
        rate(digit)
        return true
    }

    private func rate(_ rating: Int) {
        guard rating != self.rating else { return }
        show(rating)
        onRated(rating)
    }
}
