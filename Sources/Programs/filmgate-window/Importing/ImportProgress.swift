import FilmgateGTK
import FilmgateLibraryTools
import FilmgateText

/// The progress of imports below the sidebar, with a button that ends the current one.
final class ImportProgress {
    private let revealer: Revealer
    private let text: Label
    private let bar: ProgressBar
    /// The interruption with which the person ends the current import.
    private(set) var interruption = Interruption()

    init(_ builder: Builder) {
        revealer = Revealer(in: builder, "import-progress")
        text = Label(in: builder, "import-text")
        bar = ProgressBar(in: builder, "import-bar")
    }

    /// Shows the progress of a new import.
    func begin() {
        interruption = Interruption()
        bar.fraction = 0
        text.text = localized("Looking for photos")
        revealer.isRevealed = true
    }

    /// Hides the progress after the last import has ended.
    func end() { revealer.isRevealed = false }

    func stop() { interruption.request() }

    func show(done: Int, total: Int, fraction: Double) {
        bar.fraction = fraction
        text.text = localized(
            "Imported {done} of {total}", ["done": Text.number(done), "total": Text.number(total)])
    }
}
