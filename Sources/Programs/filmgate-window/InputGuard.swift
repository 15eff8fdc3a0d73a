import FilmgateGTK

/// Drops input for a moment after a window appears or comes to the front, so that a press that was meant for a different window decides
/// nothing.
final class InputGuard {
    private(set) var isClosed = true
    private var timeout: Timeout?

    /// How long input is dropped, in milliseconds.
    private static let time: UInt32 = 500
    /// A shorter absence is a window manager that looked at a key, not a different window.
    private static let shortAbsence: UInt64 = 150
    private var absentSince: UInt64 = 0

    /// Whether a press is dropped. Who goes on typing means a different window, so the time begins again.
    private func drops() -> Bool {
        if isClosed { close() }
        return isClosed
    }

    /// Makes a window ignore input while the guard is closed.
    func protect(_ window: Window) {
        window.onActiveChanged { [weak self, weak window] in
            guard let self, let window else { return }
            if window.isActive { cameToFront() } else { leftFront() }
        }
        window.ignoreInput { [weak self] in self?.drops() ?? false }
    }

    private func leftFront() { absentSince = MainLoop.milliseconds }

    private func cameToFront() {
        if MainLoop.milliseconds > absentSince + Self.shortAbsence { close() }
    }

    func close() {
        isClosed = true
        timeout?.cancel()
        timeout = MainLoop.after(milliseconds: Self.time) { [weak self] in self?.isClosed = false }
    }
}
