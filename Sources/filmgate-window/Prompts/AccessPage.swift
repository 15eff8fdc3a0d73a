internal import FilmgateFrontEnd
internal import FilmgateGTK
internal import FilmgateModel
internal import FilmgateText

/// Asks whether an app may add photos, or see and change them.
final class AccessPage {
    let widget: Widget
    /// Is called when the person wants to select photos.
    var onSelect: () -> Void = {}

    private let question: Question
    private let photos: QuestionPhotos
    private let answer: (Answer) -> Void
    private let period: Chooser
    private let places: Chooser
    private let switches: [(right: String, toggle: Toggle)]
    private let notNow: Button
    private var strip: [PhotoTile] = []

    /// How many of the newest photos are shown.
    private static let stripLength = 6

    init(_ question: Question, _ photos: QuestionPhotos, answer: @escaping (Answer) -> Void) {
        self.question = question
        self.photos = photos
        self.answer = answer
        let builder = Builder("access.ui")
        widget = Widget(in: builder, "page")
        period = Chooser(in: builder, "period")
        places = Chooser(in: builder, "places")
        switches = ["captions", "metadata", "originals", "write"].map { ($0, Toggle(in: builder, $0)) }
        notNow = Button(in: builder, "not-now")
        let sentences = Sentences(question)
        sentences.introduce(in: builder)
        WindowTitle(in: builder, "title").setTitle(sentences.subject)
        fillSettings(builder)
        connectButtons(builder, sentences)
        if question.access == .readWrite {
            showStrip(builder)
        } else {
            Widget(in: builder, "strip").isVisible = false
        }
    }

    /// Gives the focus to a button that decides nothing.
    func focusFirst() { notNow.grabFocus() }

    // MARK: Contents

    private var periods: [(title: String, lasting: Answer.Lasting)] {
        let once = (localized("Until the app ends"), Answer.Lasting.once)
        // The name of an unverified program proves nothing after its connection ends.
        guard question.client.isVerified else { return [once] }
        return [
            (localized("Until I change it"), .good), (localized("For a day"), .seconds(86_400)), once,
        ]
    }

    private func fillSettings(_ builder: Builder) {
        period.setItems(periods.map(\.title))
        places.setItems([localized("None"), localized("Nearest town"), localized("Exact")])
        places.selected = question.client.isVerified ? 0 : 2
        for (_, toggle) in switches { toggle.isActive = true }
        Widget(in: builder, "details").isVisible = question.access == .readWrite
    }

    private func connectButtons(_ builder: Builder, _ sentences: Sentences) {
        let (select, allow) = (Button(in: builder, "select"), Button(in: builder, "allow"))
        let (addOnly, never) = (Button(in: builder, "add-only"), Button(in: builder, "never"))
        let readsToo = question.access == .readWrite
        select.isVisible = readsToo
        addOnly.isVisible = readsToo
        allow.isVisible = !readsToo || question.highest == nil || question.highest == "full"
        if !readsToo { allow.setLabel(localized("Let It _Add Photos")) }
        select.onClicked { [weak self] in self?.onSelect() }
        allow.onClicked { [weak self] in self?.decide(.allow) }
        // With an empty selection an app sees only what it adds.
        addOnly.onClicked { [weak self] in self?.decide(.limit) }
        notNow.onClicked { [weak self] in
            guard let self else { return }
            answer(question.dismissal)
        }
        never.onClicked { [weak self] in self?.decide(.deny) }
    }

    private func showStrip(_ builder: Builder) {
        let box = Box(in: builder, "strip")
        photos.want(AssetListRequest(question: question.id)) { [weak self] assets in
            guard let self, let assets, strip.isEmpty else { return }
            box.isVisible = !assets.isEmpty
            for asset in assets.prefix(Self.stripLength) {
                let tile = PhotoTile(photos.images)
                tile.show(asset, size: 64)
                strip.append(tile)
                box.append(tile.widget)
            }
        }
    }

    // MARK: Answers

    private func decide(_ decision: Answer.Decision) { answer(self.answer(decision)) }

    /// Returns the answer with the settings that the person chose.
    func answer(_ decision: Answer.Decision, selection: [AssetID] = []) -> Answer {
        var answer = Answer(to: question.id, decision, selection: selection)
        guard decision == .allow || decision == .limit else { return answer }
        answer.lasting = periods[min(period.selected, periods.count - 1)].lasting
        guard question.access == .readWrite else { return answer }
        var rights = switches.filter(\.toggle.isActive).map(\.right)
        if places.selected > 0 { rights.append("location") }
        if places.selected == 1 { answer.locationPrecision = .town }
        answer.rights = rights
        return answer
    }
}
