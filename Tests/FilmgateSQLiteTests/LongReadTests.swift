import FilmgateSQLite
import Synchronization
import Testing

@Suite("Long readings", .timeLimit(.minutes(2)))
struct LongReadTests {
    private static let endless: SQL = """
        WITH RECURSIVE c (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c
        """

    private static let patience: Duration = .seconds(60)

    @Test("end when their time is over, and leave the connection fit for the next")
    func deadline() async throws {
        let numbers = try Numbers()
        try await numbers.add(7)
        await #expect(throws: ReadingTookTooLong(limit: .milliseconds(20))) {
            try await numbers.database.long(for: "a", within: .milliseconds(20)) {
                try $0.first(Self.endless) { $0.integer(0) }
            }
        }
        let found = try await numbers.database.long(for: "a", within: Self.patience) {
            try $0.first("SELECT value FROM number") { $0.integer(0) }
        }
        #expect(found == 7)
    }

    @Test("end within their time even in the middle of one function's call")
    func function() async throws {
        let endless = TextFunction("endless") { _, _, isOver in
            while !isOver() {}
            return nil
        }
        let numbers = try Numbers(functions: [endless])
        await #expect(throws: ReadingTookTooLong.self) {
            try await numbers.database.long(for: "a", within: .milliseconds(20)) {
                try $0.first("SELECT endless('', '')") { $0.flag(0) }
            }
        }
    }

    @Test("of one client wait for each other, and of another do not; who goes away ends what it had asked for")
    func turns() async throws {
        let numbers = try Numbers()
        let database = numbers.database
        let began = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let order = Mutex<[String]>([])
        let hog = Mutex<Task<Void, any Error>?>(nil)
        await withCheckedContinuation { continuation in
            began.withLock { $0 = continuation }
            let task = Task {
                try await database.long(for: "greedy", within: Self.patience) { database in
                    began.withLock { $0.take() }?.resume()
                    try database.execute(Self.endless)
                }
            }
            hog.withLock { $0 = task }
        }
        let second = Task {
            try await database.long(for: "greedy", within: Self.patience) { _ in order.withLock { $0.append("greedy") }
            }
        }
        let third = Task {
            try await database.long(for: "greedy", within: Self.patience) { _ in order.withLock { $0.append("never") } }
        }
        for _ in 0..<3 {
            try await database.long(for: "modest", within: Self.patience) { _ in order.withLock { $0.append("modest") }
            }
        }
        #expect(order.withLock { $0 } == ["modest", "modest", "modest"])
        third.cancel()
        await #expect(throws: CancellationError.self) { try await third.value }
        let task = hog.withLock { $0 }
        task?.cancel()
        await #expect(throws: CancellationError.self) { try await task?.value }
        try await second.value
        #expect(order.withLock { $0 } == ["modest", "modest", "modest", "greedy"])
    }

    @Test("see one state of the database, end with it, and are refused from then on")
    func close() async throws {
        let numbers = try Numbers()
        let database = numbers.database
        let began = Mutex<CheckedContinuation<Void, Never>?>(nil)
        let running = Mutex<Task<Void, any Error>?>(nil)
        await withCheckedContinuation { continuation in
            began.withLock { $0 = continuation }
            let task = Task {
                try await database.long(for: "a", within: Self.patience) { database in
                    began.withLock { $0.take() }?.resume()
                    try database.execute(Self.endless)
                }
            }
            running.withLock { $0 = task }
        }
        await database.close()
        await #expect(throws: CancellationError.self) { try await running.withLock { $0 }?.value }
        await #expect(throws: DatabaseError.self) {
            try await database.long(for: "a", within: Self.patience) { try $0.execute("SELECT 1") }
        }
    }
}
