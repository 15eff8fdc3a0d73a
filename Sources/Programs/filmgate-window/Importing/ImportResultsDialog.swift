import FilmgateGTK
import FilmgateLibraryTools
import FilmgateSystem
import FilmgateText

/// The dialog that lists the results of an import, and can undo the import.
final class ImportResultsDialog {
    private let builder = Builder("import-results.ui")
    private let window: Window
    /// Keeps this object alive while the dialog is open.
    private var itself: ImportResultsDialog?

    /// The maximum number of files that each section lists.
    private static let mostListed = 200

    private init(_ results: ImportResults, show: @escaping () -> Void, undo: @escaping () -> Void) {
        window = Window(in: builder, "window")
        window.setTitle(localized("Import Results"))
        let problem = Label(in: builder, "problem")
        problem.text = results.stop ?? ""
        problem.isVisible = results.stop != nil
        list(
            results.failures.map { TextRow(ImportResults.name($0.path), Text.singleLine($0.reason) ?? "") }, "failed",
            isExpanded: true)
        for (paths, part) in [
            (results.deleted, "deleted"), (results.imported, "imported"), (results.present, "present"),
            (results.duplicates, "twins"),
        ] {
            list(paths.lazy.map { TextRow(ImportResults.name($0)) }, part, isExpanded: false)
        }
        Widget(in: builder, "imported-part").isVisible = !results.imported.isEmpty
        for (id, body) in [("show", show), ("undo", undo)] {
            Button(in: builder, id).onClicked { [weak self] in
                self?.close()
                body()
            }
        }
        Button(in: builder, "close").onClicked { [weak self] in self?.close() }
        window.onClose { [weak self] in
            self?.itself = nil
            return false
        }
        window.onKey { [weak self] key, _ in
            guard key == .escape else { return false }
            self?.close()
            return true
        }
    }

    /// - Parameters:
    ///   - show: called when the person wants to see the imported photos.
    ///   - undo: called when the person undoes the import.
    static func open(
        _ results: ImportResults, over window: Window, show: @escaping () -> Void, undo: @escaping () -> Void
    ) {
        let dialog = ImportResultsDialog(results, show: show, undo: undo)
        dialog.itself = dialog
        dialog.window.present(over: window)
        Button(in: dialog.builder, "close").grabFocus()
    }

    private func list(_ rows: some Collection<TextRow>, _ part: String, isExpanded: Bool) {
        guard !rows.isEmpty else { return }
        let row = ExpanderRow(in: builder, part)
        row.isVisible = true
        row.setSubtitle(Text.number(rows.count))
        for line in rows.prefix(Self.mostListed) { row.add(line) }
        let rest = rows.count - Self.mostListed
        if rest > 0 { row.add(TextRow(counted("and {n} more", "and {n} more", rest))) }
        row.isExpanded = isExpanded
    }

    private func close() {
        window.destroy()
        itself = nil
    }
}
