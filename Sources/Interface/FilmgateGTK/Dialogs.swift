import CFilmgateGTK

/// Asks questions in front of a window.
public enum Dialog {
    /// The label of the button that cancels, in the person's language.
    public static var cancelLabel = "_Cancel"

    /// Asks the person to confirm an action. Closing the dialog cancels the action.
    ///
    /// - Parameters:
    ///   - action: the label of the button that confirms.
    ///   - isDestructive: whether the action cannot be undone.
    ///   - prepare: called with the dialog before it is shown.
    ///   - decided: called if the person chooses the action.
    public static func confirm(
        _ heading: String, _ text: String, action: String, isDestructive: Bool = true, over window: Window,
        prepare: (ConfirmationDialog) -> Void = { _ in }, decided: @escaping () -> Void
    ) {
        let pointer = make(heading, text, action: action, over: window)
        if isDestructive { adw_message_dialog_set_response_appearance(pointer, "action", ADW_RESPONSE_DESTRUCTIVE) }
        let dialog = ConfirmationDialog(UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: GtkWidget.self))
        // Keeps the object alive until the person answers.
        var kept: ConfirmationDialog? = dialog
        connect(UnsafeMutableRawPointer(pointer), "response") { arguments in
            if arguments.text(0) == "action", kept != nil { decided() }
            kept = nil
            return false
        }
        prepare(dialog)
        dialog.present()
    }

    /// Asks for one line of text.
    ///
    /// - Parameter decided: called with the text when the person confirms it, unless the text is blank.
    public static func ask(
        _ heading: String, for label: String, text: String = "", action: String, over window: Window,
        decided: @escaping (String) -> Void
    ) {
        let dialog = make(heading, nil, action: action, over: window)
        let entry = TextEntry()
        entry.text = text
        entry.setAccessibleLabel(label)
        entry.setPlaceholder(label)
        entry.activatesDefault()
        adw_message_dialog_set_extra_child(dialog, entry.pointer)
        adw_message_dialog_set_response_appearance(dialog, "action", ADW_RESPONSE_SUGGESTED)
        adw_message_dialog_set_default_response(dialog, "action")
        connect(UnsafeMutableRawPointer(dialog), "response") { arguments in
            let text = entry.text
            if arguments.text(0) == "action", text.contains(where: { !$0.isWhitespace }) { decided(text) }
            return false
        }
        gtk_window_present(UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkWindow.self))
        entry.grabFocus()
    }

    private static func make(_ heading: String, _ text: String?, action: String, over window: Window)
        -> UnsafeMutablePointer<AdwMessageDialog>
    {
        guard let widget = adw_message_dialog_new(window.cast(), heading, text) else {
            preconditionFailure("GTK makes every dialog")
        }
        let dialog = UnsafeMutableRawPointer(widget).assumingMemoryBound(to: AdwMessageDialog.self)
        adw_message_dialog_add_response(dialog, "cancel", cancelLabel)
        adw_message_dialog_add_response(dialog, "action", action)
        adw_message_dialog_set_close_response(dialog, "cancel")
        fg_forget_underlined_labels(widget)
        return dialog
    }
}

/// A dialog with a button that cancels and a button for an action.
public final class ConfirmationDialog: Window {
    /// Whether the person can choose the action.
    public var isActionEnabled: Bool {
        get { adw_message_dialog_get_response_enabled(cast(), "action") != 0 }
        set { adw_message_dialog_set_response_enabled(cast(), "action", newValue ? 1 : 0) }
    }
}

/// One line of text that the person edits.
public final class TextEntry: Widget {
    public convenience init() { self.init(gtk_entry_new()) }

    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Calls `body` when the person presses Enter.
    public func onActivate(_ body: @escaping () -> Void) { connect(raw, "activate", body) }

    /// Calls `body` when the person or the program changes the text.
    public func onChanged(_ body: @escaping () -> Void) { connect(raw, "changed", body) }

    public func setPlaceholder(_ text: String) { gtk_entry_set_placeholder_text(cast(), text) }

    /// Makes Enter activate the default button of the dialog.
    public func activatesDefault() { gtk_entry_set_activates_default(cast(), 1) }
}
