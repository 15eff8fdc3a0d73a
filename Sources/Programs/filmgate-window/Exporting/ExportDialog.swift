import Filmgate
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateModel
import FilmgateText

/// The dialog that asks how and where to export photos, and shows the progress.
final class ExportDialog {
    private let assets: [AssetID]
    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private let builder = Builder("export.ui")
    private let window: Window
    private lazy var size = DropDown(in: builder, "size")
    private lazy var progress = ProgressBar(in: builder, "progress")
    private var exporting: Task<Void, Never>?
    /// Keeps this object alive while the dialog is open.
    private var itself: ExportDialog?

    private init(_ assets: [AssetID], _ items: String, _ library: PhotoLibrary, _ editor: LibraryEditor) {
        (self.assets, self.library, self.editor) = (assets, library, editor)
        window = Window(in: builder, "window")
        let heading = localized("Export")
        window.setTitle(heading)
        let title = WindowTitle(in: builder, "title")
        title.setTitle(heading)
        title.setSubtitle(items)
        size.setItems(ExportChoices.ExportFormat.allCases.map(\.title))
        size.onSelected { [weak self] in self?.update() }
        Button(in: builder, "cancel").onClicked { [weak self] in self?.close() }
        Button(in: builder, "choose").onClicked { [weak self] in self?.choose() }
        window.onClose { [weak self] in
            self?.closed()
            return false
        }
        window.onKeys(escape: { [weak self] in self?.close() }, controlEnter: { [weak self] in self?.choose() })
    }

    /// - Parameter items: the number of photos and videos as text.
    static func open(
        _ assets: [AssetID], _ items: String, from library: PhotoLibrary, _ editor: LibraryEditor, over window: Window
    ) {
        let dialog = ExportDialog(assets, items, library, editor)
        dialog.itself = dialog
        dialog.window.present(over: window)
        dialog.size.grabFocus()
    }

    private var chosenSize: ExportChoices.ExportFormat {
        ExportChoices.ExportFormat.allCases[min(size.selected, ExportChoices.ExportFormat.allCases.count - 1)]
    }

    private func update() {
        let isOriginal = chosenSize == .originals
        Widget(in: builder, "metadata-group").isVisible = isOriginal
        Widget(in: builder, "note").isVisible = !isOriginal
    }

    private var choices: ExportChoices {
        var choices = ExportChoices(size: chosenSize)
        for kind in MetadataKind.allCases where chosenSize != .originals || !Toggle(in: builder, kind.rawValue).isActive
        {
            choices.without.insert(kind)
        }
        return choices
    }

    private func choose() {
        guard exporting == nil else { return }
        FileChooser.open(.folder, title: localized("Export to a Folder"), accept: localized("_Export"), over: window) {
            [weak self] paths in
            if let path = paths.first { self?.export(to: DiskPath(bytes: path)) }
        }
    }

    private func export(to path: DiskPath) {
        guard exporting == nil, itself != nil else { return }
        for name in ["files", "metadata-group", "choose"] { Widget(in: builder, name).isSensitive = false }
        progress.isVisible = true
        let (exporter, assets) = (PhotoExporter(library: library, choices: choices), assets)
        exporting = Task {
            let result = await exporter.export(assets, to: path) { [weak self] done in
                self?.progress.fraction = Double(done) / Double(max(1, assets.count))
            }
            editor.say(result.summary)
            close()
        }
    }

    /// Closes the dialog. A running export ends after the current photo.
    private func close() {
        window.destroy()
        closed()
    }

    private func closed() {
        exporting?.cancel()
        itself = nil
    }
}
