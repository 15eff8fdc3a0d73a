package import Filmgate
import FilmgateModel

/// An object that writes the pictures of assets to a folder: photos as JPEGs without metadata, videos in their format.
package struct PictureExporter: Sendable {
    let library: PhotoLibrary
    let folder: ExportFolder
    /// The maximum length of the longer side, in pixels; nil for the full size.
    let side: UInt32?
    /// The kinds of metadata to remove from videos.
    let without: Set<MetadataKind>

    package init(library: PhotoLibrary, folder: ExportFolder, side: UInt32?, without: Set<MetadataKind>) {
        (self.library, self.folder, self.side, self.without) = (library, folder, side, without)
    }

    /// Writes the picture of an asset as it is shown, with its edits. The file's modification date is the creation date
    /// of the asset.
    package func export(_ asset: Asset) async throws {
        let resources = try await library.resources(of: asset.id)
        let isVideo = asset.mediaType == .video
        let shown: [ResourceType] = isVideo ? [.fullSizeVideo, .video] : [.fullSizePhoto, .photo]
        guard let resource = shown.lazy.compactMap({ type in resources.first { $0.type == type } }).first,
            let original = resources.first(where: { $0.type.isPrimary }),
            let name = ExportName.names(for: [original], of: asset).first
        else { throw PhotoLibraryError.notFound("The photo has no file.") }
        guard let file = try folder.create([isVideo ? name : ExportName(name.stem + ".jpg")]).first else { return }
        do {
            _ = try await file.fill(from: try await content(of: asset, resource, isVideo: isVideo))
            file.setDate(asset.creationTimestamp)
        } catch {
            file.remove()
            throw error
        }
    }

    private func content(of asset: Asset, _ resource: AssetResource, isVideo: Bool) async throws -> OwnedDescriptor {
        guard !isVideo else { return try await library.open(resource, without: without).content }
        guard let side else { return try await library.image(for: asset.id, delivery: .highQuality).last.content }
        return try await library.image(for: asset.id, fitting: side, delivery: .highQuality).last.content
    }
}
