import Filmgate
import FilmgatePrompts

/// Answers the broker's prompts: first by rules, then by asking the person at the front end.
///
/// Owns the prompts that the person has not answered yet.
actor PromptAnswerer {
    private struct OpenQuestion {
        let question: AgentPrompt
        var progress = Progress.asked
        /// The time at which the broker was last notified that the person is active.
        var lastActive: ContinuousClock.Instant?
        /// The fetches of photos that the front end has requested, by album. The key nil stands for the whole library.
        var results: [AlbumID?: Task<FetchResult<Asset>, any Error>] = [:]
        /// The task that sends the last requested list, and the number of lists that the front end waits for.
        var listing: Task<Void, Never>?
        var waitingLists = 0
        let images: ImageQueue
    }

    private enum Progress {
        /// The front end has not answered yet, and `answer(_:)` does not wait for the answer yet.
        case asked
        case waiting(CheckedContinuation<PromptAnswer, Never>)
        /// The answer arrived before `answer(_:)` waited for it.
        case answered(PromptAnswer)
    }

    /// The text that the audit log shows as the rule if no rule answered and there is no front end.
    private static let nobody = "nobody attends"

    /// The maximum number of waiting lists, and of fetches, for one question.
    private static let mostLists = 32

    private let agent: PromptAgent
    private let rules: AnswerRules
    private let flatpaks: UserFlatpakFinder
    private let settings: SettingsWindows?
    private var frontEnd: (any FrontEnd)?
    private var open: [AgentPrompt.ID: OpenQuestion] = [:]

    /// - Parameter settings: the windows that show apps' settings pages; nil if this agent shows none.
    init(
        _ agent: PromptAgent, rules: AnswerRules, settings: SettingsWindows? = nil,
        flatpaks: UserFlatpakFinder = UserFlatpakFinder()
    ) {
        self.agent = agent
        self.rules = rules
        self.settings = settings
        self.flatpaks = flatpaks
    }

    /// Sets the front end, which gets the questions that no rule answers. Without a front end, such questions are
    /// dismissed.
    func use(_ frontEnd: any FrontEnd) async {
        self.frontEnd = frontEnd
        await frontEnd.send(.hello(version: AgentMessage.version))
    }

    func report(_ state: PromptAgent.State) async {
        switch state {
        case .registered: await frontEnd?.send(.waiting(.questions))
        case .waitingForBroker: await frontEnd?.send(.waiting(.broker))
        }
    }

    // MARK: Prompts

    /// Answers a prompt. The caller's task is cancelled if the broker no longer needs the answer.
    func answer(_ prompt: AgentPrompt) async -> PromptAnswer {
        if prompt.subject == .settings {
            return PromptAnswer(await settings?.show(prompt.app.id) == true ? .done([]) : .dismiss)
        }
        if let client = ClientID(prompt.app.id), let reply = rules.reply(to: prompt.subject, of: client) {
            return await answer(prompt, by: reply)
        }
        // Names a rule, because the audit log must not show this as a person's answer.
        guard let frontEnd else { return PromptAnswer(.dismiss, rule: PromptAnswerer.nobody) }
        let question = prompt.completed(with: await flatpaks.appInfo(to: prompt))
        // A question that was cancelled meanwhile is not shown.
        guard !Task.isCancelled else { return question.dismissal }
        // The question is stored before the front end gets it, because the front end may answer at once.
        open[question.id] = OpenQuestion(
            question: question, images: ImageQueue(of: question.id, from: agent.library, to: frontEnd))
        await frontEnd.send(.question(question))
        let answer = await withTaskCancellationHandler {
            await decision(on: question)
        } onCancel: {
            Task { await self.settle(question.id, with: question.dismissal) }
        }
        if Task.isCancelled { await frontEnd.send(.dismiss(question.id)) }
        return answer.checked(for: prompt.app)
    }

    private func decision(on question: AgentPrompt) async -> PromptAnswer {
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

    /// Records the answer to a question. Ignores a second answer, and an answer to an unknown question.
    private func settle(_ id: AgentPrompt.ID, with answer: PromptAnswer) {
        guard let settled = open[id] else { return }
        for result in settled.results.values { result.cancel() }
        settled.images.forgetAll()
        settled.listing?.cancel()
        switch settled.progress {
        case .asked: open[id]?.progress = .answered(answer)
        case .answered: break
        case .waiting(let continuation):
            open[id] = nil
            continuation.resume(returning: answer)
        }
    }

    private func answer(_ prompt: AgentPrompt, by reply: AnswerRules.Reply) async -> PromptAnswer {
        var answer = reply.answer
        do {
            switch (answer.decision, reply.select) {
            case (.picked, let select?):
                answer.decision = .picked(PickAnswer(try await picked(of: select, for: prompt)))
            case (.limit, .album(let album)?): answer.decision = .limit([ObjectID(album)])
            case (.limit, let select?):
                answer.decision = .limit(try await identifiers(of: select).map { ObjectID($0) })
            case (.done, let select?): answer.decision = .done(try await identifiers(of: select))
            default: break
            }
        } catch {
            return PromptAnswer(.dismiss, rule: answer.rule)
        }
        return answer.checked(for: prompt.app)
    }

    private func identifiers(of selection: AnswerRules.Selection) async throws -> [AssetID] {
        switch selection {
        case .identifiers(let identifiers): return identifiers
        case .album: return []
        case .newest(let count):
            let newest = FetchRequest.assets.newestFirst.limit(UInt32(clamping: count)).reading([.id])
            return try await agent.library.fetch(newest).reduce(into: []) { $0.append($1.id) }
        }
    }

    /// Returns those assets of a selection that the picker's filter and limit allow.
    private func picked(of selection: AnswerRules.Selection, for prompt: AgentPrompt) async throws -> [AssetID] {
        let limit = prompt.picker?.limit ?? 0
        let fetch =
            switch selection {
            case .newest(let count): prompt.choices(in: nil).limit(UInt32(clamping: min(count, limit)))
            case .album(let album): prompt.choices(in: album).limit(UInt32(clamping: limit))
            case .identifiers(let identifiers): prompt.choices(among: identifiers).limit(UInt32(clamping: limit))
            }
        return try await agent.library.fetch(fetch.reading([.id])).reduce(into: []) { $0.append($1.id) }
    }

    // MARK: The front end

    func receive(_ message: FrontEndMessage) async {
        switch message {
        case .answer(let answer, let id): settle(id, with: answer)
        case .present(let id): await note(presenceAt: id)
        case .want(let request): Task { await serve(request) }
        case .wantAlbums(let id): Task { await serveAlbums(id) }
        case .wantList(let request): list(request)
        case .wantImages(let request): want(request)
        case .wantPreviews(let id): Task { await servePreviews(of: id) }
        case .forgetImages(let request): open[request.question]?.images.forget(request.assets, size: request.size)
        }
    }

    private func note(presenceAt id: AgentPrompt.ID) async {
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
            // If the photos cannot be fetched, sends an empty page, which ends the list.
        }
        await frontEnd?.send(
            .assets(
                AssetPage(
                    question: request.question, album: request.album, offset: request.offset, total: total,
                    assets: assets))
        )
    }

    private func servePreviews(of id: AgentPrompt.ID) async {
        for preview in open[id]?.question.previews ?? [] {
            for (stage, image) in [(ImageMessage.Stage.before, preview.before), (.after, preview.after)] {
                var message = ImageMessage(question: id, asset: preview.asset, size: ImagesRequest.largestSize)
                message.stage = stage
                // Reopens the file to get a separate file position. Without a file, the front end gets a failure.
                guard let content = try? image?.reopenedReadOnly() else {
                    message.failure = "unavailable"
                    await frontEnd?.send(.image(message))
                    continue
                }
                await frontEnd?.send(.image(message), with: content)
            }
        }
    }

    /// Sends the albums. Sends nothing if reading them fails, because the person can choose photos without albums.
    private func serveAlbums(_ id: AgentPrompt.ID) async {
        guard open[id] != nil else { return }
        var summaries: [AlbumSummary] = []
        do {
            for try await album in try await agent.library.fetch(.albums) {
                summaries.append(AlbumSummary(id: album.id, title: album.title ?? "", count: album.count ?? 0))
            }
        } catch { return }
        await frontEnd?.send(.albums(AlbumListReply(question: id, albums: summaries)))
    }

    private func serve(_ request: AssetListRequest) async {
        guard let question = open[request.question]?.question else { return }
        let fetch = question.choices(in: request.album, search: request.search, addedAfter: request.addedAfter)
        // A list that cannot be read is sent without a count.
        guard let content = try? await AssetListContent.read(fetch, in: agent.library) else {
            await frontEnd?.send(.list(AssetListMessage(request, count: nil)))
            return
        }
        await frontEnd?.send(.list(AssetListMessage(request, count: content.count)), with: content.file)
    }

    /// Sends lists one at a time, because a list can be large.
    private func list(_ request: AssetListRequest) {
        guard let asked = open[request.question], asked.waitingLists < PromptAnswerer.mostLists else { return }
        let before = asked.listing
        open[request.question]?.waitingLists += 1
        open[request.question]?.listing = Task {
            await before?.value
            if !Task.isCancelled { await serve(request) }
            open[request.question]?.waitingLists -= 1
        }
    }

    private func want(_ request: ImagesRequest) {
        open[request.question]?.images.want(request.assets, size: request.size)
    }

    private func result(for request: PageRequest) -> Task<FetchResult<Asset>, any Error>? {
        guard let asked = open[request.question] else { return nil }
        if let result = asked.results[request.album] { return result }
        guard asked.results.count < PromptAnswerer.mostLists else { return nil }
        let library = agent.library
        let fetch = asked.question.choices(in: request.album)
        let result = Task { try await library.fetch(fetch) }
        open[request.question]?.results[request.album] = result
        return result
    }
}

/// Reports the agent's states to a session, in order.
struct StateReporter: Sendable {
    private let states: AsyncStream<PromptAgent.State>.Continuation
    private let reporting: Task<Void, Never>

    init(to session: PromptAnswerer) {
        let (stream, continuation) = AsyncStream.makeStream(of: PromptAgent.State.self)
        states = continuation
        reporting = Task { for await state in stream { await session.report(state) } }
    }

    /// Adds a state. Can be called from any thread, and does not wait.
    func add(_ state: PromptAgent.State) { states.yield(state) }

    func end() { reporting.cancel() }
}
