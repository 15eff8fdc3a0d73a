import CFilmgateGTK

/// Text that cannot be edited. Never interprets markup.
public final class Label: Widget {
    public convenience init(_ text: String) { self.init(gtk_label_new(text)) }

    public var text: String {
        get { String(cString: gtk_label_get_text(opaque)) }
        // GTK would lay out the text again even if the new text is equal.
        set { if newValue != text { gtk_label_set_text(opaque, newValue) } }
    }

    /// Shortens the text with an ellipsis if it does not fit.
    public func setEllipsized() { gtk_label_set_ellipsize(opaque, PANGO_ELLIPSIZE_END) }

    /// Breaks the text into at most this number of lines, the last of which ends with an ellipsis if the text is
    /// longer.
    public func setWrapped(lines: Int) {
        gtk_label_set_wrap(opaque, 1)
        gtk_label_set_wrap_mode(opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_lines(opaque, Int32(lines))
        setEllipsized()
    }

    /// Clears the selection in the text.
    public func deselect() { gtk_label_select_region(opaque, 0, 0) }

    /// - Parameter part: the fraction of the free space before the text, from 0 to 1.
    public func setAlignment(_ part: Float) { gtk_label_set_xalign(opaque, part) }
}

public final class Button: Widget {
    public func setLabel(_ text: String) {
        gtk_button_set_label(cast(), text)
        fg_forget_underlined_label(raw)
    }

    public func setIcon(_ name: String) { gtk_button_set_icon_name(cast(), name) }

    /// Shortens the label if there is little room, and shows the whole label in a tooltip.
    public func letShrink() {
        guard let label else { return }
        gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
        gtk_widget_set_tooltip_text(pointer, gtk_label_get_text(label))
    }

    /// Breaks the label into lines if there is little room.
    public func wrapLabel() {
        guard let label else { return }
        gtk_label_set_wrap(label, 1)
        gtk_label_set_justify(label, GTK_JUSTIFY_CENTER)
    }

    /// The label inside the button; nil if the button has no text.
    private var label: OpaquePointer? {
        guard gtk_button_get_label(cast()) != nil else { return nil }
        return OpaquePointer(gtk_button_get_child(cast()))
    }
}

/// A switch or a check mark that is on or off.
public final class Toggle: Widget {
    public var isActive: Bool {
        get { fg_flag(raw, "active") != 0 }
        set { fg_set_flag(raw, "active", newValue ? 1 : 0) }
    }

    public func onChanged(_ body: @escaping () -> Void) { connect(raw, "notify::active", body) }
}

/// A row or a button with a list of strings, one of which is selected.
public final class DropDown: Widget {
    /// Whether the program itself is changing the selection.
    private var isSetting = false

    public func setItems(_ items: [String]) {
        let list = gtk_string_list_new(nil)
        for item in items { gtk_string_list_append(list, item) }
        isSetting = true
        fg_set_object(raw, "model", UnsafeMutableRawPointer(list))
        isSetting = false
        g_object_unref(UnsafeMutableRawPointer(list))
    }

    public var selected: Int {
        get { Int(fg_number(raw, "selected")) }
        set {
            isSetting = true
            fg_set_number(raw, "selected", Int32(newValue))
            isSetting = false
        }
    }

    /// Calls the closure when the person selects a different string.
    public func onSelected(_ body: @escaping () -> Void) {
        connect(raw, "notify::selected") { [weak self] in if self?.isSetting == false { body() } }
    }
}

/// A row of a list with a title and a subtitle.
public final class ActionRow: Widget {
    public func setTitle(_ text: String) { fg_set_text(raw, "title", escaped(text)) }
    public func setSubtitle(_ text: String) { fg_set_text(raw, "subtitle", escaped(text)) }
}

/// A row that shows or hides more rows below it.
public final class ExpanderRow: Widget {
    public func setSubtitle(_ text: String) { fg_set_text(raw, "subtitle", escaped(text)) }

    public var isExpanded: Bool {
        get { fg_flag(raw, "expanded") != 0 }
        set { fg_set_flag(raw, "expanded", newValue ? 1 : 0) }
    }

    /// Adds a row that is shown below this one when the person expands it.
    public func add(_ row: ListRow) { adw_expander_row_add_row(cast(), row.pointer) }

