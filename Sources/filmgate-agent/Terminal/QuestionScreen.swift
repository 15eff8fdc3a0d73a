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
    /// Selected photos that wait for the person to say yes to their number; nil before.
    private(set) var item: Item

    init(_ question: Question) {
        form = Form(question)
        item = .choice(form.choices.firstIndex(of: form.choice) ?? 0)
    }

    private var question: Question { form.question }
    private var wording: Wording { Wording(question: question) }

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

    // MARK: Drawing

    private var hints: [KeyHint] {
        [KeyHint("↑↓", "Choose"), KeyHint("Enter", "Answer")]
            + (form.periods.count > 1 ? [KeyHint("←→", "Change")] : [])
            + [KeyHint("Esc", question.kind == .confirm ? "No" : "Not now"), KeyHint("?", "Help")]
    }

    func frame(_ size: Size, waiting: Int) -> Frame {
        var body = asker(size.columns)
        var focus = 0
        for (index, choice) in form.choices.enumerated() {
            if item == .choice(index) { focus = body.count }
            body.append(row(choice, index, size.columns))
        }
        let settings = settings(size.columns)
        if !settings.isEmpty { body.append(Line()) }
        if case .choice = item {} else { focus = body.count + settings.count - 1 }
        body += settings
        body += list(room: size.rows - 2 - body.count, columns: size.columns)
        let others = waiting == 0 ? "" : "\(waiting) more waiting"
        var frame = Frame(lines: [Line.bar("Filmgate · \(wording.subject)", others, columns: size.columns)])
        frame.lines += window(body, on: focus, room: size.rows - 2)
        frame.lines += [KeyHint.line(hints, columns: size.columns)]
        return frame
    }

    private func asker(_ columns: Int) -> [Line] {
        let width = min(columns, 100) - 4
        var lines = [Line()]
        lines += Text.wrapped(wording.sentence, to: width).map { .indented($0, by: 2, .strong) }
        let identity = "\(wording.identifier) · \(wording.standing)"
        lines += Text.wrapped(identity, to: width).map { .indented($0, by: 2, .quiet) }
        if let warning = wording.warning {
            lines += Text.wrapped("! " + warning, to: width).map { .indented($0, by: 2, .warning) }
        }
        lines.append(Line())
        if let quotation = wording.quotation {
            lines.append(.indented("In its own words:", by: 2, .quiet))
            lines += Text.wrapped(quotation, to: width - 2).map { .indented($0, by: 4) }
            lines.append(Line())
        }
        lines += Text.wrapped(wording.extent, to: width).map { .indented($0, by: 2) }
        return lines + [Line()]
    }

    private func row(_ choice: Choice, _ index: Int, _ columns: Int) -> Line {
        let isCurrent = item == .choice(index)
        let isChosen = form.choice == choice
        let text = "\(choice.key)  \(choice.title(for: question))"
        let mark = isChosen ? "▸ " : "  "
        let look: Look = isCurrent ? .current : isChosen ? .strong : .plain
        let width = min(columns - 4, 68)
        return Line(Span("  "), Span(Text.fitted(" " + mark + text, to: width), look))
    }

    private func settings(_ columns: Int) -> [Line] {
        guard question.kind == .access else { return [] }
        let holds = form.choice.grants
        var lines: [Line] = []
        var period = Line(Span("     How long  ", holds ? .plain : .quiet))
        if form.periods.count == 1 {
            period.spans.append(Span(Form.text(of: form.lasting), holds ? .strong : .quiet))
        } else {
            for option in form.periods {
                let isChosen = option == form.lasting
                let text = (isChosen ? "(•) " : "( ) ") + Form.text(of: option)
                let look: Look = isChosen && item == .period ? .current : isChosen && holds ? .strong : .quiet
                period.spans += [Span(text, look), Span("   ")]
            }
        }
        lines.append(period.cut(to: columns))
        guard question.hasRights else { return lines }
        var rights = Line(Span("     And also  ", holds ? .plain : .quiet))
        for (index, right) in Form.Right.allCases.enumerated() {
            let isGiven = form.rights.contains(right)
            let look: Look = item == .right(index) ? .current : isGiven && holds ? .strong : .quiet
            rights.spans += [Span((isGiven ? "[x] " : "[ ] ") + right.title, look), Span("  ")]
        }
        return lines + [rights.cut(to: columns)]
    }

    /// The names of what a change touches, as many as there is room for.
    private func list(room: Int, columns: Int) -> [Line] {
        guard question.kind == .confirm, room > 2 else { return [] }
        let count = question.changes.reduce(0) { $0 + $1.assets.count }
        var lines = [Line()]
        for photo in touched.prefix(room - 2) {
            let date = photo.time.map { "\($0.day.digits) \($0.clock)" } ?? "                "
            lines.append(Line.indented("\(date)  \(photo.label)", by: 5, .quiet).cut(to: columns))
        }
        let more = count - (lines.count - 1)
        if more > 0 { lines.append(.indented("and \(Text.number(more)) more", by: 5, .quiet)) }
        return lines
    }

    /// So many lines of the body, those around the cursor where there are more.
    private func window(_ body: [Line], on focus: Int, room: Int) -> [Line] {
        guard body.count > room else { return body + Array(repeating: Line(), count: room - body.count) }
        let first = min(max(0, focus - room + 2), body.count - room)
        return Array(body[first..<(first + room)])
    }
}
