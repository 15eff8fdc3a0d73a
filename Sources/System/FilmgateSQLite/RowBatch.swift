import CFilmgateSQLite

/// A batch of rows with two integers and a 16-byte blob each, stored column by column. It is valid only during the
/// call of the closure that receives it.
public struct RowBatch {
    public let first: UnsafeBufferPointer<Int64>
    public let second: UnsafeBufferPointer<Int64>
    /// The blobs, read as big-endian numbers. A value that does not have 16 bytes is read as 0.
    public let blobs: UnsafeBufferPointer<UInt128>

    public static let atMost = 1024

    public var count: Int { first.count }
}

@available(*, unavailable)
extension RowBatch: Sendable {}

/// Collects the rows that a statement passes to the SQL function `gather`.
final class RowBatcher {
    typealias Body = (RowBatch) -> Void

    private struct State {
        let first = UnsafeMutablePointer<Int64>.allocate(capacity: RowBatch.atMost)
        let second = UnsafeMutablePointer<Int64>.allocate(capacity: RowBatch.atMost)
        let blobs = UnsafeMutablePointer<UInt128>.allocate(capacity: RowBatch.atMost)
        var count = 0
        let body: Body

        mutating func add(_ values: UnsafeMutablePointer<OpaquePointer?>) {
            first[count] = sqlite3_value_int64(values[0])
            second[count] = sqlite3_value_int64(values[1])
            let blob = sqlite3_value_blob(values[2])
            let isWhole = sqlite3_value_bytes(values[2]) == 16
            blobs[count] =
                isWhole ? blob.map { UInt128(bigEndian: $0.loadUnaligned(as: UInt128.self)) } ?? 0 : 0
            count += 1
            if count == RowBatch.atMost { handOver() }
        }

        mutating func handOver() {
            guard count > 0 else { return }
            body(
                RowBatch(
                    first: .init(start: first, count: count), second: .init(start: second, count: count),
                    blobs: .init(start: blobs, count: count)))
            count = 0
        }

        func deallocate() {
            first.deallocate()
            second.deallocate()
            blobs.deallocate()
        }
    }

    /// The state of the running statement. It is nil while no statement runs. A separate allocation avoids an
    /// exclusivity check for each row.
    private let state: UnsafeMutablePointer<State?>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: nil)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Defines `gather`, an aggregate function that always returns NULL.
    func define(on raw: OpaquePointer) throws(DatabaseError) {
        let code = sqlite3_create_function_v2(
            raw, "gather", 3, SQLITE_UTF8 | SQLITE_DIRECTONLY, state, nil,
            { call, _, values in
                guard let values, let data = sqlite3_user_data(call) else { return }
                data.assumingMemoryBound(to: State?.self).pointee?.add(values)
            }, { _ in }, nil)
        guard code == SQLITE_OK else { throw DatabaseError(of: raw, during: "define a function") }
    }

    /// Calls `run`, which executes a statement, and calls `body` with batches of its rows.
    func collect(into body: @escaping Body, _ run: () throws -> Void) rethrows {
        precondition(state.pointee == nil, "batches within batches")
        state.pointee = State(body: body)
        defer {
            state.pointee?.deallocate()
            state.pointee = nil
        }
        try run()
        state.pointee?.handOver()
    }
}

extension DatabaseConnection {
    /// Calls `body` with batches of all rows, in the order in which SQLite visits them. Batches take about half the
    /// time of single rows. Only the connection's deadline can stop the statement; `body` cannot.
    ///
    /// - Parameters:
    ///   - columns: the SQL for two integers and a 16-byte blob.
    ///   - source: the SQL after FROM. ORDER BY has no effect.
    public func eachBatch(of columns: SQL, from source: SQL, _ body: (RowBatch) -> Void) throws {
        try withoutActuallyEscaping(body) { body in
            try batcher.collect(into: body) { try execute("SELECT gather(\(columns)) FROM \(source)") }
        }
    }
}
