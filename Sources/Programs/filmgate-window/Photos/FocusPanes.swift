import FilmgateGTK

/// The panes of a page. F6 moves the keyboard focus to the next pane, and Shift+F6 to the previous pane.
final class FocusPanes {
    /// Whether the first pane follows the last pane. If not, F6 continues with the other parts of the window.
    var isRound = true

    struct Pane {
        let widget: Widget
        /// Moves the focus into the pane. Returns whether a widget of the pane took the focus.
        let focus: () -> Bool
    }

    private let panes: [Pane]

    init(_ panes: [Pane]) { self.panes = panes }

    /// - Returns: whether a different pane now has the focus.
    func move(isForward: Bool) -> Bool {
        var shown = panes.filter(\.widget.isOnScreen)
        if !isForward { shown.reverse() }
        let current = shown.firstIndex { $0.widget.containsFocus } ?? -1
        let (next, others) = (shown[(current + 1)...], shown[..<max(0, current)])
        return (Array(next) + (isRound ? Array(others) : [])).contains { $0.focus() }
    }
}

extension Widget {
    /// The names of the arrow keys that point backward and forward in the reading direction, for shortcuts.
    var arrows: (back: String, forth: String) { isRightToLeft ? ("Right", "Left") : ("Left", "Right") }
}
