internal import FilmgateFrontEnd
internal import FilmgateText

/// A question as lines of text.
struct QuestionLines {
    let form: Form
    let columns: Int

    var text: String {
        let wording = Wording(question: form.question)
        var lines = [""] + wrap(wording.sentence)
        lines += wrap("The app is \(wording.identifier) (\(wording.standing)).")
        if let warning = wording.warning { lines += wrap("Warning: " + warning) }
        if let quotation = wording.quotation { lines += wrap("The app says: " + quotation) }
        lines += wrap(wording.extent)
        lines += numbered(form.choices.map { $0.title(for: form.question) })
        return (lines + ["Your answer (a number, or q for 'not now'):"]).joined(separator: "\n")
    }

    var periods: String {
        (["For how long? (a number; Enter means 1)"] + numbered(form.periods.map(Form.text))).joined(separator: "\n")
    }

    var rights: String {
        let lines = form.options.map { "\($0.title): \(form.word(for: $0))" }
        let holds = form.periods.count == 1 ? ["This applies \(Form.text(of: form.lasting))."] : []
        let heading =
            form.question.kind == .pick
            ? "What the app gets with the photos (a number changes one; Enter continues):"
            : "The app also gets (a number changes one; Enter continues):"
        return
            (holds + [heading] + numbered(lines)
            + (form.note.map { ["     (\($0))"] } ?? [])).joined(separator: "\n")
    }

    private func numbered(_ titles: [String]) -> [String] { titles.enumerated().map { "  \($0 + 1)  \($1)" } }

    private func wrap(_ text: String) -> [String] { Text.wrapped(text, to: min(columns, 100)) }
}
