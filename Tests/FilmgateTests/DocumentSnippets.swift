import Filmgate
import FilmgateModel
import FilmgateSystem
import Foundation
import Testing

/// The pieces of Swift in README.md and `docs`, so that the compiler reads them. A test compares both.
@Suite("Pieces of Swift in the documents")
struct DocumentSnippets {
    /// Lists that an app might have.
    private struct Rows {
        mutating func apply(_ difference: FetchDifference) {}
        mutating func reload() {}
    }

    /// A picture in memory that an app might have.
    private struct Canvas {
        let rgba: [UInt8]
    }

    private func show(_ content: OwnedDescriptor) {}
    private func showNothing() {}
    private func apply(_ changes: LibraryChanges) {}
    private func refetch() async throws {}

    private func readme(_ file: OwnedDescriptor) async throws {
        let library = try await PhotoLibrary.connect()
        guard try await library.requestAuthorization(for: .readWrite).allowsReading else { return }

        let best = try await library.fetch(.assets.where(\.isFavorite || \.rating >= 4).newestFirst.limit(50))
        for try await asset in best {
            print(asset.id, asset.creationDate ?? "")
        }

        try await library.performChanges { request in
            let photo = request.createAsset(from: [NewAssetResource(.photo, file, filename: "IMG_1.JPG")])
            let album = request.createAlbum(title: "Summer", in: request.createFolder(title: "Travel"))
            request.add([photo], to: album)
        }
    }

    private func saving(_ library: PhotoLibrary, _ jpeg: [UInt8], _ canvas: Canvas) async throws {
        try await library.save(jpeg, metadata: ["dc:title": ["Sunset"]], orientation: 6)
        try await library.save(pixels: canvas.rgba, width: 640, height: 480)
    }

    private func inbox(_ library: PhotoLibrary, _ file: OwnedDescriptor) async throws {
        var request = ChangeRequest()
        let photo = request.createAsset(from: [NewAssetResource(.photo, file, filename: "scan.jpg")])
        guard let receipt = try await library.perform(request)[photo] else { return }
        if let state = try await library.receipts(for: [receipt])[receipt] { print(state) }
        try await library.withdraw([receipt])
    }

    private func observation(_ library: PhotoLibrary, since token: ChangeToken?) async throws {
        var kept = token
        for try await update in library.changes(since: kept) {
            if update.isLossOfAccess {
                showNothing()
            } else if update.changes.isIncremental {
                apply(update.changes)
            } else {
                try await refetch()
            }
            kept = update.token
        }
    }

    private func result(_ result: FetchResult<Asset>) async throws {
        var rows = Rows()
        for try await difference in result.updates {
            if difference.isIncremental { rows.apply(difference) } else { rows.reload() }
        }
    }

    private func picker(_ library: PhotoLibrary) async throws {
        var configuration = PickerConfiguration()
        configuration.limit = 5
        configuration.filter = "media-type = 'image'"
        for result in try await library.pick(configuration) {
            let file = try await result.itemProvider.load(as: "image/jpeg", width: 2048, height: 2048).file
            show(file.content)  // a descriptor for reading
        }
    }

    /// A manifest, which `ClientLibraryTests` builds.
    private static let manifest = "dependencies: [.package("

    @Test("are the ones that are compiled here")
    func areCompiled() throws {
        let own = Self.lines(of: try String(contentsOfFile: #filePath, encoding: .utf8))
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let documents = try FileManager.default.contentsOfDirectory(atPath: root.appending(path: "docs").path)
            .filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
        var count = 0
        for document in ["README.md"] + documents.sorted() {
            let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
            for block in text.components(separatedBy: "\n```swift\n").dropFirst() {
                let lines = Self.lines(of: block.components(separatedBy: "\n```")[0])
                if lines.first?.hasPrefix(Self.manifest) == true { continue }
                count += 1
                #expect(own.indices.contains { own[$0...].starts(with: lines) }, "\(document): \(lines[0])")
            }
        }
        #expect(count == 6)
    }

    /// The lines of a text without indentation.
    private static func lines(of text: String) -> [String] {
        text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
