public import FilmgateModel
public import FilmgateSystem
public import FoundationEssentials
internal import FilmgateWire

/// A file that a new asset is to be made of.
public struct NewAssetResource: Sendable {
    let type: ResourceType
    let descriptor: OwnedDescriptor
    let filename: String?

    /// - Parameters:
    ///   - type: what it is of the asset.
    ///   - file: a regular file or memory file, read from its beginning; it must stay as it is until the batch is done.
    ///   - filename: a plain name to remember, without folders.
    public init(_ type: ResourceType, _ file: OwnedDescriptor, filename: String? = nil) {
        self.type = type
        descriptor = file
        self.filename = filename
    }
}

/// The changes of one batch, carried out in order, all of them or none; after PhotoKit's `PHAssetChangeRequest`,
/// `PHAssetCollectionChangeRequest` and `PHCollectionListChangeRequest`.
///
/// At most 1,000, with at most 16 files together. What a change creates has a placeholder, which later ones may use wherever
/// something of the library may stand.
public struct ChangeRequest: Sendable {
    private(set) var changes: [Change] = []

    public init() {}

    /// How many changes there are.
    public var count: Int { changes.count }

    /// Adds a change, which creates nothing.
    mutating func append(_ action: Change.Action) { changes.append(Change(action)) }

    /// Adds a change that creates something.
    ///
    /// - Returns: its place, by which it is spoken of.
    mutating func create(_ action: Change.Action) -> Int {
        let index = changes.count
        changes.append(Change(action, placeholder: "@\(index)"))
        return index
    }

    static func references(_ assets: [any AssetReference]) -> [Reference] { assets.map(\.changeReference.wire) }

    static func references(_ collections: [any CollectionReference]) -> [Reference] {
        collections.map(\.changeReference.wire)
    }
}

// MARK: Assets

extension ChangeRequest {
    /// Adds an asset: one photo or one video, and what belongs to it.
    ///
    /// - Parameters:
    ///   - resources: the photo or the video, and what belongs to it.
    ///   - properties: what a person can set, in place of what the file's metadata say.
    ///   - original: the asset of which this is a modified copy.
    ///   - unlessPresent: nothing is created where this app sees an asset with the same original.
    ///   - fallbackDate: when it was taken, where neither the properties nor the file tell that.
    @discardableResult
    public mutating func createAsset(
        from resources: [NewAssetResource], properties: AssetProperties = AssetProperties(),
        copyOf original: (any AssetReference)? = nil, unlessPresent: Bool = false, fallbackDate: Date? = nil
    ) -> AssetPlaceholder {
        var creation = Creation(
            resources: resources.map { NewResource($0.type, $0.descriptor, filename: $0.filename) })
        creation.properties = properties.changes
        creation.originalAsset = original?.changeReference.wire
        creation.unlessPresent = unlessPresent
        creation.fallbackDate = fallbackDate.map { Timestamp($0) }
        return AssetPlaceholder(index: create(.createAsset(creation)))
    }

    public mutating func set(_ properties: AssetProperties, of asset: any AssetReference) {
        append(.setProperties(asset.changeReference.wire, properties.changes))
    }

    /// Puts assets into the trash, once the person has confirmed it.
    public mutating func deleteAssets(_ assets: [any AssetReference]) {
        append(.deleteAssets(Self.references(assets)))
    }

    /// Takes assets out of the trash, back into the albums that they were in.
    public mutating func restoreAssets(_ assets: [any AssetReference]) {
        append(.restoreAssets(Self.references(assets)))
    }

    /// Takes assets that are in the trash away for good, once the person has confirmed it.
    public mutating func purgeAssets(_ assets: [any AssetReference]) {
        append(.purgeAssets(Self.references(assets)))
    }
}
