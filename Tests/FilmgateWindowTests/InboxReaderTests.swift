import Filmgate
import Testing

@testable import filmgate_window

@Suite("What waits in the inbox")
@MainActor struct InboxReaderTests {
    private struct Fault: Error {}

    @Test("is read again after an error, later and later, and the person is told of the first error in a row")
    func errors() async throws {
        let (changes, change) = AsyncStream<Void>.makeStream()
        let (lists, listed) = AsyncStream<Int>.makeStream()
        var faults = 6
        var (reported, pauses): (Int, [Duration]) = (0, [])
        let reader = InboxReader(
            following: { changes },
            reading: {
                guard faults == 0 else {
                    faults -= 1
                    throw Fault()
                }
                return []
            }, sleeping: { pauses.append($0) })
        reader.onItems = { _ in listed.yield(pauses.count) }
        reader.onFailure = { _ in reported += 1 }
        reader.follow()
        var read = lists.makeAsyncIterator()
        change.yield()
        #expect(await read.next() == 6, "after six errors")
        #expect(Array(pauses.prefix(6)) == [2, 4, 8, 16, 30, 30].map { Duration.seconds($0) } && reported == 1)
        faults = 1
        change.yield()
        #expect(await read.next() != nil)
        #expect(pauses.last(where: { $0 >= .seconds(1) }) == .seconds(2) && reported == 2)
    }
}
