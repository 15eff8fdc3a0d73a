import FilmgateModel
import FilmgatePictures
import FilmgatePrompts
import FilmgateText

/// The state machine of `TerminalFrontEnd`. Its input is keys, sizes and messages; its output is frames and actions.
struct TerminalModel {
    enum TerminalInput {
        case key(TerminalKey)
        case resized(TerminalSize)
        case received(AgentMessage)
    }

    enum Action: Hashable {
        case say(FrontEndMessage)
        /// Discards the keys that were pressed before the question appeared.
        case forgetKeys
        case quit
    }

    private(set) var size: TerminalSize
    private var idle = NoQuestionScreen()
    /// The open questions, of which the first one is shown.
    private var questions: [AgentPrompt] = []
    private var question: QuestionScreen?
    private var selection: SelectionScreen?
    /// The photos for the shown question, while there is no selection screen.
    private var list: PhotoList?
    /// Whether loading all photos for the question has begun.
    private var isLoading = false
    private var albums: [AlbumSummary] = []
    /// The album whose photos are being loaded, and the photos that are already loaded.
    private var opening: (album: AlbumSummary, photos: [AssetID])?
    private var showsHelp = false
    private let pictures: Pictures
    /// Whether the person wants to see pictures.
    private var showsPictures: Bool
    private let localTime: @Sendable (Int64) -> CivilTime?

    enum Pictures: Hashable {
        /// The terminal cannot show pictures, or the person does not want them.
        case none
        /// Pictures are shown or hidden at first. The key `p` shows and hides them.
        case shown, hidden
    }

    /// The size of each picture.
    static let box = CellBox(columns: 10, rows: 4)

    init(size: TerminalSize, pictures: Pictures = .none, localTime: @escaping @Sendable (Int64) -> CivilTime?) {
        self.size = size
        self.pictures = pictures
        showsPictures = pictures == .shown
        self.localTime = localTime
    }

    /// The size of each picture; nil if no pictures are shown.
    private var box: CellBox? { showsPictures ? TerminalModel.box : nil }

    mutating func handle(_ event: TerminalInput) -> [Action] {
        let actions: [Action]
        switch event {
        case .resized(let size):
            self.size = size
            actions = []
        case .received(let message): actions = receive(message)
        case .key(let key): actions = presence() + press(key)
        }
        selection?.fit(rows: max(1, size.rows - SelectionScreen.frameRows))
        return actions
    }

    func frame() -> Frame {
        guard size.isEnough else {
            let text = localized(
                "The terminal is too small. It needs at least {columns} × {rows}.",
                ["columns": "\(TerminalSize.smallest.columns)", "rows": "\(TerminalSize.smallest.rows)"])
            let lines = Text.wrapped(text, to: max(1, size.columns)).map { Line($0) }
            return Frame(lines: Array(lines.prefix(size.rows)))
        }
        if showsHelp {
            let hints =
                selection != nil ? HelpScreen.selection : question != nil ? HelpScreen.question : HelpScreen.idle
            return HelpScreen.frame(hints, size)
        }
        return selection?.frame(size) ?? question?.frame(size, waiting: questions.count - 1) ?? idle.frame(size)
    }

    // MARK: Messages

    private mutating func receive(_ message: AgentMessage) -> [Action] {
        switch message {
        case .hello, .list, .image: return []
        case .waiting(let waiting):
            idle.waiting = waiting
            return []
        case .question(let new):
            questions.append(new)
            return question == nil ? showNext() : []
        case .dismiss(let id):
            guard let index = questions.firstIndex(where: { $0.id == id }) else { return [] }
            let gone = questions.remove(at: index)
            guard index == 0 else { return [] }
            idle.note(localized("{app}: withdrawn before an answer", ["app": PromptText(gone).name]))
            return showNext()
        case .assets(let page): return page.album == nil ? take(page) : takeMembers(page)
        case .albums(let list):
            guard list.question == questions.first?.id else { return [] }
            albums = list.albums
            selection?.albums = list.albums
            return []
        }
    }

    private mutating func showNext() -> [Action] {
        selection = nil
        list = nil
        isLoading = false
        albums = []
        opening = nil
        showsHelp = false
        let box = box
        question = questions.first.map { QuestionScreen($0) }
        question?.box = box
        guard let shown = questions.first else { return [] }
        return [.forgetKeys] + (shown.kind == .confirm ? wantMore(of: shown) : wantNewest(of: shown))
    }

    /// Requests the newest photos, if the question shows their pictures.
    private func wantNewest(of question: AgentPrompt) -> [Action] {
        guard box != nil, question.kind == .access, question.access == .readWrite, loaded == 0, !isLoading else {
            return []
        }
        return [want(question, count: 20)]
    }

