/// Tests whether a bus protects connections from each other.
extension Connection {
    /// Returns whether the bus delivers a reply that this connection has not requested.
    public func receivesUnrequestedReplies(from other: Connection) async throws -> Bool {
        let before = droppedReplies
        try await other.sendUnrequestedReply(to: uniqueName)
        // When the bus replies to the other connection, it has processed the unrequested reply. If it delivers the
        // unrequested reply, it does so before it replies to this connection.
        _ = try await other.call(
            BusInterface.getID, of: BusInterface.interface, at: BusInterface.path, on: .bus, MessageArguments())
        _ = try await call(
            BusInterface.getID, of: BusInterface.interface, at: BusInterface.path, on: .bus, MessageArguments())
        return droppedReplies > before
    }

    private func sendUnrequestedReply(to destination: BusName) throws {
        guard let transport else { throw ErrorReply.disconnected("the connection to the bus ended") }
        try transport.send(OutgoingMessage.unrequestedReply(to: destination))
    }

    /// Tries to become a monitor, which can receive all messages on the bus, and cannot be used for anything else.
    ///
    /// - Returns: whether the bus allows this.
    public func becomesMonitor() async -> Bool {
        let nothing: [String] = ["type='error',member='Nothing'"]
        // The call fails if the bus does not allow monitoring.
        let answer: NoArguments? = try? await call(
            BusInterface.becomeMonitor, of: BusInterface.monitoring, at: BusInterface.path, on: .bus,
            MessageArguments(nothing, UInt32(0)))
        return answer != nil
    }
}
