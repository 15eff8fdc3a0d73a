import Testing

@testable import FilmgateSQLite

@Suite("Turns of long readings")
struct TurnMachineTests {
    @Test("go round among clients, one reading of each at a time, however many one has")
    func round() {
        var turns = TurnMachine<String, Int>(width: 2)
        for job in 1...3 { turns.enter(job, of: "greedy") }
        #expect(turns.next() == 1)
        #expect(turns.next() == nil && !turns.hasNext)
        turns.enter(11, of: "modest")
        turns.enter(21, of: "late")
        #expect(turns.next() == 11)
        #expect(turns.next() == nil)
        turns.finished(1)
        // The greedy one was in line before the late one came.
        #expect(turns.next() == 2)
        turns.finished(11)
        #expect(turns.next() == 21)
        turns.finished(21)
        #expect(turns.next() == nil)
        turns.finished(2)
        #expect(turns.hasNext)
        #expect(turns.next() == 3)
        turns.finished(3)
        #expect(turns.next() == nil)
    }

    @Test("are lost by what is withdrawn alone")
    func withdrawn() {
        var turns = TurnMachine<String, Int>(width: 1)
        for job in 1...3 { turns.enter(job, of: "a") }
        turns.enter(4, of: "b")
        #expect(turns.next() == 1)
        // The running one, and one that is gone, cannot be.
        let withdrawn = [2, 2, 1, 4].map { turns.withdraw($0) }
        #expect(withdrawn == [true, false, false, true])
        turns.finished(1)
        #expect(turns.next() == 3)
        turns.finished(3)
        turns.enter(5, of: "b")
        turns.enter(6, of: "a")
        #expect(turns.withdrawAll() == [5, 6])
        #expect(turns.next() == nil && !turns.hasNext)
    }
}
