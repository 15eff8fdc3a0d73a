import FilmgateGTK

extension Dialog {
    /// Asks for a decision about apps. Ignores keys and clicks just after the dialog appears, because they were meant
    /// for something else.
    ///
    /// - Parameters:
    ///   - action: the label of the button that confirms.
    ///   - decided: called if the person chooses the action.
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
