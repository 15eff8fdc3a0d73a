/// Describes the selection of an app, with the same words in every list and page.
public enum SelectionText {
    /// The words for limited access without a selection.
    public static var onlyAdded: String { localized("only photos it adds") }

    /// Returns `7 photos`, or `7 photos, with those in 1 album`. The number of photos includes those in the albums.
    public static func text(photos: Int, albums: Int) -> String {
        guard photos > 0 || albums > 0 else { return onlyAdded }
        let selected = counted("{n} photo", "{n} photos", photos)
        guard albums > 0 else { return selected }
        return counted(
            "{photos}, with those in {n} album", "{photos}, with those in {n} albums", albums, ["photos": selected])
    }

    /// Returns the selection in words, with the titles of the albums, or with their number if there are more than ten.
    public static func text(photos: Int, albums: Int, titles: [String]) -> String {
        guard albums > 0, albums == titles.count, albums <= mostTitles else {
            return text(photos: photos, albums: albums)
        }
        let selected = counted("{n} photo", "{n} photos", photos)
        let quoted = titles.map { localized("“{words}”", ["words": Text.shortened(Text.printable($0), to: 40)]) }
        return localized(
            "{photos}, with those in {albums}", ["photos": selected, "albums": PhraseJoiner.joined(quoted)])
    }

    private static let mostTitles = 10
}
