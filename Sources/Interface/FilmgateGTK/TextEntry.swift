import CFilmgateGTK

/// A row with text that the person edits and confirms.
public final class EntryRow: Widget {
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        // Setting the text, even to equal text, would show the button that confirms new text.
        set { if newValue != text { gtk_editable_set_text(opaque, newValue) } }
    }

    /// Writes the text from left to right in every language, because it consists of numbers.
    public func setNumbers() {
        guard let text = gtk_editable_get_delegate(opaque) else { return }
        let widget = UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkWidget.self)
        gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
    }

    /// Calls `body` when the person presses Enter.
    public func onActivate(_ body: @escaping () -> Void) { connect(raw, "entry-activated", body) }

    /// Calls `body` when the person or the program changes the text.
    public func onChanged(_ body: @escaping () -> Void) { connect(raw, "changed", body) }

    public func setTitle(_ text: String) {
        fg_set_text(raw, "title", escaped(text))
        nameText()
    }

    public func moveToEnd() { gtk_editable_set_position(opaque, -1) }

    /// Presents the text to screen readers, with the title of the row as its name. libadwaita presents only the row,
    /// which never has the focus.
    public func nameText() {
        guard let text = gtk_editable_get_delegate(opaque), let title = adw_preferences_row_get_title(cast()) else {
            return
        }
        let object = UnsafeMutableRawPointer(text)
        // Within another widget, GTK gives `GtkText` the role "none". A role cannot change after GTK has presented it.
        let (role, textBox) = ("accessible-role", Int32(GTK_ACCESSIBLE_ROLE_TEXT_BOX.rawValue))
        if fg_number(object, role) != textBox { fg_set_number(object, role, textBox) }
        fg_set_accessible_label(object, String(cString: title))
    }

    /// Marks the text as invalid, and describes the problem for screen readers; nil marks the text as valid.
    public func setError(_ problem: String?) {
        if problem == nil { remove(cssClass: "error") } else { add(cssClass: "error") }
        if let text = gtk_editable_get_delegate(opaque) {
            fg_set_accessible_description(UnsafeMutableRawPointer(text), problem ?? "")
        }
    }
}

/// Several lines of text that the person edits.
public final class TextArea: Widget {
    private var buffer: UnsafeMutablePointer<GtkTextBuffer>? { gtk_text_view_get_buffer(cast()) }

    public var text: String {
        get {
            var (start, end) = (GtkTextIter(), GtkTextIter())
            gtk_text_buffer_get_bounds(buffer, &start, &end)
            guard let text = gtk_text_buffer_get_text(buffer, &start, &end, 0) else { return "" }
            defer { g_free(text) }
            return String(cString: text)
        }
        set { gtk_text_buffer_set_text(buffer, newValue, Int32(newValue.utf8.count)) }
    }
}
