import FilmgatePrompts
import FilmgateText

/// The text above the answers: the request, whether the app's name is verified, and the purpose that the app states.
struct QuestionHeader {
    let question: AgentPrompt
    let columns: Int
    /// Whether to use at most six lines, for small terminals.
    var isTight: Bool

    private var width: Int { min(columns, 100) - 4 }

    private var wording: PromptText {
        var wording = PromptText(question)
        if isTight { wording.nameColumns = width }
        return wording
    }

    /// All lines except the quotation.
    var lines: [Line] { isTight ? tight : loose }

    private var loose: [Line] {
        var lines = [Line()]
        lines += Text.wrapped(wording.sentence, to: width).map { .indented($0, by: 2, .strong) }
        lines += Text.wrapped(wording.identity, to: width).map { .indented($0, by: 2, .quiet) }
        lines += Text.wrapped(wording.warning.map { "! " + $0 } ?? "", to: width).map { .indented($0, by: 2, .warning) }
        return lines
    }

    private var tight: [Line] {
        let identity = Text.shortenedInside(wording.identifier, to: 2 * width - 1)
        let warning = wording.briefWarning.map { "! " + $0 }
        var lines = Text.wrapped(wording.sentence, to: width, lines: 3).map { Line.indented($0, by: 2, .strong) }
        lines += Text.wrapped(identity, to: width, lines: 2).map { .indented($0, by: 2, .quiet) }
        lines.append(
            .indented(Text.shortened(warning ?? wording.standing, to: width), by: 2, warning == nil ? .quiet : .warning)
        )
        return lines
    }

    /// Returns the purpose that the app states, in at most this number of rows.
    func quotation(rows: Int) -> [Line] {
        guard let words = wording.words else { return [] }
        let marks = wording.quotationMarks
        func quoted(_ width: Int, _ rows: Int) -> [String] {
            let lines = Text.wrapped(marks.open + words, to: width - Text.width(marks.close), lines: rows)
            return lines.dropLast() + lines.suffix(1).map { $0 + marks.close }
        }
        if isTight { return quoted(width, rows).map { .indented($0, by: 2) } }
        let isSetOff = rows > 3
        let lines = quoted(width - 2, rows - (isSetOff ? 2 : 1))
        guard !lines.isEmpty else { return [] }
        return (isSetOff ? [Line()] : []) + [.indented(localized("The app says:"), by: 2, .quiet)]
            + lines.map { .indented($0, by: 4) }
    }
}
