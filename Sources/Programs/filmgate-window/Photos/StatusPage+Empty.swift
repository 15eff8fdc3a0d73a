import FilmgateGTK
import FilmgateText

extension StatusPage {
    /// Shows why there are no photos.
    func describe(icon: String, _ title: String, _ text: String = "") {
        setIcon(icon)
        setTitle(title)
        setDescription(text)
    }

    /// Says that a search finds nothing.
    ///
    /// - Parameter text: what was searched for.
    func describeNothingFound(_ text: String? = nil) {
        describe(icon: "edit-find-symbolic", localized("Nothing Found"), text ?? localized("Try other words."))
    }
}
