import FilmgateSQLite

extension Library {
    /// Returns how many bytes of files can still be added. Returns nil if only the disk limits them.
    public func room() async throws -> UInt64? {
        guard let capacity else { return nil }
        let used = try await summary().bytes
        return used < capacity ? capacity - used : 0
    }
}

/// Thrown if an addition exceeds the library's capacity.
public struct LibraryFull: Error, Hashable, Sendable {
    /// In bytes.
    public let capacity: UInt64

    public init(capacity: UInt64) { self.capacity = capacity }
}

extension BatchChange {
    /// Throws `LibraryFull` if the library exceeds `capacity`, in bytes, including the files that the batch created.
    func checkRoom(within capacity: UInt64?) throws {
        guard let capacity, added.bytes > 0 else { return }
        let bytes = try database.first("SELECT bytes FROM library") { UInt64(clamping: $0.integer(0)) }
        if let bytes, bytes > capacity { throw LibraryFull(capacity: capacity) }
    }
}
