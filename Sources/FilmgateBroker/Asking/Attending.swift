internal import FilmgateDBus
internal import FilmgatePolicy
internal import FilmgateSessions

/// Tells where people are, by the sessions of their programs.
protocol Sessions: Sendable {
    /// How likely the person is to see what a process of theirs shows.
    func presence(of process: UInt32, of user: UInt32) -> SessionPresence
    /// Calls `body` whenever that may have changed, for as long as the watches exist.
    func watch(_ body: @escaping @BrokerActor @Sendable () -> Void) -> [Watch]
}

extension Logind: Sessions {
    func watch(_ body: @escaping @BrokerActor @Sendable () -> Void) -> [Watch] {
        changes().compactMap { changes in
            try? BrokerActor.watch(changes) {
                Logind.acknowledge(changes)
                body()
            }
        }
    }
}

/// Which of several agents is best placed to ask the person. One that is alone is asked wherever it is, and nothing is looked at.
extension PromptCoordinator {
    /// To be called after an agent came or went.
    func follow() {
        if agents.count < 2 {
            watches = []
        } else if watches.isEmpty {
            watches = sessions.watch { [weak self] in self?.attend() }
        }
        attend()
    }

    private func attend() {
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
