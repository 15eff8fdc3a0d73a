import Filmgate
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateModel
import FilmgateText

/// The dialog that shows the date of the last backup, and makes backups.
final class BackupDialog {
    private let library: PhotoLibrary
    private let builder = Builder("backup.ui")
    private let window: Window
    private let path = RememberedText("backup-folder")
    private let interruption = Interruption()
    private lazy var button = Button(in: builder, "back-up")
    private lazy var progress = ProgressBar(in: builder, "progress")
    private lazy var result = Label(in: builder, "result")
    private var running: Task<Void, Never>?
    /// Keeps this object alive while the dialog is open.
    private var itself: BackupDialog?

    private init(_ library: PhotoLibrary) {
        self.library = library
        window = Window(in: builder, "window")
        Button(in: builder, "close").onClicked { [weak self] in self?.close() }
        Button(in: builder, "choose").onClicked { [weak self] in self?.choose() }
        button.onClicked { [weak self] in self?.backUp() }
        window.onClose { [weak self] in
            self?.closed()
            return false
        }
        window.onKey { [weak self] key, _ in
            guard key == .escape else { return false }
            self?.close()
            return true
        }
    }

    static func open(for library: PhotoLibrary, over window: Window) {
        let dialog = BackupDialog(library)
        dialog.itself = dialog
        dialog.showFolder()
        dialog.window.present(over: window)
        Button(in: dialog.builder, "choose").grabFocus()
        Task { await dialog.showLast() }
    }

    private func showLast() async {
        let row = ActionRow(in: builder, "last")
        do {
            let last = try await library.maintenance.summary().lastBackup
            row.setSubtitle(last.flatMap { DateText.moment($0.rawValue) } ?? localized("Never"))
        } catch {
            row.setSubtitle(LibraryEditor.text(of: error))
        }
    }

    private func showFolder() {
        ActionRow(in: builder, "folder").setSubtitle(
            path.value.isEmpty ? localized("No folder is chosen") : Text.singleLine(path.value) ?? "")
        button.isSensitive = !path.value.isEmpty && running == nil
    }

    private func choose() {
        guard running == nil else { return }
        FileChooser.open(.folder, title: localized("Folder of the Backup"), accept: localized("_Choose"), over: window)
        {
            [weak self] paths in
            guard let self, let chosen = paths.first, itself != nil else { return }
            path.value = String(decoding: chosen, as: UTF8.self)
            showFolder()
            button.grabFocus()
        }
    }

    private func backUp() {
        guard running == nil, !path.value.isEmpty else { return }
        let (library, folder, interruption) = (library, path.value, interruption)
        say(localized("Backing up"))
        progress.isVisible = true
        running = Task {
            do {
                let writer = BackupWriter(
                    library, to: try BackupFolder.writing(to: folder), replacing: false, checking: false)
                let report = try await writer.write(isInterrupted: { interruption.isRequested }) { done, total in
                    progress.fraction = Double(done) / Double(max(1, total))
                }
                say(
                    counted(
                        "The backup is complete. {n} file was copied.",
                        "The backup is complete. {n} files were copied.",
                        report.copied))
            } catch let failure as BackupFailure {
                say(Self.text(of: failure, folder))
            } catch {
                say(LibraryEditor.text(of: error))
            }
            running = nil
            progress.isVisible = false
            showFolder()
            await showLast()
        }
        showFolder()
    }

    private func say(_ text: String) {
        result.text = text
        result.isVisible = true
    }

    private static func text(of failure: BackupFailure, _ path: String) -> String {
        let folder = ["folder": path]
        func values(_ name: String, _ value: String) -> [String: String] { folder.merging([name: value]) { $1 } }
        let text =
            switch failure {
            case .noBackup: localized("'{folder}' holds no backup of Filmgate.", folder)
            case .occupied(let other):
                PhraseJoiner.sentences([
                    localized("'{folder}' holds something that is no backup: '{file}'.", values("file", other)),
                    localized("Choose an empty folder."),
                ])
            case .otherLibrary: localized("'{folder}' holds the backup of a different library.", folder)
            case .newerBackup: localized("'{folder}' holds a later state of this library.", folder)
            case .newerFormat: localized("A newer version of Filmgate wrote the backup in '{folder}'.", folder)
            case .inUse: localized("A different program uses the backup in '{folder}'.", folder)
            case .damaged(let file):
                localized("The backup in '{folder}' is damaged: '{file}'.", values("file", file))
            case .damagedOriginal(let name):
                localized("The library is damaged: the file {file} has changed.", ["file": name])
            case .changing: localized("Photos were deleted permanently again and again during the backup.")
            case .unusable(let reason):
                localized("The folder '{folder}' cannot be used: {reason}.", values("reason", reason))
            case .interrupted: localized("Interrupted. What was complete before stays.")
            }
        return Text.singleLine(text) ?? ""
    }

    /// Closes the dialog. A running backup stops after the current files. The next backup skips the copied files.
    private func close() {
        window.destroy()
        closed()
    }

    private func closed() {
        interruption.request()
        itself = nil
    }
}