    private mutating func take(_ page: AssetPage) -> [Action] {
        guard let shown = questions.first, shown.id == page.question else { return [] }
        if selection == nil, list == nil { list = PhotoList(for: shown) }
        guard page.offset == loaded else { return [] }
        let photos = page.assets.map { Photo($0, localTime: localTime) }
        // Changes the state in place, to avoid copying a long list.
        selection?.list.append(photos, total: page.total)
        list?.append(photos, total: page.total)
        if shown.kind == .confirm { question?.touched = photos }
        if page.offset == 0 { question?.newest = photos }
        let isWhole = selection?.list.isWhole ?? list?.isWhole ?? true
        return shown.kind == .confirm || isWhole || !isLoading ? [] : wantMore(of: shown)
    }

    private mutating func takeMembers(_ page: AssetPage) -> [Action] {
        guard let shown = questions.first, shown.id == page.question, let album = opening?.album,
            album.id == page.album,
            page.offset == opening?.photos.count
        else { return [] }
        opening?.photos += page.assets.map(\.id)
        let photos = opening?.photos ?? []
        guard photos.count >= page.total || page.assets.isEmpty else { return [want(album, photos.count, shown)] }
        opening = nil
        selection?.show(PhotoList.OpenAlbum(title: album.shownTitle, photos: Set(photos)))
        return []
    }

    private func want(_ album: AlbumSummary, _ offset: Int, _ question: AgentPrompt) -> Action {
        .say(.want(PageRequest(question: question.id, album: album.id, offset: offset, count: PageRequest.mostAssets)))
    }

    private var loaded: Int { selection?.list.photos.count ?? list?.photos.count ?? 0 }

    /// Requests the next page of photos. The first page is small, so that it appears soon.
    private mutating func wantMore(of question: AgentPrompt) -> [Action] {
        isLoading = true
        return [want(question, count: loaded == 0 ? 100 : PageRequest.mostAssets)]
    }

    private func want(_ question: AgentPrompt, count: Int) -> Action {
        .say(.want(PageRequest(question: question.id, offset: loaded, count: count)))
    }

    // MARK: Keys

    private func presence() -> [Action] { questions.first.map { [.say(.present($0.id))] } ?? [] }

    private mutating func press(_ key: TerminalKey) -> [Action] {
        guard size.isEnough else { return [] }
        if showsHelp {
            showsHelp = false
            return []
        }
        if key == .character("?"), selection?.mode != .filtering {
            showsHelp = true
            return []
        }
        if key == .character("p"), pictures != .none, question != nil, selection.map({ $0.mode == .browsing }) ?? true {
            return togglePictures()
        }
        if selection != nil { return pressInSelection(key) }
        if question != nil { return pressInQuestion(key) }
        return key == .character("q") ? [.quit] : []
    }

    private mutating func togglePictures() -> [Action] {
        showsPictures.toggle()
        let box = box
        question?.box = box
        selection?.box = box
        return questions.first.map { wantNewest(of: $0) } ?? []
    }

    private mutating func pressInQuestion(_ key: TerminalKey) -> [Action] {
        guard let shown = questions.first, let outcome = question?.press(key) else { return [] }
        switch outcome {
        case .stay: return []
        case .answer(let answer): return settle(with: answer)
        case .select:
            selection = selectionScreen(for: shown)
            list = nil
            return (isLoading ? [] : wantMore(of: shown) + [.say(.wantAlbums(shown.id))]) + wantFirstAlbum(of: shown)
        }
    }

    /// Requests the photos of the album that a picker shows first.
    private mutating func wantFirstAlbum(of shown: AgentPrompt) -> [Action] {
        guard let album = shown.firstAlbum, selection?.list.album == nil else { return [] }
        opening = (album, [])
        return [want(album, 0, shown)]
    }

    private func selectionScreen(for shown: AgentPrompt) -> SelectionScreen {
        let period = PromptForm.text(of: question?.form.period ?? .lasting)
        var screen = SelectionScreen(shown, list: list ?? PhotoList(for: shown)) { chosen in
            PromptText(shown).confirmation(of: chosen, period: period)
        }
        screen.albums = albums
        screen.box = box
        return screen
    }

    private mutating func pressInSelection(_ key: TerminalKey) -> [Action] {
        guard let outcome = selection?.press(key) else { return [] }
        switch outcome {
        case .stay: return []
        case .back:
            list = selection?.list
            selection = nil
            return []
        case .open(let id):
            guard let shown = questions.first, let album = albums.first(where: { $0.id == id }) else { return [] }
            opening = (album, [])
            return [want(album, 0, shown)]
        case .done(let chosen):
            guard let answer = question?.form.answer(selection: chosen) else { return [] }
            return settle(with: answer, of: chosen)
        }
    }

    private mutating func settle(
        with answer: PromptAnswer, of selection: PromptSelection = PromptSelection()
    ) -> [Action] {
        if let record = question?.form.record(answer, of: selection) { idle.note(record) }
        let settled = questions.removeFirst()
        return [.say(.answer(answer, to: settled.id))] + showNext()
    }
}
