internal import Filmgate
internal import FilmgateModel

/// Requests images from the broker, some at a time.
final class LibraryImages: ImageSource {
    private struct Wanted: Hashable {
        let asset: AssetID
        let size: Int
    }

    /// Who gets the images.
    weak var loader: ImageLoader?

    private let library: PhotoLibrary
    private var waiting: [Wanted] = []
    private var running: [Wanted: Task<Void, Never>] = [:]

    /// How many requests are made at a time. The broker bounds how many a client may have.
    private static let width = 24

    init(from library: PhotoLibrary) { self.library = library }

    func want(_ assets: [AssetID], size: Int) {
        waiting += assets.map { Wanted(asset: $0, size: size) }.filter { running[$0] == nil }
        fill()
    }

    func forget(_ assets: [AssetID], size: Int) {
        let forgotten = Set(assets.map { Wanted(asset: $0, size: size) })
        waiting.removeAll { forgotten.contains($0) }
        for wanted in forgotten { running.removeValue(forKey: wanted)?.cancel() }
        fill()
    }

    private func fill() {
        while running.count < Self.width, !waiting.isEmpty {
            let wanted = waiting.removeFirst()
            guard running[wanted] == nil else { continue }
            running[wanted] = Task { await deliver(wanted) }
        }
    }

    private func deliver(_ wanted: Wanted) async {
        let side = UInt32(clamping: wanted.size)
        var failure: (any Error)?
        do {
            for try await image in library.image(for: wanted.asset, as: .fitting(side, side)) {
                guard !Task.isCancelled else { return }
                loader?.came(image.content, of: wanted.asset, size: wanted.size, isDegraded: image.isDegraded)
            }
        } catch {
            failure = error
        }
        // If it was forgotten, a new request for the same image can be under way.
        guard !Task.isCancelled else { return }
        if let failure { loader?.failed(wanted.asset, size: wanted.size, reason: Self.reason(failure)) }
        running[wanted] = nil
        fill()
    }

    /// Returns a word that says why there is no image.
    private static func reason(_ error: any Error) -> String {
        switch (error as? PhotoLibraryError)?.cause {
        case .invalidContent: "damaged"
        case .tooLarge: "large"
        case .notFound: "gone"
        case .limitsExceeded, .busy: "busy"
        default: "unavailable"
        }
    }
}
