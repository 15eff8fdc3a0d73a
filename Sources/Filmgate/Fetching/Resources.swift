public import FilmgateModel
public import FilmgateSystem
internal import FilmgateDBus
internal import FilmgateWire

extension PhotoLibrary {
    /// Returns the files of an asset; the first is the one that its properties describe.
    /// `org.filmgate.Resources1.ListResources`.
    public func resources(of asset: AssetID) async throws(PhotoLibraryError) -> [AssetResource] {
        let resources = try await link.call(
            ResourcesInterface.listResources, of: ResourcesInterface.name, Arguments(AssetIdentifier(asset))
        ).values.map { AssetResource($0.resource, of: asset) }
        return resources.filter(\.type.isPrimary) + resources.filter { !$0.type.isPrimary }
    }

    /// Opens a file of an asset for reading. `org.filmgate.Resources1.OpenResource`.
    ///
    /// - Returns: a descriptor with its own position, at the beginning; it stays readable if access is revoked later.
    /// An app without the rights `location` or `captions` gets a copy from which these are removed.
    ///
    /// - Throws: `accessDenied` without the right `originals`, and if they cannot be removed from a file of this kind.
    public func open(_ resource: AssetResource) async throws(PhotoLibraryError) -> OwnedDescriptor {
        try await link.call(
            ResourcesInterface.openResource, of: ResourcesInterface.name,
            Arguments(AssetIdentifier(resource.asset), ResourceTypeName(resource.type), NoOptions())
        ).values.0
    }
}
