public import CFilmgateGTK

// Compiler fault: 4
/// A GTK widget. This object owns a reference to the widget.
@MainActor open class Widget {
    /// The pointer for calls to GTK.
    public let pointer: UnsafeMutablePointer<GtkWidget>

    /// Adds a reference to a widget, or takes ownership of the floating reference of a new widget.
    public init(_ pointer: UnsafeMutablePointer<GtkWidget>) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    /// Creates an object for the widget that has this identifier in an interface description.
    public required convenience init(in builder: Builder, _ id: String) { self.init(builder.widget(id)) }

    isolated deinit { g_object_unref(pointer) }

    var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(pointer) }
    var opaque: OpaquePointer { OpaquePointer(pointer) }

    func cast<Type>(to type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> { raw.assumingMemoryBound(to: type) }

    public var isVisible: Bool {
        get { gtk_widget_get_visible(pointer) != 0 }
        set { gtk_widget_set_visible(pointer, newValue ? 1 : 0) }
    }

    /// Whether the widget is in a window, and not on a hidden page.
    public var isOnScreen: Bool { gtk_widget_get_mapped(pointer) != 0 }

    public var isSensitive: Bool {
        get { gtk_widget_get_sensitive(pointer) != 0 }
        set { gtk_widget_set_sensitive(pointer, newValue ? 1 : 0) }
    }

    /// Whether clicks and touches reach the widget, rather than the widgets behind it.
    public var takesPointer: Bool {
        get { gtk_widget_get_can_target(pointer) != 0 }
        set { gtk_widget_set_can_target(pointer, newValue ? 1 : 0) }
    }

    public var width: Int { Int(gtk_widget_get_width(pointer)) }
    public var height: Int { Int(gtk_widget_get_height(pointer)) }
    /// The number of screen pixels in a logical pixel, rounded up.
    public var scaleFactor: Int { Int(gtk_widget_get_scale_factor(pointer)) }
    /// The number of screen pixels in a logical pixel.
    public var screenScale: Double { fg_screen_scale(pointer) }

    /// Whether the language of the person is written from right to left.
    public var isRightToLeft: Bool { gtk_widget_get_direction(pointer) == GTK_TEXT_DIR_RTL }

    public func setSize(width: Int, height: Int) { gtk_widget_set_size_request(pointer, Int32(width), Int32(height)) }

    public func add(cssClass name: String) { gtk_widget_add_css_class(pointer, name) }
    public func remove(cssClass name: String) { gtk_widget_remove_css_class(pointer, name) }

    /// Sets the accessible name, which screen readers read.
    public func setAccessibleLabel(_ text: String) { fg_set_accessible_label(raw, text) }
    public func setAccessibleDescription(_ text: String) { fg_set_accessible_description(raw, text) }
    /// Sets the text that screen readers read instead of a number, such as the value of a slider.
    public func setAccessibleValue(_ text: String) { fg_set_accessible_value(raw, text) }
    public func setTooltip(_ text: String?) { gtk_widget_set_tooltip_text(pointer, text) }

    /// Whether the widget or a descendant has the keyboard focus.
    public var containsFocus: Bool {
        gtk_widget_get_state_flags(pointer).rawValue & GTK_STATE_FLAG_FOCUS_WITHIN.rawValue != 0
    }

    @discardableResult
    public func grabFocus() -> Bool { gtk_widget_grab_focus(pointer) != 0 }

    /// Makes the focus visible in the widget's window, as GTK does after a key press that moves the focus.
    public func showFocus() {
        guard let root = gtk_widget_get_root(pointer) else { return }
        gtk_window_set_focus_visible(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self), 1)
    }

    /// Makes Tab move the focus out of the widget. Within the widget, only the arrow keys move the focus.
    public func letTabLeave() { fg_let_tab_leave(pointer) }

    /// Moves the focus to the next or the previous descendant, as Tab does.
    ///
    /// - Returns: false if there is no such descendant.
    public func moveFocus(isForward: Bool) -> Bool {
        gtk_widget_child_focus(pointer, isForward ? GTK_DIR_TAB_FORWARD : GTK_DIR_TAB_BACKWARD) != 0
    }

    /// Calls `body` when the focus leaves the widget and its descendants.
    public func onLeave(_ body: @escaping () -> Void) {
        guard let controller = gtk_event_controller_focus_new() else { return }
        connect(UnsafeMutableRawPointer(controller), "leave", body)
        gtk_widget_add_controller(pointer, controller)
    }

    /// Calls `body` for each key that is pressed while the widget or a descendant has the focus.
    ///
    /// - Parameter beforeChildren: whether `body` gets the key before the descendants.
    /// - Parameter body: returns whether it handles the key.
    public func onKey(beforeChildren: Bool = false, _ body: @escaping (Key, Modifiers) -> Bool) {
        guard let controller = gtk_event_controller_key_new() else { return }
        gtk_event_controller_set_propagation_phase(controller, beforeChildren ? GTK_PHASE_CAPTURE : GTK_PHASE_BUBBLE)
        connect(UnsafeMutableRawPointer(controller), "key-pressed") { arguments in
            body(Key(rawValue: arguments.unsigned(0)), Modifiers(rawValue: arguments.flags(2)))
        }
        gtk_widget_add_controller(pointer, controller)
    }

    /// Calls `body` for each click with the first mouse button or a finger, except for the later clicks of a double or
    /// triple click. Ignores clicks while Control or Shift is held.
    ///
    /// - Parameters:
    ///   - pressed: called when the button is pressed, with the number of clicks in a row.
    ///   - body: called with the position of the click.
    public func onClick(pressed: @escaping (Int) -> Void = { _ in }, _ body: @escaping (Double, Double) -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        connect(UnsafeMutableRawPointer(gesture), "pressed") { arguments in
            pressed(Int(arguments.signed(0)))
            return false
        }
        connect(UnsafeMutableRawPointer(gesture), "released") { arguments in
            guard arguments.signed(0) == 1 else { return false }
            let state = Modifiers(rawValue: gtk_event_controller_get_current_event_state(gesture).rawValue)
            if state.isDisjoint(with: [.control, .shift]) { body(arguments.double(1), arguments.double(2)) }
            return false
        }
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Calls `body` when the person presses and holds the first mouse button, or touches with a finger and holds it.
    public func onLongPress(_ body: @escaping () -> Void) {
        guard let gesture = gtk_gesture_long_press_new() else { return }
        connect(UnsafeMutableRawPointer(gesture), "pressed", body)
        gtk_widget_add_controller(pointer, gesture)
    }

    /// Calls `body` for each press of the first mouse button or a finger, before the descendants get the press.
    public func beforePress(_ body: @escaping () -> Void) {
        guard let gesture = gtk_gesture_click_new() else { return }
        gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
        connect(UnsafeMutableRawPointer(gesture), "pressed", body)
        gtk_widget_add_controller(pointer, gesture)
    }

    public enum Alignment { case fill, start, center, end }

    /// Sets the alignment of the widget within a larger area.
    public func place(horizontally: Alignment, vertically: Alignment) {
        gtk_widget_set_halign(pointer, Widget.value(of: horizontally))
        gtk_widget_set_valign(pointer, Widget.value(of: vertically))
    }

    private static func value(of alignment: Alignment) -> GtkAlign {
        switch alignment {
        case .fill: GTK_ALIGN_FILL
        case .start: GTK_ALIGN_START
        case .center: GTK_ALIGN_CENTER
        case .end: GTK_ALIGN_END
        }
    }

    /// Makes the widget fill the free space beside its siblings.
    public func expandHorizontally() { gtk_widget_set_hexpand(pointer, 1) }

    public func setMargins(start: Int, end: Int, vertical: Int) {
        gtk_widget_set_margin_start(pointer, Int32(start))
        gtk_widget_set_margin_end(pointer, Int32(end))
        gtk_widget_set_margin_top(pointer, Int32(vertical))
        gtk_widget_set_margin_bottom(pointer, Int32(vertical))
    }

    public func setTopMargin(_ height: Int) { gtk_widget_set_margin_top(pointer, Int32(height)) }

    /// Clips drawing to the area of the widget.
    public func clip() { gtk_widget_set_overflow(pointer, GTK_OVERFLOW_HIDDEN) }
}

