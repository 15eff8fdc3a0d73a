import CFilmgateDBus
@testable import FilmgateDBus
import FilmgateTestKit
import Foundation
import Synchronization
import Testing

@Suite("The order in which calls are served", .privateBus)
struct TurnTests {
    private let work = Method<MessageArguments<UInt32>, MessageArguments<UInt32>>("Work")

    private static func entry(_ sender: BusName, _ serial: UInt32) throws -> FairCallQueue.Entry {
        let call = MethodCall(
            sender: sender, path: "/", interface: nil, member: "Work", serial: serial, allowsInteraction: false)
        let message = try OutgoingMessage.call("Work", of: ServiceFixture.interface, at: "/", on: ServiceFixture.name)
        guard let incoming = IncomingMessage(withSender: sender, message) else { throw EncodingFailure.outOfResources }
        return FairCallQueue.Entry(call: call, message: incoming, wantsReply: true)
    }

    @Test("groups take turns, and a group's calls are served in the order in which they came, however many it has")
    func turns() throws {
        var line = FairCallQueue()
        let limits = ServiceLimits()
        for number: UInt32 in 1...700 {
            let sender: BusName = number <= 500 ? ":1.1" : ":1.2"
            #expect(try line.add(Self.entry(sender, number), of: "flood", under: limits))
        }
        for number: UInt32 in 1...3 { #expect(try line.add(Self.entry(":1.3", number), of: "calm", under: limits)) }
        let first = (0..<6).compactMap { _ in line.next()?.call }
        #expect(first.map(\.sender) == [":1.1", ":1.3", ":1.1", ":1.3", ":1.1", ":1.3"])
        #expect(first.map(\.serial) == [1, 1, 2, 2, 3, 3])
        line.abandon(":1.1")
        var rest: [UInt32] = []
        while let entry = line.next() { rest.append(entry.call.serial) }
        #expect(rest == Array(501...700), "of who has left nothing is served")
        #expect(line.isEmpty)
    }

    @Test("a group keeps its turn when the group that was served before it leaves the bus")
    func departureKeepsTurns() throws {
        var line = FairCallQueue()
        let limits = ServiceLimits()
        let groups: [(BusName, String)] = [(":1.1", "first"), (":1.2", "second"), (":1.3", "third")]
        for (sender, group) in groups {
            for number: UInt32 in 1...2 { #expect(try line.add(Self.entry(sender, number), of: group, under: limits)) }
        }
        #expect(line.next()?.call.sender == ":1.1")
        line.abandon(":1.1")
        let rest = (0..<4).compactMap { _ in line.next()?.call.sender }
        #expect(rest == [":1.2", ":1.3", ":1.2", ":1.3"])
    }

    @Test("the calls that may wait are limited for each group alone")
    func bound() throws {
        var line = FairCallQueue()
        var limits = ServiceLimits()
        limits.callsInLine = 10
        for number: UInt32 in 1...10 { #expect(try line.add(Self.entry(":1.1", number), of: "flood", under: limits)) }
        #expect(try !line.add(Self.entry(":1.1", 11), of: "flood", under: limits))
        #expect(try line.add(Self.entry(":1.2", 1), of: "calm", under: limits))
    }

    @Test("a large message delays what comes behind it by few of the calls that wait")
    func largeMessages() async throws {
        let take = Method<MessageArguments<[UInt8]>, NoArguments>("Take")
        let served = Mutex(0)
        var limits = ServiceLimits()
        limits.callsInLine = 20_000
        let fixture = try await ServiceFixture(
            ServiceFixture.interface(
                ServedMethod(work) { _, _ in
                    served.withLock { $0 += 1 }
                    usleep(4000)
                    return MessageArguments(0)
                }, ServedMethod(take) { _, _ in MessageArguments() }, serveEcho(UInt32.self)), limits: limits)
        let hostile = try await fixture.bus.connect()
        let calls = 16_000
        for number in 0..<UInt32(calls) { try await hostile.send(work, MessageArguments(number), limit: 1000) }
        try await hostile.send(take, MessageArguments([UInt8](repeating: 0, count: 30 << 20)), limit: 64 << 20)
        // The bus has it all when it has answered.
        _ = try await hostile.owner(of: ServiceFixture.name)
        let before = served.withLock { $0 }
        _ = try await fixture.call(echo(UInt32.self), MessageArguments(1))
        let meanwhile = served.withLock { $0 } - before
        // While the bus itself has no processor time, calls are served, too. All of them are served, if they go before
        // each part of the large message.
        #expect(meanwhile * 2 < calls - before, "\(before) were served before, \(meanwhile) meanwhile")
    }

    @Test("calls under way are counted for all connections of a group, which leaves others half of what is left")
    func sharing() async throws {
        let gate = AsyncStream<Void>.makeStream()
        let bus = try #require(PrivateBus.current)
        let server = try await bus.connect()
        var limits = ServiceLimits(callsInFlight: 8)
        limits.callsOfAll = 24
        let served = ServiceFixture.interface(
            ServedMethod(work) { _, arguments in
                let number = try arguments.decoded().values
                for await _ in gate.stream {}
                return MessageArguments(number)
            })
        await server.serve(OneObject(interface: served), limits: limits, quotaGroup: { _ in "one" })
        try await server.requestName(ServiceFixture.name)
        let clients = try await [bus.connect(), bus.connect(), bus.connect()]
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for client in clients {
                for number: UInt32 in 1...10 {
                    group.addTask { [work] in
                        do {
                            _ = try await client.call(
                                work, of: ServiceFixture.interface, at: ServiceFixture.path, on: ServiceFixture.name,
                                MessageArguments(number))
                            return true
                        } catch let error as ErrorReply where error == ServiceLimits().callsExceeded {
                            return false
                        }
                    }
                }
            }
            var outcomes: [Bool] = []
            // Those that are refused come first: the others wait for the gate.
            for try await outcome in group {
                outcomes.append(outcome)
                if outcomes.count == 18 { gate.continuation.finish() }
            }
            return outcomes
        }
        #expect(outcomes.count { $0 } == 12, "half of twenty-four, eight of one connection at most")
        #expect(await server.served.isEmpty)
    }
}

extension IncomingMessage {
    /// As if the bus had brought it.
    fileprivate convenience init?(withSender sender: BusName, _ message: borrowing OutgoingMessage) {
        dbus_message_set_sender(message.raw, sender.rawValue)
        self.init(message.raw, callBudget: DecodingBudget())
    }
}
