internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateWire

/// Serves `org.filmgate.AgentManager1`.
struct AgentManagerObject {
    let gate: Gate
    let coordinator: PromptCoordinator

    var interface: ServedInterface {
        ServedInterface(
            root: AgentManagerInterface.self,
            [
                gate.handler(agentPermit: AgentManagerInterface.registerAgent) { call, agentPermit, arguments in
                    let process = await gate.peers.process(of: call.sender)
                    if try await coordinator.register(
                        agentPermit, call.sender, at: arguments.values.0, process: process)
                    {
                        await gate.audit.note("register-agent", .allowed, AuditSubject(), by: agentPermit.client)
                    }
                    return Arguments()
                },
                gate.handler(agentPermit: AgentManagerInterface.unregisterAgent) { call, _, _ in
                    await coordinator.unregister(call.sender)
                    return Arguments()
                },
                gate.handler(agentPermit: AgentManagerInterface.active) { call, _, arguments in
                    if let id = Prompt.ID(arguments.values) { await coordinator.active(id, by: call.sender) }
                    return Arguments()
                },
            ])
    }
}
