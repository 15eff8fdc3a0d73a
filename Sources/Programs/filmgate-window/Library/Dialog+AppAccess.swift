import FilmgateGTK
import FilmgateText

extension Dialog {
    // The buttons of these dialogs do not have the same mnemonics as the buttons that open the dialogs. So pressing a
    // key twice does not confirm.

    /// Asks the person whether to deny an app access.
    static func confirmDenial(over window: Window, decided: @escaping () -> Void) {
        confirmGuarded(
            localized("Deny access?"),
            localized(
                "Then the app sees nothing and loses its selected and picked photos. It cannot ask for access again."),
            action: localized("D_eny"), over: window, decided: decided)
    }

    /// Asks the person whether to reset an app's access.
    static func confirmReset(over window: Window, decided: @escaping () -> Void) {
        confirmGuarded(
            localized("Reset access?"),
            localized(
                "Then the app sees nothing and loses its selected and picked photos. It may ask for access again."),
            action: localized("Re_set"), over: window, decided: decided)
    }
}
