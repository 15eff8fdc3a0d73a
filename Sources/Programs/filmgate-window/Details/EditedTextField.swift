import FilmgateGTK
import FilmgateText

/// A row with a line of text that the person edits. The field saves the text when the person presses Enter or leaves
/// the row. Escape restores the saved text.
final class EditedTextField {
    let row: EntryRow
    /// Returns the error message for invalid text; nil if the text is valid.
    var check: (String) -> String? = { _ in nil }
    /// Saves text that `check` accepts.
    var save: (String) -> Void = { _ in }
    /// Returns whether the person uses a list or a popover of the field. If so, leaving the row does not save the text.
    var isLeftOpen: () -> Bool = { false }

    private let error: ErrorLine
    private(set) var saved = ""
    /// The invalid text for which `finish` has already returned the error.
    private var abandoned: String?

    /// - Parameter id: the row's identifier in the UI file. The error line has this identifier with the suffix
    ///   `-error`.
    init(in builder: Builder, _ id: String) {
        row = EntryRow(in: builder, id)
        error = ErrorLine(in: builder, id + "-error")
        row.nameText()
        row.onActivate { [weak self] in self?.apply() }
        row.onLeave { [weak self] in
            // Waits until the focus has reached its new widget.
            MainLoop.after(milliseconds: 0) {
                guard let self, !self.row.containsFocus, !self.isLeftOpen() else { return }
                self.apply()
            }
        }
        row.onChanged { [weak self] in self?.showError(nil) }
        row.onKey(beforeChildren: true) { [weak self] key, _ in
            guard let self, key == .escape, isEdited else { return false }
            revert()
            return true
        }
    }

    /// Whether the row shows text that is not saved.
    var isEdited: Bool { row.text != saved }

    /// Sets the saved text, and shows it.
    ///
    /// - Parameter keepsTyped: whether to keep showing typed text that is not saved yet.
    func show(_ text: String, keepsTyped: Bool) {
        let isKept = keepsTyped && isEdited
        saved = text
        if isKept || row.text == text { return }
        row.text = text
        showError(nil)
    }

    func revert() {
        row.text = saved
        row.moveToEnd()
        showError(nil)
    }

    /// Saves the typed text if it is valid. Otherwise shows an error below the row.
    ///
    /// - Returns: the error; nil if no unsaved text is left.
    @discardableResult
    func apply() -> String? {
        guard isEdited else { return nil }
        if let problem = check(row.text) {
            showError(problem)
            return problem
        }
        saved = row.text
        showError(nil)
        save(saved)
        return nil
    }

    /// Saves the typed text before the field shows different text.
    ///
    /// - Returns: the error; nil if no unsaved text is left, or if an earlier call returned the error for this text.
    func finish() -> String? {
        guard let problem = apply(), row.text != abandoned else { return nil }
        abandoned = row.text
        return problem
    }

    /// Shows an error below the row until the text changes; nil hides the error.
    func showError(_ text: String?) {
        row.setError(text)
        error.show(text)
        if text == nil { abandoned = nil }
    }
}

/// The line below a field that shows an error. The line is hidden if there is no error.
final class ErrorLine {
    private let row: Widget
    private let label: Label

    /// - Parameter id: the row's identifier in the UI file. Its label has this identifier with the suffix `-text`.
    init(in builder: Builder, _ id: String) {
        row = Widget(in: builder, id)
        label = Label(in: builder, id + "-text")
    }

    func show(_ text: String?) {
        if let text { label.text = text }
        row.isVisible = text != nil
    }
}
