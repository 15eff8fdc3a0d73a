package import Filmgate
import FilmgateHashing
import FilmgateModel
import FilmgateSystem

/// An object that removes imported files from their folders.
package struct ImportedFileRemover: Sendable {
    private let library: PhotoLibrary

    package init(library: PhotoLibrary) { self.library = library }

    /// Removes the files of an item that the library has: the photo if it was read for the import, and other files if
    /// they are equal to a file in the library. Keeps files that were changed or replaced after they were read.
    ///
    /// - Returns: the files that were not removed, with the reasons.
    package func remove(_ placed: ImportedFile, except failed: Set<DiskPath>) async -> [FailedFile] {
        var left: [FailedFile] = []
        for file in placed.item.files where !failed.contains(file.path) {
            do throws(FailedFile) { try await remove(file, placed) } catch { left.append(error) }
        }
        return left
    }

    private func remove(_ file: PhotoFile, _ placed: ImportedFile) async throws(FailedFile) {
        let facts =
            if file == placed.file, let read = placed.read { read } else { try await facts(of: file, placed.asset) }
        let isRemoved: Bool
        do throws(Errno) { isRemoved = try file.place.place.remove(ifStill: facts) } catch {
            // The file no longer exists.
            guard error != .noEntry else { return }
            throw FailedFile(path: file.path, reason: error.description + ".")
        }
        if !isRemoved { throw FailedFile(path: file.path, reason: "It has changed since it was read.") }
    }

    /// Returns the result of `fstat` before a file was read, if the asset has a file with the same contents.
    ///
    /// - Throws: the reason, if the asset has no such file or cannot be compared.
    private func facts(of file: PhotoFile, _ asset: AssetID?) async throws(FailedFile) -> FileStatus {
        let (content, facts) = try file.open()
        guard let asset else { throw FailedFile(path: file.path, reason: "It could not be compared with the library.") }
        do {
            let candidates = try await library.resources(of: asset).filter { $0.fileSize == facts.size }
            let hash = candidates.isEmpty ? nil : try SHA256Hasher.hash(of: content)
            for resource in candidates {
                if try await SHA256Hasher.hash(of: library.open(resource).content) == hash { return facts }
            }
        } catch let error as PhotoLibraryError {
            throw FailedFile(path: file.path, reason: error.message)
        } catch {
            throw FailedFile(path: file.path, reason: "\(error).")
        }
        throw FailedFile(path: file.path, reason: "The library has no file with the same bytes.")
    }
}
