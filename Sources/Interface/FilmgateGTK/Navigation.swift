import CFilmgateGTK

/// Shows two children side by side in a wide window, and one at a time in a narrow one.
public final class Leaflet: Widget {
    /// Whether there is room for only one child.
    public var isFolded: Bool { adw_leaflet_get_folded(opaque) != 0 }

    /// Whether the children are shown side by side if there is room for them.
    public var canUnfold: Bool {
        get { adw_leaflet_get_can_unfold(opaque) != 0 }
        set { adw_leaflet_set_can_unfold(opaque, newValue ? 1 : 0) }
    }

    public func show(_ child: Widget) { adw_leaflet_set_visible_child(opaque, child.pointer) }

    public func onFoldedChanged(_ body: @escaping () -> Void) { connect(raw, "notify::folded", body) }
}

/// Shows its child only if there is room for the child.
public final class Squeezer: Widget {
    public var hasRoom: Bool { adw_squeezer_get_visible_child(opaque) != nil }

    public func onRoomChanged(_ body: @escaping () -> Void) { connect(raw, "notify::visible-child", body) }
}

/// Shows a side panel beside its child; the panel can be hidden.
public final class Flap: Widget {
    public var isRevealed: Bool {
        get { adw_flap_get_reveal_flap(opaque) != 0 }
        set { adw_flap_set_reveal_flap(opaque, newValue ? 1 : 0) }
    }

    public func onRevealedChanged(_ body: @escaping () -> Void) { connect(raw, "notify::reveal-flap", body) }
}

/// A list of rows, one of which can be selected.
public final class ListBox: Widget {
    private var rows: [ListRow] = []

    public var count: Int { rows.count }

    public func append(_ row: ListRow) {
        rows.append(row)
        gtk_list_box_append(opaque, row.pointer)
    }

    public func removeAll() {
        for row in rows { gtk_list_box_remove(opaque, row.pointer) }
        rows = []
    }

    /// The index of the selected row.
    public var selected: Int? {
        get { index(of: gtk_list_box_get_selected_row(opaque).map { UnsafeMutableRawPointer($0) }) }
        set {
            let row = newValue.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
            gtk_list_box_select_row(opaque, row.map { $0.cast() })
        }
    }

    public func focusSelected() {
        if let selected { focus(selected) }
    }

    public func focus(_ index: Int) {
        if rows.indices.contains(index) { rows[index].grabFocus() }
    }

    public var focusedRow: ListRow? { rows.first { $0.containsFocus } }

    /// The index of the row that has the focus.
    public var focused: Int? { rows.firstIndex { $0.containsFocus } }

    /// Calls `body` with the index of the row that the person or the program selects.
    public func onSelected(_ body: @escaping (Int) -> Void) {
        connect(raw, "row-selected") { [weak self] arguments in
            if let index = self?.index(of: arguments.object(0)) { body(index) }
            return false
        }
    }

    /// Calls `body` with the index of the row that the person clicks, or on which they press Enter.
    public func onActivated(_ body: @escaping (Int) -> Void) {
        connect(raw, "row-activated") { [weak self] arguments in
            if let index = self?.index(of: arguments.object(0)) { body(index) }
            return false
        }
    }

    private func index(of row: UnsafeMutableRawPointer?) -> Int? {
        row.flatMap { row in rows.firstIndex { $0.raw == row } }
    }
}

/// A row of a `ListBox`.
public class ListRow: Widget {
    public convenience init(_ child: Widget) {
        self.init(gtk_list_box_row_new())
        gtk_list_box_row_set_child(cast(), child.pointer)
    }

    /// Makes the row a heading, which keyboard navigation skips.
    public func setHeading() {
        setSelectable(false)
        gtk_widget_set_focusable(pointer, 0)
    }

    /// Sets whether the person can select and activate the row.
    public func setSelectable(_ isOn: Bool) {
        gtk_list_box_row_set_selectable(cast(), isOn ? 1 : 0)
        gtk_list_box_row_set_activatable(cast(), isOn ? 1 : 0)
    }
}

/// A row of a `ListBox` that leads to a page when the person activates it.
public final class LinkRow: ListRow {
    public convenience init(_ title: String, _ subtitle: String, icon: Icon) {
        self.init(adw_action_row_new())
        fg_set_text(raw, "title", escaped(title))
        fg_set_text(raw, "subtitle", escaped(subtitle))
        adw_action_row_set_title_lines(cast(), 1)
        adw_action_row_add_prefix(cast(), icon.pointer)
        adw_action_row_add_suffix(cast(), gtk_image_new_from_icon_name("go-next-symbolic"))
        setSelectable(false)
        gtk_list_box_row_set_activatable(cast(), 1)
    }
}

/// A row of a `ListBox` with a title and a subtitle, which the person can neither select nor activate.
public final class TextRow: ListRow {
    public convenience init(_ title: String, _ subtitle: String = "") {
        self.init(adw_action_row_new())
        fg_set_text(raw, "title", escaped(title))
        fg_set_text(raw, "subtitle", escaped(subtitle))
        setSelectable(false)
    }
}

/// A page that shows a message in large letters.
public final class StatusPage: Widget {
    public func setTitle(_ text: String) { fg_set_text(raw, "title", text) }
    /// Sets the description. libadwaita interprets the description, but not the title, as markup.
    public func setDescription(_ text: String) { fg_set_text(raw, "description", escaped(text)) }
    public func setIcon(_ name: String) { fg_set_text(raw, "icon-name", name) }

    public func setChild(_ child: Widget?) { adw_status_page_set_child(opaque, child?.pointer) }
}

/// Escapes a string for properties that libadwaita interprets as markup.
func escaped(_ text: String) -> String {
    guard let escaped = g_markup_escape_text(text, -1) else { return "" }
    defer { g_free(escaped) }
    return String(cString: escaped)
}