    /// Calls the closure each time the person expands the row.
    public func onExpanded(_ body: @escaping () -> Void) {
        connect(raw, "notify::expanded") { [weak self] in
            if let self, fg_flag(raw, "expanded") != 0 { body() }
        }
    }
}

/// The title and the subtitle of a window.
public final class WindowTitle: Widget {
    public func setTitle(_ text: String) { adw_window_title_set_title(opaque, text) }
    public var title: String { String(cString: adw_window_title_get_title(opaque)) }
    public func setSubtitle(_ text: String) { adw_window_title_set_subtitle(opaque, text) }

    /// Lets the title shrink to two characters if there is little room. By default, libadwaita keeps room for five.
    public func letShrink() { WindowTitle.eachLabel(in: pointer) { gtk_label_set_width_chars($0, 2) } }

    /// Makes the title shrink before the buttons beside it lose room. It gets the room that they leave.
    public func shrinkFirst() {
        letShrink()
        WindowTitle.eachLabel(in: pointer) {
            gtk_label_set_max_width_chars($0, 8)
            gtk_widget_set_halign(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self), GTK_ALIGN_FILL)
        }
        expandHorizontally()
    }

    private static func eachLabel(in widget: UnsafeMutablePointer<GtkWidget>, _ body: (OpaquePointer) -> Void) {
        let instance = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GTypeInstance.self)
        if g_type_check_instance_is_a(instance, gtk_label_get_type()) != 0 { body(OpaquePointer(widget)) }
        var child = gtk_widget_get_first_child(widget)
        while let found = child {
            eachLabel(in: found, body)
            child = gtk_widget_get_next_sibling(found)
        }
    }
}

public final class SearchEntry: Widget {
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    public func clear() { gtk_editable_set_text(opaque, "") }

    /// Sets the text that the entry shows while it is empty.
    public func setPlaceholder(_ text: String) { fg_set_text(raw, "placeholder-text", text) }

    public func selectAll() { gtk_editable_select_region(opaque, 0, -1) }

    public func moveToEnd() { gtk_editable_set_position(opaque, -1) }

    /// Calls `body` when the person pauses in typing.
    public func onSearch(_ body: @escaping () -> Void) { connect(raw, "search-changed", body) }
    public func onStop(_ body: @escaping () -> Void) { connect(raw, "stop-search", body) }
    /// Calls the closure when the person presses Enter.
    public func onActivate(_ body: @escaping () -> Void) { connect(raw, "activate", body) }
}

public final class SearchBar: Widget {
    public var isOpen: Bool {
        get { gtk_search_bar_get_search_mode(opaque) != 0 }
        set { gtk_search_bar_set_search_mode(opaque, newValue ? 1 : 0) }
    }

    /// Calls the closure when the person or the program has opened or closed the bar.
    public func onOpenChanged(_ body: @escaping () -> Void) { connect(raw, "notify::search-mode-enabled", body) }
}

/// Shows one of several children.
public final class Stack: Widget {
    public func add(_ child: Widget, named name: String) { gtk_stack_add_named(opaque, child.pointer, name) }

    public func remove(_ child: Widget) { gtk_stack_remove(opaque, child.pointer) }

    public var visibleChild: String {
        get { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }
        set { gtk_stack_set_visible_child_name(opaque, newValue) }
    }

    public func onVisibleChildChanged(_ body: @escaping () -> Void) { connect(raw, "notify::visible-child", body) }
}

/// A picture with other widgets on top of it.
public final class Overlay: Widget {
    public convenience init(_ child: Widget) {
        self.init(fg_new_picture_overlay())
        gtk_overlay_set_child(opaque, child.pointer)
    }

    public func add(_ child: Widget) { gtk_overlay_add_overlay(opaque, child.pointer) }

    public func remove(_ child: Widget) { gtk_overlay_remove_overlay(opaque, child.pointer) }
}

/// Children in a row or a column.
public final class Box: Widget {
    public static func horizontal(spacing: Int) -> Box { Box(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, Int32(spacing))) }

    public static func vertical(spacing: Int) -> Box { Box(gtk_box_new(GTK_ORIENTATION_VERTICAL, Int32(spacing))) }

    public func append(_ child: Widget) { gtk_box_append(cast(), child.pointer) }

    public func prepend(_ child: Widget) { gtk_box_prepend(cast(), child.pointer) }

    public func remove(_ child: Widget) { gtk_box_remove(cast(), child.pointer) }

    public func removeAll() {
        while let child = gtk_widget_get_first_child(pointer) { gtk_box_remove(cast(), child) }
    }
}

