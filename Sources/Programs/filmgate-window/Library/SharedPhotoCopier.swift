import Filmgate
import FilmgateGTK
import FilmgateLibraryTools
import FilmgateModel
import FilmgatePickStore
import FilmgateSystem
import FilmgateText

/// Copies photos, without their locations, for programs to which the person passes photos, such as by dragging. Removes
/// the copies when the window closes, and after 24 hours.
final class SharedPhotoCopier {
    private let library: PhotoLibrary
    private let store = PickStore()
    /// Called with a message for the person about the copies.
    private let say: (String) -> Void
    private var sweeping: Task<Void, Never>?

    /// The maximum length of a picture's longer side, in pixels.
    private static let pictureSide: UInt32 = 4096
    private static let mostPictureBytes = 64 << 20
    private nonisolated static let timeBetweenSweeps = Duration.seconds(900)

    init(of library: PhotoLibrary, say: @escaping (String) -> Void) { (self.library, self.say) = (library, say) }

    /// Returns the drag content for assets.
    ///
    /// - Parameter pictured: the photo whose image is offered to programs that accept only images; nil for no image.
    func content(for assets: [AssetID], pictured: AssetID?) -> DragContent {
        let text = "assets " + assets.map(\.description).joined(separator: " ")
        let makePicture = pictured.map { asset in
            { [weak self] (made: @escaping (Texture?) -> Void) in
                guard let self else { return made(nil) }
                loadPicture(of: asset, made)
            }
        }
        return DragContent(text: text, makePicture: makePicture) { [weak self] made in
            guard let self else { return made([]) }
            Task { made(await self.copies(of: assets).paths) }
        }
    }

    // All asynchronous work is in one closure, because a function that returned the picture jumped to a wrong address.
    // Compiler fault: 2
    private func loadPicture(of asset: AssetID, _ made: @escaping (Texture?) -> Void) {
        let library = library
        Task {
            do {
                let image = try await library.image(
                    for: asset, as: .fitting(Self.pictureSide, Self.pictureSide), delivery: .highQuality
                ).last
                let texture = await Texture.decoded(image.content, upTo: Self.mostPictureBytes)
                made(texture)
            } catch {
                // The other program then gets no image.
                made(nil)
            }
        }
    }

    /// Copies a photo for a program.
    ///
    /// - Returns: the path of the copy; nil if copying fails. In that case, the window has shown a message.
    func copy(_ asset: AssetID) async -> String? {
        let copies = await copies(of: [asset])
        if copies.sentence == nil, copies.paths.isEmpty { say(localized("The photo cannot be copied.")) }
        return copies.paths.first
    }

    private func copies(of assets: [AssetID]) async -> CopiedPhotos {
        sweepFromNowOn()
        let copies = await Self.copy(assets, from: library, to: store)
        if let sentence = copies.sentence { say(sentence) }
        return copies
    }

    /// Returns the assets in a string that `content` has made; nil for other strings.
    static func assets(in text: String) -> [AssetID]? {
        let words = text.split(separator: " ").map(String.init)
        guard words.first == "assets" else { return nil }
        return words.dropFirst().compactMap { AssetID($0) }
    }

    func removeAll() {
        sweeping?.cancel()
        store.removeAll()
    }

    /// From now on, checks every 15 minutes for copies that are older than 24 hours, and removes them.
    private func sweepFromNowOn() {
        guard sweeping == nil else { return }
        let store = store
        sweeping = Task {
            // The sleep fails when the window closes, which ends the loop.
            while (try? await Task.sleep(for: Self.timeBetweenSweeps)) != nil { await Self.sweep(store) }
        }
    }

    @concurrent
    private nonisolated static func sweep(_ store: PickStore) async { store.sweep() }

    /// The result of copying photos.
    private nonisolated struct CopiedPhotos: Sendable {
        var paths: [String] = []
        /// The number of copies from which a location was removed.
        var withoutPlace = 0
        /// The number of photos that were not copied, because their locations cannot be removed.
        var left = 0

        var sentence: String? {
            let sentences = [
                withoutPlace > 0
                    ? localized("{items} copied without the place.", ["items": CountText.text(withoutPlace)]) : nil,
                left > 0
                    ? counted(
                        "{n} cannot be copied without its place: export it instead.",
                        "{n} cannot be copied without their places: export them instead.", left) : nil,
            ]
            return sentences.contains { $0 != nil } ? sentences.compactMap(\.self).joined(separator: " ") : nil
        }
    }

    /// Copies the current content of each asset without its location. Skips assets that cannot be copied.
    @concurrent
    private nonisolated static func copy(
        _ assets: [AssetID], from library: PhotoLibrary, to store: PickStore
    ) async -> CopiedPhotos {
        var copies = CopiedPhotos()
        // Without a folder, nothing can be copied.
        guard let pick = try? store.begin() else { return copies }
        let dates = await dates(of: assets, in: library)
        for asset in assets {
            // Skips assets whose files cannot be listed.
            guard let files = try? await library.resources(of: asset), let original = files.first else { continue }
            // The edited content if the asset has been edited.
            let resource = files.first { $0.type == original.type.render } ?? original
            do {
                let opened = try await library.open(resource, without: [.location], isShared: true)
                let name = copyName(
                    original.filename ?? asset.description, of: original.mimeType, as: resource.mimeType)
                copies.paths.append(
                    try pick.add(named: name, modified: dates[asset] ?? nil, copying: opened.content))
                if opened.redacted.contains(.location) { copies.withoutPlace += 1 }
            } catch PhotoLibraryError.accessDenied { copies.left += 1 } catch { continue }
        }
        return copies
    }

    /// Reads the dates on which the photos were taken.
    private nonisolated static func dates(
        of assets: [AssetID], in library: PhotoLibrary
    ) async -> [AssetID: Timestamp?] {
        let request = FetchRequest<Asset>.assets(withIdentifiers: assets).includingHidden.includingTrashed
            .reading([.creationDate])
        // If the dates cannot be read, the copies get the current date.
        guard let found = try? await library.fetch(request).snapshot() else { return [:] }
        return Dictionary(found.map { ($0.id, $0.creationTimestamp) }) { first, _ in first }
    }

    /// Returns the name of a copy: the name of the original, with a different extension if an edit has changed the file
    /// type.
    nonisolated static func copyName(_ filename: String, of original: String, as type: String) -> String {
        let ending = ExportName.ending(for: type)
        guard original != type, !ending.isEmpty else { return filename }
        let dot = filename.lastIndex(of: ".") ?? filename.endIndex
        return filename[..<dot] + ending
    }
}
