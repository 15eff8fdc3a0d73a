internal import Filmgate
internal import FilmgateGTK
internal import FilmgateModel
internal import FilmgateSystem
internal import FoundationEssentials
internal import Glibc

/// Copies of originals for programs onto which the person drops photos, until the window closes.
final class DraggedCopies {
    private let library: PhotoLibrary
    private let folder = TemporaryFolder()

    init(of library: PhotoLibrary) { self.library = library }

    /// What is dragged for these assets.
    func content(for assets: [AssetID]) -> DragContent {
        DragContent(text: "assets " + assets.map(\.description).joined(separator: " ")) { [weak self] made in
            guard let self else { return made([]) }
            let (library, folder) = (library, folder)
            Task { made(await Self.copy(assets, from: library, to: folder)) }
        }
    }

    /// The assets that a text of `content` names.
    static func assets(in text: String) -> [AssetID]? {
        let words = text.split(separator: " ").map(String.init)
        guard words.first == "assets" else { return nil }
        return words.dropFirst().compactMap { AssetID($0) }
    }

    /// Removes all copies.
    func removeAll() { folder.remove() }

    /// Copies the original of each asset. What cannot be copied is left out.
    ///
    /// - Returns: the paths.
    @concurrent
    private nonisolated static func copy(
        _ assets: [AssetID], from library: PhotoLibrary, to folder: TemporaryFolder
    ) async -> [String] {
        var paths: [String] = []
        for asset in assets {
            guard let files = try? await library.resources(of: asset), let original = files.first,
                let file = folder.create(named: original.filename ?? asset.description)
            else { continue }
            // What the person sees.
            let resource = files.first { $0.type == original.type.render } ?? original
            do {
                for try await bytes in library.bytes(of: resource) { try file.descriptor.write(bytes) }
                paths.append(file.path)
            } catch {
                _ = unsafe unlink(file.path)
            }
        }
        return paths
    }
}

/// A folder that only this user can read. Each file in it has a folder of its own, so that it keeps its name.
final class TemporaryFolder: Sendable {
    private let path: String

    nonisolated init() {
        let cache =
            environmentVariable("XDG_CACHE_HOME") ?? environmentVariable("HOME").map { $0 + "/.cache" } ?? "/tmp"
        _ = unsafe mkdir(cache, 0o700)
        path = "\(cache)/filmgate-window-\(UInt64.random(in: 0 ... .max))"
    }

    struct File: Sendable {
        let path: String
        let descriptor: OwnedDescriptor
    }

    /// Creates an empty file; nil if that fails.
    ///
    /// - Parameter name: what it cannot have in it is replaced.
    nonisolated func create(named name: String) -> File? {
        let safe = String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { $0 == "/" || $0.value < 32 || $0.value == 127 ? "_" : $0 }))
        let own = "\(path)/\(UInt64.random(in: 0 ... .max))"
        let full = "\(own)/\(safe.hasPrefix(".") ? "_" + safe.dropFirst() : safe)"
        _ = unsafe mkdir(path, 0o700)
        guard unsafe mkdir(own, 0o700) == 0 else { return nil }
        let raw = unsafe open(full, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        return raw < 0 ? nil : File(path: full, descriptor: OwnedDescriptor(owning: raw))
    }

    nonisolated func remove() { try? FileManager.default.removeItem(atPath: path) }
}
