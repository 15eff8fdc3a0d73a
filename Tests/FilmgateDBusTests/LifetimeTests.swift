import FilmgateDBus
import FilmgateTestKit
import Synchronization
import Testing

@Suite("Ends", .privateBus)
struct LifetimeTests {
    private let wait = Method<NoArguments, NoArguments>("Wait")

    /// A method that waits until its task is cancelled, and the two moments of its life.
    private func waiting() -> (method: ServedMethod, began: Moment, ended: Moment) {
        let (began, ended) = (Moment(), Moment())
        let method = ServedMethod(wait) { _, _ in
            began.happen()
            await Moment().wait()
            ended.happen()
            return Arguments()
        }
        return (method, began, ended)
    }

    @Test("a call ends when its task is cancelled, and others go on")
    func cancellation() async throws {
        let (method, began, _) = waiting()
        let workshop = try await Workshop(Workshop.interface(method, serveEcho(String.self)))
        let task = Task { try await workshop.call(wait, Arguments()) }
        await began.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await workshop.call(echo(String.self), Arguments("still here")).values == "still here")
    }

    @Test("a call in a task that is cancelled already ends too")
    func cancelledBefore() async throws {
        let (method, _, _) = waiting()
        let workshop = try await Workshop(Workshop.interface(method))
        let task = Task {
            await Moment().wait()  // returns when the task is cancelled
            return try await workshop.call(wait, Arguments())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a call without an answer in time is NoReply")
    func timeout() async throws {
        let (method, began, _) = waiting()
        let workshop = try await Workshop(Workshop.interface(method))
        let error = await #expect(throws: ErrorReply.self) {
            try await workshop.call(wait, Arguments(), timeout: .milliseconds(20))
        }
        #expect(error?.standardName == "NoReply")
        await began.wait()
    }

    @Test("a caller that leaves the bus has its calls cancelled, another's go on")
    func departure() async throws {
        let (method, began, ended) = waiting()
        let workshop = try await Workshop(Workshop.interface(method))
        let leaver = try await workshop.bus.connect()
        let call = Task {
            try await leaver.call(
                wait, of: Workshop.interface, at: Workshop.path, on: Workshop.name, Arguments(),
                options: CallOptions(timeout: nil))
        }
        await began.wait()
        await leaver.close()
        await ended.wait()
        let error = await #expect(throws: ErrorReply.self) { try await call.value }
        #expect(error?.standardName == "Disconnected")
    }

    @Test("a connection that is closed says so, to those who wait and to those who come later")
    func closing() async throws {
        let workshop = try await Workshop()
        let connection = workshop.client
        let closed = Task { await connection.closed }
        await connection.close()
        await closed.value
        await connection.closed
        let refusal = await workshop.refusal(of: wait, Arguments())
        #expect(refusal?.standardName == "Disconnected")
        let isSent = await connection.emit(
            Signal<NoArguments>("Late"), of: Workshop.interface, at: Workshop.path, to: workshop.server.uniqueName,
            Arguments())
        #expect(!isSent)
    }

    @Test("when the bus goes, calls, streams and served calls end")
    func busGoes() async throws {
        let (method, began, ended) = waiting()
        let workshop = try await Workshop(Workshop.interface(method))
        let signals = try await workshop.client.signals(
            Signal<NoArguments>("Never"), of: Workshop.interface, at: nil, from: Workshop.name)
        let call = Task { try await workshop.call(wait, Arguments()) }
        await began.wait()
        workshop.bus.stopDaemon()
        let error = await #expect(throws: ErrorReply.self) { try await call.value }
        #expect(error?.standardName == "Disconnected")
        for await _ in signals { Issue.record("a signal that nobody sent") }
        await ended.wait()
        await workshop.client.closed
        await workshop.server.closed
    }

    @Test("a task that waits for the end can be cancelled")
    func closedIsCancelled() async throws {
        let workshop = try await Workshop()
        let closed = Task { await workshop.client.closed }
        closed.cancel()
        await closed.value
    }

    @Test("a connection that nobody holds any more leaves the bus")
    func dropping() async throws {
        let workshop = try await Workshop()
        let name = Mutex<BusName?>(nil)
        let left = Moment()
        try await workshop.server.watchNames { change in
            if change.name == name.withLock({ $0 }), change.newOwner == nil { left.happen() }
        }
        func visit() async throws {
            let visitor = try await workshop.bus.connect()
            name.withLock { $0 = visitor.uniqueName }
            _ = try await visitor.owner(of: Workshop.name)
        }
        try await visit()
        await left.wait()
    }

    @Test("nobody listens at an address, and what is no address at all")
    func wrongAddresses() async throws {
        let loop = try EventLoop.onOwnThread(named: "test")
        defer { loop.stop() }
        for address in ["unix:path=/nonexistent/bus", "nonsense", "", "unix:path=/a\0b"] {
            await #expect(throws: ErrorReply.self) { try await Connection.open(address, on: loop) }
        }
    }
}
