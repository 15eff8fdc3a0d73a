import CFilmgateDBus
import FilmgateSystem

/// Carries a connection's messages to a bus and back, as libdbus' messages; used on the connection's loop alone.
package protocol Transport: AnyObject {
    /// Sends a message, and returns the serial under which an answer will come.
    ///
    /// Returns nil if libdbus is out of memory, and if the message holds descriptors that the transport does not pass.
    func send(_ message: OpaquePointer) -> UInt32?

    /// Returns the next message that came in, in the bus' order, which the caller then owns.
    func receive() -> OpaquePointer?

    /// Reads and writes what an event makes possible; `receive` then returns what came.
    func handle(_ event: TransportEvent)

    /// Whether more has come that `readMore` would read.
    var isReadable: Bool { get }

    /// Reads on, and returns whether more had come.
    func readMore() -> Bool

    /// Hangs up; libdbus' own signal `Disconnected` comes last.
    func close()
}

/// Tells a connection that its transport has something to do.
package enum TransportEvent: Sendable {
    case ready(Int32, Readiness)
    case timeout(UInt64)
    /// Messages wait that did not come through a descriptor.
    case pending
}

extension Transport {
    /// Sends a message, and returns the serial under which an answer will come.
    ///
    /// - Throws: `outOfResources`, also if the message holds descriptors that the transport does not pass.
    @discardableResult
    func send(_ message: borrowing OutgoingMessage) throws(EncodingFailure) -> UInt32 {
        guard let serial = send(message.raw) else { throw .outOfResources }
        return serial
    }

    /// Returns the next of the messages that came in, in the bus' order.
    ///
    /// - Parameter callBudget: what a call may hold.
    func next(callBudget: DecodingBudget) -> IncomingMessage? {
        while let message = receive() {
            defer { release(message) }
            if let value = IncomingMessage(message, callBudget: callBudget) { return value }
        }
        return nil
    }

    /// Frees messages with descriptors on a different queue: libdbus closes the descriptors, which can block.
    private func release(_ message: OpaquePointer) {
        guard dbus_message_contains_unix_fds(message) != 0 else { return dbus_message_unref(message) }
        let reference = MessageReference(message: message)
        Disposal.run { dbus_message_unref(reference.message) }
    }
}

/// The last reference to a message, which a different queue releases. libdbus counts references atomically.
private struct MessageReference: @unchecked Sendable {
    let message: OpaquePointer
}
