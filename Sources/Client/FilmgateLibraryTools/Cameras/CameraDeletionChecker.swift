package import Filmgate
import FilmgateCameraJobs
import FilmgateHashing
import FilmgateModel

/// A check whether the library has the contents of a camera's file, so that the file can be deleted from the camera.
package struct CameraDeletionChecker {
    private let library: PhotoLibrary

    package init(in library: PhotoLibrary) { self.library = library }

    /// Returns whether an asset outside the trash has a file with the same contents. Ignores assets that apps added,
    /// because the apps could remove them.
    package func holds(_ record: CameraImportRecord) async throws(PhotoLibraryError) -> Bool {
        if let asset = record.asset,
            try await !library.all(.assets(withIdentifiers: [asset]).includingHidden.addedByOwner).isEmpty,
            try await holds(record, asset)
        {
            return true
        }
        let same = FetchRequest<Asset>.assets.includingHidden.includingBurstMembers.addedByOwner
            .where(AssetFields().contentHash.in([record.hash]))
        for asset in try await library.all(same) where try await holds(record, asset.id) { return true }
        return false
    }

    private func holds(_ record: CameraImportRecord, _ asset: AssetID) async throws(PhotoLibraryError) -> Bool {
        for resource in try await library.resources(of: asset) {
            if let size = record.entry.size, size != resource.fileSize { continue }
            let file = try await library.open(resource).content
            // A file that cannot be read does not count.
            if let hash = try? SHA256Hasher.hash(of: file), hash.description == record.hash { return true }
        }
        return false
    }
}
