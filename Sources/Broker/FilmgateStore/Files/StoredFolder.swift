import FilmgateSystem

/// A folder of stored files. Opens files for reading, even if programs hold leases on them.
struct StoredFolder: Sendable {
    let folder: Directory
    /// Keeps clients from holding up the opening of files; nil if no client can take leases on them.
    let guarding: LeaseGuard?

    /// How many files are opened at once by code that reads all files.
    static let batch = 64

    /// Opens a file. If a client holds a lease on it, waits until the kernel ends the lease. After that, no client can
    /// take one.
    @concurrent
    func open(_ name: FileName) async throws(Errno) -> OwnedDescriptor {
        do throws(Errno) { return try openAtOnce(name) } catch {
            guard error == .wouldBlock else { throw error }
            let file = try await LeaseWait().open(name, in: folder)
            try keepOpen(name)
            return file
        }
    }

    /// Opens files, at most a few, and waits for all leases on them at the same time.
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

    /// Keeps a file open after it was opened.
    func keepOpen(_ name: FileName) throws(Errno) {
        try guarding?.keepOpen(name) { () throws(Errno) in try openAtOnce(name) }
    }

    /// - Throws: `wouldBlock` if a program holds a lease, which the kernel then asks the program to release; and other
    ///   failures.
    private func openAtOnce(_ name: FileName) throws(Errno) -> OwnedDescriptor {
        do throws(Errno) { return try folder.directory(name.folder).file(name.description) } catch {
            guard error == .noDescriptors, let guarding else { throw error }
            guarding.giveWay()
            return try folder.directory(name.folder).file(name.description)
        }
    }
}
