import FilmgateGTK

/// Ignores input for a moment after a window appears or comes to the front, because the person may have meant the input
/// for a different window. Meanwhile, buttons that make decisions are insensitive.
final class InputGuard {
    /// Whether the guard ignores input.
    private(set) var isClosed = true
    /// Called when the guard closes or opens, to update parts of the window that `cover` does not handle.
    var onChange: (_ isClosed: Bool) -> Void = { _ in }
    private var timeout: Timeout?
    private weak var window: Window?
    private var controls: [Widget] = []
    /// The widget that had the focus when the guard made its control insensitive.
    private var focus: Widget?

    /// The time for which the guard ignores input, in milliseconds.
    private static let time: UInt32 = 500
    /// The longest inactive time that leaves the guard open, in milliseconds. Window managers' key grabs are shorter.
    private static let shortAbsence: UInt64 = 150
    private var absentSince: UInt64 = 0

    /// Returns whether to ignore an input event. Each ignored event restarts the time.
    private func drops() -> Bool {
        if isClosed { close() }
        return isClosed
    }

    /// Makes a window ignore input while the guard is closed. Closes the guard when the window becomes active again.
    func protect(_ window: Window) {
        self.window = window
        window.onActiveChanged { [weak self, weak window] in
            guard let self, let window else { return }
            if window.isActive { cameToFront() } else { leftFront() }
        }
        window.ignoreInput { [weak self] in self?.drops() ?? false }
    }

    /// Makes a control of the window insensitive while the guard is closed. No other code may change the control's
    /// `isSensitive`.
    func cover(_ control: Widget) {
        controls.append(control)
        if isClosed { disable(control) }
    }

    /// Stops managing a control. Call this method before you remove the control from the window.
    func uncover(_ control: Widget) { controls.removeAll { $0 === control } }

    private func leftFront() { absentSince = MainLoop.milliseconds }

    private func cameToFront() {
        if MainLoop.milliseconds > absentSince + Self.shortAbsence { close() }
    }

    func close() {
        isClosed = true
        for control in controls where control.isSensitive { disable(control) }
        onChange(true)
        timeout?.cancel()
        timeout = MainLoop.after(milliseconds: Self.time) { [weak self] in self?.open() }
    }

    private func disable(_ control: Widget) {
        if control.containsFocus { focus = window?.focus }
        control.isSensitive = false
    }

    private func open() {
        isClosed = false
        for control in controls { control.isSensitive = true }
        onChange(false)
        // If a different page was opened meanwhile, the widget is not on the screen.
        if let focus, focus.isOnScreen { focus.grabFocus() }
        focus = nil
    }
}
