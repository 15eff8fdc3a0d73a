import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Makes the person's changes to the library, one at a time, and undoes recent changes.
final class LibraryEditor {
    /// A function that changes the library.
    typealias Work = (PhotoLibrary) async throws -> Void
    /// A function that makes changes that the broker can undo.
    typealias UndoableWork = (UndoableChanges) async throws -> Void

    let library: PhotoLibrary
    /// Monitors whether the library is available. While the library is unavailable, the editor makes no changes.
    let availability: AvailabilityMonitor
    private let toasts: ToastOverlay
    private var last: Task<Void, Never>?
    /// The number of changes that failed.
    private var failures = 0
    /// The most recent changes that can be undone, each as the names of its batches.
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
    ///   - requests: the batches, which are performed in this order until the first error.
    ///   - text: the message to show after the change; nil for no message.
    func perform(_ requests: [ChangeRequest], saying text: String? = nil) {
        performUndoable(saying: text) { changes in try await changes.perform(requests) }
    }

    /// Runs a function whose changes can be undone.
    ///
    /// - Parameter finished: called after the function, with true if all changes were made.
    func performUndoable(
        saying text: String?, finished: @escaping (Bool) -> Void = { _ in }, _ work: @escaping UndoableWork
    ) {
        let changes = UndoableChanges(of: library)
        enqueue(
            finished: { [weak self] isDone in
                // If a batch fails, the person can undo the batches before it.
                if !changes.names.isEmpty { self?.remember(changes.names) }
                if isDone, let text { self?.tell(text, changes.names) }
                finished(isDone)
            }
        ) { _ in try await work(changes) }
    }

    /// Runs a function whose changes cannot be undone, such as permanent deletions and changes of grants.
    ///
    /// - Parameter finished: called after the function, with true if all changes were made.
    func perform(saying text: String?, finished: @escaping (Bool) -> Void = { _ in }, _ work: @escaping Work) {
        enqueue(
            finished: { [weak self] isDone in
                if isDone, let text { self?.toasts.show(text) }
                finished(isDone)
            }, work)
    }

    /// Reports that typed text is invalid. This counts as a failed change, so that a window that is closing stays
    /// open.
    func reject(_ problem: String) { perform(saying: nil) { _ in throw InvalidInput(description: problem) } }

    private func enqueue(finished: @escaping (Bool) -> Void, _ work: @escaping Work) {
        let before = last
        let (library, availability) = (library, availability)
        last = Task {
            await before?.value
            var failure: (any Error)?
            do {
                guard availability.isAvailable else { throw LibraryUnavailableError() }
                try await work(library)
            } catch { failure = error }
            if let failure {
                failures += 1
                say(failure)
            }
            finished(failure == nil)
        }
    }

    /// Waits until all changes have ended.
    ///
    /// - Returns: false if a change failed meanwhile. In that case, the window has shown the error.
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

    /// Undoes the change with these batch names, if it has not been undone yet.
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

    /// Returns a message about an undo. An undo skips values that were changed again later.
    static func text(of result: UndoneChanges) -> String {
        if result.undone == 0 { return localized("Nothing is left to undo: it was changed later, or is too long ago.") }
        guard result.skippedCount > 0 else { return localized("Undone") }
        return counted(
            "Undone, except for {n} change after which something else changed the same",
            "Undone, except for {n} changes after which something else changed the same", result.skippedCount)
    }

    /// Shows an error, unless the banner for an unavailable library already reports the error.
    func say(_ error: any Error) {
        availability.note(error)
        guard availability.isAvailable || !AvailabilityMonitor.isUnreachable(error) else { return }
        toasts.show(Self.text(of: error))
    }

    func say(_ text: String) { toasts.show(text) }

    func say(_ text: String, button: String, action: @escaping () -> Void) {
        toasts.show(text, button: button, action: action)
    }

    /// Returns an error message for the person.
    static func text(of error: any Error) -> String {
        let text = (error as? PhotoLibraryError)?.cause.message ?? "\(error)"
        return Text.singleLine(text) ?? localized("It failed.")
    }

    /// Records the batch names of a change, so that the person can undo the change.
    func remember(_ names: [String]) {
        undoable.append(names)
        if undoable.count > Self.mostUndoable { undoable.removeFirst() }
    }

    private func tell(_ text: String, _ names: [String]) {
        guard !names.isEmpty else { return toasts.show(text) }
        toasts.show(text, button: localized("_Undo")) { [weak self] in self?.undo(change: names) }
    }
}

/// The error for invalid text that the person has typed.
private struct InvalidInput: Error, CustomStringConvertible {
    let description: String
}

extension ChangeRequest {
    /// Returns requests that change many assets, in batches of up to 500 assets.
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

    /// Sets properties to the same values for several assets.
    mutating func set(_ assets: [AssetID], _ change: (inout AssetChanges) -> Void) {
        var properties = AssetChanges()
        change(&properties)
        for asset in assets { set(properties, of: asset) }
    }
}
