internal import FilmgateFrontEnd

/// A question with its answers: who asks for what, in whose words, and what can be said to it.
struct QuestionScreen {
    enum Outcome: Hashable {
        case stay
        case answer(Answer)
        case select
    }

    /// What the cursor can be on.
    enum Item: Hashable {
        case choice(Int)
        case period
        case right(Int)
    }

    private(set) var form: Form
    /// What is touched by a change that waits for a word, as far as it is known.
    var touched: [Photo] = []
    private(set) var item: Item

    init(_ question: Question) {
        form = Form(question)
        item = .choice(form.choices.firstIndex(of: form.choice) ?? 0)
    }

    var question: Question { form.question }

    private var items: [Item] {
        form.choices.indices.map(Item.choice) + (form.periods.count > 1 ? [.period] : [])
            + (question.hasRights ? Form.Right.allCases.indices.map(Item.right) : [])
    }

    // MARK: Keys

    mutating func press(_ key: Key) -> Outcome {
        switch key {
        case .escape, .character("q"): return .answer(question.dismissal)
        case .up, .backTab, .character("k"): move(-1)
        case .down, .tab, .character("j"): move(1)
        case .home, .pageUp: go(to: items[0])
        case .left: aside(-1)
        case .right: aside(1)
        case .enter: return enter()
        case .space: if case .choice = item {} else { _ = enter() }
        case .character(let character): jump(to: character)
        default: break
        }
        return .stay
    }

    private mutating func go(to new: Item) {
        item = new
        if case .choice(let index) = new { form.choice = form.choices[index] }
    }

    private mutating func move(_ step: Int) {
        let items = items
        guard let index = items.firstIndex(of: item) else { return }
        go(to: items[min(max(0, index + step), items.count - 1)])
    }

    private mutating func aside(_ step: Int) {
        switch item {
        case .choice: break
        case .period: form.nextPeriod(step)
        case .right: move(step)
        }
    }

    private mutating func enter() -> Outcome {
        switch item {
        case .choice: return form.choice.leadsToSelection ? .select : .answer(form.answer())
        case .period: form.nextPeriod(1)
        case .right(let index): form.toggle(Form.Right.allCases[index])
        }
        return .stay
    }

    /// A letter leads to its answer without giving it.
    private mutating func jump(to character: Character) {
        if let index = form.choices.firstIndex(where: { $0.key == character }) { return go(to: .choice(index)) }
        if let number = character.wholeNumberValue, form.choices.indices.contains(number - 1) {
            return go(to: .choice(number - 1))
        }
        if character == "l", form.periods.count > 1 {
            item = .period
            form.nextPeriod(1)
        }
        guard question.hasRights else { return }
        if let index = Form.Right.allCases.firstIndex(where: { $0.key == character }) {
            item = .right(index)
            form.toggle(Form.Right.allCases[index])
        }
    }
}
