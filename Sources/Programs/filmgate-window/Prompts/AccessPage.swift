import FilmgateGTK
import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The page that asks whether an app may add photos, or see and change photos.
final class AccessPage {
    let widget: Widget
    /// The part of the page with the buttons.
    let answers: Widget
    /// Called when the person wants to select photos.
    var onSelect: () -> Void = {}
    /// Called when the page needs more height.
    var onExpand: () -> Void = {}

    private let builder = Builder("access.ui")
    private let question: AgentPrompt
    private let photos: PromptPhotos
    private let answer: (PromptAnswer) -> Void
    private lazy var period = DropDown(in: builder, "period")
    private lazy var places = DropDown(in: builder, "places")
    private lazy var details = ExpanderRow(in: builder, "details")
    private lazy var switches = [PromptOption.captions, .metadata, .originals, .write].map { right in
        (right: right, toggle: Toggle(in: builder, right.rawValue))
    }
    private let form: PromptForm
    private lazy var notNow = Button(in: builder, "not-now")
    private var strip: [PhotoTile] = []

    /// The number of newest photos that the page shows.
    private static let stripLength = 6

    init(_ question: AgentPrompt, _ photos: PromptPhotos, answer: @escaping (PromptAnswer) -> Void) {
        self.question = question
        self.photos = photos
        self.answer = answer
        widget = Widget(in: builder, "page")
        answers = Widget(in: builder, "answers")
        form = PromptForm(question)
        PromptHeader.fill(builder, for: question)
        WindowTitle(in: builder, "title").setTitle(PromptText(question).subject)
        fillSettings()
        addActions()
        if question.access == .readWrite {
            showStrip()
        } else {
            Widget(in: builder, "strip").isVisible = false
        }
    }

    /// Moves the focus to the button that makes no decision.
    func focusFirst() { notNow.grabFocus() }

    // MARK: Contents

    private func fillSettings() {
        period.setItems(form.periods.map { Text.capitalized(PromptForm.text(of: $0)) })
        period.selected = form.periods.firstIndex(of: form.period) ?? 0
        places.setItems([localized("None"), localized("Nearest town"), localized("Exact")])
        places.selected = AccessPage.precisions.firstIndex(of: form.places) ?? 0
        for (right, toggle) in switches { toggle.isActive = form.rights.contains(right) }
        details.isVisible = !form.options.isEmpty
        details.setSubtitle(chosen.summary)
        // The summary shows the rights that the app would get, even while the row is collapsed.
        let changed: () -> Void = { [weak self] in if let self { details.setSubtitle(chosen.summary) } }
        places.onSelected(changed)
        details.onExpanded { [weak self] in self?.onExpand() }
        for (_, toggle) in switches { toggle.onChanged(changed) }
    }

    /// The location precisions, in the order of the chooser `places`.
    private static let precisions: [LocationPrecision?] = [nil, .town, .exact]

    private func addActions() {
        let actions = ActionGroup("page", on: widget)
        if question.access == .addOnly { Button(in: builder, "allow").setLabel(localized("Let It _Add Photos")) }
        actions.add("select", self) { $0.onSelect() }.isEnabled = form.choices.contains(.select)
        let answers: [(String, PromptChoice)] = [
            ("allow", .allow), ("only-added", .onlyAdded), ("not-now", .notNow), ("never", .never),
        ]
        for (name, choice) in answers {
            actions.add(name, self) { $0.decide(choice) }.isEnabled = form.choices.contains(choice)
        }
    }

    private func showStrip() {
        let box = Box(in: builder, "strip")
        box.isVisible = question.assetCount > 0
        photos.wantFirst(Self.stripLength, in: nil) { [weak self] assets, _ in
            guard let self, strip.isEmpty else { return }
            for asset in assets.prefix(Self.stripLength) {
                let tile = PhotoTile(photos.images)
                tile.show(asset, size: 64)
                strip.append(tile)
                box.append(tile.widget)
            }
        }
    }

    // MARK: Answers

    private func decide(_ choice: PromptChoice) { answer(answer(choice)) }

    /// Returns the answer with the settings that the person chose.
    func answer(_ choice: PromptChoice, selection: [AssetID] = []) -> PromptAnswer {
        var form = chosen
        form.choice = choice
        return form.answer(selection: PromptSelection(photos: selection))
    }

    /// The form with the settings that the person chose.
    private var chosen: PromptForm {
        var form = form
        form.period = form.periods[min(period.selected, form.periods.count - 1)]
        for (right, toggle) in switches { form.set(right, toggle.isActive) }
        form.places = AccessPage.precisions[min(places.selected, AccessPage.precisions.count - 1)]
        return form
    }
}
