import CFilmgateGTK
import Glibc

/// Decides which of two nested views the wheel scrolls.
///
/// A movement that began in the outer view continues there, regardless of the widget under the pointer.
public nonisolated struct NestedScrollRouter: Sendable {
    /// The time of the last movement of the outer view, in milliseconds.
    private var outerMovement: UInt64?

    /// The longest pause within one movement, in milliseconds.
    private static let longestPause: UInt64 = 400

    public init() {}

    /// Records that the outer view has moved.
    public mutating func outerMoved(at time: UInt64) { outerMovement = time }

    /// Returns whether a turn of the wheel at `time`, in milliseconds, scrolls the outer view.
    ///
    /// - Parameter canMove: whether the inner view can move further in the direction of the wheel.
    public func isOuter(canMove: Bool, at time: UInt64) -> Bool {
        guard canMove, let outerMovement else { return !canMove }
        return time <= outerMovement + Self.longestPause
    }
}

extension ScrolledWindow {
    /// Makes the wheel scroll the outer view if this view cannot scroll further or the outer view is already moving.
    public func passWheel(to outer: ScrolledWindow) {
        guard let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_VERTICAL) else { return }
        // In the bubble phase, GTK would handle the wheel before this controller if the view has a scroll bar.
        gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
        var target = NestedScrollRouter()
        outer.onScroll { target.outerMoved(at: MainLoop.milliseconds) }
        connect(UnsafeMutableRawPointer(controller), "scroll") { [weak self, weak outer] arguments in
            guard let self, let outer else { return false }
            let turn = arguments.double(1)
            guard target.isOuter(canMove: canMove(turn), at: MainLoop.milliseconds) else { return false }
            let isWheel = gtk_event_controller_scroll_get_unit(controller) == GDK_SCROLL_UNIT_WHEEL
            outer.scroll(by: turn, isWheel: isWheel)
            return true
        }
        gtk_widget_add_controller(pointer, controller)
    }

    private func canMove(_ turn: Double) -> Bool {
        let value = gtk_adjustment_get_value(adjustment)
        return turn < 0 ? value > gtk_adjustment_get_lower(adjustment) : !isAtEnd
    }

    /// Scrolls by the same distance as GTK.
    private func scroll(by turn: Double, isWheel: Bool) {
        let step = isWheel ? pow(gtk_adjustment_get_page_size(adjustment), 2 / 3) : 2.5
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + turn * step)
    }
}
