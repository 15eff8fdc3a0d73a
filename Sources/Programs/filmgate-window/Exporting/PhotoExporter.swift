import Filmgate
import FilmgateLibraryTools
import FilmgateModel
import FilmgateSystem
import FilmgateText

/// Exports photos to a folder that the person chose.
nonisolated struct PhotoExporter: Sendable {
    /// The result of an export.
    struct ExportOutcome: Sendable {
        var photos = 0
        var videos = 0
        var failed = 0
        /// The error message of the first photo that failed, or of the error that ended the export.
        var reason: String?

        /// The result as one line of text.
        var summary: String {
            let items = CountText.text(photos: photos, videos: videos)
            var parts = [localized("{items} exported", ["items": items])]
            if failed > 0 { parts.append(counted("{n} cannot be exported", "{n} cannot be exported", failed)) }
            return (parts + [reason].compactMap(\.self)).joined(separator: " · ")
        }
    }

    let library: PhotoLibrary
    let choices: ExportChoices

    /// - Parameter progress: called after each photo with the number of photos that were exported or failed.
    func export(_ assets: [AssetID], to path: DiskPath, progress: (Int) async -> Void) async -> ExportOutcome {
        var result = ExportOutcome()
        do {
            let folder = try ExportFolder(path)
            for part in assets.batches(of: 500) {
                let found = try await library.all(
                    FetchRequest.assets(withIdentifiers: part).includingHidden.includingTrashed.includingBurstMembers)
                let assets = Dictionary(found.map { ($0.id, $0) }) { first, _ in first }
                let missing = part.count { assets[$0] == nil }
                if missing > 0 {
                    result.failed += missing
                    result.reason = result.reason ?? localized("It was deleted meanwhile.")
                }
                for asset in part.compactMap({ assets[$0] }) {
                    guard !Task.isCancelled else { return result }
                    do {
                        try await write(asset, to: folder)
                        if asset.mediaType == .video { result.videos += 1 } else { result.photos += 1 }
                    } catch let error as PhotoLibraryError where error.isOfOneAsset || error.isOfOnePicture {
                        result.failed += 1
                        result.reason = result.reason ?? Text.singleLine(error.cause.message)
                    }
                    await progress(result.photos + result.videos + result.failed)
                }
            }
        } catch let error as ExportFailure {
            result.reason = Self.reason(error)
        } catch {
            result.reason = Text.singleLine((error as? PhotoLibraryError)?.cause.message ?? "\(error)")
        }
        return result
    }

    private func write(_ asset: Asset, to folder: ExportFolder) async throws {
        guard choices.size != .originals else {
            _ = try await Exporter(library: library, folder: folder, without: choices.without).export(asset)
            return
        }
        try await PictureExporter(
            library: library, folder: folder, side: choices.size.side, without: choices.without
        ).export(asset)
    }

    private static func reason(_ failure: ExportFailure) -> String? {
        switch failure {
        case .notCreated(let path, let error), .notWritten(let path, let error):
            Text.singleLine(localized("'{file}' cannot be written: {reason}.", values(path, error)))
        case .notOpened(let path, let error), .notWritable(let path, let error):
            Text.singleLine(localized("The folder '{folder}' cannot be written to: {reason}.", values(path, error)))
        default: localized("It failed.")
        }
    }

    private static func values(_ path: String, _ error: Errno) -> [String: String] {
        ["file": path, "folder": path, "reason": error.description]
    }
}

extension PhotoLibraryError {
    /// Whether the error is about the content of one photo, so that the export can continue with the other photos.
    fileprivate var isOfOnePicture: Bool { if case .invalidContent = self { true } else { false } }
}
