import Filmgate
import FilmgateCameraJobs
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateText

/// The dialog that lists the files of a camera or phone, and asks the person whether and how to import them.
final class CameraImportDialog {
    private let camera: ListedCamera
    private let library: PhotoLibrary
    private let dialog: ImportDialog
    private let decided: (CameraImporter) -> Void
    private let interruption = Interruption()
    private var contents: CameraContents?

    private init(_ camera: ListedCamera, _ library: PhotoLibrary, _ decided: @escaping (CameraImporter) -> Void) {
        (self.camera, self.library, self.decided) = (camera, library, decided)
        dialog = ImportDialog(
            localized("Import Photos"), Text.singleLine(camera.model.isEmpty ? camera.port : camera.model) ?? "",
            takesEnter: true)
    }

    /// - Parameter decided: called when the person decides to import.
    static func open(
        _ camera: ListedCamera, into library: PhotoLibrary, over window: Window,
        decided: @escaping (CameraImporter) -> Void
    ) {
        let asking = CameraImportDialog(camera, library, decided)
        // The closures keep this object alive while the dialog is open.
        asking.dialog.onImport = { asking.decide($0) }
        asking.dialog.onClosed = { asking.interruption.request() }
        asking.dialog.open(over: window)
        asking.dialog.begin()
        Task { await asking.read() }
    }

    private func read() async {
        do {
            dialog.show(try await library.collectionTree([.album]))
            let contents = try await CameraContents.read(at: camera.port, for: library, interruption)
            guard !interruption.isRequested else { return }
            self.contents = contents
            show(contents)
        } catch {
            guard !interruption.isRequested else { return }
            dialog.fail(CameraText.reason(error, camera.port, camera.model))
        }
    }

    private func show(_ contents: CameraContents) {
        dialog.offer(nil, hasFolders: false)
        let (new, all) = (contents.plan(again: false), contents.plan(again: true))
        guard all.count > 0 else {
            let name = ["camera": Text.singleLine(contents.camera.model) ?? ""]
            return dialog.fail(
                PhraseJoiner.sentences([
                    localized("{camera} shows no files.", name),
                    localized("Unlock a phone, and allow this computer to read its photos."),
                ]))
        }
        dialog.show(count: new.count, bytes: new.bytes)
        dialog.show(failures: contents.files.failures)
        guard all.count > new.count else { return }
        dialog.offerDeleted(
            localized("Import earlier photos again"),
            counted(
                "{n} was imported from this camera before", "{n} were imported from this camera before",
                all.count - new.count), all: (all.count, all.bytes))
    }

    private func decide(_ choices: ImportChoices) {
        guard let contents else { return }
        decided(CameraImporter(library: library, contents: contents, choices: choices))
    }
}
