import FilmgatePrompts
import FilmgateSystem
import Glibc

/// The connection to `filmgate-agent`, which started this process to show prompts.
final class AgentConnection {
    private typealias Socket = MessageSocket<FrontEndMessage, AgentMessage>

    private let socket: Socket
    private let sending = Sender()

    /// Sends messages one by one. Sending can block the queue of this actor until the agent reads earlier messages.
    private actor Sender {
        private let queue = SerialQueue(named: "agent")
        nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe queue.asUnownedSerialExecutor() }

        func send(_ messages: AsyncStream<FrontEndMessage>, over socket: Socket) async {
            // Sending fails if the agent has ended. Then `messages()` ends, too, which closes the window.
            for await message in messages { try? socket.send(message) }
        }
    }

    private let outgoing: AsyncStream<FrontEndMessage>.Continuation

    /// Returns the connection over the socket that the agent passed to this process as descriptor 3.
    ///
    /// - Returns: nil if descriptor 3 is not a `SOCK_SEQPACKET` socket.
    static func inherited() -> AgentConnection? {
        var type: Int32 = 0
        var size = socklen_t(MemoryLayout<Int32>.size)
        guard unsafe getsockopt(3, SOL_SOCKET, SO_TYPE, &type, &size) == 0,
            type == Int32(SOCK_SEQPACKET.rawValue)
        else { return nil }
        return AgentConnection(OwnedDescriptor(owning: 3))
    }

    private init(_ descriptor: OwnedDescriptor) {
        let socket = Socket(descriptor)
        self.socket = socket
        let (messages, outgoing) = AsyncStream.makeStream(of: FrontEndMessage.self)
        self.outgoing = outgoing
        let sending = sending
        Task { await sending.send(messages, over: socket) }
    }

    func send(_ message: FrontEndMessage) { outgoing.yield(message) }

    /// Returns the agent's messages, with their files. The sequence ends when the agent closes the socket.
    func messages() -> AsyncStream<ReceivedMessage> {
        let (messages, incoming) = AsyncStream.makeStream(of: ReceivedMessage.self)
        let socket = socket
        do {
            try startThread(named: "agent") {
                // If receiving fails or a message is invalid, the sequence ends, as if the agent had closed the socket.
                while let received = try? socket.receive() {
                    incoming.yield(ReceivedMessage(message: received.message, content: received.content))
                }
                incoming.finish()
            }
        } catch {
            incoming.finish()
        }
        return messages
    }

    struct ReceivedMessage: Sendable {
        let message: AgentMessage
        let content: OwnedDescriptor?
    }
}
