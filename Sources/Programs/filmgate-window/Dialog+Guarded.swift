import FilmgateGTK

extension Dialog {
    /// Asks the person to confirm a decision about an app. Ignores input just after the dialog appears, because the
    /// person may have meant that input for a different window.
    ///
    /// - Parameters:
    ///   - action: the label of the button with which the person confirms.
    ///   - decided: called when the person confirms.
    static func confirmGuarded(
        _ heading: String, _ text: String, action: String, over window: Window, decided: @escaping () -> Void
    ) {
        let guarding = InputGuard()
        confirm(heading, text, action: action, over: window) { dialog in
            guarding.protect(dialog)
            guarding.onChange = { [weak dialog] isClosed in dialog?.isActionEnabled = !isClosed }
            guarding.close()
        } decided: {
            if !guarding.isClosed { decided() }
        }
    }
}
