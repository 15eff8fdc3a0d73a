import FilmgateSQLite
import Testing

@Suite("Row batches")
struct RowBatchTests {
    private struct Gathered: Sendable {
        var values: [Int64] = []
        var doubles: [Int64] = []
        var blobs: [UInt128] = []
        var largest = 0

        mutating func add(_ rows: RowBatch) {
            values += rows.first
            doubles += rows.second
            blobs += rows.blobs
            largest = max(largest, rows.count)
        }
    }

    private func gather(_ source: SQL, in numbers: Numbers) async throws -> Gathered {
        try await numbers.database.read { database in
            var gathered = Gathered()
            try database.eachBatch(of: "value, value * 2, bytes", from: source) { gathered.add($0) }
            return gathered
        }
    }

    private func filled(_ count: Int) async throws -> Numbers {
        let numbers = try Numbers()
        try await numbers.database.write { database in
            for value in 0..<count {
                let bytes = [UInt8](repeating: 0, count: 14) + [UInt8(value >> 8), UInt8(value & 255)]
                try database.execute("INSERT INTO number (value, bytes) VALUES (\(value), \(bytes))")
            }
        }
        return numbers
    }

    @Test("hold every row once, in the order of the index", arguments: [0, 1, 1024, 2500])
    func rows(_ count: Int) async throws {
        let gathered = try await gather("number INDEXED BY sqlite_autoindex_number_1", in: filled(count))
        #expect(gathered.values == (0..<count).map { Int64($0) })
        #expect(gathered.doubles == (0..<count).map { Int64($0 * 2) })
        #expect(gathered.blobs == (0..<count).map { UInt128($0) })
        #expect(gathered.largest <= RowBatch.atMost)
    }

    @Test("have 0 for a value that is not a 16-byte blob")
    func otherBlobs() async throws {
        let numbers = try Numbers()
        try await numbers.database.write { database in
            try database.execute("INSERT INTO number (value, bytes) VALUES (1, NULL), (2, x'ff')")
        }
        #expect(try await gather("number", in: numbers).blobs == [0, 0])
    }

    @Test("work again after a statement failed halfway")
    func failure() async throws {
        let numbers = try await filled(10)
        await #expect(throws: DatabaseError.self) {
            try await gather("number WHERE abs(iif(value < 5, value, -9223372036854775808)) >= 0", in: numbers)
        }
        #expect(try await gather("number WHERE value < 3", in: numbers).values == [0, 1, 2])
    }

    @Test("use a function that does nothing in other statements")
    func elsewhere() async throws {
        let numbers = try await filled(10)
        let isNull = try await numbers.database.read { database in
            try database.first("SELECT gather(value, value, bytes) FROM number") { $0.isNull(0) }
        }
        #expect(isNull == true)
    }
}
