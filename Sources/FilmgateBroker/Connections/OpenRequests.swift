internal import FilmgateDBus
internal import FilmgateModel

/// The requests of one connection that have had no response yet.
struct OpenRequests {
    struct Request {
        let client: ClientID
        var task: Task<Void, Never>?
        var isClosed = false
    }

    /// A request whose path has not been told yet.
    struct Prepared {
        let path: ObjectPath
        let respond: @BrokerActor () async -> RequestResponse
    }

    var open: [ObjectPath: Request] = [:]
    /// By the call that opened the request.
    var prepared: [MethodCall: Prepared] = [:]

    /// Takes the path back.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    mutating func discard(_ path: ObjectPath) -> Bool { open.removeValue(forKey: path) != nil }

    /// Stops asking; the response follows.
    mutating func close(_ path: ObjectPath) {
        open[path]?.isClosed = true
        open[path]?.task?.cancel()
    }

    /// Ends all waits, without a response.
    @BrokerActor mutating func cancelAll() {
        for request in prepared.values { Task { _ = await request.respond() }.cancel() }
        for request in open.values { request.task?.cancel() }
        (open, prepared) = ([:], [:])
    }
}
