import FilmgateDBus
import FilmgatePolicy
import FilmgateWire

/// The broker's calls to an agent.
extension Connection {
    /// Waits while both are on the bus. Returns nil if the agent left or failed.
    ///
    /// - Parameter timeout: how long to wait; nil: until the person answers.
    func prompt(
        _ arguments: AgentPrompt.Encoded, _ agent: BusName, at path: ObjectPath, within timeout: Duration? = nil
    ) async -> Options? {
        await answer(to: AgentInterface.prompt.method, agent, at: path, arguments, CallOptions(timeout: timeout))?
            .values
    }

    func tellDismissed(_ id: Prompt.ID, _ agent: BusName, at path: ObjectPath) async {
        _ = await answer(to: AgentInterface.dismiss.method, agent, at: path, Arguments(id.text))
    }

    /// Whether the agent's program reads its messages; false once it has left.
    func answersPing(_ agent: BusName, at path: ObjectPath) async -> Bool {
        let ping = Method<NoArguments, NoArguments>("Ping")
        let options = CallOptions(timeout: .seconds(600))
        return await answer(to: ping, of: "org.freedesktop.DBus.Peer", agent, at: path, Arguments(), options) != nil
    }

    private func answer<Input, Output>(
        to method: Method<Input, Output>, of interface: InterfaceName = AgentInterface.name, _ agent: BusName,
        at path: ObjectPath, _ arguments: Input, _ options: CallOptions = CallOptions()
    ) async -> Output? {
        // An agent that left or failed gave no answer; callers need to know no more.
        try? await call(method, of: interface, at: path, on: agent, arguments, options: options)
    }
}

extension Prompt.ID {
    /// The identifier as agents see it.
    var text: String { "\(rawValue)" }

    /// Returns nil for a text that cannot be a prompt's identifier.
    init?(_ text: String) {
        guard let number = UInt64(text) else { return nil }
        self.init(rawValue: number)
    }
}
