public import FilmgateModel
public import FilmgateSystem
import FilmgateDBus
import FilmgateWire

extension PhotoLibrary {
    /// Returns the files of an asset. The asset's properties describe the first of these files.
    /// `org.filmgate.Resources1.ListResources`.
    public func resources(of asset: AssetID) async throws(PhotoLibraryError) -> [AssetResource] {
        let resources = try await link.call(ResourcesInterface.listResources, MessageArguments(AssetIDText(asset)))
            .values
            .map { AssetResource($0.resource, of: asset) }
        return resources.filter(\.type.isPrimary) + resources.filter { !$0.type.isPrimary }
    }

    /// Returns the metadata in an asset's file, as far as this app may read it. `org.filmgate.Resources1.GetMetadata`.
    ///
    /// - Throws: `invalidContent` if the file cannot be read.
    public func metadata(of asset: AssetID) async throws(PhotoLibraryError) -> FileMetadata {
        FileMetadata(
            try await link.call(ResourcesInterface.getMetadata, MessageArguments(AssetIDText(asset), NoOptions()))
                .values)
    }

    /// Opens a file of an asset for reading. `org.filmgate.Resources1.OpenResource`.
    ///
    /// An app without the right `location`, `captions` or `metadata` gets a copy without the corresponding metadata.
    ///
    /// - Parameters:
    ///   - without: the metadata to remove even if the app may read it.
    ///   - isShared: whether this app passes the file on to a different program, which the audit log then says.
    /// - Returns: the file, which stays readable if access is revoked later.
    /// - Throws: `accessDenied` if the app lacks the right `originals`, or if the metadata cannot be removed.
    public func open(
        _ resource: AssetResource, without: Set<MetadataKind> = [], isShared: Bool = false
    ) async throws(PhotoLibraryError) -> OpenedResource {
        let (content, details) = try await link.call(
            ResourcesInterface.openResource,
            MessageArguments(
                AssetIDText(resource.asset), ResourceTypeName(resource.type),
                OpenResourceOptions(without: without, isShared: isShared))
        ).values
        return OpenedResource(content: content, redacted: details.redacted, adjustmentFormat: details.format)
    }

    /// Opens a copy of a file into which an XMP packet is merged. Pixels, samples and other metadata stay the same.
    /// `org.filmgate.Resources1.OpenResource`.
    ///
    /// - Throws: `accessDenied` if the app lacks one of the rights `originals`, `location`, `captions` and `metadata`;
    ///   `invalidContent` if the file cannot contain a packet; `invalidArgument` if the packet is not XMP.
    public func open(_ copy: ResourceWithXMP) async throws(PhotoLibraryError) -> OpenedResource {
        let (content, details) = try await link.call(
            ResourcesInterface.openResource,
            MessageArguments(
                AssetIDText(copy.resource.asset), ResourceTypeName(copy.resource.type),
                OpenResourceOptions(without: copy.without, xmp: copy.packet))
        ).values
        return OpenedResource(content: content, redacted: details.redacted, adjustmentFormat: nil)
    }

    /// Reads a file of an asset from its beginning to its end. `org.filmgate.Resources1.RequestResource`.
    ///
    /// The iteration throws the errors of `open`. Ending the iteration or its task cancels the request.
    public func bytes(of resource: AssetResource, without: Set<MetadataKind> = []) -> ResourceBytes {
        ResourceBytes(link: link, resource: resource, without: without)
    }
}

// Compiler fault: 2
/// A file of an asset, and an XMP packet to merge into a copy of the file.
public final class ResourceWithXMP: Sendable {
    public let resource: AssetResource
    /// The XMP packet, in UTF-8.
    public let packet: [UInt8]
    /// The metadata to remove from the file before the packet is merged.
    public let without: Set<MetadataKind>
    /// The maximum size of a packet, in bytes.
    public static let mostBytes = EmbeddingPlan.mostPacket

    public init(_ resource: AssetResource, _ packet: [UInt8], without: Set<MetadataKind> = []) {
        (self.resource, self.packet, self.without) = (resource, packet, without)
    }
}

/// A file of an asset, opened for reading.
public struct OpenedResource: Sendable {
    /// The open file, positioned at its beginning. No other descriptor shares its file position.
    public let content: OwnedDescriptor
    /// The kinds of metadata that the broker found and removed.
    public let redacted: Set<MetadataKind>
    /// The format of the edit if the file is adjustment data; nil for other files.
    public let adjustmentFormat: AdjustmentFormat?
}