/// A key of the keyboard.
public struct Key: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32

    public nonisolated init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let space = Key(rawValue: UInt32(GDK_KEY_space))
    public static let left = Key(rawValue: UInt32(GDK_KEY_Left))
    public static let right = Key(rawValue: UInt32(GDK_KEY_Right))
    public static let up = Key(rawValue: UInt32(GDK_KEY_Up))
    public static let down = Key(rawValue: UInt32(GDK_KEY_Down))
    public static let tab = Key(rawValue: UInt32(GDK_KEY_Tab))
    /// Tab while Shift is held.
    public static let backTab = Key(rawValue: UInt32(GDK_KEY_ISO_Left_Tab))
    public static let escape = Key(rawValue: UInt32(GDK_KEY_Escape))
    public static let delete = Key(rawValue: UInt32(GDK_KEY_Delete))
    public static let backspace = Key(rawValue: UInt32(GDK_KEY_BackSpace))
    public static let enter = Key(rawValue: UInt32(GDK_KEY_Return))
    public static let home = Key(rawValue: UInt32(GDK_KEY_Home))
    public static let end = Key(rawValue: UInt32(GDK_KEY_End))
    public static let pageUp = Key(rawValue: UInt32(GDK_KEY_Page_Up))
    public static let pageDown = Key(rawValue: UInt32(GDK_KEY_Page_Down))

    /// The digit that the key types, on the main keys or on the number pad.
    public var digit: Int? {
        switch rawValue {
        case UInt32(GDK_KEY_0)...UInt32(GDK_KEY_9): Int(rawValue) - Int(GDK_KEY_0)
        case UInt32(GDK_KEY_KP_0)...UInt32(GDK_KEY_KP_9): Int(rawValue) - Int(GDK_KEY_KP_0)
        default: nil
        }
    }
    public static let f6 = Key(rawValue: UInt32(GDK_KEY_F6))
    public static let f10 = Key(rawValue: UInt32(GDK_KEY_F10))
    public static let menu = Key(rawValue: UInt32(GDK_KEY_Menu))
}

/// The modifier keys that are held during a key press or a pointer event.
public struct Modifiers: OptionSet, Sendable {
    public let rawValue: UInt32

    public nonisolated init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let shift = Modifiers(rawValue: GDK_SHIFT_MASK.rawValue)
    public static let control = Modifiers(rawValue: GDK_CONTROL_MASK.rawValue)
    public static let alt = Modifiers(rawValue: GDK_ALT_MASK.rawValue)
}
