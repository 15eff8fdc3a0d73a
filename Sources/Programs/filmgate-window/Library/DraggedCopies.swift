import Filmgate
import FilmgateGTK
import FilmgateModel
import FilmgateText

/// Copies of photos, without their places, for programs onto which the person drops them, until the window closes.
final class DraggedCopies {
    private let library: PhotoLibrary
    private let folder = CopyFolder()
    /// Called with a sentence about the metadata that the copies lack.
    private let say: (String) -> Void

    init(of library: PhotoLibrary, say: @escaping (String) -> Void) { (self.library, self.say) = (library, say) }

    /// Returns the drag content for these assets.
    func content(for assets: [AssetID]) -> DragContent {
        DragContent(text: "assets " + assets.map(\.description).joined(separator: " ")) { [weak self] made in
            guard let self else { return made([]) }
            let (library, folder) = (library, folder)
            Task {
                let copies = await Self.copy(assets, from: library, to: folder)
                made(copies.paths)
                if let sentence = copies.sentence { say(sentence) }
            }
        }
    }

    /// Copies a photo for one program.
    ///
    /// - Returns: the path of the copy; nil if there is none, which the window says.
    func copy(_ asset: AssetID) async -> String? {
        let copies = await Self.copy([asset], from: library, to: folder)
        if let sentence = copies.sentence {
            say(sentence)
        } else if copies.paths.isEmpty {
            say(localized("The photo cannot be copied."))
        }
        return copies.paths.first
    }

    /// Returns the assets that a text of `content` names.
    static func assets(in text: String) -> [AssetID]? {
        let words = text.split(separator: " ").map(String.init)
        guard words.first == "assets" else { return nil }
        return words.dropFirst().compactMap { AssetID($0) }
    }

    /// Removes all copies.
    func removeAll() { folder.remove() }

    /// What was copied.
    private nonisolated struct CopiedPhotos: Sendable {
        var paths: [String] = []
        /// The number of originals with a place, which their copies lack.
        var withoutPlace = 0
        /// The number of originals whose place cannot be removed, or that may have one.
        var left = 0

        var sentence: String? {
            let sentences = [
                withoutPlace > 0
                    ? counted(
                        "{n} photo was copied without its place.", "{n} photos were copied without their places.",
                        withoutPlace) : nil,
                left > 0
                    ? counted(
                        "{n} cannot be copied without its place: export it instead.",
                        "{n} cannot be copied without their places: export them instead.", left) : nil,
            ]
            return sentences.contains { $0 != nil } ? sentences.compactMap(\.self).joined(separator: " ") : nil
        }
    }

    /// Copies the original of each asset without its place. Files that cannot be copied are left out.
    @concurrent
    private nonisolated static func copy(
        _ assets: [AssetID], from library: PhotoLibrary, to folder: CopyFolder
    ) async -> CopiedPhotos {
        var copies = CopiedPhotos()
        for asset in assets {
            // The function's comment gives the reason.
            guard let files = try? await library.resources(of: asset), let original = files.first else { continue }
            // The content that the asset shows now.
            let resource = files.first { $0.type == original.type.render } ?? original
            do {
                let opened = try await library.open(resource, without: [.location])
                guard let path = folder.add(opened.content, named: original.filename ?? asset.description) else {
                    continue
                }
                copies.paths.append(path)
                if opened.redacted.contains(.location) { copies.withoutPlace += 1 }
            } catch PhotoLibraryError.accessDenied { copies.left += 1 } catch { continue }
        }
        return copies
    }
}
