import Filmgate
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateSystem
import FilmgateText

/// The dialog that examines files and folders, and asks the person whether and how to import them.
final class FilesImportDialog {
    private let chosen: ImportSources
    private let library: PhotoLibrary
    private let dialog: ImportDialog
    private let decided: (FilesImporter) -> Void
    private var found: ImportableFiles?
    private var content: ImportedLibraryContent?
    private var reading: Task<Void, Never>?

    private init(_ chosen: ImportSources, _ library: PhotoLibrary, _ decided: @escaping (FilesImporter) -> Void) {
        (self.chosen, self.library, self.decided) = (chosen, library, decided)
        let heading = chosen.areDropped ? localized("Import What You Dropped?") : localized("Import Photos")
        dialog = ImportDialog(heading, DroppedPaths.text(of: chosen.places), takesEnter: !chosen.areDropped)
    }

    /// - Parameter decided: called when the person decides to import.
    static func open(
        _ chosen: ImportSources, into library: PhotoLibrary, over window: Window,
        decided: @escaping (FilesImporter) -> Void
    ) {
        let asking = FilesImportDialog(chosen, library, decided)
        // The closures keep this object alive while the dialog is open.
        asking.dialog.onImport = { asking.decide($0) }
        asking.dialog.onKind = { asking.read($0) }
        asking.dialog.onClosed = { asking.reading?.cancel() }
        asking.dialog.open(over: window)
        asking.find()
    }

    private func find() {
        dialog.begin()
        reading = Task {
            do {
                dialog.show(try await library.collectionTree([.album]))
                let found = await ImportableFiles.find(chosen)
                guard !Task.isCancelled else { return }
                self.found = found
                read(found.likelyKind)
            } catch {
                if !Task.isCancelled { dialog.fail(LibraryEditor.text(of: error)) }
            }
        }
    }

    private func read(_ kind: LibraryKind) {
        guard let found else { return }
        reading?.cancel()
        content = nil
        dialog.begin()
        dialog.offer(kind, hasFolders: found.hasFolders)
        reading = Task {
            do {
                let content = try await found.content(of: kind)
                guard !Task.isCancelled else { return }
                self.content = content
                let failures = chosen.failures + found.walk.failures + content.failures
                guard content.plan.count > 0 else {
                    let reason = failures.first.flatMap { Text.singleLine($0.reason) }
                    return dialog.fail(reason ?? localized("There are no photos or videos here."))
                }
                dialog.show(count: content.plan.count, bytes: content.plan.bytes)
                dialog.show(failures: failures)
                await look(content, failures)
            } catch let error as UnreadableLibraryError {
                if !Task.isCancelled { dialog.fail(Text.singleLine(error.reason) ?? "") }
            } catch {
                if !Task.isCancelled { dialog.fail(LibraryEditor.text(of: error)) }
            }
        }
    }

    /// Shows how many files the library has, and offers to import deleted photos. The import can begin meanwhile.
    private func look(_ content: ImportedLibraryContent, _ failures: [FailedFile]) async {
        var settings = ImportSettings()
        settings.leavesOutDeleted = true
        // If the comparison fails, the import itself reports the error.
        let expected = try? await FileImporter(to: library, settings).expected(of: content.plan.groups)
        guard let expected, !Task.isCancelled else { return }
        dialog.show(present: expected.present.count + expected.duplicates.count)
        dialog.show(failures: failures + expected.failures)
        guard !expected.deleted.isEmpty else { return }
        dialog.offerDeleted(
            localized("Import deleted photos, too"),
            counted(
                "{n} was deleted earlier and is in the trash", "{n} were deleted earlier and are in the trash",
                expected.deleted.count))
    }

    private func decide(_ choices: ImportChoices) {
        guard let content, let found else { return }
        decided(
            FilesImporter(
                library: library, content: content, failures: chosen.failures + found.walk.failures, choices: choices))
    }
}
