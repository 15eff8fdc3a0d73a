/// Looks at the windows of a display as a screen reader does: one process, `accessible.py`, for all looks.
public final class ScreenReader: Sendable {
    private let conversation: Conversation

    /// What is asked of a control.
    public enum State: String, Sendable {
        case there, focused, insensitive
        /// Keys and clicks reach it.
        case ready
        /// Of a window: keys go to it.
        case active
    }

    /// Starts the process, which ends with the world.
    ///
    /// - Parameter environment: that of the programs whose windows it sees.
    public init(in world: World, environment: [String: String]) throws {
        conversation = try Conversation { hear in
            try world.start(
                ["/usr/bin/python3", "\(Source.python)/accessible.py"], environment: environment, onLine: hear)
        }
    }

    /// Everything that is on the screen, a line for each control: its role, name and states.
    public func tree() async throws -> String { try await ask("tree", [:]) }

    /// Waits until a control is in a state.
    ///
    /// - Parameter name: may be the beginning of the control's.
    /// - Throws: `ClientFailure` with what is on the screen.
    public func find(_ role: String, _ name: String, _ state: State = .there) async throws {
        _ = try await ask("find", ["role": .text(role), "name": .text(name), "state": .text(state.rawValue)])
    }

    /// Does something else that `accessible.py` can do with a control.
    @discardableResult
    public func ask(_ command: String, _ role: String, _ name: String) async throws -> String {
        try await ask(command, ["role": .text(role), "name": .text(name)])
    }

    private func ask(_ command: String, _ keys: [String: BusArgument]) async throws -> String {
        try await conversation.ask(command, keys, whenSent: nil).content ?? ""
    }
}
