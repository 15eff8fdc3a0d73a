public import FilmgateModel
public import FoundationEssentials
public import FilmgateWire

/// A batch of changes, which the library makes in order: either all of them or none. Corresponds to PhotoKit's
/// `PHAssetChangeRequest`, `PHAssetCollectionChangeRequest` and `PHCollectionListChangeRequest`.
///
/// The broker accepts at most 1,000 changes with at most 16 files in total. A change that creates an object returns a
/// placeholder, which later changes in the same batch can use like an object in the library.
public struct ChangeRequest: Sendable {
    private(set) var changes: [WireChange] = []

    public init() {}

    /// The number of changes.
    public var count: Int { changes.count }

    /// Adds a change that creates no object.
    mutating func append(_ change: WireChange) { changes.append(change) }

    /// Adds a change that creates an object.
    ///
    /// - Returns: the index of the change, which identifies the created object.
    mutating func create(_ change: (ObjectReference) -> WireChange) -> Int {
        let index = changes.count
        changes.append(change(ObjectReference(createdAt: index)))
        return index
    }

    static func references(_ assets: [any AssetReference]) -> [ObjectReference] { assets.map(\.changeReference) }

    static func references(_ collections: [any CollectionReference]) -> [ObjectReference] {
        collections.map(\.changeReference)
    }
}

// MARK: Assets

extension ChangeRequest {
    /// Adds an asset: a photo or a video, with its other files.
    ///
    /// - Parameters:
    ///   - resources: the photo or the video, and its other files.
    ///   - properties: editable properties, which override the file's metadata.
    ///   - original: the asset of which the new asset is a modified copy.
    ///   - unlessPresent: whether to create nothing if this app sees an untrashed asset with the same original file.
    ///   - fallbackDate: the creation date if neither the properties nor the file has one.
    @discardableResult
    public mutating func createAsset(
        from resources: [NewAssetResource], properties: AssetChanges = AssetChanges(),
        copyOf original: (any AssetReference)? = nil, unlessPresent: Bool = false, fallbackDate: Date? = nil
    ) -> AssetPlaceholder {
        var options = AssetCreationOptions(unlessPresent: unlessPresent)
        options.fallbackDate = fallbackDate.map { Timestamp($0) }
        return createAsset(from: resources, properties: properties, copyOf: original, options)
    }

    /// Adds an asset, or adds files to an existing asset. Some of the options are only for the owner's tools.
    ///
    /// The returned placeholder identifies the new asset, or the existing asset to which the files were added.
    ///
    /// - Parameter asset: the existing asset to which the files are added; nil to create an asset. Files that the asset
    ///   already has are omitted.
    @discardableResult
    public mutating func createAsset(
        from resources: [NewAssetResource], properties: AssetChanges = AssetChanges(),
        copyOf original: (any AssetReference)? = nil, joining asset: (any AssetReference)? = nil,
        _ options: AssetCreationOptions
    ) -> AssetPlaceholder {
        let creation = WireCreation(
            resources, properties: properties, options, originalAsset: original?.changeReference,
            joins: asset?.changeReference)
        return AssetPlaceholder(index: create { .createAsset($0, creation) })
    }

    public mutating func set(_ properties: AssetChanges, of asset: any AssetReference) {
        append(.setProperties(asset.changeReference, properties))
    }

    /// Adds keywords to each asset. Ignores a keyword that the asset already has, regardless of case.
    public mutating func addKeywords(_ keywords: [String], to assets: [any AssetReference]) {
        append(.addKeywords(keywords, to: Self.references(assets)))
    }

    /// Removes keywords from each asset, regardless of case.
    public mutating func removeKeywords(_ keywords: [String], from assets: [any AssetReference]) {
        append(.removeKeywords(keywords, from: Self.references(assets)))
    }

    /// Sets the picked photo of a burst. Only for apps that may see the whole library.
    public mutating func setBurstPick(_ asset: any AssetReference) {
        append(.setBurstPick(asset.changeReference))
    }

    /// Sets an asset's content to the result of a finished session. The person may have to confirm the change.
    public mutating func setContent(of session: EditingSession) {
        append(.setContent(session.asset.changeReference, session.path))
    }

    /// Reverts an edited asset to its original. The person may have to confirm the change.
    public mutating func revertContent(of asset: any AssetReference) {
        append(.revertContent(asset.changeReference))
    }

    /// Moves assets to the trash. The person may have to confirm the change.
    public mutating func deleteAssets(_ assets: [any AssetReference]) {
        append(.deleteAssets(Self.references(assets)))
    }

    /// Restores assets from the trash to the albums that they were in.
    public mutating func restoreAssets(_ assets: [any AssetReference]) {
        append(.restoreAssets(Self.references(assets)))
    }

    /// Deletes assets in the trash permanently. The person may have to confirm the deletion.
    public mutating func purgeAssets(_ assets: [any AssetReference]) {
        append(.purgeAssets(Self.references(assets)))
    }
}
