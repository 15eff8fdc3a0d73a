import CFilmgateDBus
import FilmgateDBus
import Synchronization

/// What came for one connection of a bus in memory, and waits for its loop.
final class MessageInbox: Sendable {
    private let messages = Mutex<[BusMessage]>([])
    private let notify: @Sendable (TransportEvent) -> Void

    init(notify: @escaping @Sendable (TransportEvent) -> Void) { self.notify = notify }

    func append(_ message: BusMessage) {
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if isFirst { notify(.pending) }
    }

    func takeAll() -> [BusMessage] {
        messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }
}

/// One connection's end of a bus in memory.
final class InMemoryTransport: Transport {
    private let bus: InMemoryBus
    private let inbox: MessageInbox
    private let member: InMemoryBus.MemberID
    private var lastSerial: UInt32 = 0
    private var received: ArraySlice<BusMessage> = []

    init(
        to bus: InMemoryBus, as credentials: InMemoryBus.Credentials,
        notify: @escaping @Sendable (TransportEvent) -> Void
    ) {
        self.bus = bus
        inbox = MessageInbox(notify: notify)
        member = bus.join(inbox, as: credentials)
    }

    deinit { bus.leave(member) }

    func send(_ message: OpaquePointer) -> UInt32? {
        lastSerial += 1
        dbus_message_set_serial(message, lastSerial)
        guard let message = BusMessage(sending: message) else { return nil }
        bus.route(message, from: member)
        return lastSerial
    }

    func receive() -> OpaquePointer? {
        if received.isEmpty { received = inbox.takeAll()[...] }
        return received.popFirst()?.reference()
    }

    func handle(_ event: TransportEvent) {}

    var isReadable: Bool { false }

    func readMore() -> Bool { false }

    func close() { bus.leave(member) }
}
