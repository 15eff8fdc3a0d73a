@testable import FilmgateStore
import Testing

/// A moment that only moves when a test says so.
struct Tick: InstantProtocol {
    var seconds: Double

    func advanced(by duration: Duration) -> Tick { Tick(seconds: seconds + duration / .seconds(1)) }
    func duration(to other: Tick) -> Duration { .seconds(1) * (other.seconds - seconds) }
    static func < (left: Tick, right: Tick) -> Bool { left.seconds < right.seconds }
}

@Suite("The order of copies")
struct CopyMachineTests {
    typealias Machine = CopyMachine<String, Tick>

    static let start = Tick(seconds: 0)

    /// What a copy's thread and source would tell: nothing moves, and a minute is allowed.
    static func still(_: Int) -> (progress: UInt64, allowance: Duration) { (0, .seconds(60)) }

    @Test("as many threads as are wanted, and no more, are started")
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

    @Test("clients that wait take turns, however much one has handed in")
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

    @Test("a copy that stalls is made up for by another thread, so that others go on")
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

    @Test("a slow copy that moves is not stalled")
    func slow() {
        var machine = Machine(limits: .init(width: 1))
        _ = machine.submit(1, of: "slow")
        _ = machine.next(at: Self.start, isNew: true)
        _ = machine.submit(2, of: "quick")
        for second in 1...5 {
            #expect(machine.check(at: Tick(seconds: Double(second))) { _ in (UInt64(second), .seconds(60)) } == .init())
        }
    }

    @Test("a copy that exceeds its time is given up once, and its client is told no more than that")
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

    @Test("a client whose copies hang is refused more, and others are not")
    func hanging() {
        var machine = Machine(limits: .init(width: 2, stalledOfClient: 2))
        for job in 1...2 {
            _ = machine.submit(job, of: "hostile")
            _ = machine.next(at: Self.start, isNew: true)
        }
        #expect(machine.submit(3, of: "hostile") == .waits(startingThreads: 0))
        // Two stall: their places are made up for, but not for more of the same client's.
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

    @Test("a client that has one copy stall while another still moves gets no third")
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

    @Test("what hangs is bounded in all")
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

    @Test("a thread that cannot be had is asked for again")
    func noThread() {
        var machine = Machine(limits: .init(width: 1))
        #expect(machine.submit(1, of: "a") == .waits(startingThreads: 1))
        machine.threadFailed()
        #expect(machine.check(at: Self.start, state: Self.still).startingThreads == 1)
    }
}
