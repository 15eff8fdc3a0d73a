import FilmgateDBus
import FilmgatePolicy
import FilmgateWire

/// The broker's calls to an agent.
extension Connection {
    /// Waits while both are on the bus.
    ///
    /// - Parameter timeout: how long to wait; nil: as long as the person takes.
    func prompt(
        _ arguments: AgentPrompt.Encoded, _ agent: BusName, at path: ObjectPath, within timeout: Duration? = nil
    ) async throws -> Options {
        try await call(
            AgentInterface.prompt.method, of: AgentInterface.name, at: path, on: agent, arguments,
            options: CallOptions(timeout: timeout)
        ).values
    }

    /// Ignores the reply and errors: the agent may have left.
    func tellDismissed(_ id: Prompt.ID, _ agent: BusName, at path: ObjectPath) async {
        // An agent that does not answer has nothing to dismiss.
        _ = try? await call(
            AgentInterface.dismiss.method, of: AgentInterface.name, at: path, on: agent, Arguments(id.text))
    }

    /// Whether the agent's program reads its messages; false once it has left.
    func answersPing(_ agent: BusName, at path: ObjectPath) async -> Bool {
        let ping = Method<NoArguments, NoArguments>("Ping")
        return
            // An agent that has left does not answer.
            (try? await call(
                ping, of: "org.freedesktop.DBus.Peer", at: path, on: agent, Arguments(),
                options: CallOptions(timeout: .seconds(600)))) != nil
    }
}

extension Prompt.ID {
    /// The identifier as agents see it.
    var text: String { "\(rawValue)" }

    /// Returns nil for a text that was never a prompt's identifier.
    init?(_ text: String) {
        guard let number = UInt64(text) else { return nil }
        self.init(rawValue: number)
    }
}
