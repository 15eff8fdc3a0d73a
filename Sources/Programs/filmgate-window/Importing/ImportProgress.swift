import FilmgateGTK
import FilmgateLibraryTools
import FilmgateText

/// The progress bar below the sidebar, with a button that stops the current import.
final class ImportProgress {
    private let revealer: Revealer
    private let text: Label
    private let bar: ProgressBar
    /// The object through which the button stops the current import.
    private(set) var interruption = Interruption()

    init(_ builder: Builder) {
        revealer = Revealer(in: builder, "import-progress")
        text = Label(in: builder, "import-text")
        bar = ProgressBar(in: builder, "import-bar")
    }

    /// Shows the progress bar for a new import.
    func begin() {
        interruption = Interruption()
        bar.fraction = 0
        text.text = localized("Looking for photos")
        revealer.isRevealed = true
    }

    /// Hides the progress bar after the last import has ended.
    func end() { revealer.isRevealed = false }

    func stop() { interruption.request() }

    func show(done: Int, total: Int, fraction: Double) {
        bar.fraction = fraction
        text.text = localized(
            "Imported {done} of {total}", ["done": Text.number(done), "total": Text.number(total)])
    }
}
