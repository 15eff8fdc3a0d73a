import FilmgateDBus
import FilmgatePolicy
import FilmgateWire

/// Makes agents show and dismiss prompts, and receives their answers.
extension PromptCoordinator {
    func show(_ prompt: Prompt, by agent: Agent) {
        guard let name = BusName(agent.connection), let registered = self.agent(name),
            let promptRequest = promptRequest(of: prompt)
        else { return }
        let recipient = PromptDisplayContext(prompt.id, registered)
        shown[prompt.id] = Presentation(agent: name, path: registered.path)
        shown[prompt.id]?.task = Task { await present(promptRequest, recipient, to: name, at: registered.path) }
    }

    func dismiss(_ id: Prompt.ID) {
        guard let presentation = shown.removeValue(forKey: id) else { return }
        presentation.task?.cancel()
        guard presentation.isSent else { return }
        Task { await bus.sendDismissal(id, presentation.agent, at: presentation.path) }
    }

    private func present(
        _ promptRequest: PromptRequest, _ recipient: PromptDisplayContext, to agent: BusName, at path: ObjectPath
    ) async {
        let id = recipient.id
        let prompt: AgentPrompt
        let arguments: AgentPrompt.Encoded
        do {
            let made = try await promptRequest.prompt(recipient)
            arguments = try await offload { try made.arguments() }
            prompt = made
        } catch {
            Journal.write(.error, "A question could not be shown: \(error)")
            return settle(id)
        }
        guard shown[id] != nil else { return }
        shown[id]?.isSent = true
        // The task starts when this function suspends, so the ping is sent after the prompt.
        Task { await ping(agent, at: path, about: id) }
        let reply = await bus.prompt(arguments, agent, at: path)
        guard !Task.isCancelled else { return }
        let outcome: ReplyOutcome? =
            if let reply, let current = self.promptRequest(of: id), let registered = self.agent(agent) {
                await current.read(reply, prompt, registered)
            } else { nil }
        handle(outcome, about: id, from: agent)
    }

    private func ping(_ agent: BusName, at path: ObjectPath, about id: Prompt.ID) async {
        guard await bus.answersPing(agent, at: path) else { return }
        takenUp(id, by: agent)
    }

    private func handle(_ outcome: ReplyOutcome?, about id: Prompt.ID, from agent: BusName) {
        let reply: PromptReply =
            switch outcome {
            case .decided: .decided
            case .dismissed: .dismissed
            case nil: .unusable
            }
        let actions = replied(reply, to: id, by: agent)
        // Unless the answer was unusable, there is no prompt left to dismiss.
        if outcome != nil, !actions.isEmpty { shown[id] = nil }
        perform(actions, outcome)
    }
}

/// The broker's calls to an agent.
extension Connection {
    /// Sends a prompt to an agent, and waits for the reply as long as the agent is on the bus. Returns nil if the
    /// agent left the bus or failed.
    ///
    /// - Parameter timeout: how long to wait; nil means until the person answers.
    func prompt(
        _ arguments: AgentPrompt.Encoded, _ agent: BusName, at path: ObjectPath, within timeout: Duration? = nil
    ) async -> Options? {
        await answer(to: AgentInterface.prompt.method, agent, at: path, arguments, CallOptions(timeout: timeout))?
            .values
    }

    func sendDismissal(_ id: Prompt.ID, _ agent: BusName, at path: ObjectPath) async {
        _ = await answer(to: AgentInterface.dismiss.method, agent, at: path, MessageArguments(id.text))
    }

    /// Returns whether the agent's program answers a ping within ten minutes; false if it leaves the bus.
    func answersPing(_ agent: BusName, at path: ObjectPath) async -> Bool {
        let ping = Method<NoArguments, NoArguments>("Ping")
        let options = CallOptions(timeout: .seconds(600))
        return await answer(to: ping, of: "org.freedesktop.DBus.Peer", agent, at: path, MessageArguments(), options)
            != nil
    }

    private func answer<Input, Output>(
        to method: Method<Input, Output>, of interface: InterfaceName = AgentInterface.name, _ agent: BusName,
        at path: ObjectPath, _ arguments: Input, _ options: CallOptions = CallOptions()
    ) async -> Output? {
        // Callers need not know whether the agent left or failed.
        try? await call(method, of: interface, at: path, on: agent, arguments, options: options)
    }
}

extension Prompt.ID {
    /// The identifier as agents see it.
    var text: String { "\(rawValue)" }

    /// Returns nil if the text cannot be a prompt's identifier.
    init?(_ text: String) {
        guard let number = UInt64(text) else { return nil }
        self.init(rawValue: number)
    }
}
