internal import FilmgateDBus
internal import FilmgateWire
internal import Synchronization

/// What an agent exports: takes the broker's questions, hands them on, and sends the answers back.
final class AgentObject: ObjectTree {
    static let path: ObjectPath = "/org/filmgate/Agent"

    /// Answers one prompt; cancelled when nobody waits for the answer any more.
    typealias Answering = @Sendable (AgentPrompt) async -> PromptAnswer

    private let connection: Connection
    private let answering: Answering
    /// Called when a prompt has ended, either way.
    private let ended: @Sendable () -> Void
    private let open = Mutex<[String: Task<PromptAnswer, Never>]>([:])

    init(on connection: Connection, answering: @escaping Answering, ended: @escaping @Sendable () -> Void) {
        self.connection = connection
        self.answering = answering
        self.ended = ended
    }

    /// Nobody will answer what is open.
    func cancelAll() {
        for task in open.withLock({ Array($0.values) }) { task.cancel() }
    }

    nonisolated(nonsending) func interfaces(at path: ObjectPath, for sender: BusName) async -> [ServedInterface]? {
        guard path == Self.path else { return nil }
        return [
            ServedInterface(
                AgentInterface.name,
                methods: [
                    ServedMethod(AgentInterface.prompt.method) { call, arguments in
                        try await self.checkCaller(call)
                        return try await self.prompt(arguments.decoded())
                    },
                    ServedMethod(AgentInterface.dismiss.method) { call, arguments in
                        try await self.checkCaller(call)
                        self.dismiss(try arguments.decoded().values)
                        return Arguments()
                    },
                ], introspection: AgentInterface.introspection)
        ]
    }

    nonisolated(nonsending) func children(of path: ObjectPath, for sender: BusName) async -> [String] { [] }

    /// Questions of others would be questions of whoever wants to be taken for the broker.
    private nonisolated(nonsending) func checkCaller(_ call: MethodCall) async throws {
        guard try await connection.owner(of: Wire.busName) == call.sender else {
            throw ErrorReply.accessDenied("only the photo library's broker may ask")
        }
    }

    private nonisolated(nonsending) func prompt(
        _ arguments: Arguments<String, PromptKind, Options>
    ) async throws -> Arguments<Options> {
        let (id, kind, options) = arguments.values
        let prompt = AgentPrompt(id: id, try PromptDetails(kind, options))
        let answering = answering
        let task = Task { @concurrent in await answering(prompt) }
        open.withLock { $0[id] = task }
        defer {
            open.withLock { _ = $0.removeValue(forKey: id) }
            ended()
        }
        // The connection cancels this where the broker leaves.
        let answer = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return Arguments(try answer.options(for: prompt.subject))
    }

    private func dismiss(_ id: String) { open.withLock { $0[id] }?.cancel() }
}
