import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire

/// Shows the person a client's page in the settings window, through an agent that has a window.
@BrokerActor struct OpenSettingsHandler: Sendable {
    let core: LibraryCore
    let coordinator: PromptCoordinator

    /// Shows the client's page. Returns when an agent has accepted the request.
    ///
    /// - Throws: `restricted` if policy forbids prompts for the client, `muted`, `noAgent`, `noUsableAnswer`, `busy`.
    func open(for admission: Admission) async throws {
        let client = admission.client
        try core.grants.checkAsking(client)
        try await coordinator.openSettings(by: Requester(client: client.id, connection: nil)) { recipient in
            try await core.prompt(to: recipient, about: client, InteractionOptions(), .settings)
        }
        core.audit.note("done", to: "open-settings", by: client)
    }
}

extension PromptCoordinator {
    /// Asks an agent with a window, the one that the person is most likely to see, to show a client's settings page.
    ///
    /// - Parameter prompt: returns the request for the agent.
    /// - Throws: `noAgent` if no agent has a window; `noUsableAnswer` if the agent does not accept, and is therefore
    ///   unregistered; `busy` if pages were opened too often, or if the agent cannot open a window now.
    func openSettings(
        by requester: Requester, _ prompt: @BrokerActor (PromptDisplayContext) async throws -> AgentPrompt
    ) async throws {
        guard let (id, agent) = try settingsAgent(for: requester), let name = BusName(agent.connection),
            let registered = self.agent(name)
        else { throw WireError.noAgent }
        let arguments = try await prompt(PromptDisplayContext(id, registered)).arguments()
        let reply = await bus.prompt(arguments, name, at: registered.path, within: machine.limits.takeUp)
        let answer: PromptAnswer? = if let reply { await reading(reply, to: .settings) } else { nil }
        try Task.checkCancellation()
        switch answer?.decision {
        case .done: return
        case .dismiss:
            throw WireError.busy("The settings window cannot be opened now; try again later.")
        case .allow, .limit, .deny, .picked, .otherFiles, nil:
            perform([.drop(agent)] + machine.unregister(agent.connection, ending: .noUsableAnswer, at: now))
            throw WireError.noUsableAnswer
        }
    }

    private func settingsAgent(for requester: Requester) throws -> (id: Prompt.ID, agent: Agent)? {
        do throws(PromptRefusal) {
            return try machine.openSettings(by: requester, at: now) { agent in
                BusName(agent.connection).flatMap { self.agent($0) }?.options.showsSettings == true
            }
        } catch {
            throw WireError(error)
        }
    }
}
