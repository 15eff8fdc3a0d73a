import FilmgateSystem

/// A folder of stored files, from which they are opened for reading although programs may hold leases of them.
struct StoredFolder: Sendable {
    let folder: Directory
    /// Keeps clients from holding up the opening of files; nil if no client may take leases of them.
    let guarding: LeaseGuard?

    /// How many files are opened at once, by those that read all.
    static let batch = 64

    /// Opens a file. If a client that has it open holds a lease, waits until the kernel ends the lease. No client can take another one
    /// then.
    @concurrent
    func open(_ name: FileName) async throws(Errno) -> OwnedDescriptor {
        do throws(Errno) { return try openAtOnce(name) } catch {
            guard error == .wouldBlock else { throw error }
            let file = try await LeaseWait().open(name, in: folder)
            try keepOpen(name)
            return file
        }
    }

    /// Opens files, at most a few, and waits for the ends of all leases of them at the same time.
    @concurrent
    func open(_ names: [FileName]) async -> [Result<OwnedDescriptor, Errno>] {
        await withTaskGroup(of: (Int, Result<OwnedDescriptor, Errno>).self) { group in
            var results: [Result<OwnedDescriptor, Errno>] = names.map { name in
                Result { () throws(Errno) in try openAtOnce(name) }
            }
            for (index, name) in names.enumerated() {
                guard case .failure(.wouldBlock) = results[index] else { continue }
                group.addTask { (index, await opened(name)) }
            }
            for await (index, result) in group { results[index] = result }
            return results
        }
    }

    private func opened(_ name: FileName) async -> Result<OwnedDescriptor, Errno> {
        do throws(Errno) { return .success(try await open(name)) } catch { return .failure(error) }
    }

    /// Keeps a file open that has just been opened.
    func keepOpen(_ name: FileName) throws(Errno) {
        try guarding?.keepOpen(name) { () throws(Errno) in try openAtOnce(name) }
    }

    /// - Throws: `wouldBlock` if a program holds a lease, which the kernel then asks it to end, beside other failures.
    private func openAtOnce(_ name: FileName) throws(Errno) -> OwnedDescriptor {
        do throws(Errno) { return try folder.directory(name.folder).file(name.description) } catch {
            guard error == .noDescriptors, let guarding else { throw error }
            guarding.giveWay()
            return try folder.directory(name.folder).file(name.description)
        }
    }
}
