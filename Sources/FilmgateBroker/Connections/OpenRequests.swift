internal import FilmgateDBus
internal import FilmgateModel

/// The requests of one connection that have no response yet.
struct OpenRequests {
    struct Request {
        let client: ClientID
        var task: Task<Void, Never>?
        var isClosed = false
    }

    /// A request whose path has not been sent yet.
    struct Prepared {
        let path: ObjectPath
        let respond: @BrokerActor () async -> RequestResponse
    }

    var open: [ObjectPath: Request] = [:]
    /// Prepared requests, by the call that opened them.
    var prepared: [MethodCall: Prepared] = [:]

    /// Withdraws the path.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    mutating func discard(_ path: ObjectPath) -> Bool { open.removeValue(forKey: path) != nil }

    /// Closes a request; its response follows.
    mutating func close(_ path: ObjectPath) {
        open[path]?.isClosed = true
        open[path]?.task?.cancel()
    }

    /// Ends all waits without a response.
    @BrokerActor mutating func cancelAll() {
        for request in prepared.values { Task { _ = await request.respond() }.cancel() }
        for request in open.values { request.task?.cancel() }
        (open, prepared) = ([:], [:])
    }
}
