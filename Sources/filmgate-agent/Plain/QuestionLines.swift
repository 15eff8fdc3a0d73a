internal import FilmgateText

/// A question and what belongs to it, in lines to be read one after the other.
struct QuestionLines {
    let form: Form
    let columns: Int

    var text: String {
        let wording = Wording(question: form.question)
        var lines = [""] + wrap(wording.sentence)
        lines += wrap("It is \(wording.identifier) (\(wording.standing)).")
        if let warning = wording.warning { lines += wrap("Careful: " + warning) }
        if let quotation = wording.quotation { lines += wrap("In its own words: " + quotation) }
        lines += wrap(wording.extent)
        lines += numbered(form.choices.map { $0.title(for: form.question) })
        return (lines + ["Your answer (a number, or q for not now):"]).joined(separator: "\n")
    }

    var periods: String {
        (["How long (a number; nothing means 1)?"] + numbered(form.periods.map(Form.text))).joined(separator: "\n")
    }

    var rights: String {
        let lines = Form.Right.allCases.map { "\($0.title): \(form.rights.contains($0) ? "yes" : "no")" }
        let holds = form.periods.count == 1 ? ["This holds \(Form.text(of: form.lasting))."] : []
        return
            (holds + ["It also gets (a number changes one; nothing goes on):"] + numbered(lines)
            + (form.note.map { ["     (\($0))"] } ?? [])).joined(separator: "\n")
    }

    private func numbered(_ titles: [String]) -> [String] { titles.enumerated().map { "  \($0 + 1)  \($1)" } }

    private func wrap(_ text: String) -> [String] { Text.wrapped(text, to: min(columns, 100)) }
}
