import FilmgateGTK
import FilmgateModel
import FilmgateText

/// The window's main menu: the shortcuts of the keyboard, and what this program is.
final class MainMenu {
    private let window: Window
    private let popover: Popover

    init(_ builder: Builder, over window: Window) {
        self.window = window
        popover = Popover(in: builder, "menu-popover")
        Button(in: builder, "shortcuts").onClicked { [weak self] in self?.showShortcuts() }
        Button(in: builder, "about").onClicked { [weak self] in self?.showAbout() }
    }

    func showShortcuts() {
        popover.close()
        Window(in: Builder("shortcuts.ui"), "window").present(over: window)
    }

    private func showAbout() {
        popover.close()
        let facts = AboutWindow.Facts(
            name: "Filmgate", summary: localized("A photo library that apps reach by permission alone"),
            version: Release.version, website: "https://filmgate.org", icon: "org.filmgate.Filmgate")
        AboutWindow.show(facts, over: window)
    }
}