// Compiler fault: 4
/// Shows short messages over its child; a new message replaces the previous one.
@MainActor public final class ToastOverlay: Widget {
    private var last: OpaquePointer?
    /// The message to show when the animation of the current message has finished. libadwaita accesses freed memory if
    /// it removes a message during the animation.
    private var next: OpaquePointer?
    private var isComing = false
    /// The bars at the bottom of pages, which the messages must not cover.
    private var bars: [Widget] = []

    isolated deinit {
        for toast in [last, next] { if let toast { g_object_unref(UnsafeMutableRawPointer(toast)) } }
    }

    /// Shows a message for some seconds.
    ///
    /// - Parameters:
    ///   - button: the label of a button.
    ///   - action: called when the person clicks the button.
    public func show(_ text: String, button: String? = nil, action: (() -> Void)? = nil) {
        guard let toast = adw_toast_new(escaped(text)) else { return }
        if let button, let action {
            adw_toast_set_button_label(toast, button)
            connect(UnsafeMutableRawPointer(toast), "button-clicked", action)
        }
        if let next { g_object_unref(UnsafeMutableRawPointer(next)) }
        next = toast
        if !isComing { showNext() }
    }

    /// Keeps the messages above a bar at the bottom, while the bar is shown.
    ///
    /// - Parameter bar: a bar, or a revealer of a bar.
    public func stayAbove(_ bar: Widget) {
        bars.append(bar)
        for signal in ["map", "unmap"] { connect(bar.raw, signal) { [weak self] in self?.leaveRoom() } }
        if bar is Revealer { connect(bar.raw, "notify::reveal-child") { [weak self] in self?.leaveRoom() } }
    }

    private func leaveRoom() {
        let height = bars.map(Self.height).max() ?? 0
        for message in messages { gtk_widget_set_margin_bottom(message, height) }
    }

    /// Returns the height of a bar once its animation has ended; 0 if it is hidden.
    private static func height(of bar: Widget) -> Int32 {
        guard bar.isOnScreen else { return 0 }
        var shown = Optional(bar.pointer)
        if let revealer = bar as? Revealer {
            shown = revealer.isRevealed ? gtk_revealer_get_child(revealer.opaque) : nil
        }
        guard let shown else { return 0 }
        var height: Int32 = 0
        gtk_widget_measure(shown, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        return height
    }

    private func showNext() {
        guard let toast = next else { return }
        next = nil
        if let last {
            adw_toast_dismiss(last)
            g_object_unref(UnsafeMutableRawPointer(last))
        }
        g_object_ref(UnsafeMutableRawPointer(toast))
        last = toast
        adw_toast_overlay_add_toast(opaque, toast)
        for message in messages { fg_forget_underlined_labels(message) }
        leaveRoom()
        awaitArrival()
    }

    private func awaitArrival() {
        isComing = true
        // During the animation, a click must not remove the message either.
        if let message = newest { gtk_widget_set_can_target(message, 0) }
        let arrival = Unmanaged.passRetained(ToastAnimationTimer(self)).toOpaque()
        gtk_widget_add_tick_callback(
            pointer,
            { _, clock, data in
                guard let data else { return 0 }
                let arrival = Unmanaged<ToastAnimationTimer>.fromOpaque(data).takeUnretainedValue()
                return arrival.isOver(at: Int64(gdk_frame_clock_get_frame_time(clock))) ? 0 : 1
            }, arrival, { data in if let data { Unmanaged<ToastAnimationTimer>.fromOpaque(data).release() } })
    }

    fileprivate func arrived() {
        isComing = false
        if let message = newest { gtk_widget_set_can_target(message, 1) }
        showNext()
    }

    /// The newest message; nil if there is none.
    private var newest: UnsafeMutablePointer<GtkWidget>? {
        let child = gtk_widget_get_last_child(pointer)
        return child == adw_toast_overlay_get_child(opaque) ? nil : child
    }

    /// The messages on the screen, including those that slide out, without the page below them.
    private var messages: [UnsafeMutablePointer<GtkWidget>] {
        let page = adw_toast_overlay_get_child(opaque)
        var found: [UnsafeMutablePointer<GtkWidget>] = []
        var child = gtk_widget_get_first_child(pointer)
        while let next = child {
            if next != page { found.append(next) }
            child = gtk_widget_get_next_sibling(next)
        }
        return found
    }
}

/// Measures how long a message has been sliding in, from the first frame that GTK draws.
private final class ToastAnimationTimer {
    /// The duration of the animation in microseconds: a bit longer than libadwaita's.
    private static let duration: Int64 = 600_000
    private weak var overlay: ToastOverlay?
    private var start: Int64?

    init(_ overlay: ToastOverlay) { self.overlay = overlay }

    func isOver(at time: Int64) -> Bool {
        let first = start ?? time
        start = first
        guard time - first >= Self.duration else { return false }
        // libadwaita may still use the message during this frame.
        MainLoop.after(milliseconds: 0) { [weak overlay] in overlay?.arrived() }
        return true
    }
}

/// Shows or hides its child with an animation.
public final class Revealer: Widget {
    public var isRevealed: Bool {
        get { gtk_revealer_get_reveal_child(opaque) != 0 }
        set { gtk_revealer_set_reveal_child(opaque, newValue ? 1 : 0) }
    }

    /// Whether the animation that shows the child has finished.
    public var isFullyRevealed: Bool { gtk_revealer_get_child_revealed(opaque) != 0 }

    /// Calls `body` when the animation that shows or hides the child has finished.
    public func onFinished(_ body: @escaping () -> Void) { connect(raw, "notify::child-revealed", body) }
}
