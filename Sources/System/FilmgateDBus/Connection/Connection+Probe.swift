/// Tests of whether a bus protects connections from each other.
extension Connection {
    /// Returns whether the bus delivers a reply that this connection did not request.
    ///
    /// - Throws: the errors of `call`.
    public func receivesUnrequestedReplies(from other: Connection) async throws -> Bool {
        let before = droppedReplies
        try await other.sendUnrequestedReply(to: uniqueName)
        // The bus has handled the unrequested reply when it answers the other connection. If it delivers the reply,
        // then before its answer to this connection.
        _ = try await other.call(Bus.getID, of: Bus.interface, at: Bus.path, on: .bus, Arguments())
        _ = try await call(Bus.getID, of: Bus.interface, at: Bus.path, on: .bus, Arguments())
        return droppedReplies > before
    }

    private func sendUnrequestedReply(to destination: BusName) throws {
        guard let transport else { throw ErrorReply.disconnected("the connection to the bus ended") }
        try transport.send(OutgoingMessage.unrequestedReply(to: destination))
    }

    /// Makes this connection a monitor, which gets every message on the bus and cannot be used for anything else
    /// afterwards.
    ///
    /// - Returns: whether the bus allowed it.
    public func becomesMonitor() async -> Bool {
        let nothing: [String] = ["type='error',member='Nothing'"]
        // A bus that does not allow monitoring answers with an error.
        let answer: NoArguments? = try? await call(
            Bus.becomeMonitor, of: Bus.monitoring, at: Bus.path, on: .bus, Arguments(nothing, UInt32(0)))
        return answer != nil
    }
}
