import FilmgateGTK

/// The parts of a page between which F6 moves the keyboard focus, and Shift+F6 moves it back.
final class FocusPanes {
    /// Whether the first part follows the last part. If it does not, F6 continues with the other parts of the window.
    var isRound = true

    struct Pane {
        let widget: Widget
        /// Moves the focus into the pane. Returns whether a widget in it takes the focus.
        let focus: () -> Bool
    }

    private let panes: [Pane]

    /// - Parameter panes: the panes in their order.
    init(_ panes: [Pane]) { self.panes = panes }

    /// - Returns: whether another part has the focus now.
    func move(isForward: Bool) -> Bool {
        var shown = panes.filter(\.widget.isOnScreen)
        if !isForward { shown.reverse() }
        let current = shown.firstIndex { $0.widget.containsFocus } ?? -1
        let (next, others) = (shown[(current + 1)...], shown[..<max(0, current)])
        return (Array(next) + (isRound ? Array(others) : [])).contains { $0.focus() }
    }
}

extension Widget {
    /// The arrow keys against the reading direction and along it, by their names in shortcuts.
    var arrows: (back: String, forth: String) { isRightToLeft ? ("Right", "Left") : ("Left", "Right") }
}
