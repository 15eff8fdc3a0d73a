import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Windows that the main menu opens: the keyboard shortcuts, and the About window.
extension Window {
    func showShortcuts() { Window(in: Builder("shortcuts.ui"), "window").present(over: self) }

    func showAbout() {
        let facts = AboutWindow.ProgramDetails(
            name: "Filmgate", summary: localized("A photo library that apps reach by permission alone"),
            version: FilmgateVersion.version, website: "https://filmgate.org", icon: "org.filmgate.Filmgate")
        AboutWindow.show(facts, over: self)
    }
}
