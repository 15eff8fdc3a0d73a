internal import FilmgateDBus
internal import FilmgateStore
internal import FilmgateWire

/// The restoration that is in progress in a library. It belongs to the connection that began it.
@BrokerActor final class Restoring {
    private var current: (name: BusName, restore: LibraryRestore)?
    private var isBeginning = false

    /// Begins a restoration. An earlier one of the same connection ends.
    ///
    /// - Throws: `busy` if a different connection restores the library, and what `make` throws.
    func begin(
        by name: BusName, _ make: () async throws -> LibraryRestore
    ) async throws -> LibraryRestore {
        guard !isBeginning, current == nil || current?.name == name else {
            throw WireError.busy("This library is being restored by a different program; wait until it ends.")
        }
        isBeginning = true
        defer { isBeginning = false }
        await end()
        let restore = try await make()
        current = (name, restore)
        // The connection may have left meanwhile.
        if Task.isCancelled {
            await end()
            throw CancellationError()
        }
        return restore
    }

    /// Returns the restoration of a connection.
    ///
    /// - Throws: `RestoreRefusal.ended` if there is none.
    func restore(of name: BusName) throws -> LibraryRestore {
        guard let current, current.name == name else { throw RestoreRefusal.ended }
        return current.restore
    }

    /// What was copied stays for the next attempt.
    func end() async {
        guard let restore = current?.restore else { return }
        current = nil
        await restore.suspend()
    }

    func left(_ name: BusName) {
        guard current?.name == name else { return }
        Task { await end() }
    }
}
