@testable import FilmgateStore
import Testing

/// A point in time that a test sets.
struct Tick: InstantProtocol {
    var seconds: Double

    func advanced(by duration: Duration) -> Tick { Tick(seconds: seconds + duration / .seconds(1)) }
    func duration(to other: Tick) -> Duration { .seconds(1) * (other.seconds - seconds) }
    static func < (left: Tick, right: Tick) -> Bool { left.seconds < right.seconds }
}

@Suite("A copy machine")
struct CopySchedulerTests {
    typealias Machine = CopyScheduler<String, Tick>

    static let start = Tick(seconds: 0)

    /// The state of a copy without progress and with a limit of a minute.
    static func still(_: Int) -> (progress: UInt64, allowance: Duration) { (0, .seconds(60)) }

    @Test("starts exactly the configured number of threads")
    func width() {
        var machine = Machine()
        #expect(machine.submit(1, of: "a") == .waits(startingThreads: 1))
        #expect(machine.submit(2, of: "a") == .waits(startingThreads: 1))
        #expect(machine.submit(3, of: "a") == .waits(startingThreads: 0))
        #expect(machine.next(at: Self.start, isNew: true) == 1)
        #expect(machine.next(at: Self.start, isNew: true) == 2)
        machine.finished(1)
        #expect(machine.next(at: Self.start, isNew: false) == 3)
        machine.finished(2)
        #expect(machine.next(at: Self.start, isNew: false) == nil)
        machine.finished(3)
        #expect(machine.next(at: Self.start, isNew: false) == nil)
        #expect(machine.isIdle)
    }

    @Test("lets clients take turns, however many copies one has submitted")
    func turns() {
        var machine = Machine(limits: .init(width: 1))
        for job in 1...4 { _ = machine.submit(job, of: "greedy") }
        _ = machine.submit(5, of: "modest")
        var order: [Int] = []
        var isNew = true
        while let job = machine.next(at: Self.start, isNew: isNew) {
            order.append(job)
            machine.finished(job)
            isNew = false
        }
        #expect(order == [1, 5, 2, 3, 4])
    }

    @Test("starts a further thread for a stalled copy, so that others continue")
    func stall() {
        var machine = Machine(limits: .init(width: 1))
        _ = machine.submit(1, of: "slow")
        #expect(machine.next(at: Self.start, isNew: true) == 1)
        #expect(machine.submit(2, of: "quick") == .waits(startingThreads: 0))
        #expect(machine.check(at: Tick(seconds: 0.5), state: Self.still) == .init())
        #expect(machine.check(at: Tick(seconds: 1), state: Self.still) == .init(startingThreads: 1))
        #expect(machine.next(at: Tick(seconds: 1), isNew: true) == 2)
        machine.finished(2)
        #expect(machine.next(at: Tick(seconds: 1), isNew: false) == nil)
    }

    @Test("does not count a slow copy as stalled")
    func slow() {
        var machine = Machine(limits: .init(width: 1))
        _ = machine.submit(1, of: "slow")
        _ = machine.next(at: Self.start, isNew: true)
        _ = machine.submit(2, of: "quick")
        for second in 1...5 {
            #expect(machine.check(at: Tick(seconds: Double(second))) { _ in (UInt64(second), .seconds(60)) } == .init())
        }
    }

    @Test("gives up a copy at its time limit, exactly once")
    func deadline() {
        var machine = Machine(limits: .init(width: 1))
        _ = machine.submit(1, of: "slow")
        _ = machine.next(at: Self.start, isNew: true)
        #expect(machine.check(at: Tick(seconds: 60), state: Self.still).givenUp == [1])
        #expect(machine.check(at: Tick(seconds: 61), state: Self.still).givenUp == [])
        #expect(!machine.isIdle)
        machine.finished(1)
        #expect(machine.isIdle)
    }

    @Test("refuses further copies of a client whose copies hang, and not those of others")
    func hanging() {
        var machine = Machine(limits: .init(width: 2, stalledOfClient: 2))
        for job in 1...2 {
            _ = machine.submit(job, of: "hostile")
            _ = machine.next(at: Self.start, isNew: true)
        }
        #expect(machine.submit(3, of: "hostile") == .waits(startingThreads: 0))
        // Two stall: they are replaced, but not by copies of the same client.
        #expect(machine.check(at: Tick(seconds: 1), state: Self.still).startingThreads == 0)
        #expect(machine.submit(4, of: "other") == .waits(startingThreads: 1))
        #expect(machine.next(at: Tick(seconds: 1), isNew: true) == 4)
        machine.finished(4)
        #expect(machine.next(at: Tick(seconds: 1), isNew: false) == nil)
        #expect(machine.check(at: Tick(seconds: 60), state: Self.still) == .init(givenUp: [1, 2], busy: [3]))
        #expect(machine.submit(5, of: "hostile") == .busy)
        #expect(machine.submit(6, of: "other") == .waits(startingThreads: 1))
        machine.finished(1)
        #expect(machine.submit(7, of: "hostile") == .waits(startingThreads: 1))
    }

    @Test("starts no third copy of a client while one of two stalls")
    func staggered() {
        var machine = Machine(limits: .init(width: 2, stalledOfClient: 2))
        _ = machine.submit(1, of: "hostile")
        #expect(machine.next(at: Self.start, isNew: true) == 1)
        _ = machine.submit(2, of: "hostile")
        #expect(machine.next(at: Tick(seconds: 0.9), isNew: true) == 2)
        _ = machine.submit(3, of: "hostile")
        #expect(machine.check(at: Tick(seconds: 1), state: Self.still).startingThreads == 0)
        #expect(machine.next(at: Tick(seconds: 1), isNew: false) == nil)
        machine.finished(2)
        #expect(machine.next(at: Tick(seconds: 1.1), isNew: false) == 3)
    }

    @Test("limits the total of hanging copies")
    func bounded() {
        var machine = Machine(limits: .init(width: 1, stalledOfClient: 1, stalled: 3))
        for client in 1...3 {
            #expect(machine.submit(client, of: "\(client)") == .waits(startingThreads: 1))
            #expect(machine.next(at: Self.start, isNew: true) == client)
            _ = machine.check(at: Tick(seconds: 1), state: Self.still)
        }
        #expect(machine.submit(4, of: "4") == .waits(startingThreads: 1))
        #expect(machine.check(at: Tick(seconds: 60), state: Self.still).givenUp == [1, 2, 3])
        #expect(machine.submit(5, of: "5") == .busy)
    }

    @Test("requests a thread again that could not be started")
    func noThread() {
        var machine = Machine(limits: .init(width: 1))
        #expect(machine.submit(1, of: "a") == .waits(startingThreads: 1))
        machine.threadFailed()
        #expect(machine.check(at: Self.start, state: Self.still).startingThreads == 1)
    }
}
