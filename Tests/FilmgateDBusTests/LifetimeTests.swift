@testable import FilmgateDBus
import FilmgateTestKit
import Synchronization
import Testing

@Suite("Ends")
struct LifetimeTests {
    private let wait = Method<NoArguments, NoArguments>("Wait")

    /// A method that waits until its task is cancelled, and the two moments of its life.
    private func waiting() -> (method: ServedMethod, began: OneTimeEvent, ended: OneTimeEvent) {
        let (began, ended) = (OneTimeEvent(), OneTimeEvent())
        let method = ServedMethod(wait) { _, _ in
            began.happen()
            await OneTimeEvent().wait()
            ended.happen()
            return MessageArguments()
        }
        return (method, began, ended)
    }

    @Test("a call ends when its task is cancelled, and others go on", arguments: BusKind.tested)
    func cancellation(kind: BusKind) async throws {
        let (method, began, _) = waiting()
        let fixture = try await ServiceFixture(on: kind, ServiceFixture.interface(method, serveEcho(String.self)))
        let task = Task { try await fixture.call(wait, MessageArguments()) }
        await began.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await fixture.call(echo(String.self), MessageArguments("still here")).values == "still here")
    }

    @Test("a call in a task that is cancelled already ends too", arguments: BusKind.tested)
    func cancelledBefore(kind: BusKind) async throws {
        let (method, _, _) = waiting()
        let fixture = try await ServiceFixture(on: kind, ServiceFixture.interface(method))
        let task = Task {
            await OneTimeEvent().wait()  // returns when the task is cancelled
            return try await fixture.call(wait, MessageArguments())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("a call without an answer in time is NoReply", arguments: BusKind.tested)
    func timeout(kind: BusKind) async throws {
        let (method, began, _) = waiting()
        let fixture = try await ServiceFixture(on: kind, ServiceFixture.interface(method))
        let error = await #expect(throws: ErrorReply.self) {
            try await fixture.call(wait, MessageArguments(), timeout: .milliseconds(20))
        }
        #expect(error?.standardName == "NoReply")
        await began.wait()
    }

    @Test("a caller that leaves the bus has its calls cancelled, another's go on", arguments: BusKind.tested)
    func departure(kind: BusKind) async throws {
        let (method, began, ended) = waiting()
        let fixture = try await ServiceFixture(on: kind, ServiceFixture.interface(method))
        let leaver = try await fixture.bus.connect()
        let call = Task {
            try await leaver.call(
                wait, of: ServiceFixture.interface, at: ServiceFixture.path, on: ServiceFixture.name,
                MessageArguments(),
                options: CallOptions(timeout: nil))
        }
        await began.wait()
        await leaver.close()
        await ended.wait()
        let error = await #expect(throws: ErrorReply.self) { try await call.value }
        #expect(error?.standardName == "Disconnected")
    }

    @Test("a call to a connection that leaves the bus ends, and others hear of it", arguments: BusKind.tested)
    func calledConnectionLeaves(kind: BusKind) async throws {
        let (method, began, _) = waiting()
        let fixture = try await ServiceFixture(on: kind, ServiceFixture.interface(method))
        let left = OneTimeEvent()
        try await fixture.client.watchNames { change in
            if change.name == ServiceFixture.name, change.newOwner == nil { left.happen() }
        }
        let call = Task { try await fixture.call(wait, MessageArguments()) }
        await began.wait()
        await fixture.server.close()
        let error = await #expect(throws: ErrorReply.self) { try await call.value }
        #expect(error?.standardName == "NoReply")
        await left.wait()
        #expect(try await fixture.client.owner(of: ServiceFixture.name) == nil)
    }

    @Test(
        "a connection that is closed says so, to those who wait and to those who come later", arguments: BusKind.tested)
    func closing(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        let connection = fixture.client
        let closed = Task { await connection.closed }
        await connection.close()
        await closed.value
        await connection.closed
        let refusal = await fixture.refusal(of: wait, MessageArguments())
        #expect(refusal?.standardName == "Disconnected")
        let isSent = await connection.emit(
            Signal<NoArguments>("Late"), of: ServiceFixture.interface, at: ServiceFixture.path,
            to: fixture.server.uniqueName,
            MessageArguments())
        #expect(!isSent)
    }

    @Test("when the bus goes, calls, streams and served calls end", arguments: BusKind.tested)
    func busGoes(kind: BusKind) async throws {
        let (method, began, ended) = waiting()
        let fixture = try await ServiceFixture(on: kind, ServiceFixture.interface(method))
        let signals = try await fixture.client.signals(
            Signal<NoArguments>("Never"), of: ServiceFixture.interface, at: nil, from: ServiceFixture.name)
        let call = Task { try await fixture.call(wait, MessageArguments()) }
        await began.wait()
        fixture.bus.disconnectAll()
        let error = await #expect(throws: ErrorReply.self) { try await call.value }
        #expect(error?.standardName == "Disconnected")
        for await _ in signals { Issue.record("a signal that nobody sent") }
        await ended.wait()
        await fixture.client.closed
        await fixture.server.closed
    }

    @Test("a task that waits for the end can be cancelled", arguments: BusKind.tested)
    func closedIsCancelled(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        let closed = Task { await fixture.client.closed }
        closed.cancel()
        await closed.value
    }

    @Test("a task that no longer waits for the end leaves nothing behind", arguments: BusKind.tested)
    func cancelledWaitersAreForgotten(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        let client = fixture.client
        let closed = (1...10).map { _ in Task { await client.closed } }
        try await eventually { await client.closeWaiters.count == 10 }
        for task in closed.dropLast() { task.cancel() }
        try await eventually { await client.closeWaiters.count == 1 }
        await client.close()
        for task in closed { await task.value }
        #expect(await fixture.client.closeWaiters.isEmpty)
    }

    @Test("a connection that nobody holds any more leaves the bus", arguments: BusKind.tested)
    func dropping(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(on: kind)
        let name = Mutex<BusName?>(nil)
        let left = OneTimeEvent()
        try await fixture.server.watchNames { change in
            if change.name == name.withLock({ $0 }), change.newOwner == nil { left.happen() }
        }
        func visit() async throws {
            let visitor = try await fixture.bus.connect()
            name.withLock { $0 = visitor.uniqueName }
            _ = try await visitor.owner(of: ServiceFixture.name)
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
