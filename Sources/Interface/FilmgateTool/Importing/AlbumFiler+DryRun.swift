import Filmgate
import FilmgateLibraryTools
import FilmgateText

extension AlbumFiler {
    /// Makes the broker check whether the new albums can be created.
    ///
    /// - Throws: `CommandFailure` if an album cannot be created.
    func dryRun(_ items: [ImportItem], in library: PhotoLibrary) async throws {
        try await paths.dryRun(wanted(for: items), in: library)
    }
}

extension AlbumPaths {
    /// Makes the broker check the new albums before any photo is imported.
    ///
    /// - Throws: an error with the first path at which no album can be created.
    fileprivate func dryRun(_ paths: [[String]], in library: PhotoLibrary) async throws {
        var request = ChangeRequest()
        /// The path of the album that belongs to each change.
        var owners: [[String]] = []
        for path in paths where albums[path] == nil {
            guard path.count <= AlbumPaths.mostChanges else {
                throw AlbumPaths.failure(path, localized("It is in too many folders."))
            }
            if request.count + path.count > AlbumPaths.mostChanges {
                try await dryRun(request, owners, in: library)
                (request, owners) = (ChangeRequest(), [])
            }
            _ = create(path, &request)
            while owners.count < request.count { owners.append(path) }
        }
        try await dryRun(request, owners, in: library)
    }

    private func dryRun(_ request: ChangeRequest, _ owners: [[String]], in library: PhotoLibrary) async throws {
        do throws(PhotoLibraryError) { try await library.perform(request, dryRun: true) } catch {
            guard case .inChange(let index, .invalidArgument) = error, owners.indices.contains(index) else {
                throw CommandFailure(error)
            }
            throw AlbumPaths.failure(owners[index], CommandFailure(error).message)
        }
    }

    private static func failure(_ path: [String], _ reason: String) -> CommandFailure {
        let name = Text.shortened(Text.printable(path.joined(separator: "/")), to: 200)
        return CommandFailure(
            .usage, localized("The album '{name}' cannot be created: {reason}", ["name": name, "reason": reason]),
            advice: localized("Nothing was imported."))
    }

    /// The maximum number of changes in one batch.
    private static let mostChanges = 1000
}
