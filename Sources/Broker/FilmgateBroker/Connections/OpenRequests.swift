import FilmgateDBus
import FilmgateModel

/// The requests of one connection that have no response yet.
struct OpenRequests {
    struct Request {
        let client: ClientID
        /// The reservation for the content in memory; nil for a request without content in memory.
        let room: ClientFileTable<FileIdentity>.Reservation?
        var task: Task<Void, Never>?
        var isClosed = false
    }

    /// A request whose path has not been sent yet.
    struct PreparedRequest {
        let path: ObjectPath
        let respond: @BrokerActor () async -> RequestResponse
    }

    var open: [ObjectPath: Request] = [:]
    /// Prepared requests, by the call that opened them.
    var prepared: [MethodCall: PreparedRequest] = [:]
    /// Deliveries that wait until the connection has read earlier messages, by number.
    var waiting: [Int: LoopContinuation<Bool>] = [:]
    private var lastWait = 0

    var tasks: [Task<Void, Never>] { open.values.compactMap(\.task) }

    /// Removes a request, and sends no response.
    ///
    /// - Returns: whether the request was still open.
    @discardableResult
    mutating func discard(_ path: ObjectPath) -> Bool { open.removeValue(forKey: path) != nil }

    /// Makes a delivery wait. The result of the continuation is whether the delivery can be tried again.
    mutating func wait() -> (Int, LoopContinuation<Bool>) {
        lastWait += 1
        let room = LoopContinuation<Bool>(on: BrokerActor.loop)
        waiting[lastWait] = room
        return (lastWait, room)
    }

    mutating func endWait(_ number: Int, hasRoom: Bool) {
        waiting.removeValue(forKey: number)?.end(with: hasRoom)
    }

    mutating func endWaits(haveRoom: Bool) {
        for room in waiting.values { room.end(with: haveRoom) }
        waiting = [:]
    }

    /// Closes a request and cancels its work. The request then sends its response.
    mutating func close(_ path: ObjectPath) {
        open[path]?.isClosed = true
        open[path]?.task?.cancel()
    }

    /// Ends all requests and waiting deliveries, and sends no responses.
    @BrokerActor mutating func cancelAll() {
        for request in prepared.values { Task { _ = await request.respond() }.cancel() }
        for request in open.values { request.task?.cancel() }
        (open, prepared) = ([:], [:])
        endWaits(haveRoom: false)
    }
}
