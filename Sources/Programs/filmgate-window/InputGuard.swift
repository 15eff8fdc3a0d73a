import FilmgateGTK

/// Drops input for a moment after a window appears or comes to the front, so that input for another window decides
/// nothing. Meanwhile, the controls that decide are insensitive, so that the person sees that input is ignored.
final class InputGuard {
    private(set) var isClosed = true
    /// Called when the guard closes and opens, for parts of the window that are not controls.
    var onChange: (_ isClosed: Bool) -> Void = { _ in }
    private var timeout: Timeout?
    private weak var window: Window?
    private var controls: [Widget] = []
    /// The control that had the focus, and lost it when it became insensitive.
    private var focus: Widget?

    /// How long input is ignored, in milliseconds.
    private static let time: UInt32 = 500
    /// In milliseconds. After a shorter absence, the window manager only grabbed a key: no other window was in front.
    private static let shortAbsence: UInt64 = 150
    private var absentSince: UInt64 = 0

    /// Returns whether to drop a key press. A person who continues typing means another window, so the time starts
    /// again.
    private func drops() -> Bool {
        if isClosed { close() }
        return isClosed
    }

    /// Makes a window ignore input while the guard is closed.
    func protect(_ window: Window) {
        self.window = window
        window.onActiveChanged { [weak self, weak window] in
            guard let self, let window else { return }
            if window.isActive { cameToFront() } else { leftFront() }
        }
        window.ignoreInput { [weak self] in self?.drops() ?? false }
    }

    /// Makes a control of the window insensitive while the guard is closed. Nothing else may change whether the control
    /// is sensitive.
    func cover(_ control: Widget) {
        controls.append(control)
        if isClosed { disable(control) }
    }

    /// Stops making a control insensitive, before the control is removed.
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
        // Another page may have been opened meanwhile.
        if let focus, focus.isOnScreen { focus.grabFocus() }
        focus = nil
    }
}
