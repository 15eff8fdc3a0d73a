import FilmgateDBus
import FilmgatePolicy
import FilmgateSystem
import FilmgateSystemServices

/// Tracks the sessions in which agents run, and whether the person is present in them.
protocol AgentSessionTracker: Sendable {
    /// Returns how likely the user is to see a window of this process.
    func presence(of process: UInt32, of user: UInt32) -> SessionPresence
    /// Returns whether a process is in a Wayland session of its user that is in the foreground at a seat.
    func isInWaylandSession(_ process: UInt32, of user: UInt32) -> Bool
    /// Calls `body` whenever the presence may have changed, as long as the returned watches exist.
    func watch(_ body: @escaping @BrokerActor @Sendable () -> Void) -> [Watch]
}

extension Logind: AgentSessionTracker {
    func watch(_ body: @escaping @BrokerActor @Sendable () -> Void) -> [Watch] {
        do throws(Errno) {
            return try changes().map { changes throws(Errno) in
                try BrokerActor.watch(changes) {
                    Logind.acknowledge(changes)
                    body()
                }
            }
        } catch {
            Journal.write(.warning, "Sessions cannot be watched, so a prompt may go to an agent out of sight: \(error)")
            return []
        }
    }
}

/// Lets `PromptMachine` choose the agent that the person most likely sees. A single agent's session is not checked.
extension PromptCoordinator {
    /// Starts or stops watching sessions, depending on the number of agents. Must be called after an agent registered
    /// or left.
    func agentsChanged() {
        if agents.count < 2 {
            watches = []
        } else if watches.isEmpty {
            watches = sessions.watch { [weak self] in self?.updatePresence() }
        }
        updatePresence()
    }

    private func updatePresence() {
        var presence: [String: SessionPresence] = [:]
        if agents.count > 1 {
            for (name, agent) in agents {
                guard let process = agent.process else { continue }
                presence[name.rawValue] = sessions.presence(of: process, of: agent.user)
            }
        }
        perform(machine.presenceChanged(to: presence, at: now))
    }
}
