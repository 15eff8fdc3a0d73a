import FilmgatePictures
import FilmgatePrompts

/// The screen with a question and its answers.
struct QuestionScreen {
    enum QuestionAction: Hashable {
        case stay
        case answer(PromptAnswer)
        case select
    }

    /// A position of the cursor.
    enum Item: Hashable {
        case choice(Int)
        case period
        case right(Int)
    }

    private(set) var form: PromptForm
    /// The loaded photos of the changes that the person must confirm.
    var touched: [Photo] = []
    /// The newest photos, whose pictures are shown.
    var newest: [Photo] = []
    /// The size of each photo's picture; nil if no pictures are shown.
    var box: CellBox?
    private(set) var item: Item

    init(_ question: AgentPrompt) {
        form = PromptForm(question)
        item = .choice(form.choices.firstIndex(of: form.choice) ?? 0)
    }

    var question: AgentPrompt { form.question }

    /// The settings of the marked answer. Empty if the answer grants nothing.
    var settings: [Item] {
        guard form.choice.grants else { return [] }
        return (form.periods.count > 1 ? [.period] : [])
            + form.options.indices.map(Item.right)
    }

    /// The position of the marked answer.
    private var marked: Item { .choice(form.choices.firstIndex(of: form.choice) ?? 0) }

    var isOnSetting: Bool { item != marked }

    // MARK: Keys

    mutating func press(_ key: TerminalKey) -> QuestionAction {
        switch key {
        case .escape, .character("q"): return .answer(question.dismissal)
        case .up, .character("k"): move(-1)
        case .down, .character("j"): move(1)
        case .tab, .backTab: item = isOnSetting ? marked : settings.first ?? item
        case .home, .pageUp: go(to: .choice(0))
        case .left: moveSideways(-1)
        case .right: moveSideways(1)
        case .enter: return enter()
        case .space: change(item)
        case .character(let character): jump(to: character)
        default: break
        }
        return .stay
    }

    private mutating func go(to new: Item) {
        item = new
        if case .choice(let index) = new { form.choice = form.choices[index] }
    }

    /// Moves among the answers or the settings. The up key on the first setting moves to the answer.
    private mutating func move(_ step: Int) {
        let items = isOnSetting ? [marked] + settings : form.choices.indices.map(Item.choice)
        guard let index = items.firstIndex(of: item) else { return }
        go(to: items[min(max(0, index + step), items.count - 1)])
    }

    private mutating func moveSideways(_ step: Int) {
        switch item {
        case .choice, .period: if settings.contains(.period) { form.nextPeriod(step) }
        case .right: move(step)
        }
    }

    /// Returns the marked answer, or begins the selection of photos. On a setting, moves back to the answer.
    private mutating func enter() -> QuestionAction {
        guard !isOnSetting else {
            item = marked
            return .stay
        }
        return form.choice.leadsToSelection ? .select : .answer(form.answer())
    }

    private mutating func change(_ setting: Item) {
        guard settings.contains(setting) else { return }
        switch setting {
        case .choice: break
        case .period: form.nextPeriod(1)
        case .right(let index): form.change(form.options[index])
        }
    }

    /// Moves to the answer with this letter or number, or changes the setting with this letter.
    private mutating func jump(to character: Character) {
        if let index = form.choices.firstIndex(where: { $0.key == character }) { return go(to: .choice(index)) }
        if let number = character.wholeNumberValue, form.choices.indices.contains(number - 1) {
            return go(to: .choice(number - 1))
        }
        if character == "l" { change(.period) }
        if let index = form.options.firstIndex(where: { $0.key == character }) { change(.right(index)) }
    }
}
