public import FilmgateModel
public import FilmgateSystem
public import FoundationEssentials
import FilmgateWire

/// A file for a new asset.
public struct NewAssetResource: Sendable {
    let type: ResourceType
    let descriptor: OwnedDescriptor
    let filename: String?

    /// - Parameters:
    ///   - type: the file's role in the asset.
    ///   - file: a regular file or memory file, read from its beginning; it must not change until the batch is done.
    ///   - filename: a plain name to store, without folders.
    public init(_ type: ResourceType, _ file: OwnedDescriptor, filename: String? = nil) {
        self.type = type
        descriptor = file
        self.filename = filename
    }
}

/// The changes of one batch, made in order, all or none; like PhotoKit's `PHAssetChangeRequest`,
/// `PHAssetCollectionChangeRequest` and `PHCollectionListChangeRequest`.
///
/// Holds at most 1,000 changes with at most 16 files in total. A change that creates something returns a placeholder,
/// which later changes may use in place of something in the library.
public struct ChangeRequest: Sendable {
    private(set) var changes: [Change] = []

    public init() {}

    /// The number of changes.
    public var count: Int { changes.count }

    /// Adds a change that creates nothing.
    mutating func append(_ action: Change.Action) { changes.append(Change(action)) }

    /// Adds a change that creates something.
    ///
    /// - Returns: its index, which identifies it.
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
    /// Adds an asset: one photo or one video, with its other files.
    ///
    /// - Parameters:
    ///   - resources: the photo or the video, and its other files.
    ///   - properties: editable properties, which override the file's metadata.
    ///   - original: the asset of which this is a modified copy.
    ///   - unlessPresent: creates nothing if this app sees an asset with the same original.
    ///   - fallbackDate: the creation date if neither the properties nor the file have one.
    @discardableResult
    public mutating func createAsset(
        from resources: [NewAssetResource], properties: AssetProperties = AssetProperties(),
        copyOf original: (any AssetReference)? = nil, unlessPresent: Bool = false, fallbackDate: Date? = nil
    ) -> AssetPlaceholder {
        var options = AssetImportOptions()
        options.unlessPresent = unlessPresent
        options.fallbackDate = fallbackDate
        return createAsset(from: resources, properties: properties, copyOf: original, options)
    }

    /// Adds an asset with further options, some of which are for the owner's tools: files can be added to the asset that they belong to.
    ///
    /// The result has the identifier of the asset that the files were added to.
    @discardableResult
    public mutating func createAsset(
        from resources: [NewAssetResource], properties: AssetProperties = AssetProperties(),
        copyOf original: (any AssetReference)? = nil, _ options: AssetImportOptions
    ) -> AssetPlaceholder {
        var creation = Creation(
            resources: resources.map { NewResource($0.type, $0.descriptor, filename: $0.filename) })
        creation.properties = properties.changes
        creation.description = FileDescription(options.metadata, orientation: options.orientation)
        creation.originalAsset = original?.changeReference.wire
        creation.burstID = options.burstID
        creation.unlessPresent = options.unlessPresent
        creation.fallbackDate = options.fallbackDate.map { Timestamp($0) }
        creation.isFallbackGuessed = options.isFallbackGuessed
        creation.fallbackLacksZone = options.fallbackLacksZone
        creation.joins = options.joins?.changeReference.wire
        creation.joinsRelated = options.joinsRelated
        creation.allowsDamaged = options.allowsDamaged
        return AssetPlaceholder(index: create(.createAsset(creation)))
    }

    public mutating func set(_ properties: AssetProperties, of asset: any AssetReference) {
        append(.setProperties(asset.changeReference.wire, properties.changes))
    }

    /// Adds keywords to those that each asset has. Upper and lower case do not make a difference.
    public mutating func addKeywords(_ keywords: [String], to assets: [any AssetReference]) {
        append(.addKeywords(keywords, to: Self.references(assets)))
    }

    /// Removes keywords, in upper or lower case.
    public mutating func removeKeywords(_ keywords: [String], from assets: [any AssetReference]) {
        append(.removeKeywords(keywords, from: Self.references(assets)))
    }

    /// Shows what a finished session made of its asset, once the person has confirmed it.
    public mutating func setContent(of session: EditingSession) {
        append(.setContent(session.asset.changeReference.wire, session: session.path))
    }

    /// Shows the original of an edited asset again, once the person has confirmed it.
    public mutating func revertContent(of asset: any AssetReference) {
        append(.revertContent(asset.changeReference.wire))
    }

    /// Moves assets to the trash, once the person has confirmed it.
    public mutating func deleteAssets(_ assets: [any AssetReference]) {
        append(.deleteAssets(Self.references(assets)))
    }

    /// Restores assets from the trash to the albums that they were in.
    public mutating func restoreAssets(_ assets: [any AssetReference]) {
        append(.restoreAssets(Self.references(assets)))
    }

    /// Deletes assets in the trash permanently, once the person has confirmed it.
    public mutating func purgeAssets(_ assets: [any AssetReference]) {
        append(.purgeAssets(Self.references(assets)))
    }
}
