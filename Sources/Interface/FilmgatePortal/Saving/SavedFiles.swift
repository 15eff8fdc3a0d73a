import FilmgateModel
import FilmgateSystem
import Synchronization

/// The files of an app that were added to the library, by their paths.
final class SavedFiles: Sendable {
    private struct SavedFile {
        let asset: AssetID
        let status: FileStatus
    }

    private let files = Mutex<[String: SavedFile]>([:])

    static let most = 64

    /// Records an added file.
    ///
    /// - Parameter status: the status of the file when it was added.
    /// - Returns: the asset of the file that the app replaced; nil if that file was not added, if it was moved away, or
    ///   if it has changed between its addition and the dialog.
    func replace(_ target: SaveTarget, with asset: AssetID, _ status: FileStatus) -> AssetID? {
        files.withLock { files in
            let earlier = files.removeValue(forKey: target.path)
            if files.count >= Self.most { files = [:] }
            files[target.path] = SavedFile(asset: asset, status: status)
            return earlier.flatMap { target.isEarlier($0.status) ? $0.asset : nil }
        }
    }
}
