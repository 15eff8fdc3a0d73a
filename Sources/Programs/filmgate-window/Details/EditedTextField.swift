import FilmgateGTK
import FilmgateText

/// A text of one line that the person edits. Enter, or leaving the row, saves it; Escape restores the saved text. The
/// error message appears below the row.
final class EditedTextField {
    let row: EntryRow
    /// Returns the problem with a text; nil if the text can be saved.
    var check: (String) -> String? = { _ in nil }
    /// Saves a text that `check` accepts.
    var save: (String) -> Void = { _ in }
    /// Whether the focus has moved to a part of the field outside the row.
    var isLeftOpen: () -> Bool = { false }

    private let error: ErrorLine
    /// The saved text.
    private(set) var saved = ""
    /// An invalid text whose error the person has already seen when they left the row.
    private var abandoned: String?

    /// - Parameter id: the name of the row. The name of the line for errors is this name with `-error`.
    init(in builder: Builder, _ id: String) {
        row = EntryRow(in: builder, id)
        error = ErrorLine(in: builder, id + "-error")
        row.nameText()
        row.onActivate { [weak self] in self?.apply() }
        row.onLeave { [weak self] in
            // The focus has not reached its new widget yet.
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

    /// Whether the person has typed a text that is not saved.
    var isEdited: Bool { row.text != saved }

    /// Shows the saved text.
    ///
    /// - Parameter keepsTyped: whether a text that the person has typed and not saved stays.
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

    /// Saves the typed text, or shows the problem below it.
    ///
    /// - Returns: the problem; nil if the text is saved.
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

    /// Saves the typed text, because the field will show something else.
    ///
    /// - Returns: the problem; nil if the text is saved, or if the person has already seen the error of this text.
    func finish() -> String? {
        guard let problem = apply(), row.text != abandoned else { return nil }
        abandoned = row.text
        return problem
    }

    private func showError(_ text: String?) {
        row.setError(text)
        error.show(text)
        if text == nil { abandoned = nil }
    }
}

/// The line with the error below a field; hidden if there is no error.
final class ErrorLine {
    private let row: Widget
    private let label: Label

    /// - Parameter id: the name of the row. The name of its label is this name with `-text`.
    init(in builder: Builder, _ id: String) {
        row = Widget(in: builder, id)
        label = Label(in: builder, id + "-text")
    }

    func show(_ text: String?) {
        if let text { label.text = text }
        row.isVisible = text != nil
    }
}
