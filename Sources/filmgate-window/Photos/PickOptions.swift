internal import FilmgateFrontEnd
internal import FilmgateGTK
internal import FilmgateModel
internal import FilmgateText

/// What the person chooses beside the photos when an app asks to pick: which metadata the app gets, the framed parts of images, and the
/// parts of videos.
final class PickOptions {
    let question: Question
    /// The framed squares, by the asset.
    private(set) var crops: [AssetID: UnitRectangle] = [:]
    /// The chosen seconds of videos.
    private(set) var trims: [AssetID: Range<Double>] = [:]

    private let kinds: [(kind: MetadataKind, toggle: Toggle)]
    private let keep: Toggle

    init(_ question: Question, _ builder: Builder) {
        self.question = question
        kinds = [
            (.location, Toggle(in: builder, "gets-location")), (.captions, Toggle(in: builder, "gets-captions")),
            (.metadata, Toggle(in: builder, "gets-metadata")),
        ]
        keep = Toggle(in: builder, "keep")
        for (kind, toggle) in kinds { toggle.isActive = !question.removed.contains(kind) }
        keep.isVisible = question.offersKeep
        Widget(in: builder, "options").isVisible = true
        if let words = Text.singleLine(question.prompt) {
            let quotation = Label(in: builder, "quotation")
            quotation.text = localized(
                "“{words}”", ["words": Text.withoutQuotationMarks(Text.shortened(words, to: 512))])
            quotation.isVisible = true
        }
    }

    func setCrop(_ crop: UnitRectangle?, of asset: AssetID) { crops[asset] = crop }

    func setTrim(_ trim: Range<Double>?, of asset: AssetID) { trims[asset] = trim }

    /// Returns the answer with what was chosen here.
    func completed(_ answer: Answer) -> Answer {
        var answer = answer
        let selected = Set(answer.selection)
        answer.removed = Set(kinds.filter { !$0.toggle.isActive }.map(\.kind))
        answer.keeps = question.offersKeep && keep.isActive
        answer.crops = crops.filter { selected.contains($0.key) }
        answer.trims = trims.filter { selected.contains($0.key) }
        return answer
    }
}
