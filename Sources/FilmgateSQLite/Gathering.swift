internal import CFilmgateSQLite

/// Rows of two integers and a blob of 16 bytes each, column by column, valid while they are handed over.
public struct GatheredRows {
    public let first: UnsafeBufferPointer<Int64>
    public let second: UnsafeBufferPointer<Int64>
    /// As numbers, the first byte the highest; 0 for a blob of another size.
    public let blobs: UnsafeBufferPointer<UInt128>

    public static let atMost = 1024

    public var count: Int { first.count }
}

@available(*, unavailable)
extension GatheredRows: Sendable {}

/// What the connection's function `gather` puts its rows into while a statement runs.
final class Gatherer {
    typealias Body = (GatheredRows) -> Void

    private struct State {
        let first = UnsafeMutablePointer<Int64>.allocate(capacity: GatheredRows.atMost)
        let second = UnsafeMutablePointer<Int64>.allocate(capacity: GatheredRows.atMost)
        let blobs = UnsafeMutablePointer<UInt128>.allocate(capacity: GatheredRows.atMost)
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
            if count == GatheredRows.atMost { handOver() }
        }

        mutating func handOver() {
            guard count > 0 else { return }
            body(
                GatheredRows(
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

    /// Apart from the object, so that no row has to ask whether somebody else is at it; nil while nothing is gathered.
    private let state: UnsafeMutablePointer<State?>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: nil)
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Has the connection's statements call it: an aggregate that is always null.
    func define(on raw: OpaquePointer) throws(DatabaseError) {
        let code = sqlite3_create_function_v2(
            raw, "gather", 3, SQLITE_UTF8 | SQLITE_DIRECTONLY, state, nil,
            { call, _, values in
                guard let values, let data = sqlite3_user_data(call) else { return }
                data.assumingMemoryBound(to: State?.self).pointee?.add(values)
            }, { _ in }, nil)
        guard code == SQLITE_OK else { throw DatabaseError(of: raw, during: "define a function") }
    }

    /// Hands over to `body` what `run` gathers.
    func gather(into body: @escaping Body, _ run: () throws -> Void) rethrows {
        precondition(state.pointee == nil, "gathering while rows are gathered")
        state.pointee = State(body: body)
        defer {
            state.pointee?.deallocate()
            state.pointee = nil
        }
        try run()
        state.pointee?.handOver()
    }
}

extension Connection {
    /// Hands over every row, many at once, in the order in which SQLite comes across them: for about half of what it costs to step
    /// from row to row. Nothing but the connection's deadline ends it early.
    ///
    /// - Parameters:
    ///   - columns: two integers and a blob of 16 bytes.
    ///   - source: where from: what would stand behind FROM. An order that it asks for is none.
    public func gather(_ columns: SQL, from source: SQL, _ body: (GatheredRows) -> Void) throws {
        try withoutActuallyEscaping(body) { body in
            try gatherer.gather(into: body) { try execute("SELECT gather(\(columns)) FROM \(source)") }
        }
    }
}
