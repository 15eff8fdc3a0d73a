import CFilmgateGTK

/// A menu in front of a widget, which the second mouse button, a key or a finger that rests opens.
public final class ContextMenu: Widget {
    private var owner: Widget?

    /// - Parameters:
    ///   - id: the name of the menu in the interface description.
    ///   - owner: knows the menu's actions, and opens it.
    public convenience init(in builder: Builder, _ id: String, over owner: Widget) {
        self.init(gtk_popover_menu_new_from_model(builder.menu(id)))
        self.owner = owner
        gtk_popover_set_has_arrow(cast(), 0)
        gtk_widget_set_parent(pointer, owner.pointer)
        openByButton(over: owner)
    }

    public required convenience init(in builder: Builder, _ id: String) {
        preconditionFailure("a context menu belongs to a widget")
    }

    private func openByButton(over owner: Widget) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_gesture_single_set_button(gesture, UInt32(GDK_BUTTON_SECONDARY))
        connect(UnsafeMutableRawPointer(gesture), "pressed") { [weak self] arguments in
            gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
            self?.open(arguments.double(1), arguments.double(2))
            return false
        }
        gtk_widget_add_controller(owner.pointer, gesture)
    }

    /// Opens the menu where a finger rests on a widget in the owner. A mouse button that is held does not open it.
    ///
    /// - Parameter isAllowed: whether the finger has no other meaning there.
    public func openByFinger(on widget: Widget, if isAllowed: @escaping () -> Bool) {
        guard let gesture = gtk_gesture_long_press_new() else { return }
        gtk_gesture_single_set_touch_only(gesture, 1)
        connect(UnsafeMutableRawPointer(gesture), "pressed") { [weak self] arguments in
            guard let self, let owner, isAllowed() else { return false }
            var (x, y) = (0.0, 0.0)
            _ = gtk_widget_translate_coordinates(
                gtk_event_controller_get_widget(gesture), owner.pointer, arguments.double(0), arguments.double(1), &x,
                &y)
            open(x, y)
            return false
        }
        gtk_widget_add_controller(widget.pointer, gesture)
    }

    /// Whether the menu is on the screen.
    public var isOpen: Bool { isVisible }

    /// Opens the menu in the middle of its owner, as a key does.
    public func open() {
        guard let owner else { return }
        open(Double(owner.width) / 2, Double(owner.height) / 2)
    }

    private func open(_ x: Double, _ y: Double) {
        var place = GdkRectangle(x: Int32(x), y: Int32(y), width: 1, height: 1)
        gtk_popover_set_pointing_to(cast(), &place)
        gtk_popover_popup(cast())
    }
}
