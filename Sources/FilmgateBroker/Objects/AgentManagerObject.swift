internal import FilmgateDBus
internal import FilmgateModel
internal import FilmgatePeers
internal import FilmgatePolicy
internal import FilmgateWire

/// Serves `org.filmgate.AgentManager1`.
struct AgentManagerObject {
    let gate: Gate
    let desk: PromptDesk

    var interface: ServedInterface {
        ServedInterface(
            root: AgentManagerInterface.self,
            [
                gate.handler(agency: AgentManagerInterface.registerAgent) { call, agency, arguments in
                    let process = await gate.peers.process(of: call.sender)
                    if try await desk.register(agency, call.sender, at: arguments.values.0, process: process) {
                        await gate.audit.note("register-agent", .allowed, AuditSubject(), by: agency.client)
                    }
                    return Arguments()
                },
                gate.handler(agency: AgentManagerInterface.unregisterAgent) { call, _, _ in
                    await desk.unregister(call.sender)
                    return Arguments()
                },
                gate.handler(agency: AgentManagerInterface.active) { call, _, arguments in
                    if let id = Prompt.ID(arguments.values) { await desk.active(id, by: call.sender) }
                    return Arguments()
                },
            ])
    }
}
