import FilmgateGTK
import FilmgateText

extension StatusPage {
    /// Shows the reason why there are no photos.
    func describe(icon: String, _ title: String, _ text: String = "") {
        setIcon(icon)
        setTitle(title)
        setDescription(text)
    }

    /// Shows the reason why the photos cannot be read.
    func describeFailure(_ reason: String) {
        describe(icon: "dialog-error-symbolic", localized("The Photos Cannot Be Read"), reason)
    }

    /// Shows that a sidebar item contains no photos.
    func describeEmpty(_ item: SidebarItem) {
        switch item {
        case .photos:
            describe(
                icon: item.iconName, localized("No Photos"), localized("Drop photos or folders here to import them."))
        case .trash: describe(icon: item.iconName, localized("The Trash Is Empty"))
        default: describe(icon: item.iconName, localized("No Photos Here"))
        }
    }

    /// Shows that a search finds nothing.
    ///
    /// - Parameter text: the message about the search; nil for the default message.
    func describeNothingFound(_ text: String? = nil) {
        describe(icon: "edit-find-symbolic", localized("Nothing Found"), text ?? localized("Try other words."))
    }
}
