import CFilmgateDBus
import FilmgateSystem

/// A carrier of a connection's messages to the bus and back, in the form of libdbus messages. Used only on the
/// connection's loop.
package protocol Transport: AnyObject {
    /// Sends a message, and returns the serial of the reply.
    ///
    /// Returns nil if libdbus is out of memory, or if the message contains descriptors that the transport cannot pass.
    func send(_ message: OpaquePointer) -> UInt32?

    /// Returns the next incoming message in the bus's order. The caller owns it.
    func receive() -> OpaquePointer?

    /// Reads and writes as far as the event allows. `receive` then returns the messages.
    func handle(_ event: TransportEvent)

    /// Whether `readMore` would read more bytes.
    var isReadable: Bool { get }

    /// Continues reading, and returns whether more bytes had arrived.
    func readMore() -> Bool

    /// Disconnects. The last received message is then `Disconnected`, a signal of libdbus.
    func close()
}

/// An event that gives a transport work.
package enum TransportEvent: Sendable {
    case ready(Int32, Readiness)
    case timeout(UInt64)
    /// Messages are waiting that did not come through a descriptor.
    case pending
}

extension Transport {
    /// Sends a message, and returns the serial of the reply.
    ///
    /// - Throws: `outOfResources` if libdbus is out of memory, or if the message contains descriptors that the
    ///   transport cannot pass.
    @discardableResult
    func send(_ message: borrowing OutgoingMessage) throws(EncodingFailure) -> UInt32 {
        guard let serial = send(message.raw) else { throw .outOfResources }
        return serial
    }

    /// Returns the next incoming message, in the bus's order.
    ///
    /// - Parameter callBudget: the limits of a call.
    func next(callBudget: DecodingBudget) -> IncomingMessage? {
        while let message = receive() {
            defer { release(message) }
            if let value = IncomingMessage(message, callBudget: callBudget) { return value }
        }
        return nil
    }

    /// Frees messages with descriptors on another queue, because libdbus closes the descriptors, which can block.
    private func release(_ message: OpaquePointer) {
        guard dbus_message_contains_unix_fds(message) != 0 else { return dbus_message_unref(message) }
        let reference = MessageReference(message: message)
        DescriptorCloser.run { dbus_message_unref(reference.message) }
    }
}

/// The last reference to a message, which is released on another queue. libdbus counts references atomically.
private struct MessageReference: @unchecked Sendable { let message: OpaquePointer }
