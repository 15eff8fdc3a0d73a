import Filmgate
import FilmgateText

/// Finds the assets of which the broker cannot make a picture. Existing pictures are not made again.
struct MissingPictureFinder {
    /// The number of pictures that are requested at once.
    private static let most = 6
    /// The maximum number of requests for one picture while the broker is busy.
    private static let mostAttempts = 6

    let library: PhotoLibrary

    /// - Parameter progress: called with the number of checked assets and the total number.
    func find(_ progress: (_ done: Int, _ total: Int) async -> Void) async throws -> [VerificationFinding] {
        let request = FetchRequest<Asset>.assets.includingHidden.includingTrashed.includingBurstMembers
        let result = try await library.fetch(request.reading([.filename]))
        let (total, library) = (Int(result.count), library)
        return try await withThrowingTaskGroup(of: VerificationFinding?.self) { group in
            var findings: [VerificationFinding] = []
            var (running, done) = (0, 0)
            for try await asset in result {
                if running == MissingPictureFinder.most, let finding = try await group.next() {
                    (running, done) = (running - 1, done + 1)
                    if let finding { findings.append(finding) }
                    await progress(done, total)
                }
                let (id, name) = (asset.id, asset.filename ?? "")
                group.addTask { try await MissingPictureFinder.finding(for: id, name, library) }
                running += 1
            }
            for try await finding in group {
                done += 1
                if let finding { findings.append(finding) }
                await progress(done, total)
            }
            return findings
        }
    }

    /// Returns the finding about an asset; nil if a picture can be made, or if the asset was deleted meanwhile.
    private static func finding(
        for asset: AssetID, _ name: String, _ library: PhotoLibrary
    ) async throws -> VerificationFinding? {
        var pause = Duration.milliseconds(200)
        for attempt in 1...mostAttempts {
            do {
                _ = try await library.image(for: asset, fitting: 64, delivery: .highQuality).last
                return nil
            } catch let error as PhotoLibraryError {
                switch error.cause {
                case .invalidContent, .tooLarge, .inputOutput:
                    let values = ["file": Text.printable(name), "id": asset.description, "reason": error.message]
                    return VerificationFinding(
                        kind: "no-picture", detail: localized("No picture of '{file}' ({id}): {reason}", values))
                case .busy where attempt < mostAttempts, .limitsExceeded where attempt < mostAttempts:
                    try await Task.sleep(for: pause)
                    pause *= 2
                // The asset was deleted meanwhile.
                case .notFound: return nil
                default: throw error
                }
            }
        }
        return nil
    }
}
