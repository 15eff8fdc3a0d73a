public import FilmgateModel
public import FilmgateSystem
internal import FilmgateDBus
internal import FilmgateWire

extension PhotoLibrary {
    /// The files that an asset is made of, the one that its properties describe first.
    /// `org.filmgate.Resources1.ListResources`.
    public func resources(of asset: AssetID) async throws(PhotoLibraryError) -> [AssetResource] {
        let resources = try await link.call(
            ResourcesInterface.listResources, of: ResourcesInterface.name, Arguments(AssetIdentifier(asset))
        ).values.map { AssetResource($0.resource, of: asset) }
        return resources.filter(\.type.isPrimary) + resources.filter { !$0.type.isPrimary }
    }

    /// Opens a file of an asset for reading. `org.filmgate.Resources1.OpenResource`.
    ///
    /// - Returns: a descriptor with a position of its own, at the beginning; it stays good when access is taken back
    ///   later.
    /// - Throws: `accessDenied` without the right `originals`, or where the place could not be taken out for an app
    ///   that may not know it.
    public func open(_ resource: AssetResource) async throws(PhotoLibraryError) -> OwnedDescriptor {
        try await link.call(
            ResourcesInterface.openResource, of: ResourcesInterface.name,
            Arguments(AssetIdentifier(resource.asset), ResourceTypeName(resource.type), NoOptions())
        ).values.0
    }
}
