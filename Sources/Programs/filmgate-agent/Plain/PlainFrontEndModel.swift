import FilmgateModel
import FilmgatePrompts
import FilmgateText

/// The state machine of `PlainFrontEnd`, for simple terminals and screen readers.
struct PlainFrontEndModel {
    enum Output: Hashable {
        /// Text to print. It ends with a line break, unless it is the prompt "> ".
        case text(String)
        case say(FrontEndMessage)
        /// A turn (a question, or the wait for one) begins. The front end must ignore lines that were typed before.
        case forgetLines(Int)
        case quit
    }

    private enum State {
        case idle
        case choosing
        case period
        case rights
        case selecting(LineSelection)
        /// The person must confirm the answer. If they do not, the selection or the question is shown again.
        case confirming(PromptAnswer, LineSelection?)
    }

    private var state = State.idle
    private var waiting: AgentMessage.WaitReason?
    private var questions: [AgentPrompt] = []
    private var form: PromptForm?
    /// The number of the current turn: a question, or the wait for the next question.
    private var turn = 0
    private let columns: Int
    private let localTime: @Sendable (Int64) -> CivilTime?

    init(columns: Int = 80, localTime: @escaping @Sendable (Int64) -> CivilTime?) {
        self.columns = columns
        self.localTime = localTime
    }

    // MARK: Messages

    mutating func receive(_ message: AgentMessage) -> [Output] {
        switch message {
        case .hello, .list, .image: return []
        case .waiting(let new):
            guard new != waiting else { return [] }
            waiting = new
            return questions.isEmpty ? [say(idleText)] : []
        case .question(let question):
            questions.append(question)
            return questions.count == 1 ? showNext() : []
        case .dismiss(let id):
            guard let index = questions.firstIndex(where: { $0.id == id }) else { return [] }
            let gone = questions.remove(at: index)
            guard index == 0 else { return [] }
            let notice = localized("{app} has withdrawn its question.", ["app": PromptText(gone).name])
            return [say("\n" + notice)] + showNext()
        case .assets(let page): return page.album == nil ? take(page) : takeMembers(page)
        case .albums(let list):
            guard case .selecting(var selection) = state, list.question == questions.first?.id else { return [] }
            selection.albums = list.albums
            state = .selecting(selection)
            return []
        }
    }

    private mutating func take(_ page: AssetPage) -> [Output] {
        guard let question = questions.first, question.id == page.question else { return [] }
        guard case .selecting(var selection) = state else {
            return question.kind == .confirm ? [say(touched(page.assets, of: page.total)), prompt] : []
        }
        guard page.offset == selection.list.photos.count else { return [] }
        let photos = page.assets.map { Photo($0, localTime: localTime) }
        state = .idle
        selection.list.append(photos, total: page.total)
        state = .selecting(selection)
        return selection.list.isWhole ? [say("\n" + selection.greeting), prompt] : [want(question, selection.list)]
    }

    private mutating func takeMembers(_ page: AssetPage) -> [Output] {
        guard case .selecting(var selection) = state, let question = questions.first, page.question == question.id,
            let album = selection.opening?.album, album.id == page.album, page.offset == selection.opening?.photos.count
        else { return [] }
        selection.opening?.photos += page.assets.map(\.id)
        let photos = selection.opening?.photos ?? []
        let isWhole = photos.count >= page.total || page.assets.isEmpty
        let text = isWhole ? selection.show(photos, of: album) : ""
        state = .selecting(selection)
        return isWhole ? [say(text), prompt] : [want(album, photos.count, question)]
    }

    private func want(_ album: AlbumSummary, _ offset: Int, _ question: AgentPrompt) -> Output {
        .say(.want(PageRequest(question: question.id, album: album.id, offset: offset, count: PageRequest.mostAssets)))
    }

    private func touched(_ assets: [AssetSummary], of total: Int) -> String {
        let photos = assets.prefix(20).map { Photo($0, localTime: localTime) }
        let lines = photos.map { photo in
            let name = photo.altText.isEmpty ? photo.label : "\(photo.label): \(photo.altText)"
            return "  " + (photo.time.map { "\($0.dateText) \($0.clockText)  " } ?? "") + name
        }
        let rest = total > 20 ? ["  " + counted("and {n} more", "and {n} more", total - 20)] : []
        return "\n" + ([localized("The photos are:")] + lines + rest).joined(separator: "\n")
    }

    private mutating func showNext() -> [Output] {
        turn += 1
        return [.forgetLines(turn)] + show()
    }

    private mutating func show() -> [Output] {
        guard let question = questions.first else {
            state = .idle
            form = nil
            return [say(idleText)]
        }
        let form = PromptForm(question)
        self.form = form
        state = .choosing
        let isConfirmation = question.kind == .confirm
        return [say(QuestionLines(form: form, columns: columns).text)]
            + (isConfirmation ? [.say(.want(PageRequest(question: question.id, offset: 0, count: 20)))] : [])
            + [prompt]
    }

    private var idleText: String {
        switch waiting {
        case .broker?: "\n" + localized("Waiting for the photo library's broker, which is not running.")
        case .questions?, nil: "\n" + localized("Waiting for apps to ask for your photos. Type q to end.")
        }
    }

    // MARK: Lines

    /// - Parameter turn: the number of the turn in which the line was typed.
    mutating func enter(_ line: String, at turn: Int) -> [Output] {
        guard turn == self.turn else {
            return [say(localized("Ignored what you typed before this question."))]
                + (questions.isEmpty ? [] : [prompt])
        }
        let text = Text.singleLine(line) ?? ""
        let presence = questions.first.map { [Output.say(.present($0.id))] } ?? []
        return presence + respond(to: text)
    }

