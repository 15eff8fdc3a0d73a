import FilmgateGTK
import FilmgatePickStore
import FilmgateSystem
import FilmgateText
import Glibc

/// The window that shows how many picked photos `filmgate-portal` has prepared for an app, until it has all of them.
final class CopyProgressDialog {
    private let builder = Builder("copying.ui")
    private let window: Window
    private lazy var bar = ProgressBar(in: builder, "progress")
    private lazy var text = Label(in: builder, "text")

    init() {
        window = Window(in: builder, "window")
        window.onClose { [weak self] in
            self?.cancel()
            return true
        }
        ActionGroup("win", on: window).add("cancel", self, keys: "Escape") { $0.cancel() }
    }

    /// - Parameter parent: the identifier of the app's window; empty if the app gave none.
    func start(over parent: String) {
        if !parent.isEmpty { window.attach(toParent: parent) }
        let reports = Self.reports()
        Task {
            for await progress in reports { show(progress) }
            MainLoop.quit()
        }
        window.present()
    }

    private func show(_ progress: CopyProgress) {
        text.text = localized(
            "Preparing {done} of {total}",
            ["done": Text.number(min(progress.done + 1, progress.total)), "total": Text.number(progress.total)])
        bar.fraction = Double(progress.done) / Double(max(1, progress.total))
    }

    private func cancel() { exit(CopyProgress.cancelled) }

    /// Returns the progress that is read from descriptor 3. The sequence ends when its writer closes it.
    private static func reports() -> AsyncStream<CopyProgress> {
        let (reports, incoming) = AsyncStream.makeStream(of: CopyProgress.self)
        let pipe = OwnedDescriptor(owning: 3)
        do {
            try startThread(named: "progress") {
                var rest = ""
                // If reading fails, the sequence ends, as if the writer had closed the pipe.
                while let bytes = try? pipe.nextBytes(atMost: 4096), !bytes.isEmpty {
                    let lines = (rest + String(decoding: bytes, as: UTF8.self)).split(
                        separator: "\n", omittingEmptySubsequences: false)
                    rest = lines.last.map { String($0.suffix(64)) } ?? ""
                    for line in lines.dropLast() {
                        if let progress = CopyProgress(line: String(line)) { incoming.yield(progress) }
                    }
                }
                incoming.finish()
            }
        } catch {
            incoming.finish()
        }
        return reports
    }
}
