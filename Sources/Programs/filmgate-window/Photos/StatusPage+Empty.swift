import FilmgateGTK
import FilmgateText

extension StatusPage {
    /// Shows why there are no photos.
    func describe(icon: String, _ title: String, _ text: String = "") {
        setIcon(icon)
        setTitle(title)
        setDescription(text)
    }

    /// Shows that a search found nothing.
    func describeNothingFound() {
        describe(icon: "edit-find-symbolic", localized("Nothing Found"), localized("Try other words."))
    }
}
