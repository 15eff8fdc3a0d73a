import FilmgateDBus
import FilmgateTestKit
import Testing

@Suite("Calls of tasks that prefer an executor")
struct PreferenceTests {
    @Test("all get their answers, however soon these come", .timeLimit(.minutes(30)), arguments: BusKind.tested)
    func answers(kind: BusKind) async throws {
        let fixture = try await ServiceFixture(
            on: kind, ServiceFixture.interface(serveEcho(UInt32.self)), limits: ServiceLimits(callsInFlight: 100))
        let executor = LoopExecutor(on: fixture.client.loop)
        // The bus remembers no more than 128 calls of one connection.
        for round in UInt32(0)..<5 {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in round * 100..<(round + 1) * 100 {
                    group.addTask(executorPreference: executor) {
                        let back = try await fixture.call(
                            echo(UInt32.self), MessageArguments(number), timeout: .seconds(20))
                        #expect(back.values == number)
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    @Test(
        "end with their tasks, whether these are cancelled before or after the call is sent", arguments: BusKind.tested)
    func cancellation(kind: BusKind) async throws {
        let began = OneTimeEvent()
        let wait = Method<NoArguments, NoArguments>("Wait")
        let fixture = try await ServiceFixture(
            on: kind,
            ServiceFixture.interface(
                ServedMethod(wait) { _, _ in
                    began.happen()
                    await OneTimeEvent().wait()
                    return MessageArguments()
                }))
        let executor = LoopExecutor(on: fixture.client.loop)
        let waiting = Task(executorPreference: executor) { try await fixture.call(wait, MessageArguments()) }
        await began.wait()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let late = Task(executorPreference: executor) {
            await OneTimeEvent().wait()  // returns when the task is cancelled
            return try await fixture.call(wait, MessageArguments())
        }
        late.cancel()
        await #expect(throws: CancellationError.self) { try await late.value }
    }
}
