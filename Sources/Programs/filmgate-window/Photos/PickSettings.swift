import FilmgateGTK
import FilmgateModel
import FilmgatePrompts

/// The person's choices in a picker in addition to the photos, such as the metadata that the app gets.
final class PickSettings {
    let question: AgentPrompt
    /// The chosen parts of videos, in seconds.
    private(set) var trims: [AssetID: Range<Double>] = [:]

    private let toggles: [(right: PromptOption, toggle: Toggle)]

    init(_ question: AgentPrompt, _ builder: Builder) {
        self.question = question
        let form = PromptForm(question)
        toggles = [
            (.location, Toggle(in: builder, "gets-location")), (.captions, Toggle(in: builder, "gets-captions")),
            (.metadata, Toggle(in: builder, "gets-metadata")), (.compatible, Toggle(in: builder, "compatible")),
            (.keep, Toggle(in: builder, "keep")), (.lasting, Toggle(in: builder, "lasting")),
        ]
        for (right, toggle) in toggles {
            toggle.isVisible = form.options.contains(right)
            toggle.isActive = form.rights.contains(right)
        }
        Widget(in: builder, "options").isVisible = true
        if let denial = PromptText(question).denial {
            let notice = Label(in: builder, "denial")
            notice.text = denial
            notice.isVisible = true
        }
        if let words = PromptText(question).quotation {
            let quotation = Label(in: builder, "quotation")
            quotation.text = words
            quotation.isVisible = true
        }
    }

    func setTrim(_ trim: Range<Double>?, of asset: AssetID) { trims[asset] = trim }

    /// Returns the answer with the selected photos and these choices.
    func pick(_ selection: [AssetID]) -> PickAnswer {
        var form = PromptForm(question)
        form.choice = .select
        for (right, toggle) in toggles where form.options.contains(right) { form.set(right, toggle.isActive) }
        guard case .picked(var pick) = form.answer(selection: PromptSelection(photos: selection)).decision else {
            return PickAnswer(selection)
        }
        let selected = Set(selection)
        pick.trims = trims.filter { selected.contains($0.key) }
        return pick
    }
}
