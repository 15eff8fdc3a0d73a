package import Filmgate
import FilmgateHashing
import FilmgateModel
import FilmgateSystem

/// Removes imported files from their folder.
package struct FileRemoval: Sendable {
    private let library: PhotoLibrary

    package init(library: PhotoLibrary) { self.library = library }

    /// Removes the files of an item whose bytes are in the library: the photo that was read for it, and any other file to which one of the
    /// library's is equal, byte for byte. What has changed or was replaced since it was read stays.
    package func remove(_ placed: PlacedFile, except failed: Set<DiskPath>) async {
        for file in placed.item.files where !failed.contains(file.path) {
            var facts = file == placed.file ? placed.read : nil
            if facts == nil, let asset = placed.asset { facts = await self.facts(of: file, ifIn: asset) }
            // A file that cannot be removed stays, as one that was changed does.
            if let facts { _ = try? file.place.place.remove(ifStill: facts) }
        }
    }

    /// Returns the facts of a file, from before it was read, if an asset has a file with the same bytes. Returns nil also if that cannot be
    /// found out.
    private func facts(of file: PhotoFile, ifIn asset: AssetID) async -> FileFacts? {
        guard let (content, facts) = try? file.open(), let resources = try? await library.resources(of: asset) else {
            return nil
        }
        let candidates = resources.filter { $0.fileSize == facts.size }
        guard !candidates.isEmpty, let hash = try? SHA256Digest.hash(of: content) else { return nil }
        for resource in candidates {
            guard let stored = try? await library.open(resource).content,
                let found = try? SHA256Digest.hash(of: stored)
            else { continue }
            if found == hash { return facts }
        }
        return nil
    }
}
