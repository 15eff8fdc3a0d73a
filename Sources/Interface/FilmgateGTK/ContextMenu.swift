import CFilmgateGTK

/// A menu for the object under the pointer, or for the object with the focus. An interface description defines its
/// items.
@MainActor public final class ContextMenu {
    private let popover: Widget
    private let parent: Widget
    /// The widget that had the focus before the menu opened.
    private var focused: Widget?
    /// Called after the menu has closed and the action of the chosen item has run.
    public var onClosed: () -> Void = {}

    /// - Parameters:
    ///   - id: the name of the menu in the description.
    ///   - parent: the widget over which the menu opens, and whose actions it can use.
    public init(in builder: Builder, _ id: String, over parent: Widget) {
        self.parent = parent
        guard let menu = gtk_popover_menu_new_from_model(builder.menu(id)) else {
            preconditionFailure("GTK makes every menu")
        }
        popover = Widget(menu)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        gtk_widget_set_halign(menu, GTK_ALIGN_START)
        gtk_widget_set_parent(menu, parent.pointer)
        connect(popover.raw, "closed") { [weak self] in self?.closed() }
    }

    isolated deinit { gtk_widget_unparent(popover.pointer) }

    /// Opens the menu at a position in a widget.
    public func open(in widget: Widget, atX x: Double, y: Double) {
        var place = (0.0, 0.0)
        guard gtk_widget_translate_coordinates(widget.pointer, parent.pointer, x, y, &place.0, &place.1) != 0 else {
            return
        }
        var rectangle = GdkRectangle(x: Int32(place.0), y: Int32(place.1), width: 1, height: 1)
        gtk_popover_set_pointing_to(popover.cast(), &rectangle)
        focused = gtk_widget_get_root(parent.pointer).flatMap { gtk_root_get_focus($0) }.map { Widget($0) }
        gtk_popover_popup(popover.cast())
    }

    /// Opens the menu in the middle of its parent, as for the Menu key.
    public func open() { open(in: parent, atX: Double(parent.width) / 2, y: Double(parent.height) / 2) }

    /// Whether the menu is on the screen.
    public var isOpen: Bool { popover.isVisible }

    private func closed() {
        let before = focused
        focused = nil
        if popover.containsFocus, before?.isOnScreen == true { before?.grabFocus() }
        // GTK closes the menu first, and then runs the action.
        MainLoop.after(milliseconds: 0) { [weak self] in self?.onClosed() }
    }
}

extension Widget {
    /// Calls `body` with the position at which the person presses the secondary mouse button.
    ///
    /// - Parameter body: returns whether a menu opens.
    public func onSecondButton(_ body: @escaping (Double, Double) -> Bool) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(gesture, guint(GDK_BUTTON_SECONDARY))
        connect(UnsafeMutableRawPointer(gesture), "pressed") { arguments in
            if body(arguments.double(1), arguments.double(2)) {
                gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            }
            return false
        }
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Calls `body` when the person presses the Menu key or Shift+F10 while the focus is in the widget.
    ///
    /// - Parameter body: returns whether a menu opens.
    public func onMenuKey(_ body: @escaping () -> Bool) {
        onKey(beforeChildren: true) { key, modifiers in
            guard key == .menu || (key == .f10 && modifiers.contains(.shift)) else { return false }
            return body()
        }
    }
}
