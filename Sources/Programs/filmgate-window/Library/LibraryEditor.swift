import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Changes the library for the person, one change after the other, and takes the last ones back.
final class LibraryEditor {
    /// Changes the library, in one or more batches.
    typealias Work = (PhotoLibrary) async throws -> Void

    private let library: PhotoLibrary
    private let toasts: ToastOverlay
    private var last: Task<Void, Never>?
    /// How many changes could not be made.
    private var failures = 0
    /// What takes back each of the last changes.
    private var undoable: [Work] = []

    /// How many changes can be taken back.
    private static let mostUndoable = 50

    init(of library: PhotoLibrary, _ toasts: ToastOverlay) {
        self.library = library
        self.toasts = toasts
    }

    /// Makes changes.
    ///
    /// - Parameters:
    ///   - requests: one batch after the other. The first error ends it.
    ///   - undo: takes all of them back; empty: they cannot be taken back.
    ///   - text: says what was done; nil: nothing is said.
    func perform(_ requests: [ChangeRequest], undo: [ChangeRequest] = [], saying text: String? = nil) {
        perform(saying: text, undo: undo.isEmpty ? nil : Self.work(undo), Self.work(requests))
    }

    /// Makes changes that depend on each other.
    ///
    /// - Parameters:
    ///   - undo: takes all of them back; nil: they cannot be taken back.
    ///   - finished: is called with whether everything was done.
    func perform(
        saying text: String?, undo: Work? = nil, finished: @escaping (Bool) -> Void = { _ in }, _ work: @escaping Work
    ) {
        let before = last
        let library = library
        last = Task {
            await before?.value
            var failure: (any Error)?
            do { try await work(library) } catch { failure = error }
            if let failure {
                failures += 1
                say(failure)
            } else {
                if let undo { remember(undo) }
                if let text { tell(text, canUndo: undo != nil) }
            }
            finished(failure == nil)
        }
    }

    /// Waits until all changes are made.
    ///
    /// - Returns: whether each of them could be made. If not, its error was shown.
    func finish() async -> Bool {
        let before = failures
        while let task = last {
            await task.value
            if task == last { break }
        }
        return failures == before
    }

    private static func work(_ requests: [ChangeRequest]) -> Work {
        { library in for request in requests { try await library.perform(request) } }
    }

    /// Takes the last change back that can be taken back.
    func undo() {
        guard let work = undoable.popLast() else { return toasts.show(localized("There is nothing to undo.")) }
        perform(saying: localized("Undone"), work)
    }

    /// Shows an error.
    func say(_ error: any Error) { toasts.show(Self.text(of: error)) }

    func say(_ text: String) { toasts.show(text) }

    /// Returns a sentence that describes the error.
    static func text(of error: any Error) -> String {
        let text = (error as? PhotoLibraryError)?.cause.message ?? "\(error)"
        return Text.singleLine(text) ?? localized("It failed.")
    }

    private func remember(_ undo: @escaping Work) {
        undoable.append(undo)
        if undoable.count > Self.mostUndoable { undoable.removeFirst() }
    }

    private func tell(_ text: String, canUndo: Bool) {
        guard canUndo else { return toasts.show(text) }
        toasts.show(text, button: localized("_Undo")) { [weak self] in self?.undo() }
    }
}

extension ChangeRequest {
    /// Returns requests that change many assets, some in each batch.
    ///
    /// - Parameter fill: adds the changes of a part of the assets to a request.
    static func batches(
        of assets: [AssetID], _ fill: (_ part: [AssetID], _ request: inout ChangeRequest) -> Void
    ) -> [ChangeRequest] {
        assets.batches(of: 500).map { part in
            var request = ChangeRequest()
            fill(part, &request)
            return request
        }
    }

    /// Creates an album.
    static func create(_ title: String, holding assets: [AssetID], in library: PhotoLibrary) async throws {
        var request = ChangeRequest()
        let placeholder = request.createAlbum(title: title)
        let result = try await library.perform(request)
        guard let album = result[placeholder] else { return }
        for request in batches(of: assets, { part, request in request.add(part, to: album) }) {
            try await library.perform(request)
        }
    }

    /// Returns requests that set properties of many assets.
    static func setting(
        of assets: [AssetID], _ set: (inout AssetChanges) -> Void
    ) -> [ChangeRequest] {
        var properties = AssetChanges()
        set(&properties)
        return batches(of: assets) { part, request in for asset in part { request.set(properties, of: asset) } }
    }
}
