import FilmgateDBus
import FilmgateModel
import FilmgatePeers
import FilmgatePolicy
import FilmgateWire

/// Serves `org.filmgate.AgentManager1`.
@BrokerActor struct AgentManagerObject {
    let gate: Gate
    let coordinator: PromptCoordinator

    var interface: ServedInterface {
        ServedInterface(
            root: AgentManagerInterface.self,
            [
                gate.agentMethod(AgentManagerInterface.registerAgent) { permit, connection, arguments in
                    let (path, options) = arguments.values
                    let process = await gate.services.peers.process(of: connection.name)
                    if try coordinator.register(permit, connection, at: path, options, process: process) {
                        gate.core.audit.note("register-agent", .allowed, AuditSubject(), by: permit.client)
                    }
                    return MessageArguments()
                },
                gate.agentMethod(AgentManagerInterface.unregisterAgent) { _, connection, _ in
                    coordinator.unregister(connection)
                    return MessageArguments()
                },
                gate.agentMethod(AgentManagerInterface.active) { _, connection, arguments in
                    if let id = Prompt.ID(arguments.values) { coordinator.active(id, by: connection.name) }
                    return MessageArguments()
                },
            ])
    }
}