public final class Icon: Widget {
    /// Creates an icon of the icon theme.
    public static func symbolic(_ name: String) -> Icon { Icon(gtk_image_new_from_icon_name(name)) }

    /// Creates an icon that shows a texture.
    public static func texture(_ texture: Texture) -> Icon { Icon(gtk_image_new_from_paintable(texture.pointer)) }

    public func setPixelSize(_ size: Int) { gtk_image_set_pixel_size(opaque, Int32(size)) }

    /// Shows an icon of the theme, or the fallback if the theme has no icon of this name.
    public func setName(_ name: String?, fallback: String) {
        let theme = gtk_icon_theme_get_for_display(gtk_widget_get_display(pointer))
        let exists = name.map { gtk_icon_theme_has_icon(theme, $0) != 0 } ?? false
        gtk_image_set_from_icon_name(opaque, exists ? name : fallback)
    }
}

/// A number that the person chooses with a slider.
public final class Slider: Widget {
    public var value: Double {
        get { gtk_range_get_value(cast()) }
        set { gtk_range_set_value(cast(), newValue) }
    }

    public func setRange(_ range: ClosedRange<Double>) {
        gtk_range_set_range(cast(), range.lowerBound, range.upperBound)
    }

    public func onChanged(_ body: @escaping () -> Void) { connect(raw, "value-changed", body) }

    /// Calls the closure with the new value when the person moves the slider.
    public func onMoved(_ body: @escaping (Double) -> Void) {
        connect(raw, "change-value") { arguments in
            body(arguments.double(1))
            return false
        }
    }

    /// Replaces the marks beside the slider.
    public func setMarks(_ marks: [(value: Double, text: String)]) {
        gtk_scale_clear_marks(cast())
        for mark in marks { gtk_scale_add_mark(cast(), mark.value, GTK_POS_RIGHT, escaped(mark.text)) }
    }
}

/// Shows the completed fraction of some work.
public final class ProgressBar: Widget {
    /// The completed fraction, from 0 to 1.
    public var fraction: Double {
        get { gtk_progress_bar_get_fraction(opaque) }
        set { gtk_progress_bar_set_fraction(opaque, max(0, min(newValue, 1))) }
    }
}

/// A button that opens a popover.
public final class MenuButton: Widget {
    /// The widget that had the focus before the popover opened.
    private var focused: Widget?

    public func open() {
        rememberFocus()
        gtk_menu_button_popup(opaque)
    }

    /// Makes the button open a menu of actions.
    ///
    /// - Parameter id: the name of the menu in the interface description.
    public func setMenu(in builder: Builder, _ id: String) { gtk_menu_button_set_menu_model(opaque, builder.menu(id)) }

    /// Makes the focus return to the previous widget when the menu or the popover closes. Call this after setting the
    /// menu.
    public func returnFocus() {
        guard let popover = gtk_menu_button_get_popover(opaque) else { return }
        beforePress { [weak self] in self?.rememberFocus() }
        connect(UnsafeMutableRawPointer(popover), "closed") { [weak self] in
            // GTK closes the menu first and then runs the action, which may show a different page.
            MainLoop.after(milliseconds: 0) { self?.closed() }
        }
    }

    private func rememberFocus() {
        focused = gtk_widget_get_root(pointer).flatMap { gtk_root_get_focus($0) }.map { Widget($0) }
    }

    private func closed() {
        let before = focused
        focused = nil
        if containsFocus, before?.isOnScreen == true { before?.grabFocus() }
    }
}

/// A popover, which a button opens in front of other widgets.
public final class Popover: Widget {
    public func open() { gtk_popover_popup(cast()) }
    public func close() { gtk_popover_popdown(cast()) }

    /// Calls the closure each time the popover opens.
    public func onShown(_ body: @escaping () -> Void) { connect(raw, "show", body) }
    public func onClosed(_ body: @escaping () -> Void) { connect(raw, "closed", body) }
}
