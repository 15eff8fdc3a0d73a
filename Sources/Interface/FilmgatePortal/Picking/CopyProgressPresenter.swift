import FilmgateDBus
import FilmgatePickStore
import FilmgateProcess
import FilmgateSystem
import FilmgateText
import Synchronization

/// Shows how many picked photos are prepared, in a window with a button that cancels. `filmgate-window` is the window's
/// program, if it is installed and the photos take longer than a moment.
final class CopyProgressPresenter: Sendable {
    private struct WindowState {
        var progress: CopyProgress
        /// The pipe to the program that shows the window; nil before it is started.
        var pipe: OwnedDescriptor?
    }

    private let state: Mutex<WindowState>
    private let parentWindow: String
    private let loop: EventLoop

    private static let delay: Duration = .milliseconds(500)
    /// The maximum length of the identifier of the app's window, in bytes. Identifiers of desktops are much shorter.
    private static let longestHandle = 1024

    /// - Parameter total: the number of picked photos.
    init(total: Int, parentWindow: String, on loop: EventLoop) {
        state = Mutex(WindowState(progress: CopyProgress(done: 0, total: total)))
        self.parentWindow = parentWindow
        self.loop = loop
    }

    /// Runs work, which calls `show` with its progress.
    ///
    /// - Throws: the errors of the work; `CancellationError` if the person cancels.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { group in
            group.addTask {
                try await work()
                return true
            }
            group.addTask {
                try await self.present()
                return false
            }
            while let isDone = try await group.next(), !isDone {}
            group.cancelAll()
        }
    }

    /// - Parameter done: the number of prepared photos.
    func show(done: Int) {
        state.withLock { state in
            state.progress = CopyProgress(done: done, total: state.progress.total)
            Self.send(state)
        }
    }

    private static func send(_ state: WindowState) {
        // A window that has ended needs no progress.
        _ = try? state.pipe?.writeAtOnce(Array(state.progress.line.utf8))
    }

    /// Shows the window until the task is cancelled. Returns early if the window cannot be shown.
    ///
    /// - Throws: `CancellationError` if the person cancels, or if the task is cancelled before the window is shown.
    private func present() async throws {
        try await Task.sleep(for: Self.delay)
        // If the window cannot be shown, the photos are prepared without it.
        guard let child = try? start() else { return }
        let (ending, continuation) = AsyncStream.makeStream(of: Void.self)
        // A program that cannot be watched cannot cancel.
        guard let watch = try? loop.watch(child.descriptor, { continuation.finish() }) else { return child.end() }
        // The sequence also ends if the task is cancelled.
        for await _ in ending {}
        withExtendedLifetime(watch) {}
        guard child.hasEnded else { return child.end() }
        // A program whose exit code is unknown has not cancelled.
        if (try? child.wait()) == .left(code: CopyProgress.cancelled) { throw CancellationError() }
    }

    private func start() throws(Errno) -> SpawnedProcess {
        let pipe = try OwnedDescriptor.pipe(waits: false)
        let program = ThisProgram.folder + "/filmgate-window"
        let parent = parentWindow.utf8.count <= Self.longestHandle ? parentWindow : ""
        let child = try SpawnedProcess(
            program, arguments: [CopyProgress.argument, parent], environment: SpawnedProcess.desktopEnvironment,
            descriptors: [pipe.reading])
        state.withLock { state in
            state.pipe = pipe.writing
            Self.send(state)
        }
        return child
    }
}
