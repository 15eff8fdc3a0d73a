import FilmgateGTK
import FilmgateText

extension Dialog {
    // The answering buttons have other mnemonics than the buttons behind the dialog, so that pressing a key twice does
    // not also answer.

    /// Asks whether an app is denied access.
    static func confirmDenial(over window: Window, decided: @escaping () -> Void) {
        confirmGuarded(
            localized("Deny access?"),
            localized("Then the app sees nothing and loses its selected photos. It cannot ask for access again."),
            action: localized("D_eny"), over: window, decided: decided)
    }

    /// Asks whether the access of an app is reset.
    static func confirmReset(over window: Window, decided: @escaping () -> Void) {
        confirmGuarded(
            localized("Reset access?"),
            localized("Then the app sees nothing and loses its selected photos. It may ask for access again."),
            action: localized("Re_set"), over: window, decided: decided)
    }
}
