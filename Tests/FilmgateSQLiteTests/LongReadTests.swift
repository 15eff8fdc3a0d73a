import FilmgateSQLite
import Synchronization
import Testing

@Suite("Long reads", .timeLimit(.minutes(30)))
struct LongReadTests {
    private static let endless: SQL = """
        WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c
        """

    private static let brief: SQL = """
        WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c LIMIT 50000) SELECT count(*) FROM c
        """

    private static let timeLimit: Duration = .seconds(60)

    @Test("end at their time limit, and the connection can be used again")
    func deadline() async throws {
        let numbers = try Numbers()
        try await numbers.add(7)
        await #expect(throws: ReadingTookTooLong.self) {
            try await numbers.database.readLong(for: "a", within: .milliseconds(20)) {
                try $0.first(Self.endless) { $0.integer(0) }
            }
        }
        let found = try await numbers.database.readLong(for: "a", within: Self.timeLimit) {
            try $0.first("SELECT value FROM number") { $0.integer(0) }
        }
        #expect(found == 7)
    }

    @Test("end at their time limit even within a function's call")
    func function() async throws {
        let endless = PatternFunction("endless") { _, _, isOver in
            while !isOver() {}
            return nil
        }
        let numbers = try Numbers(functions: [endless])
        await #expect(throws: ReadingTookTooLong.self) {
            try await numbers.database.readLong(for: "a", within: .milliseconds(20)) {
                try $0.first("SELECT endless('', '')") { $0.flag(0) }
            }
        }
    }

    /// Events in order.
    private final class Record: Sendable {
        private let entries = Mutex<[String]>([])

        func note(_ entry: String) { entries.withLock { $0.append(entry) } }

        var all: [String] { entries.withLock { $0 } }
    }

    /// Counts calls, and how many ran at once.
    private final class Tally: Sendable {
        private let state = Mutex((running: 0, most: 0, runs: 0))

        func count(_ body: () throws -> Void) rethrows {
            state.withLock { state in
                state.running += 1
                state.most = max(state.most, state.running)
                state.runs += 1
            }
            defer { state.withLock { $0.running -= 1 } }
            try body()
        }

        var most: Int { state.withLock { $0.most } }
        var runs: Int { state.withLock { $0.runs } }
    }

    /// Starts a read that does not end by itself.
    private static func hog(_ database: DatabasePool, for client: String) async -> Task<Void, any Error> {
        let (beginning, begun) = AsyncStream<Void>.makeStream()
        let task = Task {
            try await database.readLong(for: client, within: timeLimit) { database in
                begun.finish()
                try database.execute(endless)
            }
        }
        for await _ in beginning {}
        return task
    }

    @Test("of one client wait for each other, but not for those of others; cancelling the task ends them")
    func turns() async throws {
        let numbers = try Numbers()
        let database = numbers.database
        let record = Record()
        let hog = await Self.hog(database, for: "greedy")
        let second = Task {
            try await database.readLong(for: "greedy", within: Self.timeLimit) { _ in record.note("greedy") }
        }
        let third = Task {
            try await database.readLong(for: "greedy", within: Self.timeLimit) { _ in record.note("never") }
        }
        for _ in 0..<3 {
            try await database.readLong(for: "modest", within: Self.timeLimit) { _ in record.note("modest") }
        }
        #expect(record.all == ["modest", "modest", "modest"])
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        hog.cancel()
        await #expect(throws: CancellationError.self) { try await hog.value }
        try await second.value
        #expect(record.all == ["modest", "modest", "modest", "greedy"])
    }

    @Test("in the background run one at a time, and do not wait for those of clients")
    func backgroundReads() async throws {
        let numbers = try Numbers()
        let database = numbers.database
        let hogs = [await Self.hog(database, for: "a"), await Self.hog(database, for: "b")]
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in ["a", "a", "b", "c", "d"] {
                group.addTask {
                    try await database.readInBackground(for: client) { database in
                        try tally.count { try database.execute(Self.brief) }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(tally.runs == 5 && tally.most == 1)
        for hog in hogs { hog.cancel() }
        for hog in hogs { await #expect(throws: CancellationError.self) { try await hog.value } }
    }

    @Test("end when the database is closed, and are refused after that")
    func close() async throws {
        let numbers = try Numbers()
        let hog = await Self.hog(numbers.database, for: "a")
        await numbers.database.close()
        await #expect(throws: CancellationError.self) { try await hog.value }
        await #expect(throws: DatabaseError.self) {
            try await numbers.database.readLong(for: "a", within: Self.timeLimit) { try $0.execute("SELECT 1") }
        }
    }
}
