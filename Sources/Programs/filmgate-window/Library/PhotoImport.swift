import Filmgate
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateSystem
import FilmgateText

/// Imports the files and folders that the person drops or chooses, and shows the progress.
final class PhotoImport {
    private let library: PhotoLibrary
    private let editor: LibraryEditor
    private let window: Window
    private let revealer: Revealer
    private let text: Label
    private let bar: ProgressBar
    private var waiting: [ChosenFiles] = []
    private var running: Task<Void, Never>?
    private var isStopped = false

    init(
        _ builder: Builder, _ library: PhotoLibrary, _ editor: LibraryEditor, _ actions: ActionGroup,
        over window: Window
    ) {
        self.library = library
        self.editor = editor
        self.window = window
        revealer = Revealer(in: builder, "import-progress")
        text = Label(in: builder, "import-text")
        bar = ProgressBar(in: builder, "import-bar")
        actions.add("import", self, keys: "<Control>o") { $0.choose(.files) }
        actions.add("import-folder", self) { $0.choose(.folder) }
        actions.add("stop-import", self) { $0.isStopped = true }
        Widget(in: builder, "toasts").onFilesDropped { [weak self] in self?.drop($0) }
    }

    private func choose(_ kind: FileChooser.Kind) {
        let title = kind == .files ? localized("Import Files") : localized("Import a Folder")
        FileChooser.open(kind, title: title, accept: localized("_Import"), over: window) { [weak self] paths in
            Task { [weak self] in
                let files = await ChosenFiles.find(paths.map { DiskPath(bytes: $0) })
                self?.add(files)
            }
        }
    }

    /// Imports dropped files, if the person agrees after seeing their names. The other program chose the files: it may
    /// be unable to read them itself, and may have shown different names while dragging.
    private func drop(_ paths: [[UInt8]]) {
        Task {
            let files = await DroppedFiles.find(paths.map { DiskPath(bytes: $0) })
            guard !files.places.isEmpty else { return editor.say(localized("Nothing of it can be imported.")) }
            Dialog.confirm(
                localized("Import What You Dropped?"), files.text, action: localized("_Import"), isDestructive: false,
                over: window
            ) { [weak self] in self?.add(ChosenFiles(places: files.places)) }
        }
    }

    /// Imports files and folders, after those that are being imported.
    private func add(_ files: ChosenFiles) {
        waiting.append(files)
        guard running == nil else { return }
        running = Task {
            while !waiting.isEmpty { await run(waiting.removeFirst()) }
            running = nil
            revealer.isRevealed = false
        }
    }

    private func run(_ files: ChosenFiles) async {
        isStopped = false
        bar.fraction = 0
        text.text = localized("Looking for photos")
        revealer.isRevealed = true
        let (plan, unread) = await Self.plan(files.places)
        var (imported, present, twins, done) = (0, 0, 0, 0)
        var failures = files.failures + unread
        var bytes: UInt64 = 0
        var placed: [PlacedFile] = []
        let total = max(1, plan.bytes)
        let importer = FileImporter(to: library)
        let ending = await importer.run(plan.groups, while: { !isStopped }) { items, outcome in
            imported += outcome.imported
            present += outcome.present
            twins += outcome.twins.count
            failures += outcome.failures
            placed += outcome.placed
            done += items.count
            bytes += items.reduce(0) { $0 + $1.bytes }
            bar.fraction = Double(bytes) / Double(total)
            text.text = localized(
                "Imported {done} of {total}",
                ["done": Text.number(done), "total": Text.number(plan.count)])
        }
        if let stop = ending.stop { return editor.say(stop) }
        // If the count fails, the summary leaves it out.
        let hidden = (try? await library.countHidden(among: placed)) ?? 0
        editor.say(Self.summary(imported, hidden: hidden, present: present, twins: twins, failures))
    }

    /// Finds the files on a different thread, because a disk can be slow. Also returns the entries that cannot be read.
    @concurrent
    private nonisolated static func plan(_ places: [FoundPath]) async -> (ImportPlan, [FailedFile]) {
        let walk = PhotoWalk(places)
        return (ImportPlan(walk), walk.failures)
    }

    private static func summary(
        _ imported: Int, hidden: Int, present: Int, twins: Int, _ failures: [FailedFile]
    ) -> String {
        var parts = [counted("{n} photo imported", "{n} photos imported", imported)]
        if hidden > 0 {
            parts.append(counted("{n} is hidden, as its file says", "{n} are hidden, as their files say", hidden))
        }
        if present > 0 {
            parts.append(counted("{n} was in the library", "{n} were in the library", present))
        }
        if twins > 0 { parts.append(counted("{n} was there twice", "{n} were there twice", twins)) }
        if let first = failures.first {
            parts.append(counted("{n} cannot be imported", "{n} cannot be imported", failures.count))
            let name = Text.singleLine(String(decoding: first.path.name, as: UTF8.self)) ?? ""
            parts.append("\(Text.shortenedInside(name, to: 30)): \(Text.singleLine(first.reason) ?? "")")
        }
        return parts.joined(separator: " · ")
    }
}

/// A path that the person dropped or chose. It is resolved once, because it may wait for an earlier import.
private nonisolated struct ChosenFiles: Sendable {
    var places: [FoundPath] = []
    /// What was not found.
    var failures: [FailedFile] = []

    /// A disk can be slow, so this runs on a different thread.
    @concurrent
    static func find(_ paths: [DiskPath]) async -> ChosenFiles {
        var files = ChosenFiles()
        for path in paths {
            do throws(Errno) { files.places.append(try FoundPath(named: path)) } catch {
                files.failures.append(FailedFile(path: path, reason: error.description + "."))
            }
        }
        return files
    }
}
