import CFilmgateDBus
import Synchronization

/// A bare connection to a bus in memory, for clients that build and read messages themselves.
final class BusEndpoint: Sendable {
    private let bus: InMemoryBus
    private let inbox: MessageInbox
    private let member: InMemoryBus.MemberID
    private let lastSerial = Mutex<UInt32>(0)

    /// - Parameter onMessages: is called on any thread, and must not call the bus.
    init(on bus: InMemoryBus, as credentials: InMemoryBus.Credentials, onMessages: @escaping @Sendable () -> Void) {
        self.bus = bus
        inbox = MessageInbox { _ in onMessages() }
        member = bus.join(inbox, as: credentials)
    }

    deinit { leave() }

    /// Sends a message, whose sender it remains, and returns its serial.
    func send(_ message: OpaquePointer) throws(ClientFailure) -> UInt32 {
        let serial = lastSerial.withLock { lastSerial -> UInt32? in
            lastSerial += 1
            dbus_message_set_serial(message, lastSerial)
            guard let message = BusMessage(sending: message) else { return nil }
            bus.route(message, from: member)
            return lastSerial
        }
        guard let serial else { throw ClientFailure("libdbus is out of memory") }
        return serial
    }

    /// Returns what came, in the bus' order.
    func takeAll() -> [BusMessage] { inbox.takeAll() }

    func leave() { bus.leave(member) }
}
