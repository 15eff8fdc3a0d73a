import CFilmgateDBus
import FilmgateSystem

/// Carries a connection's libdbus messages to and from the bus. Must be used on the loop.
package protocol Transport: AnyObject {
    /// Sends a message, and returns its serial number.
    ///
    /// Returns nil if libdbus has no more memory, or if the transport cannot pass the descriptors in the message.
    func send(_ message: OpaquePointer) -> UInt32?

    /// Returns the next incoming message in the order of the bus. The caller owns the message.
    func receive() -> OpaquePointer?

    /// Reads or writes after an event. Then `receive` returns the messages that were read completely.
    func handle(_ event: TransportEvent)

    /// Whether `readMore` would read more bytes.
    var isReadable: Bool { get }

    /// Reads more data. Returns whether there was any.
    func readMore() -> Bool

    /// Disconnects. The last message that `receive` then returns is libdbus's signal `Disconnected`.
    func close()
}

/// An event for which a transport has work.
package enum TransportEvent: Sendable {
    case ready(Int32, Readiness)
    case timeout(UInt64)
    /// Messages or calls are still waiting, although no descriptor had a new event.
    case pending
}

extension Transport {
    /// Sends a message, and returns its serial number.
    ///
    /// - Throws: `outOfResources` if libdbus has no more memory, or if the transport cannot pass the descriptors in the
    ///   message.
    @discardableResult
    func send(_ message: borrowing OutgoingMessage) throws(EncodingFailure) -> UInt32 {
        guard let serial = send(message.raw) else { throw .outOfResources }
        return serial
    }

    /// Returns the next incoming message, in the order of the bus.
    ///
    /// - Parameter callBudget: the limits for messages other than replies.
    func next(callBudget: DecodingBudget) -> IncomingMessage? {
        while let message = receive() {
            defer { release(message) }
            if let value = IncomingMessage(message, callBudget: callBudget) { return value }
        }
        return nil
    }

    /// Frees a message. If it has descriptors, a separate thread frees it, because closing descriptors can block.
    private func release(_ message: OpaquePointer) {
        guard dbus_message_contains_unix_fds(message) != 0 else { return dbus_message_unref(message) }
        let reference = MessageReference(message: message)
        DescriptorCloser.run { dbus_message_unref(reference.message) }
    }
}

/// The last reference to a message, for releasing it on another queue. libdbus counts references atomically.
private struct MessageReference: @unchecked Sendable { let message: OpaquePointer }
