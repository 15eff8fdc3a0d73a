import FilmgateGTK
import FilmgateText

/// A text of one line that the person edits. Enter, or leaving it, saves it; Escape brings back what is saved. What is
/// wrong with it stands below it.
final class EditedText {
    let row: EntryRow
    /// Says what is wrong with a text; nil: it can be saved.
    var check: (String) -> String? = { _ in nil }
    /// Saves a text that `check` accepts.
    var save: (String) -> Void = { _ in }
    /// Whether the focus has gone to a part of the field outside the row.
    var isLeftOpen: () -> Bool = { false }

    private let error: ErrorLine
    /// What is saved.
    private(set) var saved = ""
    /// A wrong text that the person was told of when they went on.
    private var abandoned: String?

    /// - Parameter id: the row; the line for errors has this name with `-error` behind it.
    init(in builder: Builder, _ id: String) {
        row = EntryRow(in: builder, id)
        error = ErrorLine(in: builder, id + "-error")
        row.nameText()
        row.onActivate { [weak self] in self?.apply() }
        row.onLeave { [weak self] in
            // The focus is not yet where it goes.
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

    /// Whether the person has typed what is not saved.
    var isEdited: Bool { row.text != saved }

    /// Shows what is saved.
    ///
    /// - Parameter keepsTyped: whether what the person has typed and not saved stays.
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

    /// Saves what is typed, or says below it what is wrong.
    ///
    /// - Returns: what is wrong.
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

    /// Saves what is typed, because the field shows something else next.
    ///
    /// - Returns: what is wrong; nil if the person was told so of the same text before.
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

/// The line below a field that says what is wrong. Nothing is there if nothing is.
final class ErrorLine {
    private let row: Widget
    private let label: Label

    /// - Parameter id: the row; its label has this name with `-text` behind it.
    init(in builder: Builder, _ id: String) {
        row = Widget(in: builder, id)
        label = Label(in: builder, id + "-text")
    }

    func show(_ text: String?) {
        if let text { label.text = text }
        row.isVisible = text != nil
    }
}
