import FilmgatePrompts
import FilmgateText

struct QuestionLines {
    let form: PromptForm
    let columns: Int

    var text: String {
        let wording = PromptText(form.question)
        var lines = [""] + wrap(wording.sentence)
        lines += wrap(
            localized(
                "The app is {identifier} ({standing}).",
                ["identifier": wording.identifier, "standing": wording.standing]))
        if let warning = wording.warning { lines += wrap(localized("Warning: {text}", ["text": warning])) }
        if let quotation = wording.quotation { lines += wrap(localized("The app says: {text}", ["text": quotation])) }
        lines += wrap(wording.extent)
        lines += numbered(form.choices.map { $0.title(for: form.question) })
        return (lines + [localized("Your answer (a number, or q for 'not now'):")]).joined(separator: "\n")
    }

    var periods: String {
        let heading = localized("For how long? (a number; Enter means 1)")
        return ([heading] + numbered(form.periods.map(PromptForm.text))).joined(separator: "\n")
    }

    var rights: String {
        let lines = form.options.map { right in
            localized("{right}: {value}", ["right": right.title, "value": form.word(for: right)])
        }
        let period = ["period": PromptForm.text(of: form.period)]
        let holds = form.periods.count == 1 ? [localized("This applies {period}.", period)] : []
        let heading =
            form.question.kind == .pick
            ? localized("What the app gets with the photos (a number changes one; Enter continues):")
            : localized("The app also gets (a number changes one; Enter continues):")
        return
            (holds + [heading] + numbered(lines)
            + (form.note.map { ["     (\($0))"] } ?? [])).joined(separator: "\n")
    }

    private func numbered(_ titles: [String]) -> [String] { titles.enumerated().map { "  \($0 + 1)  \($1)" } }

    private func wrap(_ text: String) -> [String] { Text.wrapped(text, to: min(columns, 100)) }
}
