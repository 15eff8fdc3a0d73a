import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Changes the library for the person, one change after the other, and undoes the last changes.
final class LibraryEditor {
    /// Changes the library, in one or more batches.
    typealias Work = (PhotoLibrary) async throws -> Void
    /// Makes changes that the broker can undo.
    typealias UndoableWork = (UndoableChanges) async throws -> Void

    let library: PhotoLibrary
    /// Follows whether the library can be reached. While it cannot, nothing is changed.
    let availability: AvailabilityMonitor
    private let toasts: ToastOverlay
    private var last: Task<Void, Never>?
    /// The number of changes that could not be made.
    private var failures = 0
    /// The names of the batches of each of the last changes.
    private var undoable: [[String]] = []

    /// The maximum number of changes that can be undone.
    private static let mostUndoable = 50

    init(of library: PhotoLibrary, _ availability: AvailabilityMonitor, _ toasts: ToastOverlay) {
        self.library = library
        self.availability = availability
        self.toasts = toasts
    }

    /// Makes changes that can be undone.
    ///
    /// - Parameters:
    ///   - requests: the batches, which are made one after the other until the first error.
    ///   - text: the message about the change; nil for no message.
    func perform(_ requests: [ChangeRequest], saying text: String? = nil) {
        performUndoable(saying: text) { changes in try await changes.perform(requests) }
    }

    /// Makes changes that can be undone and depend on each other.
    ///
    /// - Parameter finished: called with true if all changes were made.
    func performUndoable(
        saying text: String?, finished: @escaping (Bool) -> Void = { _ in }, _ work: @escaping UndoableWork
    ) {
        let changes = UndoableChanges(of: library)
        enqueue(
            finished: { [weak self] isDone in
                // If a batch fails, the batches before it have been made.
                if !changes.names.isEmpty { self?.remember(changes.names) }
                if isDone, let text { self?.tell(text, changes.names) }
                finished(isDone)
            }
        ) { _ in try await work(changes) }
    }

    /// Makes changes that cannot be undone: changes of grants and of the inbox, and permanent deletions.
    ///
    /// - Parameter finished: called with true if all changes were made.
    func perform(saying text: String?, finished: @escaping (Bool) -> Void = { _ in }, _ work: @escaping Work) {
        enqueue(
            finished: { [weak self] isDone in
                if isDone, let text { self?.toasts.show(text) }
                finished(isDone)
            }, work)
    }

    /// Reports that a typed text cannot be saved. A window that was about to close stays open.
    func reject(_ problem: String) { perform(saying: nil) { _ in throw InvalidInput(description: problem) } }

    private func enqueue(finished: @escaping (Bool) -> Void, _ work: @escaping Work) {
        let before = last
        let (library, availability) = (library, availability)
        last = Task {
            await before?.value
            var failure: (any Error)?
            do {
                guard availability.isAvailable else { throw UnavailableLibrary() }
                try await work(library)
            } catch { failure = error }
            if let failure {
                failures += 1
                say(failure)
            }
            finished(failure == nil)
        }
    }

    /// Waits until all changes are made.
    ///
    /// - Returns: whether all changes could be made. If not, the error was shown.
    func finish() async -> Bool {
        let before = failures
        while let task = last {
            await task.value
            if task == last { break }
        }
        return failures == before
    }

    /// Undoes the last change that can be undone.
    func undo() {
        guard let names = undoable.popLast() else { return toasts.show(localized("There is nothing to undo.")) }
        undo(names)
    }

    /// Undoes a change that has not been undone yet.
    func undo(change names: [String]) {
        guard let index = undoable.lastIndex(of: names) else {
            return toasts.show(localized("There is nothing to undo."))
        }
        undoable.remove(at: index)
        undo(names)
    }

    private func undo(_ names: [String]) {
        let library = library
        enqueue(finished: { _ in }) { [weak self] _ in
            let result = try await library.administration.undoChanges(named: names)
            self?.toasts.show(Self.text(of: result))
        }
    }

    /// Returns a message about an undo. Values that were changed again later stay.
    static func text(of result: UndoneChanges) -> String {
        if result.undone == 0 { return localized("Nothing is left to undo: it was changed later, or is too long ago.") }
        guard result.skippedCount > 0 else { return localized("Undone") }
        return counted(
            "Undone, except for {n} change after which something else changed the same",
            "Undone, except for {n} changes after which something else changed the same", result.skippedCount)
    }

    /// Shows an error. What the banner of an unreachable library says already is not repeated.
    func say(_ error: any Error) {
        availability.note(error)
        guard availability.isAvailable || !AvailabilityMonitor.isUnreachable(error) else { return }
        toasts.show(Self.text(of: error))
    }

    func say(_ text: String) { toasts.show(text) }

    /// Shows a message with a button.
    func say(_ text: String, button: String, action: @escaping () -> Void) {
        toasts.show(text, button: button, action: action)
    }

    /// Returns a sentence that describes the error.
    static func text(of error: any Error) -> String {
        let text = (error as? PhotoLibraryError)?.cause.message ?? "\(error)"
        return Text.singleLine(text) ?? localized("It failed.")
    }

    /// Remembers the batches of a change that can be undone.
    func remember(_ names: [String]) {
        undoable.append(names)
        if undoable.count > Self.mostUndoable { undoable.removeFirst() }
    }

    private func tell(_ text: String, _ names: [String]) {
        guard !names.isEmpty else { return toasts.show(text) }
        toasts.show(text, button: localized("_Undo")) { [weak self] in self?.undo(change: names) }
    }
}

/// A text that a person typed and that cannot be saved.
private struct InvalidInput: Error, CustomStringConvertible {
    let description: String
}

extension ChangeRequest {
    /// Returns requests that change many assets, some in each batch.
    ///
    /// - Parameter fill: adds the changes of one batch of assets to a request.
    static func batches(
        of assets: [AssetID], _ fill: (_ part: [AssetID], _ request: inout ChangeRequest) -> Void
    ) -> [ChangeRequest] {
        assets.batches(of: 500).map { part in
            var request = ChangeRequest()
            fill(part, &request)
            return request
        }
    }

    /// Sets properties of assets to the same values.
    mutating func set(_ assets: [AssetID], _ change: (inout AssetChanges) -> Void) {
        var properties = AssetChanges()
        change(&properties)
        for asset in assets { set(properties, of: asset) }
    }
}
