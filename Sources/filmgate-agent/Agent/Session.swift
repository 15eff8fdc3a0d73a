internal import Filmgate
internal import FilmgateFrontEnd
internal import FoundationEssentials

/// Stands between the broker's prompts and whoever answers them: rules first, then a person at a front end.
///
/// Owns the prompts that a person has not answered yet.
actor Session {
    private struct Open {
        let question: Question
        var progress = Progress.asked
        /// When the broker last heard that the person is at it.
        var lastActive: ContinuousClock.Instant?
        /// What can be chosen, all of it or an album's, once it was asked for.
        var results: [AlbumID?: Task<FetchResult<Asset>, any Error>] = [:]
    }

    private enum Progress {
        /// The front end has been told, or is being told.
        case asked
        case waiting(CheckedContinuation<Answer, Never>)
        /// Before anybody waited.
        case answered(Answer)
    }

    /// What stands in the audit log for a rule where no rule and no person answered.
    private static let nobody = "nobody attends"

    private let agent: PromptAgent
    private let rules: Rules
    private let flatpaks: OwnFlatpaks
    private var frontEnd: (any FrontEnd)?
    private var open: [Question.ID: Open] = [:]

    init(_ agent: PromptAgent, rules: Rules, flatpaks: OwnFlatpaks = OwnFlatpaks()) {
        self.agent = agent
        self.rules = rules
        self.flatpaks = flatpaks
    }

    /// Questions that no rule answers go there; without a front end they are dismissed.
    func use(_ frontEnd: any FrontEnd) async {
        self.frontEnd = frontEnd
        await frontEnd.tell(.hello(version: AgentMessage.version))
    }

    func report(_ state: PromptAgent.State) async {
        switch state {
        case .registered: await frontEnd?.tell(.waiting(.questions))
        case .waitingForBroker: await frontEnd?.tell(.waiting(.broker))
        }
    }

    // MARK: Prompts

    /// What becomes of a prompt; cancelled where nobody waits for it any more.
    func answer(_ prompt: AgentPrompt) async -> PromptAnswer {
        if let client = ClientID(prompt.app.id), let verdict = rules.verdict(on: prompt.subject, of: client) {
            return await answer(prompt, by: verdict)
        }
        // Nobody's answer must not be taken for a person's.
        guard let frontEnd else { return PromptAnswer(.dismiss, rule: Session.nobody) }
        let question = Question(prompt, await flatpaks.appInfo(to: prompt))
        // Nobody is shown a question that was given up while its app was looked up.
        guard !Task.isCancelled else { return PromptAnswer(question.dismissal, to: prompt, now: Date()) }
        // Before the front end is told: it may ask for photos, or answer, before it has been told to the end.
        open[question.id] = Open(question: question)
        await frontEnd.tell(.question(question))
        let answer = await withTaskCancellationHandler {
            await decision(on: question)
        } onCancel: {
            Task { await self.settle(question.dismissal) }
        }
        if Task.isCancelled { await frontEnd.tell(.dismiss(question.id)) }
        return PromptAnswer(answer, to: prompt, now: Date())
    }

    private func decision(on question: Question) async -> Answer {
        if case .answered(let answer)? = open[question.id]?.progress {
            open[question.id] = nil
            return answer
        }
        return await withCheckedContinuation { continuation in
            guard open[question.id] != nil, !Task.isCancelled else {
                open[question.id] = nil
                return continuation.resume(returning: question.dismissal)
            }
            open[question.id]?.progress = .waiting(continuation)
        }
    }

    /// A second answer, or one to what was never asked, is nobody's.
    private func settle(_ answer: Answer) {
        guard let settled = open[answer.id] else { return }
        for result in settled.results.values { result.cancel() }
        switch settled.progress {
        case .asked: open[answer.id]?.progress = .answered(answer)
        case .answered: break
        case .waiting(let continuation):
            open[answer.id] = nil
            continuation.resume(returning: answer)
        }
    }

    private func answer(_ prompt: AgentPrompt, by verdict: Rules.Verdict) async -> PromptAnswer {
        var answer = Answer(to: prompt.id, verdict.decision, lasting: verdict.lasting, rights: verdict.rights?.names)
        do {
            if let select = verdict.select, verdict.decision == .limit || verdict.decision == .done {
                if case .album(let album) = select { answer.albums = [album] }
                answer.selection = try await identifiers(of: select)
            }
        } catch {
            return PromptAnswer(.dismiss, rule: verdict.rule)
        }
        var made = PromptAnswer(answer, to: prompt, now: Date())
        made.rule = verdict.rule
        return made
    }

    private func identifiers(of selection: Rules.Selection) async throws -> [AssetID] {
        switch selection {
        case .identifiers(let identifiers): return identifiers
        case .album: return []
        case .newest(let count):
            let newest = FetchRequest.assets.newestFirst.limit(UInt32(clamping: count)).reading([.id])
            var identifiers: [AssetID] = []
            for try await asset in try await agent.library.fetch(newest) { identifiers.append(asset.id) }
            return identifiers
        }
    }

    // MARK: The front end

    /// What the front end says, one after the other.
    func hear(_ message: FrontEndMessage) async {
        switch message {
        case .answer(let answer): settle(answer)
        case .present(let id): await note(presenceAt: id)
        case .want(let request): Task { await serve(request) }
        case .wantAlbums(let id): Task { await serveAlbums(id) }
        }
    }

    private func note(presenceAt id: Question.ID) async {
        let now = ContinuousClock.now
        if let last = open[id]?.lastActive, now - last < .seconds(30) { return }
        guard open[id] != nil else { return }
        open[id]?.lastActive = now
        await agent.personIsActive(at: id)
    }

    private func serve(_ request: PageRequest) async {
        guard let result = result(for: request), request.offset >= 0 else { return }
        var assets: [AssetSummary] = []
        var total = request.offset
        do {
            let found = try await result.value
            let count = max(0, min(request.count, PageRequest.mostAssets))
            assets = try await found.elements(from: request.offset, count: count).map { AssetSummary($0) }
            total = found.count
        } catch {
            // An empty page ends the list: what cannot be read cannot be chosen.
        }
        await frontEnd?.tell(
            .assets(
                AssetPage(
                    question: request.question, album: request.album, offset: request.offset, total: total,
                    assets: assets))
        )
    }

    /// Without them where they cannot be read: photos can be chosen all the same.
    private func serveAlbums(_ id: Question.ID) async {
        guard open[id] != nil, let albums = try? await agent.library.fetch(.albums) else { return }
        var summaries: [AlbumSummary] = []
        do {
            for try await album in albums {
                summaries.append(AlbumSummary(id: album.id, title: album.title ?? "", count: album.count ?? 0))
            }
        } catch { return }
        await frontEnd?.tell(.albums(AlbumList(question: id, albums: summaries)))
    }

    private func result(for request: PageRequest) -> Task<FetchResult<Asset>, any Error>? {
        guard let asked = open[request.question] else { return nil }
        if let result = asked.results[request.album] { return result }
        let library = agent.library
        let fetch = asked.question.choices(in: request.album)
        let result = Task { try await library.fetch(fetch) }
        open[request.question]?.results[request.album] = result
        return result
    }
}