    private mutating func respond(to text: String) -> [Output] {
        guard let question = questions.first, let form else {
            return text == "q" ? [.quit] : text.isEmpty ? [] : [say(idleText)]
        }
        if text == "q" { return settle(with: question.dismissal) }
        switch state {
        case .idle: return []
        case .choosing: return choose(text, form, question)
        case .period: return period(text, form)
        case .rights: return rights(text, form)
        case .selecting(var selection):
            state = .idle
            let outcome = selection.enter(text)
            state = .selecting(selection)
            return follow(outcome, selection, question)
        case .confirming(let answer, let selection):
            if ["yes", localized("yes")].contains(text.lowercased()) { return settle(with: answer, selection) }
            guard let selection else { return [say(localized("Nothing was decided."))] + show() }
            state = .selecting(selection)
            return [say(localized("Back to the selection.")), prompt]
        }
    }

    private mutating func choose(_ text: String, _ form: PromptForm, _ question: AgentPrompt) -> [Output] {
        guard let number = Int(text), form.choices.indices.contains(number &- 1) else {
            return [
                say(localized("Type a number from 1 to {n}, or q for 'not now'.", ["n": "\(form.choices.count)"])),
                prompt,
            ]
        }
        self.form?.choice = form.choices[number - 1]
        guard form.choices[number - 1].grants, question.kind == .access || !form.options.isEmpty else {
            return afterSettings()
        }
        if form.periods.count > 1 {
            state = .period
            return [say(QuestionLines(form: form, columns: columns).periods), prompt]
        }
        return askForRights()
    }

    private mutating func period(_ text: String, _ form: PromptForm) -> [Output] {
        guard let number = text.isEmpty ? 1 : Int(text), form.periods.indices.contains(number &- 1) else {
            return [say(localized("Type a number from 1 to {n}.", ["n": "\(form.periods.count)"])), prompt]
        }
        self.form?.period = form.periods[number - 1]
        return askForRights()
    }

    private mutating func askForRights() -> [Output] {
        guard let form, !form.options.isEmpty else { return afterSettings() }
        state = .rights
        return [say(QuestionLines(form: form, columns: columns).rights), prompt]
    }

    private mutating func rights(_ text: String, _ form: PromptForm) -> [Output] {
        if text.isEmpty { return afterSettings() }
        guard let number = Int(text), form.options.indices.contains(number &- 1) else {
            let count = ["n": "\(form.options.count)"]
            return [say(localized("Type a number from 1 to {n}, or press Enter to continue.", count)), prompt]
        }
        self.form?.change(form.options[number - 1])
        return askForRights()
    }

    private mutating func afterSettings() -> [Output] {
        guard let form else { return [] }
        let question = form.question
        guard form.choice.leadsToSelection else {
            // Two kinds of answers need no confirmation: those that decide nothing, and the refusal of a change.
            let isFinal =
                form.choice == .notNow || form.choice == .otherFiles
                || question.kind == .confirm && form.choice == .never
            return isFinal ? settle(with: form.answer()) : confirm(form.record(form.answer()), form.answer())
        }
        let list = PhotoList(for: question)
        var selection = LineSelection(list: list, mayChooseAlbums: question.kind == .access)
        selection.opening = question.firstAlbum.map { ($0, []) }
        state = .selecting(selection)
        return [say(localized("Loading the list …")), want(question, list), .say(.wantAlbums(question.id))]
            + (question.firstAlbum.map { [want($0, 0, question)] } ?? [])
    }

    private mutating func follow(
        _ outcome: LineSelection.LineAction, _ selection: LineSelection, _ question: AgentPrompt
    ) -> [Output] {
        switch outcome {
        case .text(let text): return [say(text), prompt]
        case .back: return show()
        case .open(let album): return [want(album, 0, question)]
        case .done:
            let chosen = selection.list.selection
            if question.kind != .selection, chosen.isEmpty {
                return [say(localized("Nothing is selected yet.")), prompt]
            }
            guard let answer = form?.answer(selection: chosen) else { return [] }
            let values = ["photos": chosen.text, "app": PromptText(question).name]
            return confirm(localized("{photos} for {app}", values), answer, selection)
        }
    }

    /// Asks the person to type a word, because a number or Enter may have been typed by mistake.
    private mutating func confirm(
        _ text: String, _ answer: PromptAnswer, _ selection: LineSelection? = nil
    ) -> [Output] {
        state = .confirming(answer, selection)
        let values = ["answer": text, "yes": localized("yes"), "no": localized("no")]
        return [say(localized("{answer}. Is that right? ({yes} or {no})", values)), prompt]
    }

    private mutating func settle(with answer: PromptAnswer, _ selection: LineSelection? = nil) -> [Output] {
        let record = form?.record(answer, of: selection?.list.selection ?? PromptSelection()) ?? ""
        let settled = questions.removeFirst()
        // The answer is sent last, because the next question may follow it at once.
        return [say(localized("{sentence}.", ["sentence": record]))] + showNext() + [
            .say(.answer(answer, to: settled.id))
        ]
    }

    private func want(_ question: AgentPrompt, _ list: PhotoList) -> Output {
        .say(.want(PageRequest(question: question.id, offset: list.photos.count, count: PageRequest.mostAssets)))
    }

    private func say(_ text: String) -> Output { .text(text + "\n") }

    private var prompt: Output { .text("> ") }
}
