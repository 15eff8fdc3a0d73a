import Filmgate
import FilmgateGTK
import FilmgateModel

/// Opens the dialogs that edit or export the selected photos.
final class SelectedPhotosEditor {
    /// Returns the photos that the page lists.
    var listed: () -> [AssetID] = { [] }
    /// Returns the videos among them.
    var videos: () -> Set<AssetID> = { [] }

    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private let selection: PhotoSelection
    private let window: Window
    /// The task that reads photos for an edit dialog. While it runs, no other edit dialog can be opened.
    private var opening: Task<Void, Never>?

    init(
        _ actions: ActionGroup, _ selection: PhotoSelection, _ library: PhotoLibrary, _ editor: LibraryEditor,
        over window: Window
    ) {
        self.library = library
        self.editor = editor
        self.selection = selection
        self.window = window
        actions.add("edit-details", self, isChange: true, keys: "<Alt>Return|<Control>i") { $0.editDetails() }
        actions.add("adjust-dates", self, isChange: true, keys: "<Control>d") { $0.adjustDates() }
        actions.add("export", self, keys: "<Control>e") { $0.export() }
    }

    private func export() {
        guard selection.count > 0 else { return }
        let items = CountText.text(of: selection.ids, videos: videos())
        ExportDialog.open(selection.ids, items, from: library, editor, over: window)
    }

    private func editDetails() {
        guard selection.count > 0, opening == nil else { return }
        opening = Task {
            await DetailsDialog.open(selection.ids, in: library, editor, over: window)
            opening = nil
        }
    }

    private func adjustDates() {
        guard selection.count > 0, opening == nil else { return }
        opening = Task {
            await DatesDialog.open(selection.ids, among: listed(), in: library, editor, over: window)
            opening = nil
        }
    }
}
