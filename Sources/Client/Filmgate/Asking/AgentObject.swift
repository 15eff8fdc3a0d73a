import FilmgateDBus
import FilmgateModel
import FilmgatePolicy
import FilmgateWire
import FoundationEssentials
import Synchronization

/// The D-Bus object of an agent (a program that shows prompts). Receives the broker's prompts, and returns the answers.
final class AgentObject: ObjectTree {
    static let path: ObjectPath = "/org/filmgate/Agent"

    /// A closure that returns the answer to a prompt. Its task is cancelled when the answer is no longer needed.
    typealias AnswerHandler = @Sendable (AgentPrompt) async -> PromptAnswer

    private let connection: Connection
    private let answering: AnswerHandler
    /// A closure that is called when a prompt has ended, with or without an answer.
    private let ended: @Sendable () -> Void
    private let open = Mutex<[String: Task<PromptAnswer, Never>]>([:])

    init(on connection: Connection, answering: @escaping AnswerHandler, ended: @escaping @Sendable () -> Void) {
        self.connection = connection
        self.answering = answering
        self.ended = ended
    }

    /// Cancels all open prompts.
    func cancelAll() {
        for task in open.withLock({ Array($0.values) }) { task.cancel() }
    }

    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        guard path == Self.path else { return nil }
        return [
            ServedInterface(
                AgentInterface.name,
                methods: [
                    ServedMethod(AgentInterface.prompt.method) { _, arguments in
                        try await self.prompt(arguments.decoded())
                    },
                    ServedMethod(AgentInterface.dismiss.method) { _, arguments in
                        self.dismiss(try arguments.decoded().values)
                        return MessageArguments()
                    },
                ], introspection: AgentInterface.introspection, check: checkCaller)
        ]
    }

    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }

    /// Throws an error if the caller is not the broker, so that no other program can send prompts.
    private nonisolated(nonsending) func checkCaller(_ call: MethodCall) async throws {
        guard try await connection.owner(of: WireNames.busName) == call.sender else {
            throw ErrorReply.accessDenied("only the photo library's broker may ask")
        }
    }

    private nonisolated(nonsending) func prompt(
        _ arguments: AgentPrompt.Encoded
    ) async throws -> MessageArguments<Options> {
        let prompt = try AgentPrompt(arguments)
        let answering = answering
        let task = Task { @concurrent in await answering(prompt) }
        open.withLock { $0[prompt.id] = task }
        defer {
            open.withLock { _ = $0.removeValue(forKey: prompt.id) }
            ended()
        }
        // The connection cancels the current task if the broker leaves the bus.
        let answer = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return MessageArguments(try answer.options(for: prompt.kind, at: Timestamp(Date())))
    }

    private func dismiss(_ id: String) { open.withLock { $0[id] }?.cancel() }
}
