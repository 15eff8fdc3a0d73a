public import FilmgateModel
public import FoundationEssentials
public import FilmgateWire

/// The changes of one batch, made in order, all of them or none; like PhotoKit's `PHAssetChangeRequest`,
/// `PHAssetCollectionChangeRequest` and `PHCollectionListChangeRequest`.
///
/// Holds at most 1,000 changes with at most 16 files in total. A change that creates something returns a placeholder,
/// to which later changes in the same batch may refer as to an object in the library.
public struct ChangeRequest: Sendable {
    private(set) var changes: [WireChange] = []

    public init() {}

    /// The number of changes.
    public var count: Int { changes.count }

    /// Adds a change that creates nothing.
    mutating func append(_ change: WireChange) { changes.append(change) }

    /// Adds a change that creates something.
    ///
    /// - Returns: the index of the change, which identifies the created object.
    mutating func create(_ change: (ChangeReference) -> WireChange) -> Int {
        let index = changes.count
        changes.append(change(ChangeReference(createdAt: index)))
        return index
    }

    static func references(_ assets: [any AssetReference]) -> [ChangeReference] { assets.map(\.changeReference) }

    static func references(_ collections: [any CollectionReference]) -> [ChangeReference] {
        collections.map(\.changeReference)
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
    ///   - unlessPresent: whether to create nothing if this app sees an asset with the same original.
    ///   - fallbackDate: the creation date if neither the properties nor the file have one.
    @discardableResult
    public mutating func createAsset(
        from resources: [NewAssetResource], properties: AssetChanges = AssetChanges(),
        copyOf original: (any AssetReference)? = nil, unlessPresent: Bool = false, fallbackDate: Date? = nil
    ) -> AssetPlaceholder {
        var options = CreationOptions(unlessPresent: unlessPresent)
        options.fallbackDate = fallbackDate.map { Timestamp($0) }
        return createAsset(from: resources, properties: properties, copyOf: original, options)
    }

    /// Adds an asset with further options, some of which are only for the owner's tools.
    ///
    /// The result identifies the asset to which the files were added.
    ///
    /// - Parameter asset: the existing asset to which the files are added; nil to create an asset. Files that the asset
    ///   already has are left out.
    @discardableResult
    public mutating func createAsset(
        from resources: [NewAssetResource], properties: AssetChanges = AssetChanges(),
        copyOf original: (any AssetReference)? = nil, joining asset: (any AssetReference)? = nil,
        _ options: CreationOptions
    ) -> AssetPlaceholder {
        let creation = WireCreation(
            resources, properties: properties, options, originalAsset: original?.changeReference,
            joins: asset?.changeReference)
        return AssetPlaceholder(index: create { .createAsset($0, creation) })
    }

    public mutating func set(_ properties: AssetChanges, of asset: any AssetReference) {
        append(.setProperties(asset.changeReference, properties))
    }

    /// Adds keywords to the existing ones of each asset, ignoring case.
    public mutating func addKeywords(_ keywords: [String], to assets: [any AssetReference]) {
        append(.addKeywords(keywords, to: Self.references(assets)))
    }

    /// Removes keywords, ignoring case.
    public mutating func removeKeywords(_ keywords: [String], from assets: [any AssetReference]) {
        append(.removeKeywords(keywords, from: Self.references(assets)))
    }

    /// Makes a photo the picked photo of its burst, for apps that may see the whole library.
    public mutating func setBurstPick(_ asset: any AssetReference) {
        append(.setBurstPick(asset.changeReference))
    }

    /// Makes the library show the result of a finished session, after the person has confirmed it.
    public mutating func setContent(of session: EditingSession) {
        append(.setContent(session.asset.changeReference, session.path))
    }

    /// Makes the library show the original of an edited asset again, after the person has confirmed it.
    public mutating func revertContent(of asset: any AssetReference) {
        append(.revertContent(asset.changeReference))
    }

    /// Moves assets to the trash, after the person has confirmed it.
    public mutating func deleteAssets(_ assets: [any AssetReference]) {
        append(.deleteAssets(Self.references(assets)))
    }

    /// Restores assets from the trash to the albums that they were in.
    public mutating func restoreAssets(_ assets: [any AssetReference]) {
        append(.restoreAssets(Self.references(assets)))
    }

    /// Deletes assets in the trash permanently, after the person has confirmed it.
    public mutating func purgeAssets(_ assets: [any AssetReference]) {
        append(.purgeAssets(Self.references(assets)))
    }
}
