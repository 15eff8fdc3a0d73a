import Filmgate
import FilmgateCameraJobs
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateModel
import FilmgateText

/// Imports photos from files, folders and cameras after the person has confirmed a dialog. Shows the progress and the
/// results.
final class ImportCoordinator {
    /// A function that runs an import and reports its progress.
    typealias Work = (ImportProgress) async -> ImportResults

    /// Called when the person wants to see the photos of the last import.
    var onShow: () -> Void = {}
    /// Called when an import has ended.
    var onEnd: () -> Void = {}

    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private let window: Window
    private let actions: ActionGroup
    private let progress: ImportProgress
    private let cameras: CameraMenu
    private var waiting: [Work] = []
    private var running: Task<Void, Never>?
    private var last: ImportResults?

    init(
        _ builder: Builder, _ library: PhotoLibrary, _ editor: LibraryEditor, _ actions: ActionGroup,
        cameraPort: String?, over window: Window
    ) {
        self.library = library
        self.editor = editor
        self.window = window
        self.actions = actions
        progress = ImportProgress(builder)
        cameras = CameraMenu(builder, named: cameraPort)
        cameras.onChosen = { [weak self] in self?.ask($0) }
        actions.add("import", self, isChange: true, keys: "<Control>o") { $0.choose(.files) }
        actions.add("import-folder", self, isChange: true, keys: "<Control><Shift>o") { $0.choose(.folder) }
        actions.add("first-import", self, isChange: true) { $0.choose(.folder) }.isEnabled = false
        actions.add("stop-import", self) { $0.progress.stop() }
        actions.add("import-results", self) { $0.showResults() }.isEnabled = false
        Widget(in: builder, "toasts").onFilesDropped { [weak self] in self?.drop($0) }
    }

    /// Whether the page for an empty library offers an import.
    var isOfferedFirst: Bool {
        get { actions["first-import"].isEnabled }
        set { actions["first-import"].isEnabled = newValue }
    }

    private func choose(_ kind: FileChooser.Kind) {
        let title = kind == .files ? localized("Import Files") : localized("Import a Folder")
        FileChooser.open(kind, title: title, accept: localized("_Open"), over: window) { [weak self] paths in
            Task { [weak self] in
                let files = await ImportSources.find(paths.map { DiskPath(bytes: $0) })
                self?.ask(files)
            }
        }
    }

    /// Shows the paths of dropped files, and asks whether to import the files. A different program chose the paths: it
    /// may have shown different names, or may not be allowed to read the files itself.
    private func drop(_ paths: [[UInt8]]) {
        Task {
            let files = await DroppedPaths.find(paths.map { DiskPath(bytes: $0) })
            guard !files.places.isEmpty else { return editor.say(localized("Nothing of it can be imported.")) }
            ask(ImportSources(places: files.places, areDropped: true))
        }
    }

    /// Asks whether to import the photos in files and folders.
    private func ask(_ files: ImportSources) {
        FilesImportDialog.open(files, into: library, over: window) { [weak self] importer in
            self?.add { await importer.run($0) }
        }
    }

    /// Asks whether to import the photos of a camera.
    private func ask(_ camera: ListedCamera) {
        CameraImportDialog.open(camera, into: library, over: window) { [weak self] importer in
            self?.add { await importer.run($0) }
        }
    }

    /// Adds an import, which begins when all earlier imports have ended.
    func add(_ work: @escaping Work) {
        waiting.append(work)
        guard running == nil else { return }
        running = Task {
            while !waiting.isEmpty {
                progress.begin()
                finish(await waiting.removeFirst()(progress))
            }
            running = nil
            progress.end()
        }
    }

    private func finish(_ results: ImportResults) {
        if let names = results.undoNames, !names.isEmpty { editor.remember(names) }
        last = results
        onEnd()
        actions["import-results"].isEnabled = results.hasDetails
        let text = results.stop ?? results.summary
        guard results.hasDetails else { return editor.say(text) }
        editor.say(text, button: localized("_Details")) { [weak self] in self?.showResults() }
    }

    private func showResults() {
        guard let last else { return }
        ImportResultsDialog.open(
            last, over: window, show: { [weak self] in self?.onShow() }, undo: { [weak self] in self?.undo(last) })
    }

    private func undo(_ results: ImportResults) {
        actions["import-results"].isEnabled = false
        guard let names = results.undoNames else {
            // The import has too many batches to undo. So the new photos move to the trash instead.
            let assets = results.assets
            return editor.perform(
                ChangeRequest.batches(of: assets) { part, request in request.deleteAssets(part) },
                saying: SelectionBar.moved(CountText.text(assets.count)))
        }
        editor.undo(change: names)
    }
}
