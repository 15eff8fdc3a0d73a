internal import FilmgateSQLite

extension Library {
    /// How many bytes of files it takes in yet; nil where nothing but the disk bounds it.
    public func room() async throws -> UInt64? {
        guard let capacity else { return nil }
        let used = try await summary().bytes
        return used < capacity ? capacity - used : 0
    }
}

/// What was to be added is more than the library may hold.
public struct LibraryFull: Error, Hashable, Sendable {
    /// In bytes.
    public let capacity: UInt64

    public init(capacity: UInt64) { self.capacity = capacity }
}

extension BatchChange {
    /// - Throws: `LibraryFull` where what the batch created makes it more than `capacity`, in bytes.
    func checkRoom(within capacity: UInt64?) throws {
        guard let capacity, added.items > 0 else { return }
        let bytes = try database.first("SELECT bytes FROM library") { UInt64(clamping: $0.integer(0)) }
        if let bytes, bytes > capacity { throw LibraryFull(capacity: capacity) }
    }
}
