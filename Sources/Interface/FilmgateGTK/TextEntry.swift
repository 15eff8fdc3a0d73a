import CFilmgateGTK

/// A row with a text that the person edits and confirms.
public final class EntryRow: Widget {
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        // Setting the text, even to the same one, would show the button that confirms a new text.
        set { if newValue != text { gtk_editable_set_text(opaque, newValue) } }
    }

    /// Writes the text from left to right in every language, because it consists of numbers.
    public func setNumbers() {
        guard let text = gtk_editable_get_delegate(opaque) else { return }
        let widget = UnsafeMutableRawPointer(text).assumingMemoryBound(to: GtkWidget.self)
        gtk_widget_set_direction(widget, GTK_TEXT_DIR_LTR)
    }

    /// Calls the closure when the person confirms a new text.
    public func onApply(_ body: @escaping () -> Void) { connect(raw, "apply", body) }

    /// Shows whether the text is invalid.
    public func setError(_ isWrong: Bool) { if isWrong { add(cssClass: "error") } else { remove(cssClass: "error") } }
}

/// A text of several lines that the person edits.
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

    /// Calls the closure when the focus leaves the text.
    public func onLeave(_ body: @escaping () -> Void) {
        guard let controller = gtk_event_controller_focus_new() else { return }
        connect(UnsafeMutableRawPointer(controller), "leave", body)
        gtk_widget_add_controller(pointer, controller)
    }
}
