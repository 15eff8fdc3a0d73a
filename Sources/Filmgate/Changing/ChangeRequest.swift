public import FilmgateModel
public import FilmgateSystem
internal import FilmgateWire

/// An asset that a batch creates, by which later changes of the batch and its result speak of it.
public struct AssetPlaceholder: Hashable, Sendable {
    let index: Int

    var name: String { "@\(index)" }
}

/// An album that a batch creates.
public struct AlbumPlaceholder: Hashable, Sendable {
    let index: Int

    var name: String { "@\(index)" }
}

/// A file that a new asset is to be made of.
public struct NewAssetResource: Sendable {
    let type: ResourceType
    let descriptor: OwnedDescriptor
    let filename: String?

    /// - Parameters:
    ///   - file: a regular file or memory file, read from its beginning; it must stay as it is until the batch is done.
    ///   - filename: a plain name to remember, without folders.
    public init(_ type: ResourceType, _ file: OwnedDescriptor, filename: String? = nil) {
        self.type = type
        descriptor = file
        self.filename = filename
    }
}

/// The changes of one batch, carried out in order, all of them or none; after PhotoKit's `PHAssetChangeRequest`.
///
/// At most 1,000, with at most 16 files together.
public struct ChangeRequest: Sendable {
    private(set) var changes: [Change] = []

    public init() {}

    /// Adds an asset: one photo or one video, and what belongs to it.
    ///
    /// - Parameter unlessPresent: nothing is created where this app sees an asset with the same original.
    @discardableResult
    public mutating func createAsset(
        from resources: [NewAssetResource], properties: AssetProperties = AssetProperties(), unlessPresent: Bool = false
    ) -> AssetPlaceholder {
        let placeholder = AssetPlaceholder(index: changes.count)
        var creation = Creation(
            resources: resources.map { NewResource($0.type, $0.descriptor, filename: $0.filename) })
        creation.properties = properties.changes
        creation.unlessPresent = unlessPresent
        changes.append(Change(.createAsset(creation), placeholder: placeholder.name))
        return placeholder
    }

    mutating func append(_ change: Change) { changes.append(change) }

    public mutating func set(_ properties: AssetProperties, of asset: AssetID) {
        changes.append(Change(.setProperties(.id(ObjectID(asset)), properties.changes)))
    }

    /// Of an asset that an earlier change of this batch creates.
    public mutating func set(_ properties: AssetProperties, of asset: AssetPlaceholder) {
        changes.append(Change(.setProperties(.placeholder(asset.name), properties.changes)))
    }

    /// Puts assets into the trash, once the person has confirmed it.
    public mutating func deleteAssets(_ assets: [AssetID]) {
        changes.append(Change(.deleteAssets(assets.map { .id(ObjectID($0)) })))
    }
}

/// What a batch created.
public struct ChangeResult: Hashable, Sendable {
    private let identifiers: [ObjectID?]

    init(_ identifiers: [ObjectID?]) { self.identifiers = identifiers }

    /// The asset that a change created; nil where it was present already.
    public subscript(placeholder: AssetPlaceholder) -> AssetID? {
        identifier(at: placeholder.index).map { AssetID(uuid: $0.uuid) }
    }

    public subscript(placeholder: AlbumPlaceholder) -> AlbumID? {
        identifier(at: placeholder.index).map { AlbumID(uuid: $0.uuid) }
    }

    private func identifier(at index: Int) -> ObjectID? {
        identifiers.indices.contains(index) ? identifiers[index] : nil
    }
}
